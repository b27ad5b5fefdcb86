//! The network in floating point: what it makes of a position, and how each of its numbers would change that.

use crate::sample::Packed;
use arrayvec::ArrayVec;
use duiyi::engine::logistic;
use duiyi::engine::xiangqi::network::{
    BUCKETS, FEATURES, FIRST, HEAD, HIDDEN, HIDDEN_ONE, SCALE, SECOND, SMALL_ONE, SQUARE_ONE, SQUARES,
    WEIGHT_ONE, WEIGHTS, bucket, feature,
};
use duiyi::rules::Side;
use duiyi::rules::xiangqi::{Piece, Square};
use rand::RngExt;
use rand::rngs::SmallRng;
use std::ops::Range;

/// Where each part of the network lies in a vector of all its numbers; the order in which they are written.
const BIAS: usize = FEATURES * HIDDEN;
const HEADS: usize = BIAS + HIDDEN;
pub const NUMBERS: usize = HEADS + BUCKETS * HEAD;

/// Where each part of the small layers lies in theirs.
const STRAIGHT: usize = FIRST * SQUARES;
const FIRST_BIAS: usize = STRAIGHT + SQUARES;
const SECOND_AT: usize = FIRST_BIAS + FIRST;
const SECOND_BIAS: usize = SECOND_AT + FIRST * SECOND;
const LAST: usize = SECOND_BIAS + SECOND;
const LAST_BIAS: usize = LAST + SECOND;

/// As large as the numbers can be and still be written in 16 bits and summed in 32, all pieces on the board.
const LARGEST_FEATURE: f32 = 900.0 / HIDDEN_ONE as f32;
const LARGEST_WIDE: f32 = 4.0;
const LARGEST_SMALL: f32 = 30.0;

/// The views of a position: of the side to move, of the other, each then in the mirror.
const VIEWS: usize = 4;
const SIDES: usize = 2;

type Units = [f32; HIDDEN];

/// A position as the network sees it, and the goal.
pub struct Example {
    /// Where the weights of each piece begin, by view.
    rows: [ArrayVec<u32, 32>; VIEWS],
    bucket: usize,
    goal: f32,
}

impl Example {
    pub fn new(packed: &Packed, result_share: f32) -> Example {
        let turn = packed.turn();
        let rows = [(turn, false), (turn.other(), false), (turn, true), (turn.other(), true)]
            .map(|(viewer, is_mirrored)| rows(packed, viewer, is_mirrored));
        let bucket = bucket(rows[0].len());
        let score = sigmoid(packed.score() as f32 / SCALE);
        Example { rows, bucket, goal: result_share * packed.result() + (1.0 - result_share) * score }
    }

    /// Where the small layers lie that see to it.
    fn head(&self) -> Range<usize> {
        let at = HEADS + self.bucket * HEAD;
        at..at + HEAD
    }
}

fn rows(packed: &Packed, viewer: Side, is_mirrored: bool) -> ArrayVec<u32, 32> {
    let row = |(piece, square): (Piece, Square)| {
        let square = if is_mirrored { square.mirrored() } else { square };
        (feature(viewer, piece, square) * HIDDEN) as u32
    };
    packed.pieces().map(row).collect()
}

fn sigmoid(x: f32) -> f32 {
    logistic(f64::from(x)) as f32
}

/// The layers of a position.
struct Layers {
    views: [Units; VIEWS],
    squares: [f32; SQUARES],
    first: [f32; FIRST],
    second: [f32; SECOND],
    output: f32,
}

fn hidden(numbers: &[f32], rows: &[u32]) -> Units {
    let mut units: Units = part(numbers, BIAS);
    for &row in rows {
        let weights: &Units = part_of(numbers, row as usize);
        units.iter_mut().zip(weights).for_each(|(unit, weight)| *unit += weight);
    }
    units
}

