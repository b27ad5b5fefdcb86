use crate::value::Value;
use arrayvec::ArrayVec;
use duiyi_rules::gomoku::Point;

/// Points with their scores. Yields the highest score first, and sorts lazily (selection sort).
#[derive(Debug)]
pub struct MoveList {
    moves: ArrayVec<Scored, { Point::COUNT }>,
    next: usize,
}

/// A point with its scores in one number, which is greater for a move that comes earlier: the score, the static score, and
/// the point, of which a lower one comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Scored(i64);

impl Scored {
    fn new(point: Point, score: Value, static_score: Value) -> Scored {
        let static_score = static_score.clamp(i16::MIN.into(), i16::MAX.into());
        let place = i64::from(u16::MAX - point.index() as u16);
        Scored((i64::from(score) << 32) + (i64::from(static_score) << 16) + place)
    }

    fn point(self) -> Option<Point> {
        Point::from_index(usize::from(u16::MAX - self.0 as u16))
    }

    fn static_score(self) -> Value {
        ((self.0 >> 16) as i16).into()
    }
}

impl MoveList {
    pub fn new(points: impl IntoIterator<Item = Point>, mut score: impl FnMut(Point) -> Value) -> MoveList {
        MoveList::with_static_scores(points, |point| (score(point), 0))
    }

    /// With a second score, of the position alone, which decides between equal scores.
    pub fn with_static_scores(
        points: impl IntoIterator<Item = Point>,
        mut score: impl FnMut(Point) -> (Value, Value),
    ) -> MoveList {
        let scored = |point| {
            let (score, static_score) = score(point);
            Scored::new(point, score, static_score)
        };
        MoveList { moves: points.into_iter().map(scored).collect(), next: 0 }
    }

    /// The static score of the point that came last.
    pub fn static_score(&self) -> Value {
        self.next.checked_sub(1).map_or(0, |last| self.moves[last].static_score())
    }

    /// The greatest static score.
    pub fn best_static_score(&self) -> Value {
        self.moves.iter().map(|scored| scored.static_score()).max().unwrap_or(0)
    }
}

impl Iterator for MoveList {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let rest = self.moves.get_mut(self.next..)?;
        let best = (0..rest.len()).max_by_key(|&place| rest[place])?;
        rest.swap(0, best);
        self.next += 1;
        rest[0].point()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_by_score_then_by_static_score_then_by_point() {
        let point = |index| Point::from_index(index).unwrap();
        let scores = [(3, (5, -7)), (4, (5, -7)), (5, (-2, 0)), (6, (Value::MAX, -1)), (7, (5, 9))];
        let of = |wanted: Point| scores.iter().find(|(index, _)| point(*index) == wanted).unwrap().1;
        let points = scores.map(|(index, _)| point(index));
        let mut moves = MoveList::with_static_scores(points, of);
        assert_eq!(moves.best_static_score(), 9);
        for index in [6, 7, 3, 4, 5] {
            assert_eq!(moves.next(), Some(point(index)));
            assert_eq!(moves.static_score(), of(point(index)).1);
        }
        assert_eq!(moves.next(), None);
    }
}
