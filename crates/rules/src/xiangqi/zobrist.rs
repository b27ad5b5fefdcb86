//! Zobrist hashing: the key of a position is the exclusive or of these pseudorandom numbers.

use super::types::{Piece, Square};
use crate::splitmix64;

static PIECE_AT: [[u64; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[0; Square::COUNT]; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            table[piece][square] = splitmix64((piece * Square::COUNT + square + 1) as u64);
            square += 1;
        }
        piece += 1;
    }
    table
};

/// Part of the key if Black is to move.
pub const BLACK_TO_MOVE: u64 = splitmix64((Piece::COUNT * Square::COUNT + 1) as u64);

#[inline]
pub fn piece_at(piece: Piece, square: Square) -> u64 {
    PIECE_AT[piece.index()][square.index()]
}
