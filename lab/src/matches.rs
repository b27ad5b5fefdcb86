//! A match: games from varied openings, each with both colors, on several threads, until all are played or the test is
//! decided.

use crate::adjudicate::Adjudication;
use crate::engine::Contestant;
use crate::openings::OpeningArgs;
use crate::play::{self, GameConditions, LATE};
use crate::stats::{GameResult, Score, Sprt};
use crate::threads::on_threads;
use crate::time_control::{Clock, TimeControl};
use duiyi_rules::Ruleset;
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

type Error = Box<dyn std::error::Error>;

/// Plays a match between two engines.
///
/// An engine is a command that speaks UCCI, UCI (with "uci:" before it, "fairy:" if ranks are counted from one) or the
/// Gomocup protocol ("gomocup:" before it), "minimax:N" for the built-in material search of Xiangqi of depth N,
/// "level:N" for one of our levels, or "self:NAME=VALUE,..." for our engine in this process with these parameters of
/// its search.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The ruleset: gomoku on its usual board, renju with forbidden points that lose.
    #[arg(long, default_value = "xiangqi")]
    ruleset: Ruleset,
    /// The engine whose score is reported.
    #[arg(long)]
    engine: String,
    #[arg(long)]
    opponent: String,
    /// Milliseconds per move.
    #[arg(long, default_value_t = 100, conflicts_with_all = ["nodes", "clock"])]
    time_ms: u64,
    /// Nodes per move instead of time, for comparisons that other work on the machine does not disturb.
    #[arg(long, conflicts_with = "clock")]
    nodes: Option<u64>,
    /// Seconds for the game plus seconds per move instead: "10+0.1".
    #[arg(long)]
    clock: Option<Clock>,
    /// How many times as much time or as many nodes the opponent has.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    opponent_factor: u32,
    #[command(flatten)]
    adjudication: Adjudication,
    /// Games to play. Each opening is played twice.
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Games that are played at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Where to append one line of JSON per game. Games already there are counted and not played again.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Where to append the games as PGN.
    #[arg(long)]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    openings: OpeningArgs,
    /// The first opening to use.
    #[arg(long, default_value_t = 0)]
    first_opening: usize,
    /// Ends the match as soon as a sequential test decides, with 5 % risk each way, between these two differences in
    /// Elo: "0,5".
    #[arg(long, value_parser = elo_bounds, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
}

fn elo_bounds(text: &str) -> Result<Sprt, String> {
    let bound = |text: &str| text.trim().parse::<f64>().ok();
    match text.split_once(',').map(|(low, high)| (bound(low), bound(high))) {
        Some((Some(low), Some(high))) if low < high => Ok(Sprt { low, high }),
        _ => Err("expected two differences in Elo, the lower first, such as 0,5".to_owned()),
    }
}

/// What the threads of a match share.
struct Table<'a> {
    args: &'a Args,
    conditions: GameConditions,
    openings: Vec<Vec<String>>,
    /// The next pair of games to play.
    next_pair: AtomicUsize,
    decided: AtomicBool,
    results: Mutex<Results>,
}

struct Results {
    games: Vec<Option<GameResult>>,
    /// How many of the games ended by a late answer.
    late: usize,
    out: Option<File>,
    pgn: Option<File>,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let mut games = vec![None; args.games];
    let late = match args.out.as_deref().filter(|path| path.exists()) {
        Some(path) => already_played(path, &mut games)?,
        None => 0,
    };
    let append = |path: &PathBuf| OpenOptions::new().create(true).append(true).open(path);
    let (out, pgn) = (args.out.as_ref().map(append).transpose()?, args.pgn.as_ref().map(append).transpose()?);
    let time_control = match (args.nodes, args.clock) {
        (Some(nodes), _) => TimeControl::Nodes(nodes),
        (None, Some(clock)) => TimeControl::Clock(clock),
        (None, None) => TimeControl::Time(Duration::from_millis(args.time_ms)),
    };
    let options = play::options(args.ruleset);
    let table = Table {
        args,
        conditions: GameConditions {
            options,
            time_controls: [time_control, time_control.times(args.opponent_factor)],
            adjudication: args.adjudication,
        },
        openings: args.openings.read(args.ruleset, &options)?,
        next_pair: AtomicUsize::new(0),
        decided: AtomicBool::new(false),
        results: Mutex::new(Results { games, late, out, pgn }),
    };
    on_threads(args.concurrency, || table.play_pairs())?;
    let Results { games, late, .. } = table.results.into_inner()?;
    if let Some(warning) = warning(late, games.iter().flatten().count()) {
        println!("{warning}");
    }
    Ok(())
}

