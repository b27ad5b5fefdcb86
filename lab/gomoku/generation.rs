//! One generation of the network of five in a row: games of all its rulesets, then training on them.

use super::{selfplay, train};
use duiyi::rules::Ruleset;
use std::fs;
use std::path::PathBuf;

/// Plays games of all rulesets by the engine of this build, then trains a network on them.
///
/// The folder gets a file of games for each ruleset and `weights.bin`. An interrupted run goes on: it keeps the games that are
/// there, and trains again from the start unless the training had finished.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long)]
    folder: PathBuf,
    /// Games of all rulesets together.
    #[arg(long, default_value_t = 20_000)]
    games: u64,
    /// Nodes per move.
    #[arg(long, default_value_t = 3_000)]
    nodes: u64,
    /// The shares of Gomoku, standard Gomoku and Renju, in percent of the games.
    #[arg(long, value_delimiter = ',', num_args = 3, default_values_t = [45, 10, 45])]
    shares: Vec<u64>,
    #[command(flatten)]
    training: train::Settings,
}

const RULESETS: [Ruleset; 3] = [Ruleset::Gomoku, Ruleset::GomokuStandard, Ruleset::Renju];

pub fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    fs::create_dir_all(&args.folder)?;
    let mut games = Vec::new();
    for (ruleset, share) in RULESETS.into_iter().zip(&args.shares) {
        let out = args.folder.join(format!("{}.txt", ruleset.name()));
        games.push(format!("{}:{}", ruleset.name(), out.display()));
        selfplay::run(&selfplay::Args {
            ruleset,
            out,
            nodes: args.nodes,
            games: args.games * share / 100,
            seed: args.training.seed,
            concurrency: args.training.threads,
        })?;
    }
    let (unfinished, weights) = (args.folder.join("weights.bin.unfinished"), args.folder.join("weights.bin"));
    if !weights.exists() {
        train::run(&train::Args { games, out: unfinished.clone(), settings: args.training.clone() })?;
        fs::rename(unfinished, weights)?;
    }
    Ok(())
}
