//! The ladder of levels: all steps, ties over several steps and matches against known opponents, on one Elo scale.

mod plan;
mod table;

use crate::adjudicate::Adjudication;
use crate::engine::Contestant;
use crate::openings;
use crate::play::{self, GameConditions};
use crate::portions::{PORTION, Portion, portions};
use crate::stats::GameResult;
use crate::threads::on_threads;
use crate::time_control::TimeControl;
use duiyi_rules::Ruleset;
use plan::{Pairing, Plan};
use serde_json::Value;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    adjudication: Adjudication,
    /// Games that are played at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Where to append one line of JSON per game. Games already there are counted and not played again.
    #[arg(long)]
    out: PathBuf,
    /// Prints the tables of the games played so far and plays none.
    #[arg(long)]
    report: bool,
}

/// The results of a pairing, for its engine; games not played yet are none.
type Results = Vec<Option<GameResult>>;

pub fn run(args: &Args) -> Result<(), Error> {
    let pairings = args.plan.pairings(args.ruleset);
    let mut results: Vec<Results> = pairings.iter().map(|pairing| vec![None; pairing.games]).collect();
    if args.out.exists() {
        already_played(&args.out, &pairings, &mut results)?;
    }
    let ladder = Ladder {
        args,
        conditions: GameConditions {
            options: play::options(args.ruleset),
            time_controls: [TimeControl::Nodes(args.nodes); 2],
            adjudication: args.adjudication,
        },
        openings: openings::of(args.ruleset),
        portions: portions(pairings.iter().map(|pairing| pairing.games)),
        pairings,
        next_portion: AtomicUsize::new(0),
        played: Mutex::new(Played {
            results,
            out: OpenOptions::new().create(true).append(true).open(&args.out)?,
        }),
    };
    if !args.report {
        on_threads(args.concurrency, || ladder.play_portions())?;
    }
    let results = &ladder.played.lock().expect("no thread panics").results;
    print!("{}", table::markdown(&ladder.pairings, results));
    Ok(())
}

/// Reads the games of an interrupted ladder. Games of pairings that are not planned are left out.
fn already_played(path: &Path, pairings: &[Pairing], results: &mut [Results]) -> Result<(), Error> {
    let index: HashMap<[&str; 2], usize> =
        pairings.iter().enumerate().map(|(index, pairing)| (pairing.names(), index)).collect();
    for line in BufReader::new(File::open(path)?).lines() {
        let record: Value = serde_json::from_str(&line?)?;
        let name = |key: &str| record[key].as_str().ok_or("a game without its players");
        let (number, result) = play::recorded(&record)?;
        if let Some(&pairing) = index.get(&[name("engine")?, name("opponent")?])
            && let Some(game) = results[pairing].get_mut(number)
        {
            *game = Some(result);
        }
    }
    Ok(())
}

struct Played {
    results: Vec<Results>,
    out: File,
}

/// What the threads of a ladder share.
struct Ladder<'a> {
    args: &'a Args,
    conditions: GameConditions,
    openings: Vec<Vec<String>>,
    pairings: Vec<Pairing>,
    portions: Vec<Portion>,
    next_portion: AtomicUsize,
    played: Mutex<Played>,
}

impl Ladder<'_> {
    fn play_portions(&self) -> Result<(), Error> {
        while let Some(&portion) = self.portions.get(self.next_portion.fetch_add(1, Ordering::Relaxed)) {
            let games = self.open_games(portion);
            if games.is_empty() {
                continue;
            }
            let names = self.pairings[portion.of].names();
            let [engine, opponent] = names.map(|name| Contestant::start(name, self.args.ruleset));
            let mut contestants = [engine?, opponent?];
            for number in games {
                self.play(&mut contestants, portion.of, number)?;
            }
        }
        Ok(())
    }

    fn open_games(&self, Portion { of: pairing, first_game }: Portion) -> Vec<usize> {
        let results = &self.played.lock().expect("no thread panics").results[pairing];
        let end = results.len().min(first_game + PORTION);
        (first_game..end).filter(|&number| results[number].is_none()).collect()
    }

    fn play(&self, contestants: &mut [Contestant; 2], pairing: usize, number: usize) -> Result<(), Error> {
        let names = self.pairings[pairing].names();
        let opening = &self.openings[number / 2 % self.openings.len()];
        let start = play::after_opening(opening, &self.conditions.options);
        let game = play::play(contestants, number % 2, start, &self.conditions);
        let mut record = game.record(number, names, self.conditions.time_controls);
        record["engine"] = names[0].into();
        record["opponent"] = names[1].into();
        let mut played = self.played.lock().expect("no thread panics");
        writeln!(played.out, "{record}")?;
        played.results[pairing][number] = Some(game.result_for(0));
        Ok(())
    }
}
