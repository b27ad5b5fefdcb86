//! Who is at fault when a position repeats, after the rules of the Asian Xiangqi Federation.
//!
//! `docs/XIANGQI-REPETITION.md` states the clauses one by one, with their sources and their tests. The
//! referee and the search judge by the one function here, [`judge`].

mod chase;

use super::bitboard::Bitboard;
use super::game::Played;
use super::options::Repetition;
use super::position::{Position, Undo};
use super::types::{Move, Piece, Square};
use crate::rules::{BySide, DrawReason, Move as AnyMove, Outcome, Side, Verdict, Warning, WinReason};

/// What a side did at every one of its moves of a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conduct {
    /// Nothing that must not be kept up.
    Idle,
    /// Attacked this piece, which stood on that point when the cycle began.
    Chase(Piece, Square),
    Check,
}

/// A cycle, judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle {
    pub conduct: BySide<Conduct>,
    /// The side that loses; none in a draw.
    pub loser: Option<Side>,
}

/// Judges the moves that led from `start` back to the same position.
///
/// Costs the generation of some captures at each ply, so a search calls it only on a true cycle; it allocates
/// nothing.
pub fn judge(start: Position, moves: impl Iterator<Item = Move>, rule: Repetition) -> Cycle {
    let mut walk = Walk::new(start);
    for mv in moves {
        walk.step(mv, rule);
    }
    let conduct = BySide { first: walk.conduct(Side::First), second: walk.conduct(Side::Second) };
    Cycle { conduct, loser: loser(conduct, rule) }
}

/// Judges the moves that led to `position`, which they began from, too. None of them is a capture.
pub fn judge_last(position: &Position, cycle: &[Played], rule: Repetition) -> Cycle {
    let mut start = position.clone();
    for played in cycle.iter().rev() {
        start.undo_unchecked(played.mv, Undo { captured: None, clock: 0 });
    }
    judge(start, cycle.iter().map(|played| played.mv), rule)
}

/// Perpetual check is worse than perpetual chase; equal faults cancel out.
fn loser(conduct: BySide<Conduct>, rule: Repetition) -> Option<Side> {
    let gravity = |side: Side| match (rule, conduct[side]) {
        (Repetition::Draw, _) | (_, Conduct::Idle) | (Repetition::ChecksOnly, Conduct::Chase(..)) => 0,
        (_, Conduct::Chase(..)) => 1,
        (_, Conduct::Check) => 2,
    };
    match gravity(Side::First).cmp(&gravity(Side::Second)) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    }
}

/// A cycle being replayed.
struct Walk {
    start: Position,
    position: Position,
    /// Where the piece on a point stood when the cycle began.
    origin: [Square; Square::COUNT],
    always_checks: BySide<bool>,
    /// The enemies of each side that it attacked anew at every move so far.
    chased: BySide<Bitboard>,
    moved: BySide<bool>,
}

impl Walk {
    fn new(start: Position) -> Walk {
        Walk {
            origin: std::array::from_fn(Square::from_index_unchecked),
            always_checks: BySide { first: true, second: true },
            chased: BySide { first: start.by_side(Side::Second), second: start.by_side(Side::First) },
            moved: BySide::default(),
            position: start.clone(),
            start,
        }
    }

    fn conduct(&self, side: Side) -> Conduct {
        let chased =
            self.chased[side].first().and_then(|square| Some((self.start.piece_at(square)?, square)));
        match chased {
            _ if !self.moved[side] => Conduct::Idle,
            _ if self.always_checks[side] => Conduct::Check,
            Some((piece, square)) => Conduct::Chase(piece, square),
            None => Conduct::Idle,
        }
    }

    fn step(&mut self, mv: Move, rule: Repetition) {
        let side = self.position.turn();
        self.moved[side] = true;
        let before = self.position.clone();
        let origin = self.origin[mv.from().index()];
        self.position.play_unchecked(mv);
        self.origin[mv.to().index()] = origin;
        self.always_checks[side] &= self.position.in_check();
        if rule != Repetition::Asian || self.chased[side].is_empty() {
            return;
        }
        let now = chase::threats(&self.position, side);
        let then = if now.is_empty() { now.clone() } else { chase::threats(&before, side) };
        let was = |square: Square| if square == mv.to() { mv.from() } else { square };
        let anew = now.iter().filter(|threat| !then.contains(&Move::new(was(threat.from()), threat.to())));
        self.chased[side] &= anew.map(|threat| self.origin[threat.to().index()]).collect();
    }
}

impl Cycle {
    /// How the game ends by this cycle.
    pub fn outcome(&self) -> Outcome {
        match self.loser {
            None => Outcome::Drawn { reason: DrawReason::Repetition },
            Some(loser) => {
                let reason = match self.conduct[loser] {
                    Conduct::Check => WinReason::PerpetualCheck,
                    Conduct::Chase(..) | Conduct::Idle => WinReason::PerpetualChase,
                };
                Outcome::Won { winner: loser.other(), reason }
            }
        }
    }

    fn chased(&self) -> Option<String> {
        match self.conduct[self.loser?] {
            Conduct::Chase(piece, _) => Some(piece.to_string()),
            Conduct::Check | Conduct::Idle => None,
        }
    }

    /// What the referee says of it; `cycle` are the moves that were judged.
    pub fn verdict(&self, cycle: Vec<AnyMove>) -> Verdict {
        let (kind, rule) = self.kind_and_rule();
        Verdict { side: self.loser, kind, cycle, chased: self.chased(), rule }
    }

    /// What is said before `side` plays the move that completes the cycle.
    pub fn warning(&self, side: Side, mv: AnyMove, text: &str) -> Warning {
        let (kind, rule) = self.kind_and_rule();
        let end = match self.loser {
            Some(loser) if loser == side => "loses",
            Some(_) => "wins",
            None => "draws",
        };
        let code = if self.loser.is_some() { kind } else { "repetition_draw" };
        let detail = format!("{text} completes a repetition and {end}: {rule}");
        Warning { code, side: self.loser.unwrap_or(side), mv, detail }
    }

    fn kind_and_rule(&self) -> (&'static str, &'static str) {
        match (self.loser, self.conduct.first, self.conduct.second) {
            (Some(loser), ..) => match self.conduct[loser] {
                Conduct::Check => {
                    ("perpetual_check", "a side that checks at every move of a repetition loses (clause 1)")
                }
                Conduct::Chase(..) | Conduct::Idle => (
                    "perpetual_chase",
                    "a side that attacks one piece anew at every move of a repetition loses (clause 5)",
                ),
            },
            (None, Conduct::Check, Conduct::Check) => {
                ("mutual_check", "a repetition in which both sides check at every move is a draw (clause 2)")
            }
            (None, Conduct::Chase(..), Conduct::Chase(..)) => {
                ("mutual_chase", "a repetition in which both sides chase at every move is a draw (clause 19)")
            }
            _ => ("allowed", "a repetition in which no side keeps checking or chasing is a draw (clause 20)"),
        }
    }
}

#[cfg(test)]
mod tests;