/// What to say if so many games ended by late answers that the score tells little.
fn warning(late: usize, played: usize) -> Option<String> {
    const FEW_PERCENT: usize = 3;
    (100 * late > FEW_PERCENT * played).then(|| {
        format!(
            "{late} of {played} games ended by a late answer: the score does not count. Either the machine has other work, or \
             an engine does not keep its time."
        )
    })
}

/// Reads the results of an interrupted match. Returns how many games ended by a late answer.
fn already_played(path: &Path, games: &mut [Option<GameResult>]) -> Result<usize, Error> {
    let mut late = 0;
    for line in BufReader::new(File::open(path)?).lines() {
        let record: Value = serde_json::from_str(&line?)?;
        let (number, result) = play::recorded(&record)?;
        if let Some(game) = games.get_mut(number) {
            *game = Some(result);
            late += usize::from(record["reason"] == LATE);
        }
    }
    Ok(late)
}

impl Table<'_> {
    fn play_pairs(&self) -> Result<(), Error> {
        let start = |engine: &str| Contestant::start(engine, self.args.ruleset);
        let mut engines = [start(&self.args.engine)?, start(&self.args.opponent)?];
        while !self.decided.load(Ordering::Relaxed) {
            let first = 2 * self.next_pair.fetch_add(1, Ordering::Relaxed);
            if first >= self.args.games {
                break;
            }
            for number in first..(first + 2).min(self.args.games) {
                if self.is_open(number) {
                    self.play(&mut engines, number)?;
                }
            }
        }
        Ok(())
    }

    fn is_open(&self, number: usize) -> bool {
        self.results.lock().expect("no thread panics").games[number].is_none()
    }

    fn play(&self, engines: &mut [Contestant; 2], number: usize) -> Result<(), Error> {
        let args = self.args;
        let opening = &self.openings[(args.first_opening + number / 2) % self.openings.len()];
        let names = [args.engine.as_str(), args.opponent.as_str()];
        let start = play::after_opening(opening, &self.conditions.options);
        let game = play::play(engines, number % 2, start, &self.conditions);
        let mut results = self.results.lock().expect("no thread panics");
        if let Some(out) = &mut results.out {
            writeln!(out, "{}", game.record(number, names, self.conditions.time_controls))?;
        }
        if let Some(pgn) = &mut results.pgn {
            writeln!(pgn, "{}", game.pgn(names))?;
        }
        let result = game.result_for(0);
        results.games[number] = Some(result);
        results.late += usize::from(game.reason == LATE);
        let score = Score::of(&results.games);
        print!("{:>4}  {:<5} {:<28} {score}", number + 1, result.name(), game.reason);
        match args.sprt {
            None => println!(),
            Some(sprt) => {
                let ratio = sprt.log_likelihood_ratio(&score);
                println!("  LLR {ratio:+.2} [{:+.2}, {:+.2}]", -Sprt::LIMIT, Sprt::LIMIT);
                if let Some(is_stronger) = sprt.decision(&score) {
                    let answer = if is_stronger { "accepted" } else { "rejected" };
                    println!("{answer}: {sprt}");
                    self.decided.store(true, Ordering::Relaxed);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_decided_by_late_answers_says_so() {
        assert_eq!(warning(3, 100), None);
        assert!(warning(4, 100).unwrap().starts_with("4 of 100 games ended by a late answer"));
        assert_eq!(warning(0, 0), None);
    }
}
