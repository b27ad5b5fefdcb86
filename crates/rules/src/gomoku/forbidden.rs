//! The forbidden points of Renju, after the International Rules of Renju: see `docs/RENJU-FORBIDDEN.md`.

use super::position::Position;
use super::types::{Direction, MAX_SIZE, Point, Variant};
use crate::Side;
use arrayvec::ArrayVec;

/// The kinds of forbidden moves in Renju.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forbidden {
    /// Two threes that could become straight fours.
    ThreeThree,
    /// Two fours.
    FourFour,
    /// A row of six or more.
    Overline,
}

impl Forbidden {
    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Forbidden::ThreeThree => "three_three",
            Forbidden::FourFour => "four_four",
            Forbidden::Overline => "overline",
        }
    }
}

impl Position {
    /// Returns why the point is forbidden to Black. Returns `None` if Black may play there, if the point has a stone, or
    /// if the variant is not Renju.
    pub fn forbidden_at(&self, point: Point) -> Option<Forbidden> {
        if self.variant() != Variant::Renju || self.at(point).is_some() {
            return None;
        }
        Lines::of(self).judge(point).forbidden()
    }

    /// All points that are forbidden to Black. Empty if the variant is not Renju.
    pub fn forbidden_points(&self) -> Vec<(Point, Forbidden)> {
        if self.variant() != Variant::Renju {
            return Vec::new();
        }
        let mut lines = Lines::of(self);
        self.empty_points().filter_map(|point| Some((point, lines.judge(point).forbidden()?))).collect()
    }
}

/// The ruling on a black stone on an empty point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Judgement {
    /// Five in a row wins, even if the stone also makes a forbidden shape.
    Five,
    Forbidden(Forbidden),
    Allowed,
}

impl Judgement {
    fn forbidden(self) -> Option<Forbidden> {
        match self {
            Judgement::Forbidden(kind) => Some(kind),
            Judgement::Five | Judgement::Allowed => None,
        }
    }
}

const SIZE: usize = MAX_SIZE as usize;
/// The number of diagonals in one direction. There are fewer ranks and files.
const LINES: usize = 2 * SIZE - 1;
/// Padding bits on either side of a line. Beyond its ends there is neither a stone nor an empty point.
const MARGIN: u32 = 6;

const _: () = assert!(SIZE as u32 + 2 * MARGIN <= u32::BITS, "a line fits its word");

/// The points of one line as bit sets.
#[derive(Clone, Copy, Default, Debug)]
struct Line {
    black: u32,
    empty: u32,
}

/// The lines of a board, by direction.
struct Lines([[Line; LINES]; 4]);

/// The index of the line through a point in a direction, and the bit of the point in that line.
fn place(point: Point, direction: Direction) -> (usize, u32) {
    let (file, rank) = (usize::from(point.file()), usize::from(point.rank()));
    let (line, at) = match direction {
        Direction::Horizontal => (rank, file),
        Direction::Vertical => (file, rank),
        Direction::Rising => (SIZE - 1 + rank - file, file),
        Direction::Falling => (rank + file, file),
    };
    (line, at as u32 + MARGIN)
}

/// An unbroken row of stones: the bits just before its first stone and just after its last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Row {
    before: u32,
    after: u32,
}

impl Row {
    /// The row of set bits around bit `at`, which must be set.
    fn through(bits: u32, at: u32) -> Row {
        let after = at + (bits >> at).trailing_ones();
        let before = at - (bits << (u32::BITS - 1 - at)).leading_ones();
        Row { before, after }
    }

    fn length(self) -> u32 {
        self.after - self.before - 1
    }

    fn ends(self) -> [u32; 2] {
        [self.before, self.after]
    }
}

impl Line {
    fn has(bits: u32, at: u32) -> bool {
        bits >> at & 1 != 0
    }

    fn with(self, at: u32) -> Line {
        Line { black: self.black | 1 << at, empty: self.empty & !(1 << at) }
    }

    fn row(self, at: u32) -> Row {
        Row::through(self.black, at)
    }

    /// Whether another stone at this bit makes exactly five in a row.
    fn makes_five(self, at: u32) -> bool {
        Line::has(self.empty, at) && self.with(at).row(at).length() == 5
    }

