//! The shapes of Caro, where five in a row does not win if a stone of the other side stands at each end.
//!
//! A stone of the other side just beyond a five counts, and the edge does not block. A window therefore has five
//! points on either side. Each of the inner four is a digit in base four (0 empty, 1 a stone of the first side, 2 of
//! the second side, 3 the edge), the fifth is a digit in base three (0 empty or the edge). One number serves both
//! sides.
//!
//! A four can also be stopped beyond its five: in `oxxxx..` by a stone on either empty point. A four is straight only
//! if no single stone stops it. `o.xxxx..` is not straight, because a stone on the right leaves a blocked five on the
//! left.

use super::shape::{EMPTY, Growth, LENGTH, MIDDLE, OWN, REACH, Shape, growing_points, row, steps_to};
use duiyi_rules::Side;
use duiyi_rules::gomoku::Variant;
use std::sync::LazyLock;

const OTHER: u8 = 2;
const EDGE: u8 = 3;
const INNER_WINDOWS: u32 = 4_u32.pow(2 * REACH as u32);
const WINDOWS: usize = 9 * INNER_WINDOWS as usize;

/// The place value of the digit of the point `steps` from the middle.
const fn place_value(steps: i8) -> u32 {
    let (distance, is_after) = (steps.unsigned_abs() as usize, (steps > 0) as u32);
    if distance <= REACH {
        4_u32.pow(2 * (distance as u32 - 1) + is_after)
    } else {
        INNER_WINDOWS * 3_u32.pow(is_after)
    }
}

/// What a stone of this side adds to a window, `steps` from its middle.
#[inline]
pub const fn stone(side: Side, steps: i8) -> u32 {
    place_value(steps) << side as u32
}

/// What the edge adds to a window, `steps` from its middle. The edge at five steps is no different from an empty point.
pub const fn edge(steps: i8) -> u32 {
    if steps.unsigned_abs() as usize <= REACH { EDGE as u32 * place_value(steps) } else { 0 }
}

/// What a stone of each side on the middle makes, by window.
pub type Shapes = [[Shape; 2]];

/// The table of [`Variant::Caro`] or [`Variant::CaroExact`]; none for other variants.
pub fn shapes(variant: Variant) -> Option<&'static Shapes> {
    static OVERLINE_WINS: LazyLock<Box<Shapes>> = LazyLock::new(|| Table::compute(true));
    static EXACTLY_FIVE: LazyLock<Box<Shapes>> = LazyLock::new(|| Table::compute(false));
    match variant {
        Variant::Caro => Some(&OVERLINE_WINS),
        Variant::CaroExact => Some(&EXACTLY_FIVE),
        Variant::Freestyle | Variant::Standard | Variant::Renju => None,
    }
}

/// The points from one end of a window to the other. The middle has a stone of the side whose shape is computed.
type Line = [u8; LENGTH];

/// The place value of each point of a line; none for the middle.
const PLACE_VALUES: [u32; LENGTH] = {
    let mut values = [0; LENGTH];
    let mut point = 0;
    while point < LENGTH {
        if point != MIDDLE {
            values[point] = place_value(steps_to(point));
        }
        point += 1;
    }
    values
};

fn window_of(line: &Line) -> usize {
    line.iter().zip(PLACE_VALUES).map(|(&digit, value)| u32::from(digit) * value).sum::<u32>() as usize
}

/// All ways in which one half of a window can look, from its middle outwards.
fn halves() -> Vec<[u8; MIDDLE]> {
    let digits = (0..MIDDLE).map(|at| if at < REACH { 4 } else { 3 });
    let all = digits.fold(vec![vec![]], |halves: Vec<Vec<u8>>, base| {
        halves.iter().flat_map(|half| (0..base).map(|digit| [&half[..], &[digit]].concat())).collect()
    });
    let ends_at_edge = |half: &[u8; MIDDLE]| match half.iter().position(|&point| point == EDGE) {
        Some(edge) => half[edge..REACH].iter().all(|&point| point == EDGE) && half[REACH] == EMPTY,
        None => true,
    };
    all.into_iter().filter_map(|half| half.try_into().ok()).filter(ends_at_edge).collect()
}

/// The shapes of the first side while they are computed, by window.
struct Table {
    overline_wins: bool,
    shapes: Vec<Option<Shape>>,
}

impl Table {
    fn compute(overline_wins: bool) -> Box<Shapes> {
        let mut table = Table { overline_wins, shapes: vec![None; WINDOWS] };
        let mut shapes = vec![[Shape::Dead; 2]; WINDOWS];
        let halves = halves();
        for before in &halves {
            for after in &halves {
                let mut line = [OWN; LENGTH];
                line[..MIDDLE].copy_from_slice(before);
                line[..MIDDLE].reverse();
                line[MIDDLE + 1..].copy_from_slice(after);
                let exchanged = line.map(|point| match point {
                    OWN => OTHER,
                    OTHER => OWN,
                    point => point,
                });
                shapes[window_of(&line)] = [table.shape_of(&line), table.shape_of(&exchanged)];
            }
        }
        shapes.into_boxed_slice()
    }

