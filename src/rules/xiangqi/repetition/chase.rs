//! Which pieces a move attacks so that its side would win something: what a chase is made of.
//!
//! Attacks are compared as pairs of attacker and victim before and after a move, the way H. G. Muller and
//! Nguyen Hong Pham worked it out ("A method to implement Asian rule", TalkChess, 2010).

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::position::Position;
use super::super::types::{Move, Role, Square};
use crate::rules::{BySide, Side};

/// Generals and soldiers are not among them: they may attack without end.
const CHASERS: [Role; 5] = [Role::Rook, Role::Cannon, Role::Horse, Role::Elephant, Role::Advisor];

/// Those of `victims` that the side which moved threatens to capture and win something by it, where the same attacker did
/// not before the move.
pub fn attacked_anew(before: &Position, mv: Move, after: &Position, victims: Bitboard) -> Bitboard {
    let side = before.turn();
    let (then, now) = (Threats::of(before, side), Threats::of(after, side));
    let is_attacked_anew = |&victim: &Square| {
        let stood_before = match then.attackers(victim) {
            attackers if attackers.has(mv.from()) => attackers.without(mv.from()).with(mv.to()),
            attackers => attackers,
        };
        let attackers = now.attackers(victim);
        let stood_on = |from: Square| if from == mv.to() { mv.from() } else { from };
        // First those that need no look at what they threatened before.
        (attackers & !stood_before).any(|from| now.has(Move::new(from, victim)))
            || (attackers & stood_before)
                .any(|from| now.has(Move::new(from, victim)) && !then.has(Move::new(stood_on(from), victim)))
    };
    (victims & now.prey()).filter(is_attacked_anew).collect()
}

/// The captures by which a side would win something, were it to move.
///
/// A check that stands on the board at the moment hides no threat and no protection: whether a piece is
/// attacked does not depend on who must first see to a general.
pub struct Threats<'a> {
    position: &'a Position,
    side: Side,
    chasers: Bitboard,
    /// The attackers of each side's general.
    checks: BySide<Bitboard>,
}

impl<'a> Threats<'a> {
    pub fn of(position: &'a Position, side: Side) -> Threats<'a> {
        let chasers =
            CHASERS.into_iter().fold(Bitboard::EMPTY, |all, role| all | position.pieces(side, role));
        let [first, second] = Side::ALL.map(|side| attackers_of_general(position, side));
        Threats { position, side, chasers, checks: BySide { first, second } }
    }

    /// The pieces that must not be chased: not the general, whom an attack checks, and not a soldier on its own bank of the
    /// river.
    pub fn prey(&self) -> Bitboard {
        let side = self.side.other();
        let soldiers = self.position.pieces(side, Role::Soldier);
        let at_home: Bitboard = soldiers.filter(|soldier| soldier.relative_rank(side) < 5).collect();
        self.position.by_side(side) & !self.position.pieces(side, Role::General) & !at_home
    }

    /// The pieces that could capture this one, whether or not anything is won by it.
    pub fn attackers(&self, victim: Square) -> Bitboard {
        self.position.attackers_to(victim, self.position.occupied()) & self.chasers
    }

    /// Whether a capture, of prey by one of its attackers, is legal and wins something: a greater piece, or one that nobody
    /// protects. An equal piece that could as well make the first capture is an offer to exchange.
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
        !is_exchange && !self.is_protected(&after, capture.to(), victim.side)
    }

    /// The position after a move, unless the move gives an attack on the own general that is not there now.
    fn safely_made(&self, before: &Position, mv: Move) -> Option<Position> {
        let side = before.piece_at(mv.from())?.side;
        let mut after = before.clone();
        after.make_move(mv);
        let new = attackers_of_general(&after, side) & !self.checks[side];
        new.is_empty().then_some(after)
    }

    /// Whether `side` can take back on this point, where its piece has been captured.
    fn is_protected(&self, captured: &Position, square: Square, side: Side) -> bool {
        let general = captured.general(side);
        let mut takers = captured.attackers_to(square, captured.occupied()) & captured.by_side(side);
        if !attacks::general(general).has(square) {
            takers = takers.without(general);
        }
        takers.any(|from| self.safely_made(captured, Move::new(from, square)).is_some())
    }
}

/// Whether a piece is worth chasing by a lesser one even when it is protected.
fn is_greater(victim: Role, attacker: Role) -> bool {
    match attacker {
        Role::Cannon | Role::Horse => victim == Role::Rook,
        Role::Elephant | Role::Advisor => matches!(victim, Role::Rook | Role::Cannon | Role::Horse),
        Role::General | Role::Rook | Role::Soldier => false,
    }
}

/// The enemies that could capture the general of `side`, the other general along an open file among them.
fn attackers_of_general(position: &Position, side: Side) -> Bitboard {
    position.attackers_to(position.general(side), position.occupied()) & position.by_side(side.other())
}
