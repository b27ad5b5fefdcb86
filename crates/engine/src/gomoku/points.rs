use duiyi_rules::gomoku::{Direction, MAX_SIZE, Point, Position};
use std::sync::LazyLock;

/// An even number of words, which the processor takes in pairs: seven cost a percent of the search, eight nothing.
const WORDS: usize = Point::COUNT.div_ceil(64).next_multiple_of(2);

/// A set of points, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points([u64; WORDS]);

impl Points {
    /// The points near the stones of a position ([`NEAR`]), including taken ones.
    pub fn around(position: &Position) -> Points {
        let stones = Point::all(position.size()).filter(|&point| position.at(point).is_some());
        stones.fold(Points::default(), |near, stone| near.union(NEAR[stone.index()]))
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Removes a point.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// Whether the point is in the set.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// Whether no point is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    #[inline]
    fn with(self, other: Points, combine: impl Fn(u64, u64) -> u64) -> Points {
        Points(std::array::from_fn(|word| combine(self.0[word], other.0[word])))
    }

    /// The points that are in one of the sets.
    #[inline]
    pub fn union(self, other: Points) -> Points {
        self.with(other, |own, other| own | other)
    }

    /// The points that are in both sets.
    #[inline]
    pub fn intersection(self, other: Points) -> Points {
        self.with(other, |own, other| own & other)
    }

    /// The points that are not in the other set.
    #[inline]
    pub fn without(self, other: Points) -> Points {
        self.with(other, |own, other| own & !other)
    }

    /// The first point, in the order of their indexes.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.into_iter().next()
    }
}

impl Extend<Point> for Points {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        points.into_iter().for_each(|point| self.insert(point));
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        let mut set = Points::default();
        set.extend(points);
        set
    }
}

impl IntoIterator for Points {
    type Item = Point;
    type IntoIter = Iter;

    #[inline]
    fn into_iter(self) -> Iter {
        Iter { words: self.0, word: 0 }
    }
}

/// The points of a set in order of their index.
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; WORDS],
    word: usize,
}

impl Iterator for Iter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.word < WORDS {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Point::from_index(self.word * 64 + bits.trailing_zeros() as usize);
            }
            self.word += 1;
        }
        None
    }
}

/// For each point the points near it: within two steps, or three along a line.
pub static NEAR: LazyLock<Box<[Points]>> = LazyLock::new(|| {
    let near = |point: Point| -> Points {
        let lines = Direction::ALL.into_iter().flat_map(|direction| {
            [-3, 3].into_iter().filter_map(move |steps| point.along(direction, steps, MAX_SIZE))
        });
        Point::all(MAX_SIZE).filter(|other| other.distance(point) <= 2).chain(lines).collect()
    };
    Point::all(MAX_SIZE).map(near).collect()
});
