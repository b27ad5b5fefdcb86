//! History heuristics, killer moves and countermoves: how well points did elsewhere in the tree.

use crate::value::MAX_PLY;
use duiyi_rules::Side;
use duiyi_rules::gomoku::Point;

const LIMIT: i32 = 4096;

#[derive(Debug)]
pub struct History {
    points: [[i16; Point::COUNT]; 2],
    killers: [[Option<Point>; 2]; MAX_PLY + 2],
    /// The point that last refuted the other side's stone on a point.
    countermoves: [[Option<Point>; Point::COUNT]; 2],
}

impl History {
    pub fn new() -> Box<History> {
        Box::new(History {
            points: [[0; Point::COUNT]; 2],
            killers: [[None; 2]; MAX_PLY + 2],
            countermoves: [[None; Point::COUNT]; 2],
        })
    }

    #[inline]
    pub fn score(&self, side: Side, point: Point) -> i32 {
        i32::from(self.points[side as usize][point.index()])
    }

    pub fn killers(&self, ply: usize) -> [Option<Point>; 2] {
        self.killers[ply]
    }

    pub fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [None; 2];
    }

    pub fn countermove(&self, side: Side, last: Option<Point>) -> Option<Point> {
        last.and_then(|last| self.countermoves[side as usize][last.index()])
    }

    /// Rewards `best`, which caused a cutoff, and penalizes the points tried before it.
    pub fn update(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        last: Option<Point>,
        best: Point,
        tried: &[Point],
    ) {
        let bonus = (depth * depth * 4 + 8 * depth).min(800);
        self.add(side, best, bonus);
        for &point in tried {
            self.add(side, point, -bonus);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        if let Some(last) = last {
            self.countermoves[side as usize][last.index()] = Some(best);
        }
    }

    /// Adds a bonus, less of it the nearer the entry is to the limit (history gravity).
    fn add(&mut self, side: Side, point: Point, bonus: i32) {
        let entry = &mut self.points[side as usize][point.index()];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}
