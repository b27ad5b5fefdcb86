//! The ladder of levels: all steps, ties over several steps and matches against known opponents, on one Elo scale.

mod plan;
mod table;

use crate::engine::Contestant;
use crate::openings;
use crate::play::{self, GameConditions};
use crate::portions::{self, MatchArgs, Matches};
use crate::stats::GameResult;
use crate::time_control::TimeControl;
use duiyi_rules::Ruleset;
use plan::{Pairing, Plan};
use serde_json::Value;

type Error = Box<dyn std::error::Error>;

/// Plays the levels against each other and prints their Elo.
///
/// Every level meets the one below, the one two or three below, and the low levels meet opponents whose strength people
/// know: newcomers and, in Xiangqi, the material search. Levels play without the opening book.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long, default_value = "xiangqi")]
    ruleset: Ruleset,
    /// The most nodes a move of level 20. The other levels have limits of their own.
    #[arg(long, default_value_t = 200_000)]
    nodes: u64,
    #[command(flatten)]
    plan: Plan,
    #[command(flatten)]
    matches: MatchArgs,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let ladder = Ladder {
        conditions: GameConditions {
            options: play::options(args.ruleset),
            time_controls: [TimeControl::Nodes(args.nodes); 2],
            adjudication: args.matches.adjudication,
        },
        ruleset: args.ruleset,
        openings: openings::of(args.ruleset),
        pairings: args.plan.pairings(args.ruleset),
    };
    let results = portions::play_all(&args.matches, &ladder)?;
    print!("{}", table::markdown(&ladder.pairings, &results));
    Ok(())
}

struct Ladder {
    conditions: GameConditions,
    ruleset: Ruleset,
    openings: Vec<Vec<String>>,
    pairings: Vec<Pairing>,
}

impl Matches for Ladder {
    fn games(&self) -> Vec<usize> {
        self.pairings.iter().map(|pairing| pairing.games).collect()
    }

    fn match_of(&self, record: &Value) -> Option<usize> {
        let names = [record["engine"].as_str()?, record["opponent"].as_str()?];
        self.pairings.iter().position(|pairing| pairing.names() == names)
    }

    fn contestants(&self, of: usize) -> Result<[Contestant; 2], Error> {
        let [engine, opponent] = self.pairings[of].names().map(|name| Contestant::start(name, self.ruleset));
        Ok([engine?, opponent?])
    }

    fn play(&self, contestants: &mut [Contestant; 2], of: usize, number: usize) -> (Value, GameResult) {
        let names = self.pairings[of].names();
        let opening = &self.openings[number / 2 % self.openings.len()];
        let start = play::after_opening(opening, &self.conditions.options);
        let game = play::play(contestants, number % 2, start, &self.conditions);
        let mut record = game.record(number, names, self.conditions.time_controls);
        record["engine"] = names[0].into();
        record["opponent"] = names[1].into();
        (record, game.result_for(0))
    }
}
