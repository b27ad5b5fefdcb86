//! Points, directions, moves and the choices of an opening.

use crate::{Ruleset, WriteCoordinates};
use std::fmt;

/// The size of the largest board, in files.
pub const MAX_SIZE: u8 = 20;
/// The size of the smallest board, in files.
pub const MIN_SIZE: u8 = 9;
/// The size of Renju's board, and the default size for the other variants.
pub const USUAL_SIZE: u8 = 15;

/// The variant of the game: which rows win and which moves are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five in a row win.
    Standard,
    /// Black wins with exactly five in a row and must not make a double three, a double four or an overline. White wins
    /// with five or more.
    Renju,
    /// Five in a row wins unless a stone of the other side stands at each end. Six or more always win.
    Caro,
    /// As Caro, but six or more in a row do not win.
    CaroExact,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 5] =
        [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::Caro, Variant::CaroExact];

    /// The ruleset that the variant belongs to.
    pub fn ruleset(self) -> Ruleset {
        match self {
            Variant::Freestyle => Ruleset::Gomoku,
            Variant::Standard => Ruleset::GomokuStandard,
            Variant::Renju => Ruleset::Renju,
            Variant::Caro | Variant::CaroExact => Ruleset::Caro,
        }
    }

    /// The variant of a ruleset with its default options, or `None` if the ruleset is not five in a row.
    pub fn of(ruleset: Ruleset) -> Option<Variant> {
        Variant::ALL.into_iter().find(|variant| variant.ruleset() == ruleset)
    }

    /// Whether a row of more than five wins for this side.
    pub fn overline_wins(self, side: crate::Side) -> bool {
        match self {
            Variant::Freestyle | Variant::Caro => true,
            Variant::Standard | Variant::CaroExact => false,
            Variant::Renju => side == crate::Side::Second,
        }
    }

    /// Whether five in a row does not win if a stone of the other side stands at each end.
    pub fn five_needs_open_end(self) -> bool {
        matches!(self, Variant::Caro | Variant::CaroExact)
    }
}

/// A point of a board of any size. Files count from the left and ranks from the bottom, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The number of points of the largest board. Every index is less than this.
    pub const COUNT: usize = MAX_SIZE as usize * MAX_SIZE as usize;

    /// # Panics
    /// If the file or the rank is not less than [`MAX_SIZE`].
    pub const fn new(file: u8, rank: u8) -> Point {
        assert!(file < MAX_SIZE && rank < MAX_SIZE);
        Point(rank as u16 * MAX_SIZE as u16 + file as u16)
    }

    /// The file, counted from 0 at the left.
    pub const fn file(self) -> u8 {
        (self.0 % MAX_SIZE as u16) as u8
    }

    /// The rank, counted from 0 at the bottom.
    pub const fn rank(self) -> u8 {
        (self.0 / MAX_SIZE as u16) as u8
    }

    /// A number below the number of points of the largest board, for look-up tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point with this [`Point::index`], or `None` if there is none.
    #[inline]
    pub fn from_index(index: usize) -> Option<Point> {
        (index < Point::COUNT).then_some(Point(index as u16))
    }

    /// The point `steps` away in this direction, or `None` if it is not on a board of this size.
    #[inline]
    pub fn along(self, direction: Direction, steps: i8, size: u8) -> Option<Point> {
        let (right, up) = direction.step();
        let file = self.file() as i8 + right * steps;
        let rank = self.rank() as i8 + up * steps;
        let on_board = |at: i8| (0..size as i8).contains(&at);
        (on_board(file) && on_board(rank)).then(|| Point::new(file as u8, rank as u8))
    }

    /// The number of king steps to the center of a board of this size.
    pub fn distance_to_center(self, size: u8) -> u8 {
        self.distance(Point::new(size / 2, size / 2))
    }

    /// The number of king steps to another point (Chebyshev distance).
    pub fn distance(self, other: Point) -> u8 {
        self.file().abs_diff(other.file()).max(self.rank().abs_diff(other.rank()))
    }

    /// All points of a board of this size, from the bottom left, rank by rank.
    pub fn all(size: u8) -> impl DoubleEndedIterator<Item = Point> {
        (0..size).flat_map(move |rank| (0..size).map(move |file| Point::new(file, rank)))
    }

    /// Reads a point such as `h8`.
    pub fn parse(text: &str) -> Option<Point> {
        let mut letters = text.chars();
        let file = letters.next()?.to_ascii_lowercase();
        let digits = letters.as_str();
        if !file.is_ascii_lowercase()
            || digits.len() > 2
            || !digits.bytes().all(|digit| digit.is_ascii_digit())
        {
            return None;
        }
        let (file, rank) = (file as u8 - b'a', digits.parse::<u8>().ok()?.checked_sub(1)?);
        (file < MAX_SIZE && rank < MAX_SIZE).then(|| Point::new(file, rank))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

/// The four directions of a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Along a rank, to the right.
    Horizontal,
    /// Along a file, up.
    Vertical,
    /// Up and to the right.
    Rising,
    /// Down and to the right.
    Falling,
}

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 4] =
        [Direction::Horizontal, Direction::Vertical, Direction::Rising, Direction::Falling];

    /// One step, as files to the right and ranks up.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }
}

