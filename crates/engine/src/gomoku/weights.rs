//! The evaluation's weights of empty points, fitted to the results of self-play (`duiyi-lab gomoku-tune`).
//!
//! `weights.bin` holds [`WEIGHT_TABLES`] tables of [`WEIGHT_TABLE_SIZE`] little-endian `i16`, in units of a score divided by
//! [`WEIGHT_ONE`].

use super::shape::Shape;
use crate::value::Value;
use duiyi_rules::Side;
use duiyi_rules::gomoku::Variant;

/// The fixed-point weight that stands for a score of 1.
pub const WEIGHT_ONE: Value = 8;

/// The number of multisets of four shapes. Each has a weight.
pub const SHAPE_SETS: usize = sets();

const fn sets() -> usize {
    let n = Shape::COUNT;
    n * (n + 1) * (n + 2) * (n + 3) / 24
}

/// The index of a side's weight table, below [`WEIGHT_TABLES`].
pub fn weight_table(variant: Variant, side: Side) -> usize {
    match (variant, side) {
        // Caro has no weights of its own. It uses those of the ruleset that treats overlines alike.
        (Variant::Freestyle | Variant::Caro, _) => 0,
        (Variant::Standard | Variant::CaroExact, _) => 1,
        (Variant::Renju, Side::First) => 2,
        (Variant::Renju, Side::Second) => 3,
    }
}

/// The number of weight tables.
pub const WEIGHT_TABLES: usize = 4;

/// The size of a table: the weight of each multiset for the side to move, then for the other side, then the bonus
/// for the side to move.
pub const WEIGHT_TABLE_SIZE: usize = 2 * SHAPE_SETS + 1;

/// The index of a multiset, below [`SHAPE_SETS`].
pub fn shape_set(shapes: [Shape; 4]) -> usize {
    let mut shapes = shapes.map(|shape| shape as usize);
    shapes.sort_unstable();
    // The combinatorial number system: <https://en.wikipedia.org/wiki/Combinatorial_number_system>.
    let [a, b, c, d] = shapes;
    let (b, c, d) = (b + 1, c + 2, d + 3);
    a + b * (b - 1) / 2 + c * (c - 1) * (c - 2) / 6 + d * (d - 1) * (d - 2) * (d - 3) / 24
}

/// The weight table of a side of a variant.
#[derive(Clone, Copy, Debug)]
pub struct Weights(&'static [u8]);

impl Weights {
    /// The table of this number, below [`WEIGHT_TABLES`].
    pub fn of(table: usize) -> Weights {
        static ALL: &[u8; 2 * WEIGHT_TABLE_SIZE * WEIGHT_TABLES] = include_bytes!("weights.bin");
        Weights(&ALL[2 * WEIGHT_TABLE_SIZE * table..2 * WEIGHT_TABLE_SIZE * (table + 1)])
    }

    fn at(self, index: usize) -> i16 {
        i16::from_le_bytes([self.0[2 * index], self.0[2 * index + 1]])
    }

    /// The weights of a point with these shapes if its side is to move, and if it is not.
    pub fn point(self, shapes: [Shape; 4]) -> [i16; 2] {
        let set = shape_set(shapes);
        [self.at(set), self.at(SHAPE_SETS + set)]
    }

    /// The bonus for the side to move.
    pub fn tempo(self) -> Value {
        Value::from(self.at(2 * SHAPE_SETS))
    }
}
