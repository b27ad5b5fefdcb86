//! What Renju forbids, decided on the search's board: as the rules do, from the shapes at hand.

use super::board::Board;
use super::point_shape::Threat;
use super::shape::{REACH, Shape};
use crate::rules::Side;
use crate::rules::gomoku::{Direction, Point};

impl Board {
    /// Whether a stone of this side on the empty point is against the rules of Renju.
    pub fn is_forbidden(&mut self, point: Point, side: Side) -> bool {
        self.threat_at(point, side) == Threat::Suspect && !self.is_harmless(point)
    }

    /// Whether Black may put a stone on a point where it makes no five, but an overline, fours or threes that look
    /// forbidden: so it is when all threes but one are no true ones.
    fn is_harmless(&mut self, point: Point) -> bool {
        let shapes = self.shapes_at(point, Side::First);
        let fours = shapes.into_iter().filter(|shape| shape.is_four()).count();
        if fours > 1 || shapes.contains(&Shape::DoubleFour) || shapes.contains(&Shape::Overline) {
            return false;
        }
        let turn = self.turn();
        self.set_turn(Side::First);
        self.make_move(point);
        let threes = Direction::ALL
            .into_iter()
            .zip(shapes)
            .filter(|&(direction, shape)| shape.is_three() && self.is_true_three(point, direction))
            .take(2)
            .count();
        self.unmake_move(point);
        self.set_turn(turn);
        threes < 2
    }

    /// A three is true if it can become a straight four by a stone that makes no five and is not itself forbidden.
    fn is_true_three(&mut self, point: Point, direction: Direction) -> bool {
        let reach = REACH as i8 - 1;
        (-reach..=reach).any(|steps| {
            let Some(added) = point.along(direction, steps, self.size()) else { return false };
            self.is_empty(added)
                && self.shapes_at(added, Side::First)[direction as usize] == Shape::OpenFour
                && self.threat_at(added, Side::First) != Threat::Five
                && !self.is_forbidden(added, Side::First)
        })
    }
}