/// A choice that a player makes in an opening instead of placing a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Keep the current color.
    Stay,
    /// Take the other color.
    Swap,
    /// Swap2: place two more stones and leave the choice of color to the other player.
    TwoMore,
    /// Black offers this many fifth moves.
    Offer(u8),
}

/// The largest number of fifth moves in any opening.
const MOST_OFFERED: u8 = 10;

impl Choice {
    fn from_code(code: u16) -> Option<Choice> {
        match code {
            0 => Some(Choice::Stay),
            1 => Some(Choice::Swap),
            2 => Some(Choice::TwoMore),
            code => u8::try_from(code - 2).ok().filter(|count| *count <= MOST_OFFERED).map(Choice::Offer),
        }
    }

    fn code(self) -> u16 {
        match self {
            Choice::Stay => 0,
            Choice::Swap => 1,
            Choice::TwoMore => 2,
            Choice::Offer(count) => 2 + u16::from(count),
        }
    }

    fn parse(text: &str) -> Option<Choice> {
        let known = (0..=2 + u16::from(MOST_OFFERED)).filter_map(Choice::from_code);
        known.into_iter().find(|choice| choice.to_string() == text)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Stay => f.write_str("stay"),
            Choice::Swap => f.write_str("swap"),
            Choice::TwoMore => f.write_str("two_more"),
            Choice::Offer(count) => write!(f, "offer_{count}"),
        }
    }
}

/// A stone or a choice of the opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone on this point, or an offer or a pick of it.
    Stone(Point),
    /// A choice instead of a stone.
    Choice(Choice),
}

/// The 16-bit code of the first choice. Smaller codes are points.
const FIRST_CHOICE: u16 = 512;

impl Move {
    /// Reads a point such as `h8` or a choice such as `swap`.
    pub fn parse(text: &str) -> Option<Move> {
        let choice = || Choice::parse(&text.to_ascii_lowercase()).map(Move::Choice);
        Point::parse(text).map(Move::Stone).or_else(choice)
    }
}

impl From<Move> for crate::Move {
    fn from(mv: Move) -> crate::Move {
        crate::Move(match mv {
            Move::Stone(point) => point.0,
            Move::Choice(choice) => FIRST_CHOICE + choice.code(),
        })
    }
}

impl TryFrom<crate::Move> for Move {
    type Error = crate::Move;

    fn try_from(mv: crate::Move) -> Result<Move, crate::Move> {
        match mv.0 {
            point if usize::from(point) < Point::COUNT => Ok(Move::Stone(Point(point))),
            code => {
                let choice = code.checked_sub(FIRST_CHOICE).and_then(Choice::from_code);
                choice.map(Move::Choice).ok_or(mv)
            }
        }
    }
}

impl WriteCoordinates for Move {
    fn write_to(self, text: &mut String) {
        match self {
            Move::Stone(point) => {
                let rank = point.rank() + 1;
                text.push(char::from(b'a' + point.file()));
                if rank >= 10 {
                    text.push(char::from(b'0' + rank / 10));
                }
                text.push(char::from(b'0' + rank % 10));
            }
            Move::Choice(choice) => text.push_str(&choice.to_string()),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Stone(point) => point.fmt(f),
            Move::Choice(choice) => choice.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_a_letter_and_a_number_of_one_or_two_digits() {
        for (text, point) in [("a1", (0, 0)), ("h8", (7, 7)), ("H8", (7, 7)), ("o15", (14, 14))] {
            assert_eq!(Point::parse(text), Some(Point::new(point.0, point.1)), "{text}");
        }
        for text in
            ["", "h", "8", "88", "888", "h0", "h123", "h-1", "h+1", "h1.", "hh8", "h 8", "é8", "z1", "a99"]
        {
            assert_eq!(Point::parse(text), None, "{text}");
        }
    }
}
