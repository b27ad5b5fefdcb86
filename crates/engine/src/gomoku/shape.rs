//! What a stone makes in one direction, looked up by the points on either side. Caro has tables of its own (`caro.rs`).
//!
//! A window is the four points on either side of an empty one. Each is a digit in base three: 0 empty, 1 an own stone,
//! 2 a stone of the other side or the edge. Where an overline does not win, an own stone on the fifth point counts too:
//! a digit in base two. The tables are computed from the definition of five alone.

use arrayvec::ArrayVec;
use std::sync::LazyLock;

/// What a stone of one side on the empty point in the middle makes in one direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Shape {
    /// Cannot become five.
    Dead,
    /// A stone that may become five, with less than a two.
    One,
    /// One more stone makes a closed three.
    ClosedTwo,
    /// One more stone makes an open three, on one point only.
    OpenTwo,
    /// The same on several points.
    BroadTwo,
    /// One more stone makes a four.
    ClosedThree,
    /// One more stone makes a straight four, on one point only.
    OpenThree,
    /// The same on several points.
    BroadThree,
    /// One point makes five.
    Four,
    /// Two fours in one line: two points make five, but the four stones are not in a row.
    DoubleFour,
    /// A straight (open) four: four in a row that becomes five at either end.
    OpenFour,
    /// Five in a row.
    Five,
    /// More than five in a row where that does not win.
    Overline,
}

impl Shape {
    /// How many there are.
    pub const COUNT: usize = Shape::Overline as usize + 1;
    /// All of them, in the order of their numbers.
    pub const ALL: [Shape; Shape::COUNT] = [
        Shape::Dead,
        Shape::One,
        Shape::ClosedTwo,
        Shape::OpenTwo,
        Shape::BroadTwo,
        Shape::ClosedThree,
        Shape::OpenThree,
        Shape::BroadThree,
        Shape::Four,
        Shape::DoubleFour,
        Shape::OpenFour,
        Shape::Five,
        Shape::Overline,
    ];

    /// Whether one more stone makes a straight four.
    pub fn is_three(self) -> bool {
        matches!(self, Shape::OpenThree | Shape::BroadThree)
    }

    /// Whether one more stone makes five.
    pub fn is_four(self) -> bool {
        matches!(self, Shape::Four | Shape::DoubleFour | Shape::OpenFour)
    }
}

/// The greatest distance between two stones of a five.
pub const REACH: usize = 4;
/// The greatest distance at which a stone can turn a five into an overline.
pub const OVERLINE_REACH: usize = REACH + 1;
/// The number of windows without the fifth points on either side.
const NEAR_WINDOWS: u16 = 3_u16.pow(2 * REACH as u32);
const WINDOWS: usize = 4 * NEAR_WINDOWS as usize;

/// The place value of the digit of the point `steps` from the middle.
pub const fn place_value(steps: i8) -> u16 {
    let (distance, is_after) = (steps.unsigned_abs() as usize, (steps > 0) as u32);
    if distance <= REACH { 3_u16.pow(2 * (distance as u32 - 1) + is_after) } else { NEAR_WINDOWS << is_after }
}

/// The shape of every window. As long as the index type allows, so that lookups need no bounds check.
pub type Shapes = [Shape; 1 << 16];

static OVERLINE_WINS: LazyLock<Box<Shapes>> = LazyLock::new(|| compute(true));
static EXACTLY_FIVE: LazyLock<Box<Shapes>> = LazyLock::new(|| compute(false));

/// The table for variants in which an overline wins, or for those in which it does not.
pub fn shapes(overline_wins: bool) -> &'static Shapes {
    if overline_wins { &OVERLINE_WINS } else { &EXACTLY_FIVE }
}

/// The index in a line of the point that the stone is on.
pub const MIDDLE: usize = OVERLINE_REACH;
/// The number of points in a window, including the middle.
pub const LENGTH: usize = 2 * MIDDLE + 1;
/// The digits of an own stone and of an empty point.
pub const OWN: u8 = 1;
/// See [`OWN`].
pub const EMPTY: u8 = 0;

/// How far the point of a line is from the middle, negative before it.
pub const fn steps_to(point: usize) -> i8 {
    point as i8 - MIDDLE as i8
}

fn line_of(window: usize) -> [u8; LENGTH] {
    let mut line = [OWN; LENGTH];
    for point in (0..LENGTH).filter(|&point| point != MIDDLE) {
        let base = if steps_to(point).unsigned_abs() as usize > REACH { 2 } else { 3 };
        line[point] = (window / usize::from(place_value(steps_to(point))) % base) as u8;
    }
    line
}

/// The row of own stones that includes the middle.
pub fn row(line: &[u8; LENGTH]) -> std::ops::RangeInclusive<usize> {
    let before = line[..MIDDLE].iter().rev().take_while(|&&point| point == OWN).count();
    let after = line[MIDDLE + 1..].iter().take_while(|&&point| point == OWN).count();
    MIDDLE - before..=MIDDLE + after
}

/// The points of a line where one more stone can make something. A stone farther away can only make an overline.
pub fn growing_points(line: &[u8; LENGTH]) -> impl Iterator<Item = usize> + use<'_> {
    (MIDDLE - REACH..=MIDDLE + REACH).filter(|&point| point != MIDDLE && line[point] == EMPTY)
}

/// The number of points at which one more stone turns a shape into each better shape.
#[derive(Default, Debug)]
pub struct Growth {
    /// The points at which one more stone makes five, as indexes of the line.
    pub fives: ArrayVec<usize, LENGTH>,
    straight_fours: u8,
    fours: u8,
    open_threes: u8,
    closed_threes: u8,
    ones_and_twos: u8,
}

