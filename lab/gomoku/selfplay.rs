//! Games of the engine against itself, one per line.

use super::as_number;
use super::openings::scatter;
use crate::threads::on_threads;
use duiyi::engine::{Budget, EngineSettings, Engines, Limits, SearchRequest, Source, StopFlag};
use duiyi::rules::{Game, Outcome, Ruleset, Side};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

type Error = Box<dyn std::error::Error>;

/// Plays the engine of Gomoku or Renju against itself from random openings and appends the games to a file.
///
/// A line is the result for Black (0, 1 for a draw, 2), then every move with the score for the side that made it:
/// `h8:35`. A game ends as soon as a win is proved. The file holds the games of one seed in order; an interrupted run goes on
/// from it, and the same seed makes the same games with any number of threads.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long, value_parser = duiyi::cli::parse_ruleset)]
    pub ruleset: Ruleset,
    #[arg(long)]
    pub out: PathBuf,
    /// Nodes per move.
    #[arg(long, default_value_t = 3_000)]
    pub nodes: u64,
    /// Games in the file at the end.
    #[arg(long, default_value_t = 1_000)]
    pub games: u64,
    #[arg(long)]
    pub seed: u64,
    /// Games that are played at the same time.
    #[arg(long, default_value_t = 1)]
    pub concurrency: usize,
}

const MAX_PLIES: usize = 150;

pub fn run(args: &Args) -> Result<(), Error> {
    let first = keep_whole_lines(&args.out)?;
    let file = OpenOptions::new().create(true).append(true).open(&args.out)?;
    let writer = Mutex::new(OrderedLines { file, next: first, waiting: BTreeMap::new() });
    let next = AtomicU64::new(first);
    on_threads(args.concurrency, || {
        let engines =
            Engines::for_ruleset(args.ruleset, EngineSettings { table_mib: 16, ..EngineSettings::default() });
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.games {
                return Ok(());
            }
            let line = play(&engines, args, number)?;
            writer.lock().expect("no thread panics").add(number, line)?;
        }
    })
}

/// Cuts off a line that an interrupted run has left unfinished, and returns how many lines the file has.
fn keep_whole_lines(path: &Path) -> io::Result<u64> {
    if !path.exists() {
        return Ok(0);
    }
    let text = fs::read_to_string(path)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    OpenOptions::new().write(true).open(path)?.set_len(whole as u64)?;
    Ok(text[..whole].lines().count() as u64)
}

/// Writes lines in the order of their numbers. A line waits for those before it.
struct OrderedLines {
    file: File,
    next: u64,
    waiting: BTreeMap<u64, String>,
}

impl OrderedLines {
    fn add(&mut self, number: u64, line: String) -> io::Result<()> {
        self.waiting.insert(number, line);
        while let Some(line) = self.waiting.remove(&self.next) {
            writeln!(self.file, "{line}")?;
            self.next += 1;
        }
        Ok(())
    }
}

/// Plays the game of this number and returns its line.
fn play(engines: &Engines, args: &Args, number: u64) -> Result<String, Error> {
    let mut game = opening(args, number);
    // What earlier games left in the table would make a game depend on them.
    engines.clear();
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
        let score = as_number(report.score);
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
    Ok(format!("{result} {}", line.join(" ")))
}

/// The random opening of the game of this number.
fn opening(args: &Args, number: u64) -> Game {
    let mut random = SmallRng::seed_from_u64(args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    std::iter::repeat_with(|| scatter(args.ruleset, &mut random))
        .flatten()
        .next()
        .expect("most scattered stones are an opening")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_run_on_other_threads_makes_the_same_games() {
        let folder = std::env::temp_dir().join(format!("duiyi-selfplay-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let args = |name: &str, games, concurrency| Args {
            ruleset: Ruleset::Gomoku,
            out: folder.join(name),
            nodes: 100,
            games,
            seed: 5,
            concurrency,
        };
        let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        run(&args("whole", 5, 1)).unwrap();
        run(&args("parts", 2, 2)).unwrap();
        fs::write(folder.join("parts"), text("parts") + "2 h8:").unwrap();
        run(&args("parts", 5, 2)).unwrap();
        assert_eq!(text("whole").lines().count(), 5);
        assert_eq!(text("whole"), text("parts"));
        fs::remove_dir_all(folder).unwrap();
    }
}
