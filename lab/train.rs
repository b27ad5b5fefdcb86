//! Fits the network of the Xiangqi evaluation to positions of self-play: gradient descent by Adam, on the CPU.
//!
//! A position has some thirty pieces, so the first layer costs thirty rows and not all of its weights.

use crate::sample::{self, Packed};
use duiyi::engine::xiangqi::network::{
    BUCKETS, FEATURES, HIDDEN, HIDDEN_ONE, SCALE, WEIGHT_ONE, bucket, feature,
};
use duiyi::rules::xiangqi::{Piece, Square};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::path::PathBuf;
use std::time::Instant;

/// Fits the network to positions of self-play and writes its weights.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of self-play.
    #[arg(required = true)]
    data: Vec<PathBuf>,
    #[arg(long, default_value = "src/engine/xiangqi/network/weights.bin")]
    out: PathBuf,
    #[arg(long, default_value_t = 24)]
    epochs: usize,
    /// How much of the goal is the game's result; the rest is the search's score.
    #[arg(long, default_value_t = 0.15)]
    result_share: f32,
    /// The step of the first epoch; it falls along half a cosine to a hundredth.
    #[arg(long, default_value_t = 1.5e-3)]
    rate: f32,
    /// How much of itself a number loses in a step, as a part of the rate.
    #[arg(long, default_value_t = 0.7)]
    decay: f32,
    #[arg(long, default_value_t = 8_192)]
    batch: usize,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// One stretch of positions in so many is kept aside to see how well the network knows what it was not shown.
const HELD_BACK: usize = 40;
const STRETCH: usize = 1_000;

/// Where each part of the network lies in a vector of all its numbers; the order in which they are written.
const BIAS: usize = FEATURES * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + BUCKETS * 2 * HIDDEN;
const NUMBERS: usize = OUTPUT_BIAS + BUCKETS;

/// As large as the numbers can be and still be written in 16 bits, all pieces on the board.
const LARGEST_FEATURE: f32 = 900.0 / HIDDEN_ONE as f32;
const LARGEST_OUTPUT: f32 = 127.0 / WEIGHT_ONE as f32;

/// The views of a position: of the side to move, of the other, each then in the mirror.
const VIEWS: usize = 4;

type Units = [f32; HIDDEN];

struct Example {
    /// The row of each piece in each view.
    rows: Vec<[usize; VIEWS]>,
    bucket: usize,
    goal: f32,
}

