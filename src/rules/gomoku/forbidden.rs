//! The points forbidden to Black in Renju, by the International Rules of Renju: see docs/RENJU-FORBIDDEN.md.

use super::position::Position;
use super::types::{Direction, Point, Variant};
use crate::rules::Side;

/// Why Black must not put a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forbidden {
    ThreeThree,
    FourFour,
    Overline,
}

impl Forbidden {
    /// As the API has it.
    pub fn name(self) -> &'static str {
        match self {
            Forbidden::ThreeThree => "three_three",
            Forbidden::FourFour => "four_four",
            Forbidden::Overline => "overline",
        }
    }
}

impl Position {
    /// Why this empty point is forbidden to Black; none where it is not, and in any game but Renju.
    pub fn forbidden_at(&self, point: Point) -> Option<Forbidden> {
        if self.variant() != Variant::Renju || self.at(point).is_some() {
            return None;
        }
        self.clone().judge(point)
    }

    /// Every point forbidden to Black.
    pub fn forbidden_points(&self) -> Vec<(Point, Forbidden)> {
        if self.variant() != Variant::Renju {
            return Vec::new();
        }
        let mut position = self.clone();
        self.empty_points().filter_map(|point| Some((point, position.judge(point)?))).collect()
    }

    /// Leaves the position as it was.
    fn judge(&mut self, point: Point) -> Option<Forbidden> {
        // A five wins, whatever else is made with it.
        if self.wins_at(point, Side::First) {
            return None;
        }
        if Direction::ALL.into_iter().any(|direction| self.row(point, direction, Side::First) > 5) {
            return Some(Forbidden::Overline);
        }
        self.put(point, Side::First);
        let fours: usize = Direction::ALL.into_iter().map(|direction| self.fours(point, direction)).sum();
        let found = if fours > 1 {
            Some(Forbidden::FourFour)
        } else {
            let threes = Direction::ALL.into_iter().filter(|&direction| self.is_three(point, direction));
            // Two are enough; every one that need not be looked at is a recursion saved.
            let candidates: Vec<Direction> = threes.collect();
            let true_threes = if candidates.len() < 2 {
                0
            } else {
                candidates
                    .into_iter()
                    .filter(|&direction| self.is_true_three(point, direction))
                    .take(2)
                    .count()
            };
            (true_threes > 1).then_some(Forbidden::ThreeThree)
        };
        self.take(point);
        found
    }

    /// How many fours the black stone here is part of in this direction: two when they are different stones.
    fn fours(&self, point: Point, direction: Direction) -> usize {
        let fives: Vec<i8> =
            (-4..=4).filter(|&steps| self.makes_five_with(point, direction, steps)).collect();
        match fives[..] {
            [] => 0,
            // A straight four is one four with two ends.
            [low, high] if high - low == 5 => 1,
            _ => fives.len(),
        }
    }

    /// Whether a stone so many steps from `point` would make exactly five with the stone there.
    fn makes_five_with(&self, point: Point, direction: Direction, steps: i8) -> bool {
        let Some(end) = point.along(direction, steps, self.size()) else { return false };
        if self.at(end).is_some() || self.row(end, direction, Side::First) != 5 {
            return false;
        }
        // Without gaps between them.
        (1..steps.abs()).all(|step| {
            let between = point.along(direction, step * steps.signum(), self.size());
            between.is_some_and(|between| self.at(between) == Some(Side::First))
        })
    }

    /// The points next to `point` in this direction where a stone would make a straight four with the stone there.
    fn straight_four_points(&self, point: Point, direction: Direction) -> impl Iterator<Item = Point> + '_ {
        (-3i8..=3).filter_map(move |steps| {
            let added = point.along(direction, steps, self.size())?;
            let is_connected = (1..steps.abs()).all(|step| {
                let between = point.along(direction, step * steps.signum(), self.size());
                between.is_some_and(|between| self.at(between) == Some(Side::First))
            });
            let makes_four = self.at(added).is_none()
                && is_connected
                && self.row(added, direction, Side::First) == 4
                && self.row_ends(added, direction, Side::First).into_iter().all(|end| {
                    // Five once this end is taken as well: nothing black may stand beyond it.
                    end.is_some_and(|end| self.at(end).is_none() && self.row_with(end, added, direction) == 5)
                });
            makes_four.then_some(added)
        })
    }

    /// The length of the row through `point` if black stones stand there and on `other`, its neighbour or within
    /// four of it.
    fn row_with(&self, point: Point, other: Point, direction: Direction) -> u8 {
        let mut with = self.clone();
        with.put(other, Side::First);
        with.row(point, direction, Side::First)
    }

    fn is_three(&self, point: Point, direction: Direction) -> bool {
        self.straight_four_points(point, direction).next().is_some()
    }

    /// A three counts only if it can become a straight four by a move that makes no five and is not itself forbidden.
    fn is_true_three(&mut self, point: Point, direction: Direction) -> bool {
        let points: Vec<Point> = self.straight_four_points(point, direction).collect();
        points.into_iter().any(|added| !self.wins_at(added, Side::First) && self.judge(added).is_none())
    }
}