fn layers(numbers: &[f32], example: &Example) -> Layers {
    let views = [0, 1, 2, 3].map(|view: usize| hidden(numbers, &example.rows[view]));
    let mut squares = [0.0; SQUARES];
    for (view, units) in views.iter().enumerate() {
        let at = view % SIDES * HIDDEN;
        for (square, unit) in squares[at..at + HIDDEN].iter_mut().zip(units) {
            let active = unit.clamp(0.0, 1.0);
            *square += active * active;
        }
    }
    let head = &numbers[example.head()];
    let mut first: [f32; FIRST] = part(head, FIRST_BIAS);
    for (at, unit) in first.iter_mut().enumerate() {
        *unit += dot(&squares, part_of(head, at * SQUARES));
    }
    let mut second: [f32; SECOND] = part(head, SECOND_BIAS);
    for (at, unit) in first.iter().enumerate() {
        let weights: &[f32; SECOND] = part_of(head, SECOND_AT + at * SECOND);
        second.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += unit.clamp(0.0, 1.0) * weight);
    }
    let last: &[f32; SECOND] = part_of(head, LAST);
    let output = head[LAST_BIAS]
        + dot(&squares, part_of(head, STRAIGHT))
        + second.iter().zip(last).map(|(unit, weight)| unit.clamp(0.0, 1.0) * weight).sum::<f32>();
    Layers { views, squares, first, second, output }
}

pub fn loss(numbers: &[f32], example: &Example) -> f32 {
    (sigmoid(layers(numbers, example).output) - example.goal).powi(2)
}

/// Adds the example's gradient and returns its loss.
pub fn learn(numbers: &[f32], example: &Example, gradient: &mut [f32]) -> f32 {
    let Layers { views, squares, first, second, output } = layers(numbers, example);
    let head = &numbers[example.head()];
    let change = &mut gradient[example.head()];
    let predicted = sigmoid(output);
    let error = predicted - example.goal;
    let slope = 2.0 * error * predicted * (1.0 - predicted);

    change[LAST_BIAS] += slope;
    let mut second_slopes = [0.0; SECOND];
    for (at, &unit) in second.iter().enumerate() {
        change[LAST + at] += slope * unit.clamp(0.0, 1.0);
        second_slopes[at] = if is_between(unit) { slope * head[LAST + at] } else { 0.0 };
        change[SECOND_BIAS + at] += second_slopes[at];
    }
    let mut square_slopes: [f32; SQUARES] = part(head, STRAIGHT);
    square_slopes.iter_mut().for_each(|weight| *weight *= slope);
    add_scaled(part_of_mut(change, STRAIGHT), &squares, slope);
    for (at, &unit) in first.iter().enumerate() {
        let onward = SECOND_AT + at * SECOND;
        add_scaled::<SECOND>(part_of_mut(change, onward), &second_slopes, unit.clamp(0.0, 1.0));
        if is_between(unit) {
            let unit_slope = dot::<SECOND>(&second_slopes, part_of(head, onward));
            change[FIRST_BIAS + at] += unit_slope;
            add_scaled(part_of_mut(change, at * SQUARES), &squares, unit_slope);
            add_scaled(&mut square_slopes, part_of(head, at * SQUARES), unit_slope);
        }
    }
    for (view, units) in views.iter().enumerate() {
        let square_slopes: &Units = part_of(&square_slopes, view % SIDES * HIDDEN);
        let mut slopes: Units = [0.0; HIDDEN];
        for ((slope, unit), square_slope) in slopes.iter_mut().zip(units).zip(square_slopes) {
            *slope = if is_between(*unit) { square_slope * 2.0 * unit } else { 0.0 };
        }
        add_scaled(part_of_mut(gradient, BIAS), &slopes, 1.0);
        for &row in &example.rows[view] {
            add_scaled(part_of_mut(gradient, row as usize), &slopes, 1.0);
        }
    }
    error * error
}

fn is_between(unit: f32) -> bool {
    unit > 0.0 && unit < 1.0
}