    fn shape_of(&mut self, line: &Line) -> Shape {
        let window = window_of(line);
        match self.shapes[window] {
            Some(shape) => shape,
            None => {
                let shape = self.define(line);
                self.shapes[window] = Some(shape);
                shape
            }
        }
    }

    /// Computes a shape by its definition: from the row itself, or else from the shapes that one more stone makes.
    fn define(&mut self, line: &Line) -> Shape {
        let row = row(line);
        match row.clone().count() {
            5 if line[row.start() - 1] == OTHER && line[row.end() + 1] == OTHER => return Shape::Dead,
            5 => return Shape::Five,
            6.. if self.overline_wins => return Shape::Five,
            6.. => return Shape::Overline,
            _ => {}
        }
        let mut growth = Growth::default();
        for point in growing_points(line) {
            let shape = self.shape_of(&with(line, point, OWN));
            growth.count(point, shape);
        }
        let can_be_stopped = growing_points(line).any(|stop| self.stops(line, stop, &growth.fives));
        growth.shape(can_be_stopped)
    }

    /// Whether a stone of the other side on `stop` leaves no five on any of these points. A stone beyond the inner
    /// points never stops two fives, because it touches the end of only one of them.
    fn stops(&mut self, line: &Line, stop: usize, fives: &[usize]) -> bool {
        let after = with(line, stop, OTHER);
        fives.iter().all(|&five| five == stop || self.shape_of(&with(&after, five, OWN)) != Shape::Five)
    }
}

fn with(line: &Line, point: usize, digit: u8) -> Line {
    let mut line = *line;
    line[point] = digit;
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x` own, `o` the other side's, `|` the edge, `.` empty, `*` the middle; points not shown are empty.
    #[track_caller]
    fn check(text: &str, caro: Shape, exact: Shape) {
        let middle = text.find('*').unwrap();
        for (variant, expected) in [(Variant::Caro, caro), (Variant::CaroExact, exact)] {
            for side in Side::ALL {
                let mut window = 0;
                let mut is_off_board = [false; LENGTH];
                for (at, letter) in text.bytes().enumerate().filter(|&(at, _)| at != middle) {
                    let steps = at as i8 - middle as i8;
                    match letter {
                        b'x' => window += stone(side, steps),
                        b'o' => window += stone(side.other(), steps),
                        b'|' if steps < 0 => is_off_board[..=at + MIDDLE - middle].fill(true),
                        b'|' => is_off_board[at + MIDDLE - middle..].fill(true),
                        _ => {}
                    }
                }
                let off_board = (0..LENGTH).filter(|&at| is_off_board[at]);
                window += off_board.map(|at| edge(steps_to(at))).sum::<u32>();
                let shape = shapes(variant).unwrap()[window as usize][side as usize];
                assert_eq!(shape, expected, "{text}, {variant:?}, {side:?}");
            }
        }
    }

    #[track_caller]
    fn check_both(text: &str, expected: Shape) {
        check(text, expected, expected);
    }

    #[test]
    fn a_five_is_dead_only_between_two_stones_of_the_other_side() {
        check_both("xx*xx", Shape::Five);
        check_both("oxx*xx", Shape::Five);
        check_both("oxx*xxo", Shape::Dead);
        check_both("o*xxxxo", Shape::Dead);
        check_both("|*xxxxo", Shape::Five);
        check_both("oxxx*x|", Shape::Five);
        check("oxxx*xxo", Shape::Five, Shape::Overline);
        check("xx*xxx", Shape::Five, Shape::Overline);
    }

    #[test]
    fn a_four_is_straight_if_no_single_stone_stops_it() {
        check_both(".xx*x.", Shape::OpenFour);
        check_both("..xx*x..", Shape::OpenFour);
        check_both("o.xx*x..", Shape::Four);
        check_both("o.xxx*.o", Shape::Four);
        // The edge does not block.
        check_both("|.xx*x.", Shape::OpenFour);
        check_both("|.xx*x.o", Shape::Four);
        check_both("oxx*x.", Shape::Four);
        check_both("oxx*x.o", Shape::Dead);
        check_both("oxx*x.|", Shape::Four);
        check_both("x.x*x.x", Shape::DoubleFour);
        check_both("ox.x*x.x", Shape::Four);
        check_both("ox.x*x.xo", Shape::Four);
    }

    #[test]
    fn a_three_needs_room_for_a_straight_four() {
        check_both("..x*x..", Shape::BroadThree);
        check_both("o..x*x..o", Shape::ClosedThree);
        check_both("o..x*x..", Shape::OpenThree);
        check_both("o.x*x.o", Shape::Dead);
        check_both("|..x*x..|", Shape::BroadThree);
    }
}
