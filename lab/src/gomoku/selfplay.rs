//! Games of the engine against itself, one per line.

use super::as_number;
use super::openings::scatter;
use super::record::{Below, Record, RecordedMove};
use crate::threads::on_threads;
use duiyi_engine::gomoku::Sample;
use duiyi_engine::{Budget, EngineSettings, Engines, Limits, SearchReport, SearchRequest, Source, StopFlag};
use duiyi_rules::gomoku::{Move, Point};
use duiyi_rules::{self as rules, Game, Outcome, Ruleset};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

type Error = Box<dyn std::error::Error>;

/// Plays the engine of Gomoku or Renju against itself from random openings and appends the games to a file.
///
/// A line of the file is a game, as `lab/gomoku/record.rs` says. A game ends as soon as a win is proved. The file holds the games of
/// one seed in order; an interrupted run goes on from it, and the same seed makes the same games with any number of threads.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long)]
    pub ruleset: Ruleset,
    #[arg(long)]
    pub out: PathBuf,
    /// Nodes per move.
    #[arg(long, default_value_t = 3_000)]
    pub nodes: u64,
    /// Games in the file at the end.
    #[arg(long, default_value_t = 1_000)]
    pub games: u64,
    /// The percentage of moves after which a position of the search tree is searched as well.
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=100))]
    pub tree_percent: u32,
    #[arg(long)]
    pub seed: u64,
    /// Games that are played at the same time.
    #[arg(long, default_value_t = 1)]
    pub concurrency: usize,
}

const MAX_PLIES: usize = 150;
/// One of this many positions whose evaluation the search asks for can be taken from the tree.
const KEPT_ONE_OF: u64 = 31;

pub fn run(args: &Args) -> Result<(), Error> {
    let first = keep_whole_lines(&args.out)?;
    let file = OpenOptions::new().create(true).append(true).open(&args.out)?;
    let writer = Mutex::new(OrderedLines { file, next: first, waiting: BTreeMap::new() });
    let next = AtomicU64::new(first);
    on_threads(args.concurrency, || {
        let engines =
            Engines::for_ruleset(args.ruleset, EngineSettings { table_mib: 16, ..EngineSettings::default() });
        engines.gomoku_samples().keep_one_of(KEPT_ONE_OF);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.games {
                return Ok(());
            }
            let record = play(&engines, args, number)?;
            writer.lock().expect("no thread panics").add(number, record.to_string())?;
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

/// Plays the game of this number.
fn play(engines: &Engines, args: &Args, number: u64) -> Result<Record, Error> {
    let mut random = SmallRng::seed_from_u64(args.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
    let mut game = opening(args, &mut random);
    // What earlier games left in the engine would make a game depend on them.
    engines.clear();
    engines.gomoku_samples().clear();
    let mut moves: Vec<RecordedMove> = game.moves().into_iter().filter_map(opening_move).collect();
    let winner = loop {
        match game.outcome() {
            Some(Outcome::Won { winner, .. }) => break Some(winner),
            Some(Outcome::Drawn { .. } | Outcome::Aborted) => break None,
            None if game.ply() >= MAX_PLIES => break None,
            None => {}
        }
        let report = search(engines, args, &game)?;
        let samples = engines.gomoku_samples().take();
        let below = match in_tree(&game, &samples, &mut random) {
            Some((path, below)) if random.random_ratio(args.tree_percent, 100) => {
                let report = search(engines, args, &below)?;
                engines.gomoku_samples().clear();
                let best = stone(report.best)?;
                Some(Below { path, best, score: as_number(report.score) })
            }
            _ => None,
        };
        moves.push(RecordedMove { point: stone(report.best)?, score: Some(as_number(report.score)), below });
        if report.source == Source::Threats {
            break Some(game.turn());
        }
        game.play(report.best)?;
    };
    Ok(Record { winner, moves })
}

fn opening_move(mv: rules::Move) -> Option<RecordedMove> {
    Some(RecordedMove { point: stone(mv).ok()?, score: None, below: None })
}

fn stone(mv: rules::Move) -> Result<Point, Error> {
    match Move::try_from(mv) {
        Ok(Move::Stone(point)) => Ok(point),
        _ => Err("a game without an opening has stones only".into()),
    }
}

fn search(engines: &Engines, args: &Args, game: &Game) -> Result<SearchReport, Error> {
    let limits = Limits { nodes: Some(args.nodes), ..Limits::default() };
    let budget = Budget::new(limits, StopFlag::default());
    Ok(engines.search_blocking(game, &SearchRequest::default(), &budget, &mut |_| {})?)
}

/// A random one of these positions and the moves to it, if it can be reached without a null move and the game is not over there.
fn in_tree(game: &Game, samples: &[Sample], random: &mut SmallRng) -> Option<(Vec<Point>, Game)> {
    let Sample { stones, turn } = samples.choose(random)?;
    let sides = stones.iter().map(|&(_, side)| side).chain([*turn]);
    let alternating = std::iter::successors(Some(game.turn()), |side| Some(side.other()));
    if stones.is_empty() || !sides.eq(alternating.take(stones.len() + 1)) {
        return None;
    }
    let mut below = game.clone();
    for &(point, _) in stones {
        below.play(Move::Stone(point).into()).ok()?;
    }
    let path = stones.iter().map(|&(point, _)| point).collect();
    below.outcome().is_none().then_some((path, below))
}

/// A random opening.
fn opening(args: &Args, random: &mut SmallRng) -> Game {
    std::iter::repeat_with(|| scatter(args.ruleset, random))
        .flatten()
        .next()
        .expect("most scattered stones are an opening")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_run_on_other_threads_makes_the_same_games() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path();
        let args = |name: &str, games, concurrency| Args {
            ruleset: Ruleset::Gomoku,
            out: folder.join(name),
            nodes: 100,
            games,
            tree_percent: 100,
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
        let records = text("whole").lines().map(|line| line.parse::<Record>().unwrap()).collect::<Vec<_>>();
        let moves = || records.iter().flat_map(|record| &record.moves);
        let from_tree = moves().filter(|mv| mv.below.is_some()).count();
        let searched = moves().filter(|mv| mv.score.is_some()).count();
        assert!(10 * from_tree > searched, "{from_tree} positions of the tree for {searched} moves");
    }
}
