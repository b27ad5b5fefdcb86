//! How well a search judges positions with few nodes: how far its scores agree with those of a much longer search, best by
//! another engine. It costs far less than a match, but it speaks of scores and not of moves.

use crate::engine::Contestant;
use crate::sample::{self, Packed};
use crate::stats::mean;
use crate::threads::on_threads;
use crate::time_control::Allowance;
use duiyi_engine::logistic;
use duiyi_engine::xiangqi::network::SCALE;
use duiyi_rules::xiangqi::Role;
use duiyi_rules::{self as rules, Options, Ruleset};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Judges positions of Xiangqi by searches of a fixed number of nodes, and writes them with the new scores.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A file of self-play, or of judged positions.
    positions: PathBuf,
    /// As in a match.
    #[arg(long)]
    engine: String,
    #[arg(long)]
    nodes: u64,
    /// Takes this many positions at random, of those that are not decided and have at least six attackers, instead of all.
    #[arg(long)]
    sample: Option<usize>,
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    #[arg(long)]
    out: PathBuf,
}

/// Says how far the scores of judged files agree with those of long searches of the same positions: their correlation, as
/// expected results.
#[derive(Debug, clap::Args)]
pub struct AgreementArgs {
    /// A file judged by a long search. Of several files the mean counts.
    #[arg(long, required = true)]
    reference: Vec<PathBuf>,
    /// The first of them is what the others are compared with.
    #[arg(required = true)]
    judged: Vec<PathBuf>,
}

/// A mate counts as this score.
const MATE_SCORE: i32 = 2_000;
/// A position with a larger score is decided.
const DECIDED_SCORE: i32 = 400;
/// The attackers of both sides together that a sampled position has at least.
const ATTACKERS: usize = 6;

fn sampled(mut positions: Vec<Packed>, count: usize) -> Vec<Packed> {
    let is_attacker = |role| matches!(role, Role::Rook | Role::Cannon | Role::Horse);
    positions.retain(|packed| {
        let attackers = packed.pieces().filter(|(piece, _)| is_attacker(piece.role)).count();
        packed.score().abs() < DECIDED_SCORE && attackers >= ATTACKERS
    });
    positions.shuffle(&mut SmallRng::seed_from_u64(1));
    positions.truncate(count);
    positions
}

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let positions = sample::read(&args.positions)?;
    let positions = match args.sample {
        Some(count) => sampled(positions, count),
        None => positions,
    };
    let next = AtomicUsize::new(0);
    let judged = Mutex::new(positions.clone());
    on_threads(args.concurrency, || {
        let mut contestant = Contestant::start(&args.engine, Ruleset::Xiangqi)?;
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(packed) = positions.get(at) else { return Ok(()) };
            let game =
                rules::Game::new(&Options::defaults(Ruleset::Xiangqi), Some(&packed.position().to_string()))?;
            contestant.new_game();
            let choice = contestant.choose(&game, Allowance::Nodes(args.nodes));
            let score = choice.map_err(|failure| format!("{game:?}: {failure:?}"))?.score;
            let score = score.ok_or("this engine reports no score")?.clamp(-MATE_SCORE, MATE_SCORE);
            judged.lock().expect("no thread panics")[at] = packed.with_score(score);
        }
    })?;
    let judged = judged.into_inner().expect("no thread panics");
    std::fs::write(&args.out, judged.iter().flat_map(Packed::bytes).copied().collect::<Vec<u8>>())?;
    Ok(())
}

/// The scores as expected results.
fn expected_results(judged: &[Packed]) -> Vec<f64> {
    judged.iter().map(|packed| logistic(f64::from(packed.score()) / f64::from(SCALE))).collect()
}

fn variance(numbers: &[f64]) -> f64 {
    let center = mean(numbers);
    mean(&numbers.iter().map(|number| (number - center).powi(2)).collect::<Vec<_>>())
}

/// The numbers with a mean of 0 and a variance of 1.
fn standardized(numbers: &[f64]) -> Vec<f64> {
    let (center, spread) = (mean(numbers), variance(numbers).sqrt());
    numbers.iter().map(|number| (number - center) / spread).collect()
}

/// What each position adds to the correlation, whose mean is the correlation.
fn products(reference: &[f64], judged: &[f64]) -> Vec<f64> {
    let (reference, judged) = (standardized(reference), standardized(judged));
    reference.iter().zip(&judged).map(|(a, b)| 1.0 - (a - b).powi(2) / 2.0).collect()
}

/// Half of the 95 % interval of the mean.
fn error_of_mean(numbers: &[f64]) -> f64 {
    1.96 * (variance(numbers) / numbers.len() as f64).sqrt()
}

/// The scores of files of the same positions as expected results.
///
/// # Errors
/// When a file cannot be read, or has other positions than the first.
fn read_all(paths: &[PathBuf]) -> Result<Vec<Vec<f64>>, Box<dyn std::error::Error>> {
    let mut first: Option<Vec<Packed>> = None;
    let mut results = Vec::new();
    for path in paths {
        let judged = sample::read(path)?;
        let positions: Vec<Packed> = judged.iter().map(|packed| packed.with_score(0)).collect();
        if *first.get_or_insert_with(|| positions.clone()) != positions {
            return Err(format!("{} has other positions than {}", path.display(), paths[0].display()).into());
        }
        results.push(expected_results(&judged));
    }
    Ok(results)
}

pub fn run_agreement(args: &AgreementArgs) -> Result<(), Box<dyn std::error::Error>> {
    let paths = [&args.reference[..], &args.judged].concat();
    let results = read_all(&paths)?;
    let (references, judged) = results.split_at(args.reference.len());
    let mut reference = vec![0.0; references[0].len()];
    for results in references {
        reference.iter_mut().zip(standardized(results)).for_each(|(sum, result)| *sum += result);
    }
    let first = products(&reference, &judged[0]);
    for (results, path) in judged.iter().zip(&args.judged) {
        let products = products(&reference, results);
        let gains: Vec<f64> = products.iter().zip(&first).map(|(own, first)| own - first).collect();
        println!(
            "{:.4}  {:+.4} ± {:.4}  {}",
            mean(&products),
            mean(&gains),
            error_of_mean(&gains),
            path.display()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_agreement_is_the_correlation() {
        let reference = [0.1, 0.4, 0.5, 0.8];
        let scaled = reference.map(|number| 0.3 + number / 2.0);
        assert!((mean(&products(&reference, &scaled)) - 1.0).abs() < 1e-9);
        let opposite = reference.map(|number| -number);
        assert!((mean(&products(&reference, &opposite)) + 1.0).abs() < 1e-9);
        assert!(mean(&products(&[0.0, 0.0, 1.0, 1.0], &[0.0, 1.0, 0.0, 1.0])).abs() < 1e-9);
    }
}
