//! The lab: what measures the engines' strength. Not part of the service.

mod engine;
mod minimax;
mod openings;
mod play;
mod stats;

use clap::Parser;
use engine::Contestant;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Plays a match between two engines, from varied openings, each with both colours.
///
/// An engine is a command that speaks UCCI or UCI ("uci:" before it), or "minimax:N" for the material search of
/// depth N that is built in.
#[derive(Debug, Parser)]
struct Match {
    /// The engine whose score is told.
    #[arg(long)]
    engine: String,
    #[arg(long)]
    opponent: String,
    /// Milliseconds a move.
    #[arg(long, default_value_t = 100)]
    time_ms: u64,
    /// Games to play; each opening is played twice.
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Where to append a line per game, as JSON.
    #[arg(long)]
    out: Option<PathBuf>,
    /// The first opening to use.
    #[arg(long, default_value_t = 0)]
    first_opening: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Match::parse();
    let time = Duration::from_millis(args.time_ms);
    let mut engines = [Contestant::start(&args.engine)?, Contestant::start(&args.opponent)?];
    let mut out = match &args.out {
        Some(path) => Some(OpenOptions::new().create(true).append(true).open(path)?),
        None => None,
    };
    let openings = openings::all();
    let mut score = stats::Score::default();
    for number in 0..args.games {
        let opening = &openings[(args.first_opening + number / 2) % openings.len()];
        let red = number % 2;
        let game = play::play(&mut engines, red, opening, time);
        let result = game.result_for(0);
        score.add(number, result);
        if let Some(out) = &mut out {
            writeln!(out, "{}", game.record(&args.engine, &args.opponent, red, args.time_ms))?;
        }
        println!("{:>4}  {:<7} {:<28} {score}", number + 1, result.name(), game.reason);
    }
    Ok(())
}
