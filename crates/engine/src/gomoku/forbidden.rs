//! The forbidden points of Renju on the search's board: the same definition as in the rules, from the incremental
//! shapes.

use super::board::Board;
use super::point_shape::Threat;
use super::points::Points;
use super::shape::{REACH, Shape};
use duiyi_rules::Side;
use duiyi_rules::gomoku::{Direction, Point};

impl Board {
    /// Whether Renju forbids this side to play on the empty point. The board is unchanged afterwards.
    pub fn is_forbidden(&mut self, point: Point, side: Side) -> bool {
        self.threat_at(point, side) == Threat::Suspect && !self.is_harmless(point)
    }

    /// The points where the side to move can stop every five that the other side, `attacker`, is about to make.
    pub fn legal_blocks(&mut self, attacker: Side) -> Points {
        let mut blocks = self.blocks(attacker);
        for point in blocks {
            if self.is_forbidden(point, attacker.other()) {
                blocks.remove(point);
            }
        }
        blocks
    }

    /// Whether Black may play on a point with [`Threat::Suspect`] after all: if it makes neither an overline nor two
    /// fours, and at most one of its threes is a real one.
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
            .filter(|&(direction, shape)| shape.is_three() && self.is_real_three(point, direction))
            .take(2)
            .count();
        self.unmake_move(point);
        self.set_turn(turn);
        threes < 2
    }

    /// Whether a three is real: it can become a straight four by a stone that makes no five and is not itself
    /// forbidden.
    fn is_real_three(&mut self, point: Point, direction: Direction) -> bool {
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
