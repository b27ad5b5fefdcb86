//! A board with stones and the side to move.

use super::types::{Direction, Point, Variant};
use crate::rules::Side;

/// Which stones stand where, whose stone is next, and by which rows the game is won.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    variant: Variant,
    size: u8,
    turn: Side,
    stones: u16,
    cells: [Option<Side>; Point::COUNT],
}

impl Position {
    pub fn empty(variant: Variant, size: u8) -> Position {
        Position { variant, size, turn: Side::First, stones: 0, cells: [None; Point::COUNT] }
    }

    pub fn variant(&self) -> Variant {
        self.variant
    }

    pub fn size(&self) -> u8 {
        self.size
    }

    /// Whose stone is next.
    pub fn turn(&self) -> Side {
        self.turn
    }

    pub fn set_turn(&mut self, turn: Side) {
        self.turn = turn;
    }

    /// How many stones there are.
    pub fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    #[inline]
    pub fn at(&self, point: Point) -> Option<Side> {
        self.cells[point.index()]
    }

    pub fn is_full(&self) -> bool {
        self.stones == u16::from(self.size) * u16::from(self.size)
    }

    pub fn contains(&self, point: Point) -> bool {
        point.file() < self.size && point.rank() < self.size
    }

    /// The points without a stone, from the bottom left along the ranks.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        Point::all(self.size).filter(|&point| self.at(point).is_none())
    }

    /// Puts a stone on an empty point; the turn stays.
    pub fn put(&mut self, point: Point, side: Side) {
        debug_assert!(self.at(point).is_none() && self.contains(point));
        self.cells[point.index()] = Some(side);
        self.stones += 1;
    }

    pub fn take(&mut self, point: Point) {
        debug_assert!(self.at(point).is_some());
        self.cells[point.index()] = None;
        self.stones -= 1;
    }

    /// Puts the stone of the side to move, whose turn it then no longer is.
    pub fn play(&mut self, point: Point) {
        self.put(point, self.turn);
        self.turn = self.turn.other();
    }

    /// Takes back what [`Position::play`] did.
    pub fn unplay(&mut self, point: Point) {
        self.take(point);
        self.turn = self.turn.other();
    }

    /// How many stones of this side follow each other from the point's neighbour on; `step` is 1 or -1.
    fn reach(&self, point: Point, direction: Direction, step: i8, side: Side) -> u8 {
        (1..)
            .map(|steps| point.along(direction, steps * step, self.size))
            .take_while(|next| next.is_some_and(|next| self.at(next) == Some(side)))
            .count() as u8
    }

    /// The length of the row through the point if a stone of this side stands there.
    fn row(&self, point: Point, direction: Direction, side: Side) -> u8 {
        1 + self.reach(point, direction, 1, side) + self.reach(point, direction, -1, side)
    }

    /// Whether a stone of this side on the point makes a row that wins.
    pub fn wins_at(&self, point: Point, side: Side) -> bool {
        let overline_wins = self.variant.overline_wins(side);
        Direction::ALL.into_iter().any(|direction| {
            let row = self.row(point, direction, side);
            row == 5 || row > 5 && overline_wins
        })
    }

    /// The sides that have a winning row on the board.
    pub fn winners(&self) -> Vec<Side> {
        let has_won = |&side: &Side| {
            Point::all(self.size).any(|point| self.at(point) == Some(side) && self.wins_at(point, side))
        };
        Side::ALL.into_iter().filter(has_won).collect()
    }
}
