use crate::engine::value::Value;
use crate::rules::gomoku::Point;

/// Points with their scores. Yields the highest score first, and sorts lazily (selection sort).
#[derive(Debug)]
pub struct MoveList {
    moves: [(i32, u16); Point::COUNT],
    next: usize,
    len: usize,
}

impl MoveList {
    pub fn new(points: impl IntoIterator<Item = Point>, mut score: impl FnMut(Point) -> Value) -> MoveList {
        let mut list = MoveList { moves: [(0, 0); Point::COUNT], next: 0, len: 0 };
        for point in points {
            list.moves[list.len] = (score(point), point.index() as u16);
            list.len += 1;
        }
        list
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