impl Example {
    fn new(packed: &Packed, result_share: f32) -> Example {
        let turn = packed.turn();
        let row = |(piece, square): (Piece, Square)| {
            let mirrored = square.mirrored();
            [(turn, square), (turn.other(), square), (turn, mirrored), (turn.other(), mirrored)]
                .map(|(viewer, square)| feature(viewer, piece, square))
        };
        let rows: Vec<_> = packed.pieces().map(row).collect();
        let bucket = bucket(rows.len());
        let score = sigmoid(packed.score() as f32 / SCALE);
        Example { rows, bucket, goal: result_share * packed.result() + (1.0 - result_share) * score }
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn units(numbers: &[f32], at: usize) -> &Units {
    numbers[at..].first_chunk().expect("all parts of the network are in the vector")
}

fn units_mut(numbers: &mut [f32], at: usize) -> &mut Units {
    numbers[at..].first_chunk_mut().expect("all parts of the network are in the vector")
}

/// Where the output's weights for a view lie.
fn output_at(bucket: usize, view: usize) -> usize {
    OUTPUT + (2 * bucket + view % 2) * HIDDEN
}

fn hidden(numbers: &[f32], example: &Example) -> [Units; VIEWS] {
    let mut views = [*units(numbers, BIAS); VIEWS];
    for rows in &example.rows {
        for (view, row) in views.iter_mut().zip(rows) {
            view.iter_mut().zip(units(numbers, row * HIDDEN)).for_each(|(unit, weight)| *unit += weight);
        }
    }
    views
}

fn output(numbers: &[f32], views: &[Units; VIEWS], bucket: usize) -> f32 {
    let mut sums: Units = [0.0; HIDDEN];
    for (view, hidden) in views.iter().enumerate() {
        let weights = units(numbers, output_at(bucket, view));
        for unit in 0..HIDDEN {
            let active = hidden[unit].clamp(0.0, 1.0);
            sums[unit] += active * active * weights[unit];
        }
    }
    numbers[OUTPUT_BIAS + bucket] + sums.iter().sum::<f32>()
}

fn loss(numbers: &[f32], example: &Example) -> f32 {
    (sigmoid(output(numbers, &hidden(numbers, example), example.bucket)) - example.goal).powi(2)
}

/// Adds the example's gradient and returns its loss.
fn learn(numbers: &[f32], example: &Example, gradient: &mut [f32]) -> f32 {
    let mut views = hidden(numbers, example);
    let bucket = example.bucket;
    let predicted = sigmoid(output(numbers, &views, bucket));
    let error = predicted - example.goal;
    let slope = 2.0 * error * predicted * (1.0 - predicted);
    gradient[OUTPUT_BIAS + bucket] += slope;
    for (view, hidden) in views.iter_mut().enumerate() {
        let at = output_at(bucket, view);
        let (weights, change) = (units(numbers, at), units_mut(gradient, at));
        for unit in 0..HIDDEN {
            let active = hidden[unit].clamp(0.0, 1.0);
            let is_between = active == hidden[unit];
            change[unit] += slope * active * active;
            hidden[unit] = if is_between { slope * weights[unit] * 2.0 * active } else { 0.0 };
        }
        units_mut(gradient, BIAS).iter_mut().zip(&*hidden).for_each(|(sum, change)| *sum += change);
    }
    for rows in &example.rows {
        for (view, row) in views.iter().zip(rows) {
            units_mut(gradient, row * HIDDEN).iter_mut().zip(view).for_each(|(sum, change)| *sum += change);
        }
    }
    error * error
}

struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Adam {
    const FIRST_DECAY: f32 = 0.9;
    const SECOND_DECAY: f32 = 0.999;

    fn step(&mut self, numbers: &mut [f32], gradient: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let first_scale = 1.0 / (1.0 - Self::FIRST_DECAY.powi(self.steps));
        let second_scale = 1.0 / (1.0 - Self::SECOND_DECAY.powi(self.steps));
        for (at, number) in numbers.iter_mut().enumerate() {
            let (first, second) = (&mut self.first[at], &mut self.second[at]);
            *first += (1.0 - Self::FIRST_DECAY) * (gradient[at] - *first);
            *second += (1.0 - Self::SECOND_DECAY) * (gradient[at] * gradient[at] - *second);
            *number -= rate * decay * *number;
            *number -= rate * *first * first_scale / ((*second * second_scale).sqrt() + 1e-8);
            let largest = if at < OUTPUT { LARGEST_FEATURE } else { LARGEST_OUTPUT };
            *number = number.clamp(-largest, largest);
        }
    }
}

fn random_numbers(random: &mut SmallRng) -> Vec<f32> {
    const PIECES: f32 = 24.0;
    let feature = (1.0 / PIECES).sqrt() * 0.5;
    let output = (1.0 / (VIEWS * HIDDEN) as f32).sqrt();
    let largest = |at: usize| match at {
        ..BIAS => feature,
        OUTPUT..OUTPUT_BIAS => output,
        _ => 0.0,
    };
    (0..NUMBERS).map(|at| random.random_range(-1.0..=1.0) * largest(at)).collect()
}

/// What `of` makes of each thread's part of the examples.
fn in_parts<T: Send>(data: &[&Packed], threads: usize, of: impl Fn(&[&Packed]) -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let of = &of;
        let part = data.len().div_ceil(threads.max(1)).max(1);
        let parts: Vec<_> = data.chunks(part).map(|part| scope.spawn(move || of(part))).collect();
        parts.into_iter().map(|part| part.join().expect("no thread of the training panics")).collect()
    })
}

/// The sum of the losses of a batch and the mean of their gradients.
fn learn_batch(numbers: &[f32], batch: &[&Packed], args: &Args) -> (f64, Vec<f32>) {
    let parts = in_parts(batch, args.threads, |part| {
        let mut gradient = vec![0.0; NUMBERS];
        let mut loss = 0.0;
        for packed in part {
            loss += f64::from(learn(numbers, &Example::new(packed, args.result_share), &mut gradient));
        }
        (loss, gradient)
    });
    let (mut loss, mut mean) = (0.0, vec![0.0; NUMBERS]);
    for (part_loss, gradient) in parts {
        loss += part_loss;
        mean.iter_mut().zip(gradient).for_each(|(mean, part)| *mean += part / batch.len() as f32);
    }
    (loss, mean)
}

fn mean_loss(numbers: &[f32], data: &[&Packed], args: &Args) -> f64 {
    let loss = |packed: &&Packed| f64::from(loss(numbers, &Example::new(packed, args.result_share)));
    let parts = in_parts(data, args.threads, |part| part.iter().map(loss).sum::<f64>());
    parts.into_iter().sum::<f64>() / data.len() as f64
}

