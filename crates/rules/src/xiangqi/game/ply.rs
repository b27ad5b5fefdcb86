//! The moves of a game in two bytes each, because the server keeps many games of about a hundred plies.

use super::super::position::{Position, Undo};
use super::super::types::{Move, Role, Square};
use crate::xiangqi::Piece;
use std::ops::Deref;

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

/// The moves of a game, oldest first.
#[derive(Debug, Default)]
pub struct Plies(Vec<Ply>);

impl Plies {
    /// Appends a move. The server keeps many games for a long time, so that spare capacity costs memory.
    pub fn push(&mut self, ply: Ply) {
        if self.0.len() == self.0.capacity() {
            self.0.reserve_exact(1 + self.0.len() / 16);
        }
        self.0.push(ply);
    }

    pub fn reserve_exact(&mut self, additional: usize) {
        self.0.reserve_exact(additional);
    }

    pub fn truncate(&mut self, plies: usize) {
        self.0.truncate(plies);
    }
}

/// The copy has room for one more move, because each move of a stored game is made in a copy.
impl Clone for Plies {
    fn clone(&self) -> Plies {
        let mut plies = Vec::with_capacity(self.0.len() + 1);
        plies.extend_from_slice(&self.0);
        Plies(plies)
    }
}

impl Deref for Plies {
    type Target = [Ply];

    fn deref(&self) -> &[Ply] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;

    #[test]
    fn a_copy_with_one_more_move_has_no_room_to_spare() {
        let mv = Ply::new(Move::new(Square::new(0, 0), Square::new(0, 1)), None);
        let mut plies = Plies::default();
        for count in 1..=300 {
            plies = plies.clone();
            plies.push(mv);
            assert_eq!((plies.len(), plies.0.capacity()), (count, count));
        }
    }

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
