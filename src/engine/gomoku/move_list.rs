use crate::engine::value::Value;
use crate::rules::gomoku::Point;

/// Points with their scores. Yields the highest score first, and sorts lazily (selection sort).
#[derive(Debug)]
pub struct MoveList {
    /// The score, the point, and the part of the score that depends on the position alone.
    moves: [(i32, u16, i16); Point::COUNT],
    next: usize,
    len: usize,
}

impl MoveList {
    pub fn new(points: impl IntoIterator<Item = Point>, mut score: impl FnMut(Point) -> Value) -> MoveList {
        MoveList::with_static_scores(points, |point| (score(point), 0))
    }

    /// With a second score that does not decide the order.
    pub fn with_static_scores(
        points: impl IntoIterator<Item = Point>,
        mut score: impl FnMut(Point) -> (Value, Value),
    ) -> MoveList {
        let mut list = MoveList { moves: [(0, 0, 0); Point::COUNT], next: 0, len: 0 };
        for point in points {
            let (score, static_score) = score(point);
            let static_score = static_score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            list.moves[list.len] = (score, point.index() as u16, static_score);
            list.len += 1;
        }
        list
    }

    /// The static score of the point that came last.
    pub fn static_score(&self) -> Value {
        self.next.checked_sub(1).map_or(0, |last| self.moves[last].2.into())
    }

    /// The greatest static score.
    pub fn best_static_score(&self) -> Value {
        self.moves[..self.len].iter().map(|&(.., score)| score).max().unwrap_or(0).into()
    }
}

impl Iterator for MoveList {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let rest = self.moves.get_mut(self.next..self.len)?;
        let best = (0..rest.len()).max_by_key(|&place| (rest[place].0, std::cmp::Reverse(place)))?;
        rest.swap(0, best);
        self.next += 1;
        Point::from_index(usize::from(rest[0].1))
    }
}
