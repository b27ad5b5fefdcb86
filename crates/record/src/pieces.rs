//! The pieces of Xiangqi in the order in which XQF and DhtmlXQ list them.

use crate::rules::Side;
use crate::rules::xiangqi::{Piece, Role, Setup, Square};

/// The number of pieces of a set.
pub(super) const PIECES: usize = 32;

const ROLES: [Role; PIECES / 2] = [
    Role::Rook,
    Role::Horse,
    Role::Elephant,
    Role::Advisor,
    Role::General,
    Role::Advisor,
    Role::Elephant,
    Role::Horse,
    Role::Rook,
    Role::Cannon,
    Role::Cannon,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
    Role::Soldier,
];

/// The piece with this index, less than [`PIECES`]: those of Red first.
pub(super) fn piece(index: usize) -> Piece {
    let side = if index < ROLES.len() { Side::First } else { Side::Second };
    Piece { side, role: ROLES[index % ROLES.len()] }
}

/// The position with these pieces as FEN. The piece that moves first tells whose turn it is; without one it is `turn`.
///
/// # Errors
/// The point with two pieces.
pub(super) fn fen(
    pieces: impl Iterator<Item = (Piece, Square)>,
    first_mover: Option<Square>,
    turn: Side,
) -> Result<String, Square> {
    let mut setup = Setup::empty();
    for (piece, square) in pieces {
        if setup.board[square.index()].replace(piece).is_some() {
            return Err(square);
        }
    }
    let mover = first_mover.and_then(|square| setup.board[square.index()]);
    setup.turn = mover.map_or(turn, |piece| piece.side);
    Ok(setup.to_string())
}

/// The squares of the pieces of a position in this order, if it has no more pieces of a kind than a set.
pub(super) fn squares(setup: &Setup) -> Option<[Option<Square>; PIECES]> {
    let mut places = [None; PIECES];
    // By files from Red's left, as the pieces of a row are listed.
    for file in 0..Square::FILES {
        for rank in 0..Square::RANKS {
            let square = Square::new(file, rank);
            if let Some(own) = setup.board[square.index()] {
                let free = (0..PIECES).find(|&index| piece(index) == own && places[index].is_none())?;
                places[free] = Some(square);
            }
        }
    }
    Some(places)
}
