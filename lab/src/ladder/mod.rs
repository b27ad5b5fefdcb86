//! The ladder of levels: all steps, ties over several steps and matches against known opponents, on one Elo scale.

mod plan;
mod table;

use crate::portions::{self, MatchArgs};
use crate::time_control::TimeControl;
use plan::Plan;

type Error = Box<dyn std::error::Error>;

/// Plays the levels against each other and prints their Elo.
///
/// Every level meets the one below, the one two or three below, and the low levels meet opponents whose strength people
/// know: newcomers and, in Xiangqi, the material search. Levels play without the opening book.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The most nodes a move of level 20. The other levels have limits of their own.
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    #[command(flatten)]
    plan: Plan,
    #[command(flatten)]
    matches: MatchArgs,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let pairings = args.plan.pairings(args.matches.ruleset, TimeControl::Nodes(args.nodes));
    let results = portions::play_all(&args.matches, &pairings)?;
    print!("{}", table::markdown(&pairings, &results));
    Ok(())
}
