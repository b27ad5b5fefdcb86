//! What a stone makes in all four directions together.

use super::parameters::{SHAPE_PROMISES, THREAT_PROMISES};
use super::shape::Shape;
use super::weights::{KINDS, Weights, kind};
use crate::rules::Side;
use crate::rules::gomoku::Variant;
use std::sync::OnceLock;

/// What a side threatens by a stone on a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Threat {
    None,
    Three,
    DoubleThree,
    Four,
    FourThree,
    /// A straight four or two fours: five cannot be stopped.
    Winning,
    Five,
    /// Forbidden to Black in Renju, unless the threes it makes are not true ones.
    Suspect,
}

impl Threat {
    pub const COUNT: usize = Threat::Suspect as usize + 1;
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

/// The shapes of the four directions as one number, each a digit to the base of their count.
pub type Code = u16;

pub const CODES: usize = Shape::COUNT.pow(4);

/// What a code's digit in a direction is worth.
pub const PLACES: [u16; 4] = {
    const BASE: u16 = Shape::COUNT as u16;
    [1, BASE, BASE * BASE, BASE * BASE * BASE]
};

pub fn shapes_of(code: Code) -> [Shape; 4] {
    PLACES.map(|place| Shape::ALL[usize::from(code / place) % Shape::COUNT])
}

/// What a code means to a side.
#[derive(Clone, Copy, Debug)]
pub struct Meaning {
    pub threat: Threat,
    /// How good a move it is, for the order in which moves are tried.
    pub promise: i16,
    /// What it counts in the evaluation when its side is to move, and when it is not.
    pub worth: [i16; 2],
}

pub type Meanings = [Meaning; CODES];

/// What every code means to this side.
pub fn meanings(variant: Variant, side: Side) -> &'static Meanings {
    static ALL: [OnceLock<Box<Meanings>>; KINDS] = [const { OnceLock::new() }; KINDS];
    let kind = kind(variant, side);
    ALL[kind].get_or_init(|| compute(variant == Variant::Renju && side == Side::First, Weights::of(kind)))
}

fn compute(is_restricted: bool, weights: Weights) -> Box<Meanings> {
    let meaning = |code| {
        let shapes = shapes_of(code);
        let threat = threat(shapes, is_restricted);
        Meaning { threat, promise: promise(shapes, threat), worth: weights.point(code) }
    };
    let all: Vec<Meaning> = (0..CODES as Code).map(meaning).collect();
    all.into_boxed_slice().try_into().expect("a meaning for every code")
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

fn promise(shapes: [Shape; 4], threat: Threat) -> i16 {
    let sum: i16 = shapes.into_iter().map(|shape| SHAPE_PROMISES[shape as usize]).sum();
    sum + THREAT_PROMISES[threat as usize]
}
