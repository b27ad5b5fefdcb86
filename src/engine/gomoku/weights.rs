//! What the empty points are worth in the evaluation, fitted to the results of our own games (`duiyi-lab gomoku-tune`).

use super::shape::Shape;
use crate::engine::value::Value;
use crate::rules::Side;
use crate::rules::gomoku::Variant;

/// Weights are in so many parts of the unit of scores.
pub const PARTS: Value = 8;

/// A point counts by its four shapes in any order: so many such sets there are.
pub const SETS: usize = sets();

const fn sets() -> usize {
    let n = Shape::COUNT;
    n * (n + 1) * (n + 2) * (n + 3) / 24
}

/// Which table a side of a variant has, of [`KINDS`].
pub fn kind(variant: Variant, side: Side) -> usize {
    match (variant, side) {
        (Variant::Freestyle, _) => 0,
        (Variant::Standard, _) => 1,
        (Variant::Renju, Side::First) => 2,
        (Variant::Renju, Side::Second) => 3,
    }
}

pub const KINDS: usize = 4;

/// Numbers of a table: what each set is worth to the side to move, and to the other; then what it is worth to be the
/// one to move.
pub const TABLE: usize = 2 * SETS + 1;

/// The place of a set among [`SETS`].
pub fn set_of(shapes: [Shape; 4]) -> usize {
    let mut shapes = shapes.map(|shape| shape as usize);
    shapes.sort_unstable();
    // The combinatorial number system of multisets.
    let [a, b, c, d] = shapes;
    let (b, c, d) = (b + 1, c + 2, d + 3);
    a + b * (b - 1) / 2 + c * (c - 1) * (c - 2) / 6 + d * (d - 1) * (d - 2) * (d - 3) / 24
}

/// The weights of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Weights(&'static [u8]);

impl Weights {
    pub fn of(kind: usize) -> Weights {
        static ALL: &[u8; 2 * TABLE * KINDS] = include_bytes!("weights.bin");
        Weights(&ALL[2 * TABLE * kind..2 * TABLE * (kind + 1)])
    }

    fn at(self, place: usize) -> i16 {
        i16::from_le_bytes([self.0[2 * place], self.0[2 * place + 1]])
    }

    /// What a point of these shapes is worth to a side that is to move, and to one that is not.
    pub fn point(self, shapes: [Shape; 4]) -> [i16; 2] {
        let set = set_of(shapes);
        [self.at(set), self.at(SETS + set)]
    }

    pub fn tempo(self) -> Value {
        Value::from(self.at(2 * SETS))
    }
}
