//! The content of a move in Chinese or WXF notation, independent of the letters.

use super::super::bitboard::Bitboard;
use super::super::illegal_move::IllegalMove;
use super::super::position::Position;
use super::super::types::{Move, Piece, Role, Square};
use crate::{Side, shortened};

/// Selects a piece among those of one role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The piece on this file, counted from the player's right, 1 to 9.
    File(u8),
    /// The front piece of those that share a file. The file, if the text gives it.
    Front(Option<u8>),
    /// The middle piece of those that share a file. The file, if the text gives it.
    Middle(Option<u8>),
    /// The rear piece of those that share a file. The file, if the text gives it.
    Rear(Option<u8>),
    /// The nth piece, counted from 1, of those that share a file with another. Counts the files from the player's right,
    /// and the pieces of each file from the front. If the text gives a file, counts only the pieces on it.
    Nth(u8, Option<u8>),
    /// The front piece of those that share a file or, of four or more, the one behind it. The file, if the text gives it.
    InnerFront(Option<u8>),
    /// The rear piece of those that share a file or, of four or more, the one before it. The file, if the text gives it.
    InnerRear(Option<u8>),
    /// The piece on this file or, of three or five, the middle one.
    Center(u8),
}

/// The way a piece moves, as its player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Forward,
    Backward,
    Across,
}

/// A piece, a way and a number, which is a distance in points along a file or the destination file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phrase {
    pub role: Role,
    pub which: Which,
    pub way: Way,
    pub number: u8,
}

/// The number of a file, counted from 1 at the right of `side`.
pub(super) fn file_number(side: Side, square: Square) -> u8 {
    match side {
        Side::First => Square::FILES - square.file(),
        Side::Second => square.file() + 1,
    }
}

/// Whether the number of a forward or backward move is a distance in points. Otherwise it is the destination file.
fn counts_points(role: Role) -> bool {
    matches!(role, Role::General | Role::Rook | Role::Cannon | Role::Soldier)
}

/// The pieces of one role that share a file with another: the files from the player's right, each file from the front.
pub(super) fn tandems(position: &Position, role: Role) -> Vec<Vec<Square>> {
    let side = position.turn();
    let pieces = position.pieces(side, role);
    let mut files: Vec<Vec<Square>> = (0..Square::FILES)
        .map(|file| (pieces & Bitboard::file(file)).collect())
        .filter(|squares: &Vec<Square>| squares.len() > 1)
        .collect();
    match side {
        Side::First => {
            files.reverse();
            files.iter_mut().for_each(|file| file.reverse());
        }
        Side::Second => {}
    }
    files
}

impl Phrase {
    /// Describes a legal move. Returns `None` if there is no piece on the point where it starts.
    pub fn of(position: &Position, mv: Move) -> Option<Phrase> {
        let (from, to) = (mv.from(), mv.to());
        let Piece { side, role } = position.piece_at(from)?;
        let way = match to.relative_rank(side).cmp(&from.relative_rank(side)) {
            std::cmp::Ordering::Greater => Way::Forward,
            std::cmp::Ordering::Less => Way::Backward,
            std::cmp::Ordering::Equal => Way::Across,
        };
        let number = if way != Way::Across && counts_points(role) {
            from.rank().abs_diff(to.rank())
        } else {
            file_number(side, to)
        };
        Some(Phrase { role, which: Which::of(position, role, from), way, number })
    }

    /// The moves that the phrase can mean, whether or not they are legal. Ignores the other pieces on the board.
    pub fn candidates(&self, position: &Position) -> Vec<Move> {
        let side = position.turn();
        self.which
            .squares(position, self.role)
            .into_iter()
            .filter_map(|from| Some(Move::new(from, self.destination(side, from)?)))
            .collect()
    }

