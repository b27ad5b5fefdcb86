//! A board with stones and the side to move.

use super::types::{Direction, Point, Variant};
use crate::Side;

/// The stones on the board, the side to move, and the variant, which decides what rows win.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    variant: Variant,
    size: u8,
    turn: Side,
    stones: u16,
    cells: [Option<Side>; Point::COUNT],
}

impl Position {
    /// The board of `size` by `size` points without stones. Black is to move.
    pub fn empty(variant: Variant, size: u8) -> Position {
        Position { variant, size, turn: Side::First, stones: 0, cells: [None; Point::COUNT] }
    }

    /// Which rows win, and what is forbidden.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of files, which is also the number of ranks.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The color of the next stone.
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Sets the color of the next stone.
    pub fn set_turn(&mut self, turn: Side) {
        self.turn = turn;
    }

    /// The number of stones on the board.
    pub fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    /// Whose stone is on the point, if any.
    #[inline]
    pub fn at(&self, point: Point) -> Option<Side> {
        self.cells[point.index()]
    }

    /// Whether every point has a stone.
    pub fn is_full(&self) -> bool {
        self.stones == u16::from(self.size) * u16::from(self.size)
    }

    /// Whether the point is on this board.
    pub fn contains(&self, point: Point) -> bool {
        point.file() < self.size && point.rank() < self.size
    }

    /// The empty points, from the bottom left, rank by rank.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        Point::all(self.size).filter(|&point| self.at(point).is_none())
    }

    /// Places a stone on an empty point. Does not pass the turn.
    pub fn put(&mut self, point: Point, side: Side) {
        debug_assert!(self.at(point).is_none() && self.contains(point));
        self.cells[point.index()] = Some(side);
        self.stones += 1;
    }

    /// Removes the stone on a point. Does not change the turn.
    pub fn take(&mut self, point: Point) {
        debug_assert!(self.at(point).is_some());
        self.cells[point.index()] = None;
        self.stones -= 1;
    }

    /// Places a stone for the side to move and passes the turn.
    pub fn make_move(&mut self, point: Point) {
        self.put(point, self.turn);
        self.turn = self.turn.other();
    }

    /// Removes the stone that [`Position::make_move`] placed and gives the turn back.
    pub fn unmake_move(&mut self, point: Point) {
        self.take(point);
        self.turn = self.turn.other();
    }

    /// The number of stones of this side in an unbroken row that starts next to the point. `step` is 1 or -1 and gives
    /// the sense of the direction.
    fn reach(&self, point: Point, direction: Direction, step: i8, side: Side) -> u8 {
        (1..)
            .map(|steps| point.along(direction, steps * step, self.size))
            .take_while(|next| next.is_some_and(|next| self.at(next) == Some(side)))
            .count() as u8
    }

    /// Whether a stone of this side on the point makes a winning row.
    pub fn wins_at(&self, point: Point, side: Side) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let [before, after] = [-1, 1].map(|step| self.reach(point, direction, step, side) as i8);
            match before + 1 + after {
                5 if self.variant.five_needs_open_end() => {
                    let ends = [-1 - before, after + 1].map(|steps| point.along(direction, steps, self.size));
                    // The edge of the board does not block.
                    !ends.into_iter().all(|end| end.is_some_and(|end| self.at(end) == Some(side.other())))
                }
                5 => true,
                6.. => self.variant.overline_wins(side),
                _ => false,
            }
        })
    }

    /// Whether the side could still make a winning row if the other side placed no more stones.
    pub fn can_win(&self, side: Side) -> bool {
        Point::all(self.size)
            .any(|point| Direction::ALL.into_iter().any(|direction| self.has_room(point, direction, side)))
    }

    /// Whether five points in this direction, of which this is the first, can become a winning row of this side.
    fn has_room(&self, first: Point, direction: Direction, side: Side) -> bool {
        const LENGTH: i8 = 5;
        let at = |steps| first.along(direction, steps, self.size).map(|point| self.at(point));
        let is_free = (0..LENGTH).all(|steps| at(steps).is_some_and(|stone| stone != Some(side.other())));
        let ends = [at(-1), at(LENGTH)].map(Option::flatten);
        let makes_overline = !self.variant.overline_wins(side) && ends.contains(&Some(side));
        // The edge of the board does not block.
        let is_blocked = self.variant.five_needs_open_end() && ends == [Some(side.other()); 2];
        is_free && !makes_overline && !is_blocked
    }

    /// The sides that have a winning row.
    pub fn winners(&self) -> Vec<Side> {
        let has_won = |&side: &Side| {
            Point::all(self.size).any(|point| self.at(point) == Some(side) && self.wins_at(point, side))
        };
        Side::ALL.into_iter().filter(has_won).collect()
    }
}
