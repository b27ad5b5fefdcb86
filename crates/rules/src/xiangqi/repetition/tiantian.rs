//! Counts repeated attacks as Tiantian Xiangqi and other apps do.
//!
//! `docs/XIANGQI-REPETITION.md` has the limits and their source. An attack is a check or a chase. A side's attacks are
//! in a row if it made them at consecutive moves of its own, with no capture by either side between them.

use super::super::bitboard::Bitboard;
use super::super::position::{Position, Undo};
use super::super::types::{Move, Piece, Square};
use super::chase;
use crate::{BySide, Side};

/// The number of occurrences at which a position without attacks is drawn.
pub const IDLE_OCCURRENCES: usize = 5;
/// The number of plies at which every game is drawn.
pub const MOST_PLIES: usize = 400;
/// The number of checks of each side since the last capture that count towards the no-capture limit.
pub const COUNTED_CHECKS: u32 = 10;
/// The number of attacks in a row that are allowed to one piece, and on one piece.
const ALLOWED: usize = 6;
/// The number of checking pieces beyond which the number of allowed checks no longer grows.
const MOST_CHECKERS: usize = 3;
/// The number of checks and chases in turn that are allowed, to one piece and to several.
const ALLOWED_IN_TURN: [usize; 2] = [12, 18];

/// A move that gives check or chases. It names pieces by their points in a position that its owner chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The pieces that give check.
    pub checkers: Bitboard,
    /// The pieces that newly threaten to capture with a gain. None if the move gives check.
    pub chasers: Bitboard,
    /// The pieces that they threaten to capture.
    pub victims: Bitboard,
}

impl Attack {
    /// What a move attacks, by the points after the move. `None` if it attacks nothing. A capture does not chase.
    pub fn by(before: &Position, mv: Move, after: &Position) -> Option<Attack> {
        let side = before.turn();
        let general = after.general(side.other());
        let checkers = after.attackers_to(general, after.occupied()) & after.by_side(side);
        let mut attack = Attack { checkers, chasers: Bitboard::EMPTY, victims: Bitboard::EMPTY };
        if !checkers.is_empty() {
            return Some(attack);
        }
        if before.piece_at(mv.to()).is_some() {
            return None;
        }
        for threat in chase::new_threats(before, mv, after) {
            attack.chasers = attack.chasers.with(threat.from());
            attack.victims = attack.victims.with(threat.to());
        }
        (!attack.victims.is_empty()).then_some(attack)
    }

    fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The same attack with other points for the pieces.
    fn with_points(self, point: impl Fn(Square) -> Square) -> Attack {
        let moved = |pieces: Bitboard| pieces.map(&point).collect();
        let Attack { checkers, chasers, victims } = self;
        Attack { checkers: moved(checkers), chasers: moved(chasers), victims: moved(victims) }
    }
}

/// The attacks in a row of each side up to the current position, latest first. They name pieces by their points in the
/// current position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attacks(BySide<Vec<Attack>>);

impl Attacks {
    /// The attacks that led to `end`. `moves` are the moves since the last capture, latest first.
    pub fn before(end: &Position, moves: impl Iterator<Item = Move>) -> Attacks {
        let mut attacks: BySide<Vec<Attack>> = BySide::default();
        let mut goes_on = BySide { first: true, second: true };
        let mut position = end.clone();
        // For each point of `position`: the point of its piece at the end.
        let mut at_end: [Square; Square::COUNT] = std::array::from_fn(Square::from_index_unchecked);
        for mv in moves {
            let side = position.turn().other();
            let after = position.clone();
            position.unmake_move(mv, Undo { captured: None, clock: 0 });
            if goes_on[side] {
                match Attack::by(&position, mv, &after) {
                    Some(attack) => attacks[side].push(attack.with_points(|square| at_end[square.index()])),
                    None => goes_on[side] = false,
                }
            }
            if !goes_on.first && !goes_on.second {
                break;
            }
            at_end[mv.from().index()] = at_end[mv.to().index()];
        }
        Attacks(attacks)
    }

    /// The attacks of one side in a row.
    pub fn of(&self, side: Side) -> &[Attack] {
        &self.0[side]
    }

    /// The attacks after one more move from the position `end`. The move must not be a capture.
    pub fn with(&self, end: &Position, mv: Move, after: &Position) -> Attacks {
        let mut attacks = self.clone();
        let own = &mut attacks.0[end.turn()];
        let stood_on = |square: Square| if square == mv.to() { mv.from() } else { square };
        match Attack::by(end, mv, after) {
            Some(attack) => own.insert(0, attack.with_points(stood_on)),
            None => own.clear(),
        }
        attacks
    }

