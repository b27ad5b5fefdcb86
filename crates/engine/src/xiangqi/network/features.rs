//! The inputs for pieces on points, and the sizes that all parts of the network share.

use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Piece, Role, Square};

/// The inputs of a view: own and enemy pieces by role and point.
pub const FEATURES: usize = Piece::COUNT * Square::COUNT;
/// The first units of a view, which also know what attacks what.
pub const ATTACK_UNITS: usize = 32;
/// The 16-bit lanes of a vector.
pub const LANES: usize = 16;

/// The index of the input for a piece on a point, as `viewer` sees it.
#[inline]
pub fn feature(viewer: Side, piece: Piece, square: Square) -> usize {
    let kind = (piece.side as usize ^ viewer as usize) * Role::COUNT + piece.role as usize;
    let square = if viewer == Side::First { square } else { square.flipped() };
    kind * Square::COUNT + square.index()
}