/// The positions to learn from, and those held back: whole stretches, since neighbours are of one game.
fn divided(all: &[Packed]) -> (Vec<&Packed>, Vec<&Packed>) {
    let part = |held: bool| {
        let stretches = all.chunks(STRETCH).enumerate();
        stretches.filter(|(at, _)| (at % HELD_BACK == 0) == held).flat_map(|(_, stretch)| stretch).collect()
    };
    (part(false), part(true))
}

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let mut all = Vec::new();
    for path in &args.data {
        all.extend(sample::read(path)?);
    }
    let (mut data, held) = divided(&all);
    println!(
        "{} positions, {} held back; scores fit results best on a scale of {}",
        data.len(),
        held.len(),
        best_scale(&held)
    );
    let mut random = SmallRng::seed_from_u64(args.seed);
    let mut numbers = random_numbers(&mut random);
    let mut adam = Adam { first: vec![0.0; NUMBERS], second: vec![0.0; NUMBERS], steps: 0 };
    let started = Instant::now();
    for epoch in 0..args.epochs {
        data.shuffle(&mut random);
        let mut sum = 0.0;
        for (at, batch) in data.chunks(args.batch).enumerate() {
            let done = (epoch as f32 + (at * args.batch) as f32 / data.len() as f32) / args.epochs as f32;
            let rate = args.rate * (0.01 + 0.99 * (1.0 + (done * std::f32::consts::PI).cos()) / 2.0);
            let (loss, gradient) = learn_batch(&numbers, batch, args);
            sum += loss;
            adam.step(&mut numbers, &gradient, rate, args.decay);
        }
        println!(
            "epoch {:>3}: loss {:.6}, of those held back {:.6}, {} s",
            epoch + 1,
            sum / data.len() as f64,
            mean_loss(&numbers, &held, args),
            started.elapsed().as_secs()
        );
        std::fs::write(&args.out, quantised(&numbers))?;
    }
    Ok(())
}

/// The numbers as the engine reads them.
fn quantised(numbers: &[f32]) -> Vec<u8> {
    let one = |at: usize| match at {
        ..OUTPUT => HIDDEN_ONE,
        OUTPUT..OUTPUT_BIAS => WEIGHT_ONE,
        _ => HIDDEN_ONE * WEIGHT_ONE,
    };
    let number = |(at, number): (usize, &f32)| ((number * one(at) as f32).round() as i16).to_le_bytes();
    numbers.iter().enumerate().flat_map(number).collect()
}

/// The scale on which scores predict results best.
fn best_scale(data: &[&Packed]) -> u32 {
    let error = |scale: u32| -> f64 {
        let error = |packed: &&Packed| {
            f64::from((sigmoid(packed.score() as f32 / scale as f32) - packed.result()).powi(2))
        };
        data.iter().map(error).sum()
    };
    let better = |a: &u32, b: &u32| error(*a).total_cmp(&error(*b));
    (100..=800).step_by(20).min_by(better).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi::rules::Side;

    fn example() -> Example {
        let fen = "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 1";
        Example::new(&Packed::new(&fen.parse().unwrap(), 250, Some(Side::First), 20), 0.5)
    }

    #[test]
    fn the_goal_lies_between_score_and_result() {
        assert!((example().goal - sigmoid(250.0 / SCALE) / 2.0).abs() < 1e-6);
    }

    /// The gradient of every kind of number is what a small change of it does to the loss.
    #[test]
    fn gradients_are_slopes() {
        const STEP: f32 = 1e-2;
        let numbers = random_numbers(&mut SmallRng::seed_from_u64(3));
        let (example, mut gradient) = (example(), vec![0.0; NUMBERS]);
        learn(&numbers, &example, &mut gradient);
        let steepest = |range: std::ops::Range<usize>| {
            range.max_by(|&a, &b| gradient[a].abs().total_cmp(&gradient[b].abs())).unwrap()
        };
        for at in [
            steepest(0..BIAS),
            steepest(BIAS..OUTPUT),
            steepest(OUTPUT..OUTPUT_BIAS),
            OUTPUT_BIAS + example.bucket,
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

    #[test]
    fn learning_lowers_the_loss() {
        let mut numbers = random_numbers(&mut SmallRng::seed_from_u64(4));
        let mut adam = Adam { first: vec![0.0; NUMBERS], second: vec![0.0; NUMBERS], steps: 0 };
        let before = loss(&numbers, &example());
        for _ in 0..50 {
            let mut gradient = vec![0.0; NUMBERS];
            learn(&numbers, &example(), &mut gradient);
            adam.step(&mut numbers, &gradient, 1e-3, 0.0);
        }
        assert!(loss(&numbers, &example()) < before / 10.0);
    }
}