    /// Of the sequences that the last move of `side` continues, the one closest to its limit.
    pub fn sequence(&self, side: Side) -> Option<Sequence> {
        let own = self.of(side);
        let checks_back = self.of(side.other()).iter().take_while(|attack| attack.is_check()).count();
        // Check takes precedence over chase: a side that is checked again and again may chase.
        let chases = chases(own).filter(|_| checks_back < 2);
        [checks(own), chases, in_turn(own)]
            .into_iter()
            .flatten()
            .min_by_key(|it| it.limit as isize - it.count as isize)
    }

    /// The kind of attack that both sides have repeated so often that the game is drawn.
    pub fn mutual(&self) -> Option<Kind> {
        let both = |sequence: fn(&[Attack]) -> Option<Sequence>| {
            Side::ALL.into_iter().all(|side| sequence(self.of(side)).is_some_and(|it| it.count >= ALLOWED))
        };
        match (both(checks), both(chases)) {
            (true, _) => Some(Kind::Checks),
            (_, true) => Some(Kind::Chases),
            _ => None,
        }
    }
}

/// What the attacks of a sequence have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Checks only.
    Checks,
    /// Chases of one and the same piece.
    Chases,
    /// A check, a chase, a check, and so on.
    InTurn,
}

/// Attacks of one side in a row that together have a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sequence {
    /// What the attacks have in common.
    pub kind: Kind,
    /// The number of attacks so far.
    pub count: usize,
    /// The number of attacks that are allowed.
    pub limit: usize,
    /// The chased piece of [`Kind::Chases`].
    pub victim: Option<Square>,
    /// Whether the last attack is a check.
    pub ends_with_check: bool,
}

impl Sequence {
    /// Whether the last attack is one too many.
    pub fn is_forbidden(&self) -> bool {
        self.count > self.limit
    }

    /// How many more attacks are allowed.
    pub fn remaining(&self) -> usize {
        self.limit.saturating_sub(self.count)
    }

    /// For example `7 checks in a row`. `end` is the position before the last attack.
    pub fn describe(&self, end: &Position) -> String {
        let count = self.count;
        let piece =
            |square| end.piece_at(square).map_or_else(|| "piece".to_owned(), |it: Piece| it.to_string());
        match (self.kind, self.victim) {
            (Kind::Checks, _) => format!("{count} checks in a row"),
            (Kind::Chases, Some(victim)) => format!("{count} chases of the {} in a row", piece(victim)),
            (Kind::Chases, None) => format!("{count} chases in a row"),
            (Kind::InTurn, _) => format!("{count} checks and chases in turn"),
        }
    }
}

fn sequence<'a>(kind: Kind, attacks: impl Iterator<Item = &'a Attack>) -> (Sequence, Bitboard) {
    let (mut count, mut pieces, mut ends_with_check) = (0, Bitboard::EMPTY, false);
    for attack in attacks {
        ends_with_check |= count == 0 && attack.is_check();
        count += 1;
        pieces |= attack.checkers | attack.chasers;
    }
    (Sequence { kind, count, limit: ALLOWED, victim: None, ends_with_check }, pieces)
}

/// The checks in a row.
fn checks(attacks: &[Attack]) -> Option<Sequence> {
    let (checks, pieces) = sequence(Kind::Checks, attacks.iter().take_while(|attack| attack.is_check()));
    let limit = ALLOWED * (pieces.count() as usize).min(MOST_CHECKERS);
    (checks.count > 0).then_some(Sequence { limit, ..checks })
}

/// The chases in a row of the piece that has been chased the longest.
fn chases(attacks: &[Attack]) -> Option<Sequence> {
    let of = |victim| {
        let chases = attacks.iter().take_while(|attack| attack.victims.has(victim));
        Sequence { victim: Some(victim), ..sequence(Kind::Chases, chases).0 }
    };
    attacks.first()?.victims.map(of).max_by_key(|chases| chases.count)
}

/// The checks and chases in turn.
fn in_turn(attacks: &[Attack]) -> Option<Sequence> {
    let last = attacks.first()?.is_check();
    let in_turn = attacks
        .iter()
        .enumerate()
        .take_while(|(back, attack)| attack.is_check() == (last == (back % 2 == 0)));
    let (in_turn, pieces) = sequence(Kind::InTurn, in_turn.map(|(_, attack)| attack));
    let limit = ALLOWED_IN_TURN[usize::from(pieces.count() > 1)];
    (in_turn.count > 1).then_some(Sequence { limit, ..in_turn })
}

#[cfg(test)]
mod tests;
