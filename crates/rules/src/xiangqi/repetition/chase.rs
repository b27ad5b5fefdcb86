//! Finds the attacks of a chase: the pieces that a move newly threatens to capture with a gain.
//!
//! Compares the pairs of attacker and victim before and after a move. The method is that of H. G. Muller and
//! Nguyen Hong Pham ("A method to implement Asian rule", TalkChess, 2010).

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::position::Position;
use super::super::types::{Move, Role, Square};
use crate::{BySide, Side};

/// The roles that can be at fault. Generals and soldiers may chase.
const CHASERS: [Role; 5] = [Role::Rook, Role::Cannon, Role::Horse, Role::Elephant, Role::Advisor];

/// The pieces that a move newly attacks, by their points after the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewlyAttacked {
    /// Those that a piece attacks which did not attack them before the move.
    pub directly: Bitboard,
    /// The others: every piece that attacks them did so before, but the capture would have won nothing. The move has
    /// taken their protection away, for example.
    pub by_exposure: Bitboard,
}

impl NewlyAttacked {
    pub fn any(self) -> Bitboard {
        self.directly | self.by_exposure
    }
}

/// The members of `victims` that the move newly attacks: some attacker threatens to win something by capturing the
/// victim now, and the same attacker did not before the move.
///
/// A move that directly attacks a piece does not expose those that this piece protected: it chases the protector.
pub fn newly_attacked(before: &Position, mv: Move, after: &Position, victims: Bitboard) -> NewlyAttacked {
    let side = before.turn();
    let (then, now) = (Threats::of(before, side), Threats::of(after, side));
    let prey = now.prey();
    // The attackers of a victim that attacked it before the move, whether or not the capture won something.
    let standing = |victim: Square| match then.attackers(victim) {
        attackers if attackers.has(mv.from()) => attackers.without(mv.from()).with(mv.to()),
        attackers => attackers,
    };
    let threatens = |from: Square, victim: Square| now.has(Move::new(from, victim));
    let attacks_directly =
        |victim: Square| (now.attackers(victim) & !standing(victim)).any(|from| threatens(from, victim));
    let exposes = |from: Square, victim: Square| {
        let stood_on = if from == mv.to() { mv.from() } else { from };
        let before = Move::new(stood_on, victim);
        threatens(from, victim)
            && !then.has(before)
            && !(then.protectors(before) & prey).any(attacks_directly)
    };
    let (mut directly, mut by_exposure) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for victim in victims & prey {
        let attackers = now.attackers(victim);
        if attackers.is_empty() {
            continue;
        }
        let standing = standing(victim);
        if (attackers & !standing).any(|from| threatens(from, victim)) {
            directly = directly.with(victim);
        } else if (attackers & standing).any(|from| exposes(from, victim)) {
            by_exposure = by_exposure.with(victim);
        }
    }
    NewlyAttacked { directly, by_exposure }
}

/// The captures that the side of a move threatens after it and did not threaten before.
pub fn new_threats(before: &Position, mv: Move, after: &Position) -> Vec<Move> {
    let side = before.turn();
    let (then, now) = (Threats::of(before, side), Threats::of(after, side));
    let stood_on = |from: Square| if from == mv.to() { mv.from() } else { from };
    let captures = |victim| now.attackers(victim).map(move |from| Move::new(from, victim));
    let is_new = |capture: &Move| {
        let before = Move::new(stood_on(capture.from()), capture.to());
        let stood = then.attackers(before.to()).has(before.from()) && then.has(before);
        now.has(*capture) && !stood
    };
    now.prey().flat_map(captures).filter(is_new).collect()
}

/// The captures that would win something for a side if it were its turn.
///
/// A check in the current position hides neither a threat nor a protection: a piece counts as attacked even if a side
/// must first answer a check.
pub struct Threats<'a> {
    position: &'a Position,
    side: Side,
    chasers: Bitboard,
    /// The attackers of the general of each side.
    checks: BySide<Bitboard>,
}

