//! The moves of a game in two bytes each, because the server keeps many games of about a hundred plies.

use super::super::position::{Position, Undo};
use super::super::types::{Move, Role, Square};
use crate::rules::xiangqi::Piece;

/// A move and the role of what it captured: enough to reconstruct the game. The lowest three bits are the role plus one (0:
/// nothing was captured), the others the index of the start times 90 plus that of the end.
#[derive(Clone, Copy, Debug)]
pub struct Ply(u16);

const ROLE_BITS: u32 = 3;
const _: () = assert!(
    (Square::COUNT * Square::COUNT) << ROLE_BITS <= 1 << u16::BITS && Role::COUNT < 1 << ROLE_BITS,
    "the points and the role fit"
);

impl Ply {
    pub fn new(mv: Move, captured: Option<Piece>) -> Ply {
        let points = (mv.from().index() * Square::COUNT + mv.to().index()) as u16;
        Ply(points << ROLE_BITS | captured.map_or(0, |captured| captured.role as u16 + 1))
    }

    pub fn mv(self) -> Move {
        let points = (self.0 >> ROLE_BITS) as usize;
        let square = Square::from_index_unchecked;
        Move::new(square(points / Square::COUNT), square(points % Square::COUNT))
    }

    pub fn is_capture(self) -> bool {
        self.role_plus_one() > 0
    }

    fn role_plus_one(self) -> usize {
        (self.0 & ((1 << ROLE_BITS) - 1)) as usize
    }

    /// Takes the move back in the position after it, which gets this clock.
    pub fn take_back(self, position: &mut Position, clock: u32) {
        // The side to move after a capture lost the piece.
        let side = position.turn();
        let role = self.role_plus_one().checked_sub(1).map(|index| Role::ALL[index]);
        let captured = role.map(|role| Piece { side, role });
        position.unmake_move(self.mv(), Undo { captured, clock });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Side;

    #[test]
    fn a_ply_is_read_as_it_was_written() {
        let captures = Role::ALL.map(|role| Some(Piece { side: Side::First, role }));
        for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
            for captured in captures.into_iter().chain([None]) {
                let ply = Ply::new(Move::new(from, to), captured);
                let role = ply.role_plus_one().checked_sub(1).map(|index| Role::ALL[index]);
                assert_eq!((ply.mv(), role), (Move::new(from, to), captured.map(|piece| piece.role)));
                assert_eq!(ply.is_capture(), captured.is_some());
            }
        }
    }
}
