//! What a move in Chinese or WXF says, whatever the letters.

use super::super::bitboard::Bitboard;
use super::super::illegal;
use super::super::position::Position;
use super::super::types::{Move, Piece, Role, Square};
use crate::rules::{MoveError, Side};

/// Which of the pieces of one role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// On this file, counted from the player's right, 1 to 9.
    File(u8),
    /// The foremost, hindmost or middle one of those that share a file; that file too, when it is told.
    Front(Option<u8>),
    Middle(Option<u8>),
    Rear(Option<u8>),
    /// This one, from 1, of those that share a file with their like, counted from the player's right and, on
    /// each file, from the front; or of those on this file alone.
    Nth(u8, Option<u8>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Forward,
    Backward,
    Across,
}

/// A piece, a way and a number: of points along a file, or of the file it ends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phrase {
    pub role: Role,
    pub which: Which,
    pub way: Way,
    pub number: u8,
}

/// A file as its player counts it, from 1 on the right.
fn file_number(side: Side, square: Square) -> u8 {
    match side {
        Side::First => Square::FILES - square.file(),
        Side::Second => square.file() + 1,
    }
}

/// Whether the number of a forward or backward move is that of points, not of a file.
fn counts_points(role: Role) -> bool {
    matches!(role, Role::General | Role::Rook | Role::Cannon | Role::Soldier)
}

/// The pieces of one role that share a file with another, file by file from the player's right, each file
/// from the front.
fn tandems(position: &Position, role: Role) -> Vec<Vec<Square>> {
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
    /// What to say of a legal move; none when nothing stands where it starts.
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

    /// The moves this can mean, legal or not, that the piece could make on an empty board or by capturing.
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

    /// Why there is no candidate.
    pub fn explain_nothing(&self, position: &Position, text: &str) -> MoveError {
        if self.which.squares(position, self.role).is_empty() {
            illegal::no_such_piece(text, self.role)
        } else {
            illegal::leads_nowhere(text, self.role)
        }
    }
}

impl Which {
    /// How to tell this piece from its like.
    ///
    /// Two advisors or elephants of a file never can go the same way, so their file is enough, and customary.
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
            Which::Nth(nth, file) => {
                let mut counted = tandems().flatten().filter(|square| on_file(file, square));
                counted.nth(usize::from(nth).wrapping_sub(1)).into_iter().collect()
            }
        }
    }
}