    /// The number of fours that the stone is part of: 0, 1 or 2. Two fours in one line consist of different stones.
    fn fours(self, at: u32) -> usize {
        let row = self.row(at);
        match row.ends().map(|end| self.makes_five(end)) {
            [false, false] => 0,
            // A straight four is one four with two ends.
            [true, true] if row.length() < 4 => 2,
            _ => 1,
        }
    }

    /// The points next to the row of the stone where one more stone makes a straight four.
    fn straight_four_points(self, at: u32) -> impl Iterator<Item = u32> {
        self.row(at).ends().into_iter().filter(move |&added| {
            Line::has(self.empty, added) && {
                let line = self.with(added);
                let row = line.row(added);
                row.length() == 4 && row.ends().into_iter().all(|end| line.makes_five(end))
            }
        })
    }
}

impl Lines {
    fn of(position: &Position) -> Lines {
        let mut lines = Lines([[Line::default(); LINES]; 4]);
        for point in Point::all(position.size()) {
            match position.at(point) {
                None => lines.for_each_line(point, |line, bit| line.empty |= bit),
                Some(Side::First) => lines.for_each_line(point, |line, bit| line.black |= bit),
                Some(Side::Second) => {}
            }
        }
        lines
    }

    fn for_each_line(&mut self, point: Point, change: impl Fn(&mut Line, u32)) {
        for direction in Direction::ALL {
            let (line, at) = place(point, direction);
            change(&mut self.0[direction as usize][line], 1 << at);
        }
    }

    /// Places a black stone on an empty point, or removes it again.
    fn flip(&mut self, point: Point) {
        self.for_each_line(point, |line, bit| {
            line.black ^= bit;
            line.empty ^= bit;
        });
    }

    /// The four lines through an empty point with a black stone on it, and the bit of the point in each line.
    fn with(&self, point: Point) -> [(Line, u32); 4] {
        Direction::ALL.map(|direction| {
            let (line, at) = place(point, direction);
            (self.0[direction as usize][line].with(at), at)
        })
    }

    /// Rules on a black stone on an empty point. Leaves the board unchanged.
    fn judge(&mut self, point: Point) -> Judgement {
        let lines = self.with(point);
        let lengths = lines.map(|(line, at)| line.row(at).length());
        if lengths.contains(&5) {
            return Judgement::Five;
        }
        if lengths.into_iter().any(|length| length > 5) {
            return Judgement::Forbidden(Forbidden::Overline);
        }
        if lines.into_iter().map(|(line, at)| line.fours(at)).sum::<usize>() > 1 {
            return Judgement::Forbidden(Forbidden::FourFour);
        }
        let threes = Direction::ALL.into_iter().zip(lines);
        let threes: ArrayVec<(Direction, (Line, u32)), 4> =
            threes.filter(|(_, (line, at))| line.straight_four_points(*at).next().is_some()).collect();
        // The expensive check whether they are true threes is needed only if there are two.
        if threes.len() > 1 && self.are_two_true(point, &threes) {
            return Judgement::Forbidden(Forbidden::ThreeThree);
        }
        Judgement::Allowed
    }

    /// Whether two of the threes that a stone on the point makes are true ones.
    fn are_two_true(&mut self, point: Point, threes: &[(Direction, (Line, u32))]) -> bool {
        self.flip(point);
        let mut needed = 2;
        for (index, &(direction, (line, at))) in threes.iter().enumerate() {
            if needed == 0 || needed > threes.len() - index {
                break;
            }
            needed -= usize::from(self.is_true_three(point, direction, line, at));
        }
        self.flip(point);
        needed == 0
    }

    /// A three counts only if it can become a straight four by a stone that makes no five and is not itself forbidden.
    fn is_true_three(&mut self, point: Point, direction: Direction, line: Line, at: u32) -> bool {
        line.straight_four_points(at).any(|added| {
            let added = point.along(direction, added as i8 - at as i8, MAX_SIZE);
            added.is_some_and(|added| self.judge(added) == Judgement::Allowed)
        })
    }
}
