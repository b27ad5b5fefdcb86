//! Games of the engine against itself, one per line.

use super::openings::scatter;
use duiyi::engine::{Budget, EngineSettings, Engines, Limits, Score, SearchRequest, Source, StopFlag};
use duiyi::rules::{Outcome, Ruleset, Side};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Plays the engine of Gomoku or Renju against itself from random openings and appends the games to a file.
///
/// A line is the result for Black (0, 1 for a draw, 2), then every move with the score for the side that made it:
/// `h8:35`. A game ends as soon as a win is proved.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long, value_parser = duiyi::cli::parse_ruleset)]
    ruleset: Ruleset,
    #[arg(long)]
    out: PathBuf,
    /// Nodes per move.
    #[arg(long, default_value_t = 3_000)]
    nodes: u64,
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    #[arg(long)]
    seed: u64,
}

const MAX_PLIES: usize = 150;

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let mut out = BufWriter::new(OpenOptions::new().create(true).append(true).open(&args.out)?);
    let mut random = SmallRng::seed_from_u64(args.seed);
    let engines = Engines::new(EngineSettings { table_mib: 16, ..EngineSettings::default() });
    for number in 1..=args.games {
        let Some(mut game) = scatter(args.ruleset, &mut random) else { continue };
        let mut line: Vec<String> =
            game.moves().into_iter().map(|mv| format!("{}:", game.coordinates(mv))).collect();
        let winner = loop {
            match game.outcome() {
                Some(Outcome::Won { winner, .. }) => break Some(winner),
                Some(Outcome::Drawn { .. } | Outcome::Aborted) => break None,
                None if game.ply() >= MAX_PLIES => break None,
                None => {}
            }
            let limits = Limits { nodes: Some(args.nodes), ..Limits::default() };
            let budget = Budget::new(limits, StopFlag::default());
            let report = engines.search_blocking(&game, &SearchRequest::default(), &budget, &mut |_| {})?;
            let turn = game.turn();
            let score = match report.score {
                Score::Cp(score) => score,
                Score::Mate(moves) => 10_000 * moves.signum(),
            };
            line.push(format!("{}:{score}", game.coordinates(report.best)));
            if report.source == Source::Threats {
                break Some(turn);
            }
            game.play(report.best)?;
        };
        let result = match winner {
            Some(Side::Second) => 0,
            None => 1,
            Some(Side::First) => 2,
        };
        writeln!(out, "{result} {}", line.join(" "))?;
        if number % 100 == 0 {
            out.flush()?;
        }
    }
    Ok(())
}
