//! Which captures a side threatens that would win it something: what a chase is made of.
//!
//! Attacks are compared as pairs of attacker and victim before and after a move, the way H. G. Muller and
//! Nguyen Hong Pham worked it out ("A method to implement Asian rule", TalkChess, 2010).

use super::super::bitboard::Bitboard;
use super::super::position::Position;
use super::super::types::{Move, Role};
use crate::rules::Side;
use arrayvec::ArrayVec;

/// The ten chasers of a side attack at most 48 points together; what is beyond would be left out.
pub type Threats = ArrayVec<Move, 64>;

/// Generals and soldiers are not among them: they may attack without end.
const CHASERS: [Role; 5] = [Role::Rook, Role::Cannon, Role::Horse, Role::Elephant, Role::Advisor];

/// The captures of pieces on `victims` by which `side` would win something, were it to move.
///
/// A check that stands on the board at the moment hides no threat and no protection: whether a piece is
/// attacked does not depend on who must first see to a general.
pub fn threats(position: &Position, side: Side, victims: Bitboard) -> Threats {
    let mut threats = Threats::default();
    let chasers = chasers(position, side);
    for to in prey(position, side.other()) & victims {
        for from in position.attackers_to(to, position.occupied()) & chasers {
            let capture = Move::new(from, to);
            if wins_something(position, capture) && threats.try_push(capture).is_err() {
                return threats;
            }
        }
    }
    threats
}

/// Whether this capture by `side` is one of its [`threats`].
pub fn is_threat(position: &Position, side: Side, capture: Move) -> bool {
    let (from, to) = (capture.from(), capture.to());
    chasers(position, side).has(from)
        && prey(position, side.other()).has(to)
        && position.targets(from).has(to)
        && wins_something(position, capture)
}

fn chasers(position: &Position, side: Side) -> Bitboard {
    CHASERS.into_iter().fold(Bitboard::EMPTY, |all, role| all | position.pieces(side, role))
}

/// The pieces of a side that must not be chased: not its general, whom an attack checks, and not a soldier on
/// its own bank of the river.
fn prey(position: &Position, side: Side) -> Bitboard {
    let at_home: Bitboard =
        position.pieces(side, Role::Soldier).filter(|soldier| soldier.relative_rank(side) < 5).collect();
    position.by_side(side) & !position.pieces(side, Role::General) & !at_home
}

/// Whether a capture is legal and wins something: a greater piece, or one that nobody protects. An equal piece
/// that could as well make the first capture is an offer to exchange.
fn wins_something(position: &Position, capture: Move) -> bool {
    let Some(attacker) = position.piece_at(capture.from()) else { return false };
    let Some(victim) = position.piece_at(capture.to()) else { return false };
    let Some(after) = safely_played(position, capture) else { return false };
    if is_greater(victim.role, attacker.role) {
        return true;
    }
    let back = Move::new(capture.to(), capture.from());
    if victim.role == attacker.role
        && position.targets(back.from()).has(back.to())
        && safely_played(position, back).is_some()
    {
        return false;
    }
    !is_protected(position, &after, capture)
}

/// Whether a piece is worth chasing by a lesser one even when it is protected.
fn is_greater(victim: Role, attacker: Role) -> bool {
    match attacker {
        Role::Cannon | Role::Horse => victim == Role::Rook,
        Role::Elephant | Role::Advisor => matches!(victim, Role::Rook | Role::Cannon | Role::Horse),
        Role::General | Role::Rook | Role::Soldier => false,
    }
}

/// Whether the victim's side can take back after `capture`, which led from `before` to `after`.
fn is_protected(before: &Position, after: &Position, capture: Move) -> bool {
    let square = capture.to();
    let Some(victim) = before.piece_at(square) else { return false };
    let standing = attackers_of_general(before, victim.side);
    let mut takers = after.by_side(victim.side).filter(|&from| after.targets(from).has(square));
    takers.any(|from| {
        let mut taken = after.clone();
        taken.play_unchecked(Move::new(from, square));
        (attackers_of_general(&taken, victim.side) & !standing).is_empty()
    })
}

/// The position after a move, unless the move gives an attack on the own general that was not there before.
fn safely_played(position: &Position, mv: Move) -> Option<Position> {
    let side = position.piece_at(mv.from())?.side;
    let mut after = position.clone();
    after.play_unchecked(mv);
    let new = attackers_of_general(&after, side) & !attackers_of_general(position, side);
    new.is_empty().then_some(after)
}

/// The enemies that could capture the general of `side`, the other general along an open file among them.
fn attackers_of_general(position: &Position, side: Side) -> Bitboard {
    position.attackers_to(position.general(side), position.occupied()) & position.by_side(side.other())
}