    fn destination(&self, side: Side, from: Square) -> Option<Square> {
        let forward = if side == Side::First { 1 } else { -1 };
        let number = self.number as i8;
        let files = match side {
            Side::First => Square::FILES as i8 - number,
            Side::Second => number - 1,
        } - from.file() as i8;
        let direction = match self.way {
            Way::Forward => forward,
            Way::Backward => -forward,
            Way::Across if counts_points(self.role) && files != 0 => return from.offset(files, 0),
            Way::Across => return None,
        };
        let ranks = match (self.role, files.abs()) {
            (role, _) if counts_points(role) => return from.offset(0, direction * number),
            (Role::Horse, distance @ 1..=2) => 3 - distance,
            (Role::Elephant, 2) => 2,
            (Role::Advisor, 1) => 1,
            _ => return None,
        };
        from.offset(files, direction * ranks)
    }

    /// Explains why there is no candidate.
    pub fn explain_nothing(&self, position: &Position, text: &str) -> IllegalMove {
        let (text, role) = (shortened(text).to_owned(), self.role);
        if self.which.squares(position, self.role).is_empty() {
            IllegalMove::NoSuchPiece { text, role }
        } else {
            IllegalMove::LeadsNowhere { text, role }
        }
    }
}

impl Which {
    /// Distinguishes this piece from the others of its role.
    ///
    /// Two advisors or elephants on one file can never move the same way, so by custom their file is enough.
    fn of(position: &Position, role: Role, from: Square) -> Which {
        let file = Which::File(file_number(position.turn(), from));
        let beside = position.pieces(position.turn(), role) & Bitboard::file(from.file());
        if matches!(role, Role::General | Role::Advisor | Role::Elephant) || beside.count() < 2 {
            return file;
        }
        let files = tandems(position, role);
        let Some(own) = files.iter().find(|squares| squares.contains(&from)) else { return file };
        let place = own.iter().position(|&square| square == from).unwrap_or_default();
        match (files.len(), own.len(), place) {
            (1, 2 | 3, 0) => Which::Front(None),
            (1, 3, 1) => Which::Middle(None),
            (1, 2 | 3, _) => Which::Rear(None),
            _ => {
                let nth = files.iter().flatten().position(|&square| square == from).unwrap_or_default();
                Which::Nth(nth as u8 + 1, None)
            }
        }
    }

    fn squares(self, position: &Position, role: Role) -> Vec<Square> {
        let side = position.turn();
        let on_file =
            |file: Option<u8>, square: &Square| file.is_none_or(|file| file_number(side, *square) == file);
        let tandems = || tandems(position, role).into_iter();
        match self {
            Which::File(file) => {
                position.pieces(side, role).filter(|square| on_file(Some(file), square)).collect()
            }
            Which::Front(file) => tandems()
                .filter_map(|squares| squares.first().copied())
                .filter(|s| on_file(file, s))
                .collect(),
            Which::Rear(file) => {
                tandems().filter_map(|squares| squares.last().copied()).filter(|s| on_file(file, s)).collect()
            }
            Which::Middle(file) => tandems()
                .filter(|squares| squares.len() % 2 == 1)
                .map(|squares| squares[squares.len() / 2])
                .filter(|square| on_file(file, square))
                .collect(),
            Which::InnerFront(file) => tandems()
                .filter_map(|squares| squares.get(usize::from(squares.len() > 3)).copied())
                .filter(|square| on_file(file, square))
                .collect(),
            Which::InnerRear(file) => tandems()
                .filter_map(|squares| squares.iter().rev().nth(usize::from(squares.len() > 3)).copied())
                .filter(|square| on_file(file, square))
                .collect(),
            Which::Center(file) => {
                let all = Which::File(file).squares(position, role);
                match all.len() {
                    3 | 5 => Which::Middle(Some(file)).squares(position, role),
                    _ => all,
                }
            }
            Which::Nth(nth, file) => {
                let mut counted = tandems().flatten().filter(|square| on_file(file, square));
                counted.nth(usize::from(nth).wrapping_sub(1)).into_iter().collect()
            }
        }
    }
}
