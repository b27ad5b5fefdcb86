//! The shape of a point: what a stone there makes in all four directions together.

use super::shape::Shape;
use super::weights::{WEIGHT_TABLES, Weights, weight_table};
use duiyi_rules::Side;
use duiyi_rules::gomoku::Variant;
use std::sync::OnceLock;

/// The part of the move score for the shape in one direction.
const SHAPE_MOVE_SCORES: [i16; Shape::COUNT] = [0, 1, 4, 10, 14, 14, 34, 42, 36, 150, 200, 600, 0];
/// The part of the move score for the four directions together.
const THREAT_MOVE_SCORES: [i16; Threat::COUNT] = [0, 0, 60, 0, 110, 200, 400, -40];

/// What a stone of a side on a point threatens, the directions taken together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Threat {
    /// Less than a three.
    None,
    /// One three: another stone makes a straight four.
    Three,
    /// Several threes.
    DoubleThree,
    /// A four: the other side must stop the five.
    Four,
    /// A four and a three at once.
    FourThree,
    /// A winning four: a straight four or two fours, so that the other side cannot stop both fives.
    Winning,
    /// Five in a row, or what wins as five does.
    Five,
    /// Forbidden to Black in Renju, unless all its threes but one turn out not to be real ones.
    Suspect,
}

impl Threat {
    /// How many there are.
    pub const COUNT: usize = Threat::Suspect as usize + 1;
    /// All of them, the weakest first.
    pub const ALL: [Threat; Threat::COUNT] = [
        Threat::None,
        Threat::Three,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourThree,
        Threat::Winning,
        Threat::Five,
        Threat::Suspect,
    ];
}

/// The shapes of the four directions, in any order, as one number: the sum of their [`SHAPE_CODES`].
pub type ShapeCode = u16;

/// The code of each shape. No two multisets of four have the same sum (a B4 sequence, built greedily from 0).
pub const SHAPE_CODES: [ShapeCode; Shape::COUNT] =
    [0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967, 8194, 13663];

/// The code of the shapes of the four directions.
pub fn code_of(shapes: [Shape; 4]) -> ShapeCode {
    shapes.into_iter().map(|shape| SHAPE_CODES[shape as usize]).sum()
}

/// What a stone makes, by the code of its shapes.
#[derive(Clone, Copy, Debug)]
pub struct PointShape {
    /// What the four directions together threaten.
    pub threat: Threat,
    /// The score for move ordering.
    pub move_score: i16,
    /// The point's share in the evaluation if its side is to move, and if it is not.
    pub evals: [i16; 2],
}

/// As long as the code's type allows, so that lookups need no bounds check.
pub type PointShapes = [PointShape; 1 << 16];

/// The table of all codes for this side.
pub fn point_shapes(variant: Variant, side: Side) -> &'static PointShapes {
    static ALL: [OnceLock<Box<PointShapes>>; WEIGHT_TABLES] = [const { OnceLock::new() }; WEIGHT_TABLES];
    let table = weight_table(variant, side);
    ALL[table].get_or_init(|| compute(variant == Variant::Renju && side == Side::First, Weights::of(table)))
}

fn compute(is_restricted: bool, weights: Weights) -> Box<PointShapes> {
    let unused = PointShape { threat: Threat::None, move_score: 0, evals: [0; 2] };
    let mut all: Box<PointShapes> =
        vec![unused; 1 << 16].into_boxed_slice().try_into().expect("an entry for every code");
    for shapes in sets() {
        let threat = threat(shapes, is_restricted);
        let evals = weights.point(shapes);
        all[usize::from(code_of(shapes))] =
            PointShape { threat, move_score: move_score(shapes, threat), evals };
    }
    all
}

/// Every multiset of four shapes, in one of its orders.
fn sets() -> impl Iterator<Item = [Shape; 4]> {
    let up_to = |last: Shape| Shape::ALL.into_iter().filter(move |&shape| shape <= last);
    let pairs = move |last| up_to(last).flat_map(move |a| up_to(a).map(move |b| [a, b]));
    pairs(Shape::Overline).flat_map(move |[a, b]| pairs(b).map(move |[c, d]| [a, b, c, d]))
}

fn threat(shapes: [Shape; 4], is_restricted: bool) -> Threat {
    let count = |is: fn(Shape) -> bool| shapes.into_iter().filter(|&shape| is(shape)).count();
    let has = |wanted| shapes.contains(&wanted);
    let (fours, threes) = (count(Shape::is_four), count(Shape::is_three));
    let is_double_four = fours > 1 || has(Shape::DoubleFour);
    if has(Shape::Five) {
        Threat::Five
    } else if is_restricted && (has(Shape::Overline) || is_double_four || threes > 1) {
        Threat::Suspect
    } else if is_double_four || has(Shape::OpenFour) {
        Threat::Winning
    } else {
        match (fours, threes) {
            (1, 1..) => Threat::FourThree,
            (1, 0) => Threat::Four,
            (_, 2..) => Threat::DoubleThree,
            (_, 1) => Threat::Three,
            _ => Threat::None,
        }
    }
}

fn move_score(shapes: [Shape; 4], threat: Threat) -> i16 {
    let sum: i16 = shapes.into_iter().map(|shape| SHAPE_MOVE_SCORES[shape as usize]).sum();
    sum + THREAT_MOVE_SCORES[threat as usize]
}

#[cfg(test)]
mod tests {
    use super::super::weights::{SHAPE_SETS, shape_set};
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_set_of_shapes_has_its_own_code_and_number() {
        let codes: HashSet<ShapeCode> = sets().map(code_of).collect();
        assert_eq!(codes.len(), SHAPE_SETS);
        let numbers: HashSet<usize> = sets().map(shape_set).collect();
        assert_eq!((numbers.len(), numbers.into_iter().max()), (SHAPE_SETS, Some(SHAPE_SETS - 1)));
    }
}