fn part_of<const LENGTH: usize>(numbers: &[f32], at: usize) -> &[f32; LENGTH] {
    numbers[at..].first_chunk().expect("all parts of the network are in the vector")
}

fn part<const LENGTH: usize>(numbers: &[f32], at: usize) -> [f32; LENGTH] {
    *part_of(numbers, at)
}

fn part_of_mut<const LENGTH: usize>(numbers: &mut [f32], at: usize) -> &mut [f32; LENGTH] {
    numbers[at..].first_chunk_mut().expect("all parts of the network are in the vector")
}

fn add_scaled<const LENGTH: usize>(sums: &mut [f32; LENGTH], by: &[f32; LENGTH], scale: f32) {
    sums.iter_mut().zip(by).for_each(|(sum, by)| *sum += scale * by);
}

/// Summed in lanes, which the compiler may not bring about by itself.
fn dot<const LENGTH: usize>(a: &[f32; LENGTH], b: &[f32; LENGTH]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        (0..LANES).for_each(|lane| sums[lane] += a[lane] * b[lane]);
    }
    sums.iter().sum()
}

/// How many times as fast as the others a number learns: the weights of a piece on a point are asked for less often.
pub fn quickness(at: usize) -> f32 {
    if at < BIAS { 2.0 } else { 1.0 }
}

/// Keeps the numbers within their largest sizes.
pub fn cut(numbers: &mut [f32]) {
    let (hidden, heads) = numbers.split_at_mut(HEADS);
    hidden.iter_mut().for_each(|number| *number = number.clamp(-LARGEST_FEATURE, LARGEST_FEATURE));
    for head in heads.chunks_mut(HEAD) {
        let (wide, small) = head.split_at_mut(FIRST_BIAS);
        wide.iter_mut().for_each(|number| *number = number.clamp(-LARGEST_WIDE, LARGEST_WIDE));
        small.iter_mut().for_each(|number| *number = number.clamp(-LARGEST_SMALL, LARGEST_SMALL));
    }
}

/// A network to begin with.
pub fn random_numbers(random: &mut SmallRng) -> Vec<f32> {
    /// What the small layers' units begin with, so that most of them are alive.
    const SMALL_BIAS: f32 = 0.2;
    const PIECES: f32 = 24.0;
    let largest = |inputs: usize| (1.0 / inputs as f32).sqrt();
    let number = |at: usize| match at.checked_sub(HEADS).map(|at| at % HEAD) {
        None if at < BIAS => random.random_range(-1.0..=1.0) * (1.0 / PIECES).sqrt() * 0.5,
        Some(..FIRST_BIAS) => random.random_range(-1.0..=1.0) * largest(SQUARES),
        Some(FIRST_BIAS..SECOND_AT | SECOND_BIAS..LAST) => SMALL_BIAS,
        Some(SECOND_AT..SECOND_BIAS) => random.random_range(-1.0..=1.0) * largest(FIRST),
        Some(LAST..LAST_BIAS) => random.random_range(-1.0..=1.0) * largest(SECOND),
        None | Some(_) => 0.0,
    };
    (0..NUMBERS).map(number).collect()
}

/// The network that the engine plays by.
pub fn own_numbers() -> Vec<f32> {
    let (weights, _) = WEIGHTS.as_chunks::<2>();
    weights.iter().enumerate().map(|(at, &bytes)| f32::from(i16::from_le_bytes(bytes)) / one(at)).collect()
}

/// The numbers as the engine reads them.
pub fn quantised(numbers: &[f32]) -> Vec<u8> {
    let number = |(at, number): (usize, &f32)| ((number * one(at)).round() as i16).to_le_bytes();
    numbers.iter().enumerate().flat_map(number).collect()
}