impl Growth {
    /// Counts what a stone on the point makes.
    pub fn count(&mut self, point: usize, shape: Shape) {
        match shape {
            Shape::Five => self.fives.push(point),
            Shape::OpenFour => self.straight_fours += 1,
            Shape::Four | Shape::DoubleFour => self.fours += 1,
            Shape::OpenThree | Shape::BroadThree => self.open_threes += 1,
            Shape::ClosedThree => self.closed_threes += 1,
            Shape::OpenTwo | Shape::BroadTwo | Shape::ClosedTwo | Shape::One => self.ones_and_twos += 1,
            Shape::Dead | Shape::Overline => {}
        }
    }

    /// The shape with this growth. `can_be_stopped` says whether one stone of the other side leaves no point that
    /// makes five.
    pub fn shape(&self, can_be_stopped: bool) -> Shape {
        match self.fives[..] {
            [] => {}
            _ if can_be_stopped => return Shape::Four,
            [low, high] if high - low == 5 => return Shape::OpenFour,
            _ => return Shape::DoubleFour,
        }
        match (self.straight_fours, self.fours, self.open_threes, self.closed_threes, self.ones_and_twos) {
            (2.., ..) => Shape::BroadThree,
            (1, ..) => Shape::OpenThree,
            (_, 1.., ..) => Shape::ClosedThree,
            (_, _, 2.., ..) => Shape::BroadTwo,
            (_, _, 1, ..) => Shape::OpenTwo,
            (_, _, _, 1.., _) => Shape::ClosedTwo,
            (_, _, _, _, 1..) => Shape::One,
            _ => Shape::Dead,
        }
    }
}

fn compute(overline_wins: bool) -> Box<Shapes> {
    let mut shapes = vec![Shape::Dead; 1 << 16];
    let mut known = vec![false; WINDOWS];
    for window in 0..WINDOWS {
        shape_of(window, overline_wins, &mut shapes, &mut known);
    }
    shapes.into_boxed_slice().try_into().expect("a shape for every window")
}

fn shape_of(window: usize, overline_wins: bool, shapes: &mut [Shape], known: &mut [bool]) -> Shape {
    if !known[window] {
        let shape = define(window, overline_wins, shapes, known);
        shapes[window] = shape;
        known[window] = true;
    }
    shapes[window]
}

/// Computes a shape by its definition: from the row itself, or else from the shapes that one more stone makes.
fn define(window: usize, overline_wins: bool, shapes: &mut [Shape], known: &mut [bool]) -> Shape {
    let line = line_of(window);
    match row(&line).count() {
        5 => return Shape::Five,
        6.. if overline_wins => return Shape::Five,
        6.. => return Shape::Overline,
        _ => {}
    }
    let mut growth = Growth::default();
    for point in growing_points(&line) {
        let next = window + usize::from(place_value(steps_to(point)));
        growth.count(point, shape_of(next, overline_wins, shapes, known));
    }
    growth.shape(growth.fives.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x` own, `o` the other side's, `.` empty, `*` the middle; points not shown are empty.
    fn window(text: &str) -> usize {
        let middle = text.find('*').unwrap() as i8;
        text.bytes()
            .enumerate()
            .map(|(at, letter)| (at as i8 - middle, letter))
            .filter(|(steps, letter)| match steps.unsigned_abs() as usize {
                0 => false,
                1..=REACH => *letter != b'.',
                OVERLINE_REACH => *letter == b'x',
                _ => false,
            })
            .map(|(steps, letter)| usize::from(place_value(steps)) * if letter == b'x' { 1 } else { 2 })
            .sum()
    }

    #[track_caller]
    fn check(text: &str, overline_wins: bool, exactly_five: bool, expected: Shape) {
        for wins in [true, false] {
            if if wins { overline_wins } else { exactly_five } {
                assert_eq!(shapes(wins)[window(text)], expected, "{text}, overline wins: {wins}");
            }
        }
    }

    #[test]
    fn shapes_match_the_names_that_players_use() {
        check("xx*xx", true, true, Shape::Five);
        check("xxx*xx", true, false, Shape::Five);
        check("xxx*xx", false, true, Shape::Overline);
        check(".xx*x.", true, true, Shape::OpenFour);
        check("oxx*x.", true, true, Shape::Four);
        check("xx*.x", true, true, Shape::Four);
        check("x.xx*x", true, false, Shape::OpenFour);
        check("x.x*x.x", true, true, Shape::DoubleFour);
        // Five at one end would be an overline.
        check("x.xx*x", false, true, Shape::Four);
        check("x.x*xx.", false, true, Shape::Four);
        check("x.x*xx.", true, false, Shape::OpenFour);
        check("..x*x..", true, true, Shape::BroadThree);
        check("ox*x..o", true, true, Shape::ClosedThree);
        check("o.x*x.o", true, true, Shape::ClosedThree);
        check("o.x*x..o", true, true, Shape::OpenThree);
        check(".x.x*.", true, true, Shape::OpenThree);
        // Its straight four would have an overline at one end, so it is no open three for Black in Renju.
        check("o.*xx..x", false, true, Shape::ClosedThree);
        check("...x*...", true, true, Shape::BroadTwo);
        check("oo*oo", true, true, Shape::Dead);
        check("o*xx.o", true, true, Shape::Dead);
        check("o*...o", true, true, Shape::Dead);
        check("o*....o", true, true, Shape::One);
    }
}