impl<'a> Threats<'a> {
    pub fn of(position: &'a Position, side: Side) -> Threats<'a> {
        let chasers =
            CHASERS.into_iter().fold(Bitboard::EMPTY, |all, role| all | position.pieces(side, role));
        let [first, second] = Side::ALL.map(|side| attackers_of_general(position, side));
        Threats { position, side, chasers, checks: BySide { first, second } }
    }

    /// The enemy pieces that must not be chased: all except the general, because an attack on it is a check, and the
    /// soldiers that have not crossed the river.
    pub fn prey(&self) -> Bitboard {
        let side = self.side.other();
        let soldiers = self.position.pieces(side, Role::Soldier);
        let at_home: Bitboard = soldiers.filter(|soldier| soldier.relative_rank(side) < 5).collect();
        self.position.by_side(side) & !self.position.pieces(side, Role::General) & !at_home
    }

    /// The chasers that attack a point, whether or not the capture wins something.
    pub fn attackers(&self, victim: Square) -> Bitboard {
        self.position.attackers_to(victim, self.position.occupied()) & self.chasers
    }

    /// Whether a capture of prey by one of its attackers is legal and wins something: a more valuable piece, or an
    /// unprotected piece. If the victim has the same role and can capture the attacker, the attack offers an exchange.
    pub fn has(&self, capture: Move) -> bool {
        let Some(attacker) = self.position.piece_at(capture.from()) else { return false };
        let Some(victim) = self.position.piece_at(capture.to()) else { return false };
        let Some(after) = self.safely_made(self.position, capture) else { return false };
        if is_greater(victim.role, attacker.role) {
            return true;
        }
        let back = Move::new(capture.to(), capture.from());
        let is_exchange = victim.role == attacker.role
            && self.position.targets(back.from()).has(back.to())
            && self.safely_made(self.position, back).is_some();
        !is_exchange && self.recaptures(&after, capture.to(), victim.side).next().is_none()
    }

    /// The pieces that could recapture after a capture.
    fn protectors(&self, capture: Move) -> Bitboard {
        match (self.position.piece_at(capture.to()), self.safely_made(self.position, capture)) {
            (Some(victim), Some(after)) => self.recaptures(&after, capture.to(), victim.side).collect(),
            _ => Bitboard::EMPTY,
        }
    }

    /// The position after a move, or `None` if the move exposes the general of its side to a new attack.
    fn safely_made(&self, before: &Position, mv: Move) -> Option<Position> {
        let side = before.piece_at(mv.from())?.side;
        let mut after = before.clone();
        after.make_move(mv);
        let new = attackers_of_general(&after, side) & !self.checks[side];
        new.is_empty().then_some(after)
    }

    /// The pieces with which `side` can recapture on this point after the capture of its piece there.
    fn recaptures<'b>(
        &'b self,
        captured: &'b Position,
        square: Square,
        side: Side,
    ) -> impl Iterator<Item = Square> + 'b {
        let general = captured.general(side);
        let mut takers = captured.attackers_to(square, captured.occupied()) & captured.by_side(side);
        if !attacks::general(general).has(square) {
            takers = takers.without(general);
        }
        takers.filter(move |&from| self.safely_made(captured, Move::new(from, square)).is_some())
    }
}

/// Whether the victim is more valuable than the attacker, so that the capture wins something even if it is protected.
fn is_greater(victim: Role, attacker: Role) -> bool {
    match attacker {
        Role::Cannon | Role::Horse => victim == Role::Rook,
        Role::Elephant | Role::Advisor => matches!(victim, Role::Rook | Role::Cannon | Role::Horse),
        Role::General | Role::Rook | Role::Soldier => false,
    }
}

/// The enemy pieces that attack the general of `side`, including the other general along an open file.
fn attackers_of_general(position: &Position, side: Side) -> Bitboard {
    position.attackers_to(position.general(side), position.occupied()) & position.by_side(side.other())
}
