//! How the board numbers the windows of its points.

use super::caro;
use super::shape::{OVERLINE_REACH, REACH, Shape, Shapes, place_value, shapes};
use duiyi_rules::Side;
use duiyi_rules::gomoku::Variant;

/// How a variant numbers its windows, with the shapes of all numbers.
#[derive(Clone, Copy, Debug)]
pub enum Windows {
    /// Each side has a number of its own, the first side in the lower half and the second side in the upper half.
    Apart {
        shapes: [&'static Shapes; 2],
        /// Whether an overline does not win.
        is_exact: [bool; 2],
    },
    /// One number for both sides ([`caro`]).
    Joint(&'static caro::Shapes),
}

impl Windows {
    /// The numbering of this variant.
    pub fn of(variant: Variant) -> Windows {
        let is_exact = Side::ALL.map(|side| !variant.overline_wins(side));
        let apart = Windows::Apart { shapes: is_exact.map(|is_exact| shapes(!is_exact)), is_exact };
        caro::shapes(variant).map_or(apart, Windows::Joint)
    }

    /// What a stone of each side on the middle of the window makes.
    #[inline]
    pub fn shapes(self, window: u32) -> [Shape; 2] {
        match self {
            Windows::Apart { shapes, .. } => shapes_apart(shapes, window),
            Windows::Joint(shapes) => shapes[window as usize],
        }
    }

    /// What a stone adds to a window, `steps` from its middle and within reach of the other side.
    #[inline]
    pub fn stone(self, side: Side, steps: i8) -> u32 {
        match self {
            Windows::Apart { .. } => stone_apart(side, steps),
            Windows::Joint(_) => caro::stone(side, steps),
        }
    }

    /// What the edge adds to a window, `steps` from its middle and within reach of the other side.
    pub fn edge(self, steps: i8) -> u32 {
        match self {
            Windows::Apart { .. } => 2 * u32::from(place_value(steps)) * 0x1_0001,
            Windows::Joint(_) => caro::edge(steps),
        }
    }

    /// How far from the middle a stone of the other side changes what a stone there makes.
    #[inline]
    pub fn reach_of_other(self) -> i8 {
        match self {
            Windows::Apart { .. } => REACH as i8,
            Windows::Joint(_) => OVERLINE_REACH as i8,
        }
    }
}

/// [`Windows::shapes`] of [`Windows::Apart`].
#[inline]
pub fn shapes_apart(shapes: [&'static Shapes; 2], window: u32) -> [Shape; 2] {
    [shapes[0][(window & 0xffff) as usize], shapes[1][(window >> 16) as usize]]
}

/// [`Windows::stone`] of [`Windows::Apart`]: a digit in the number of each side that the stone is within reach of.
#[inline]
pub fn stone_apart(side: Side, steps: i8) -> u32 {
    let digit = u32::from(place_value(steps));
    let is_far = steps.unsigned_abs() as usize > REACH;
    match side {
        Side::First if is_far => digit,
        Side::First => digit | digit << 17,
        Side::Second if is_far => digit << 16,
        Side::Second => digit << 1 | digit << 16,
    }
}