/// What the engine calls one.
fn one(at: usize) -> f32 {
    let small = SMALL_ONE as f32;
    match at.checked_sub(HEADS).map(|at| at % HEAD) {
        None => HIDDEN_ONE as f32,
        // The engine divides sums of squares by the weights' one.
        Some(..FIRST_BIAS) => small * WEIGHT_ONE as f32 / SQUARE_ONE,
        Some(FIRST_BIAS..SECOND_AT | SECOND_BIAS..LAST | LAST_BIAS..) => small,
        Some(_) => WEIGHT_ONE as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adam::Adam;
    use duiyi::engine::xiangqi::network::Accumulators;
    use duiyi::rules::xiangqi::{Position, START_FEN};
    use rand::SeedableRng;

    fn example() -> Example {
        let fen = "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1";
        Example::new(&Packed::new(&fen.parse().unwrap(), 250, Some(Side::First), 20), 0.5)
    }

    fn numbers(seed: u64) -> Vec<f32> {
        random_numbers(&mut SmallRng::seed_from_u64(seed))
    }

    #[test]
    fn the_goal_lies_between_score_and_result() {
        assert!((example().goal - sigmoid(250.0 / SCALE) / 2.0).abs() < 1e-6);
    }

    /// The gradient of every kind of number is what a small change of it does to the loss.
    #[test]
    fn gradients_are_slopes() {
        const STEP: f32 = 1e-2;
        let (numbers, example) = (numbers(3), example());
        let mut gradient = vec![0.0; NUMBERS];
        learn(&numbers, &example, &mut gradient);
        let steepest = |range: Range<usize>| {
            range.max_by(|&a, &b| gradient[a].abs().total_cmp(&gradient[b].abs())).unwrap()
        };
        let head = |from: usize, to: usize| {
            let at = example.head().start;
            at + from..at + to
        };
        for at in [
            steepest(0..BIAS),
            steepest(BIAS..HEADS),
            steepest(head(0, STRAIGHT)),
            steepest(head(STRAIGHT, FIRST_BIAS)),
            steepest(head(FIRST_BIAS, SECOND_AT)),
            steepest(head(SECOND_AT, SECOND_BIAS)),
            steepest(head(SECOND_BIAS, LAST)),
            steepest(head(LAST, LAST_BIAS)),
            steepest(head(LAST_BIAS, HEAD)),
        ] {
            let moved = |by: f32| {
                let mut numbers = numbers.clone();
                numbers[at] += by;
                loss(&numbers, &example)
            };
            let slope = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            assert!(
                (slope - gradient[at]).abs() < 0.05 * gradient[at].abs(),
                "{at}: {slope} {}",
                gradient[at]
            );
        }
    }

    /// What is learnt is what the engine plays by, but for rounding.
    #[test]
    fn the_engine_evaluates_as_the_network_was_trained() {
        const ROUNDING: f32 = 8.0;
        let numbers = own_numbers();
        for fen in [
            START_FEN,
            "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1",
            "2bak4/4a4/4b4/p3p3p/4c1n2/2B6/P3P3P/4C1N2/4A4/2BAK4 w - - 0 1",
            "4k4/4a4/9/9/9/4P4/9/4B4/4A4/2BAK1R2 b - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let example = Example::new(&Packed::new(&position, 0, None, 0), 0.0);
            let expected = SCALE * layers(&numbers, &example).output;
            let value = Accumulators::new(&position).evaluate(&position) as f32;
            assert!((value - expected).abs() < ROUNDING, "{fen}: {value}, not {expected}");
        }
    }

    #[test]
    fn learning_lowers_the_loss() {
        let mut numbers = numbers(4);
        let mut adam = Adam::new(NUMBERS, 1e-8);
        let before = loss(&numbers, &example());
        for _ in 0..50 {
            let mut gradient = vec![0.0; NUMBERS];
            learn(&numbers, &example(), &mut gradient);
            adam.step(&mut numbers, &gradient, |at| 1e-3 * quickness(at));
        }
        assert!(loss(&numbers, &example()) < before / 10.0);
    }
}
