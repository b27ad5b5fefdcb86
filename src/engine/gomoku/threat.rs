//! What a stone makes in all four directions together.

use super::parameters::{SHAPE_SCORES, THREAT_SCORES};
use super::shape::Shape;
use crate::engine::value::Value;
use std::sync::LazyLock;

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

/// What every code means to a side.
#[derive(Debug)]
pub struct Codes {
    threats: Box<[Threat; CODES]>,
    scores: Box<[i16; CODES]>,
}

static FREE: LazyLock<Codes> = LazyLock::new(|| Codes::compute(false));
static RESTRICTED: LazyLock<Codes> = LazyLock::new(|| Codes::compute(true));

impl Codes {
    /// `is_restricted`: for Black in Renju.
    pub fn get(is_restricted: bool) -> &'static Codes {
        if is_restricted { &RESTRICTED } else { &FREE }
    }

    #[inline]
    pub fn threat(&self, code: Code) -> Threat {
        self.threats[usize::from(code)]
    }

    /// How much a stone there is worth, in hundredths of an open two.
    #[inline]
    pub fn score(&self, code: Code) -> Value {
        Value::from(self.scores[usize::from(code)])
    }

    fn compute(is_restricted: bool) -> Codes {
        let all = 0..CODES as Code;
        let threats: Vec<Threat> = all.clone().map(|code| threat(shapes_of(code), is_restricted)).collect();
        let scores: Vec<i16> = all.map(|code| score(shapes_of(code), threats[usize::from(code)])).collect();
        let whole = "a value for every code";
        Codes {
            threats: threats.into_boxed_slice().try_into().expect(whole),
            scores: scores.into_boxed_slice().try_into().expect(whole),
        }
    }
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

fn score(shapes: [Shape; 4], threat: Threat) -> i16 {
    let sum: i16 = shapes.into_iter().map(|shape| SHAPE_SCORES[shape as usize]).sum();
    sum + THREAT_SCORES[threat as usize]
}
