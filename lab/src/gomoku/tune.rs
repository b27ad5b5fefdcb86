//! Fits the evaluation's weights to results and scores of games by logistic regression.

use super::record::Record;
use crate::adam::Adam;
use duiyi_engine::gomoku::board::Board;
use duiyi_engine::gomoku::weights::{
    SHAPE_SETS, WEIGHT_ONE, WEIGHT_TABLE_SIZE, WEIGHT_TABLES, shape_set, weight_table,
};
use duiyi_engine::{Score, logistic};
use duiyi_rules::Ruleset;
use duiyi_rules::gomoku::{Position, Variant};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use std::fs;
use std::path::PathBuf;

/// Fits the evaluation of Gomoku or Renju to games of `gomoku-selfplay`, by Adam on the logistic loss.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long)]
    ruleset: Ruleset,
    #[arg(long, required = true)]
    games: Vec<PathBuf>,
    /// The weights file. The weights of this ruleset are replaced.
    #[arg(long, default_value = "crates/engine/src/gomoku/weights.bin")]
    weights: PathBuf,
    #[arg(long, default_value_t = 20)]
    epochs: usize,
    /// The learning rate of the first epoch; it falls linearly to 0.
    #[arg(long, default_value_t = 0.02)]
    rate: f32,
    /// The fraction of the target that is the game's result; the rest is the search's score.
    #[arg(long, default_value_t = 0.7)]
    result_share: f32,
    /// The L2 regularization toward the old weights, which keeps those of rare shape sets from growing.
    #[arg(long, default_value_t = 1e-5)]
    decay: f32,
}

/// The value at which a side wins e times as often as it loses. While fitting, weights are in units of this scale.
const SCALE: f32 = Score::WIN_RATE_SCALE as f32;

struct Sample {
    /// The index of each weight in the value of the position, and its coefficient; negative for the opponent's shapes.
    features: Vec<(u32, f32)>,
    /// The expected result for the side to move, from 0 to 1.
    target: f32,
}

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let variant = Variant::of(args.ruleset).ok_or("expected a ruleset of five in a row")?;
    if args.ruleset == Ruleset::Caro {
        return Err("caro has no weights of its own: it plays with those of gomoku".into());
    }
    let mut samples: Vec<Sample> = Vec::new();
    for path in &args.games {
        for line in fs::read_to_string(path)?.lines() {
            samples.extend(self::samples(&line.parse()?, variant, args.result_share));
        }
    }
    println!("{} positions", samples.len());
    let bytes = fs::read(&args.weights)?;
    let to_float =
        |pair: &[u8]| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / (WEIGHT_ONE as f32 * SCALE);
    let mut weights: Vec<f32> = bytes.chunks_exact(2).map(to_float).collect();
    if weights.len() != WEIGHT_TABLES * WEIGHT_TABLE_SIZE {
        return Err("the weights file has the wrong size".into());
    }
    fit(&mut weights, &mut samples, args);
    let bytes: Vec<u8> = weights
        .iter()
        .flat_map(|weight| {
            ((weight * WEIGHT_ONE as f32 * SCALE).round().clamp(-32_000.0, 32_000.0) as i16).to_le_bytes()
        })
        .collect();
    fs::write(&args.weights, bytes)?;
    Ok(())
}

/// The quiet positions of a game: the search evaluates only those.
fn samples(record: &Record, variant: Variant, result_share: f32) -> Vec<Sample> {
    let mut board = Board::new(&Position::empty(variant, 15));
    let mut samples = Vec::new();
    for mv in &record.moves {
        if let (Some(score), true) = (mv.score, board.is_quiet()) {
            let result = record.result(board.turn());
            let target = result_share * result + (1.0 - result_share) * win_rate(score as f32 / SCALE);
            samples.push(Sample { features: features(&board), target });
        }
        board.make_move(mv.point);
    }
    samples
}

fn features(board: &Board) -> Vec<(u32, f32)> {
    let (turn, variant) = (board.turn(), board.variant());
    let mut counts = vec![0.0; 2 * SHAPE_SETS];
    for point in board.empty() {
        counts[shape_set(board.shapes_at(point, turn))] += 1.0;
        counts[SHAPE_SETS + shape_set(board.shapes_at(point, turn.other()))] -= 1.0;
    }
    let weight_index = |set: usize| {
        let side = if set < SHAPE_SETS { turn } else { turn.other() };
        (WEIGHT_TABLE_SIZE * weight_table(variant, side) + set) as u32
    };
    let tempo = ((WEIGHT_TABLE_SIZE * weight_table(variant, turn) + 2 * SHAPE_SETS) as u32, 1.0);
    let counted = counts.iter().enumerate().filter(|(_, count)| **count != 0.0);
    counted.map(|(set, &count)| (weight_index(set), count)).chain([tempo]).collect()
}

/// The expected result for a value in units of [`SCALE`].
fn win_rate(value: f32) -> f32 {
    logistic(f64::from(value)) as f32
}

/// Minimizes the loss by Adam on minibatches. A tenth of the samples is held out for validation.
fn fit(weights: &mut [f32], samples: &mut [Sample], args: &Args) {
    const BATCH: usize = 1024;
    let mut random = SmallRng::seed_from_u64(1);
    samples.shuffle(&mut random);
    let (train, test) = samples.split_at_mut(samples.len() * 9 / 10);
    let old_weights = weights.to_vec();
    let mut adam = Adam::new(weights.len(), 1e-8);
    let mut gradient = vec![0.0_f32; weights.len()];
    println!("before: validation loss {:.5}", loss(weights, test));
    for epoch in 1..=args.epochs {
        train.shuffle(&mut random);
        let learning_rate = args.rate * (1.0 - (epoch - 1) as f32 / args.epochs as f32);
        for batch in train.chunks(BATCH) {
            for (slope, (weight, old)) in gradient.iter_mut().zip(weights.iter().zip(&old_weights)) {
                *slope = args.decay * (weight - old);
            }
            for sample in batch {
                let error = win_rate(value(weights, sample)) - sample.target;
                for &(index, count) in &sample.features {
                    gradient[index as usize] += error * count / batch.len() as f32;
                }
            }
            adam.step(weights, &gradient, |_| learning_rate);
        }
        println!(
            "epoch {epoch}: training loss {:.5}, validation loss {:.5}",
            loss(weights, train),
            loss(weights, test)
        );
    }
}

fn value(weights: &[f32], sample: &Sample) -> f32 {
    sample.features.iter().map(|&(index, count)| weights[index as usize] * count).sum()
}

fn loss(weights: &[f32], samples: &[Sample]) -> f32 {
    let cross_entropy = |sample: &Sample| {
        let expected = win_rate(value(weights, sample)).clamp(1e-6, 1.0 - 1e-6);
        -(sample.target * expected.ln() + (1.0 - sample.target) * (1.0 - expected).ln())
    };
    samples.iter().map(cross_entropy).sum::<f32>() / samples.len() as f32
}
