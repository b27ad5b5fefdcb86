//! Compares the engine's choice of a color in swap2 with a long search of the same stones.

use super::as_number;
use crate::play;
use crate::threads::on_threads;
use duiyi_engine::{Budget, EngineSettings, Engines, Limits, SearchRequest, StopFlag};
use duiyi_rules::gomoku::{Choice, Move, Opening};
use duiyi_rules::{Game, Options, Ruleset, Side};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

type Error = Box<dyn std::error::Error>;

/// Counts how often the engine's choice in swap2 takes the color that a long search prefers.
///
/// By a quick search half of the openings are balanced, and each color is ahead in a quarter. `--out` keeps the scores of the long search, one
/// opening a line: its stones, then the score for the side to move in hundredths, or ±10000 for a proved win. A later run
/// with the same openings reads them from there.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(long, default_value = "gomoku")]
    ruleset: Ruleset,
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// The stones on the board when the color is chosen: 3, or 5 after "two more".
    #[arg(long, default_value = "3", value_parser = stones_at_choice)]
    stones: u8,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the long search.
    #[arg(long, default_value_t = 2_000_000)]
    long_nodes: u64,
    /// Nodes of the choice.
    #[arg(long, default_value_t = 400_000)]
    nodes: u64,
    /// Milliseconds of the choice, instead of nodes.
    #[arg(long, conflicts_with = "nodes")]
    time_ms: Option<u64>,
    /// The deepest search of the choice, in plies.
    #[arg(long)]
    depth: Option<u32>,
    /// Openings whose long score is within this are also counted apart: a slightly different search prefers the other
    /// color there.
    #[arg(long, default_value_t = 20)]
    margin: i32,
    /// Openings that are judged at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    #[arg(long)]
    out: PathBuf,
}

fn stones_at_choice(text: &str) -> Result<u8, String> {
    match text {
        "3" => Ok(3),
        "5" => Ok(5),
        _ => Err("a color is chosen after 3 stones or, with two more, after 5".to_owned()),
    }
}

/// Nodes of the search that tells balanced from unbalanced openings.
const QUICK_NODES: u64 = 5_000;
/// The largest score of a balanced opening by that search, for either side.
const BALANCED_SCORE: i32 = 100;

/// An opening whose color is to be chosen.
struct Candidate {
    /// The game in swap2, at the choice.
    game: Game,
    stones: String,
    is_balanced: bool,
}

/// What the judge found in one opening.
struct Verdict {
    is_balanced: bool,
    is_close: bool,
    agrees: bool,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let candidates = candidates(args)?;
    let known = Mutex::new(known_scores(args)?);
    let out = Mutex::new(OpenOptions::new().create(true).append(true).open(&args.out)?);
    let (next, verdicts) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    on_threads(args.concurrency, || {
        let engines = engines(args.ruleset);
        while let Some(candidate) = candidates.get(next.fetch_add(1, Ordering::Relaxed)) {
            let known = known.lock().expect("no thread panics").get(&candidate.stones).copied();
            let score = match known {
                Some(score) => score,
                None => {
                    let score = score(&engines, args.ruleset, &candidate.game, args.long_nodes)?;
                    writeln!(out.lock().expect("no thread panics"), "{} {score}", candidate.stones)?;
                    score
                }
            };
            let chosen = chosen_color(&engines, &candidate.game, choice_limits(args))?;
            let turn = position_turn(&candidate.game);
            let better = if score >= 0 { turn } else { turn.other() };
            let verdict = Verdict {
                is_balanced: candidate.is_balanced,
                is_close: score.abs() <= args.margin,
                agrees: chosen == Some(better),
            };
            println!("{}: {score}, {}", candidate.stones, if verdict.agrees { "agrees" } else { "differs" });
            verdicts.lock().expect("no thread panics").push(verdict);
        }
        Ok(())
    })?;
    print(&verdicts.into_inner()?, args.margin);
    Ok(())
}

fn print(verdicts: &[Verdict], margin: i32) {
    let count = |what: &str, is_counted: &dyn Fn(&&Verdict) -> bool| {
        let counted = verdicts.iter().filter(is_counted).count();
        let agreeing = verdicts.iter().filter(is_counted).filter(|verdict| verdict.agrees).count();
        println!("{what}: {agreeing} of {counted} agree, {:.1} %", 100.0 * agreeing as f64 / counted as f64);
    };
    count("all", &|_| true);
    count("balanced", &|verdict| verdict.is_balanced);
    count("unbalanced", &|verdict| !verdict.is_balanced);
    count(&format!("long score beyond {margin}"), &|verdict| !verdict.is_close);
}

fn engines(ruleset: Ruleset) -> Engines {
    Engines::for_ruleset(ruleset, EngineSettings::with_tables(64, 1))
}

fn choice_limits(args: &Args) -> Limits {
    let time = args.time_ms.map(Duration::from_millis);
    let nodes = time.is_none().then_some(args.nodes);
    Limits { time, nodes, depth: args.depth, ..Limits::default() }
}

/// Random openings without repetition: by a quick search a half is balanced, and each color is ahead in a quarter. The same
/// arguments give the same openings.
fn candidates(args: &Args) -> Result<Vec<Candidate>, Error> {
    let mut random = SmallRng::seed_from_u64(args.seed);
    let engines = Engines::for_ruleset(args.ruleset, EngineSettings::with_tables(1, 1));
    let quarter = args.count / 4;
    // Where the side to move is behind, neither is ahead, or it is ahead.
    let mut missing = [quarter, args.count - 2 * quarter, quarter];
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut known = HashSet::new();
    while candidates.len() < args.count {
        let Some(game) = place_stones(args.ruleset, args.stones, &mut random) else { continue };
        if !known.insert(game.fen()) {
            continue;
        }
        let quick = score(&engines, args.ruleset, &game, QUICK_NODES)?;
        let is_balanced = quick.abs() <= BALANCED_SCORE;
        let class = if is_balanced { 1 } else { (1 + quick.signum()) as usize };
        if missing[class] > 0 {
            missing[class] -= 1;
            let moves: Vec<String> = game.moves().into_iter().map(|mv| game.coordinates(mv)).collect();
            let game = at_choice(args.ruleset, &moves)?;
            candidates.push(Candidate { game, stones: moves.join(","), is_balanced });
        }
    }
    // An interrupted run then has judged openings of all kinds.
    candidates.shuffle(&mut random);
    Ok(candidates)
}

/// Stones on random points of the whole board. Near the center Black, who has more stones, would always be ahead.
fn place_stones(ruleset: Ruleset, stones: u8, random: &mut SmallRng) -> Option<Game> {
    let mut game = Game::new(&play::options(ruleset), None).ok()?;
    for _ in 0..stones {
        let &mv = game.legal_moves().choose(random)?;
        game.play(mv).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

/// The swap2 game after these stones, at the choice of the color.
fn at_choice(ruleset: Ruleset, stones: &[String]) -> Result<Game, Error> {
    let Options::Gomoku(options) = play::options(ruleset) else {
        return Err("expected five in a row".into());
    };
    let options = duiyi_rules::gomoku::Options { opening: Opening::Swap2, ..options };
    let mut game = Game::new(&Options::Gomoku(options), None)?;
    for (index, stone) in stones.iter().enumerate() {
        if index == 3 {
            game.play(Move::Choice(Choice::TwoMore).into())?;
        }
        let mv = game.parse(stone)?;
        game.play(mv)?;
    }
    Ok(game)
}

/// The scores of the long search that an earlier run has written.
fn known_scores(args: &Args) -> Result<HashMap<String, i32>, Error> {
    if !args.out.exists() {
        return Ok(HashMap::new());
    }
    let text = fs::read_to_string(&args.out)?;
    let score = |line: &str| {
        line.split_once(' ').and_then(|(stones, score)| Some((stones.to_owned(), score.parse().ok()?)))
    };
    Ok(text.lines().filter_map(score).collect())
}

/// The score of the stones for the side to move, in hundredths, by a search of a game without an opening.
fn score(engines: &Engines, ruleset: Ruleset, game: &Game, nodes: u64) -> Result<i32, Error> {
    engines.clear();
    let game = Game::new(&play::options(ruleset), Some(&game.fen()))?;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let budget = Budget::new(limits, StopFlag::default());
    let report = engines.search_blocking(&game, &SearchRequest::default(), &budget, &mut |_| {})?;
    Ok(as_number(report.score))
}

/// The color that the engine takes. None if it leaves the choice to the other side.
fn chosen_color(engines: &Engines, game: &Game, limits: Limits) -> Result<Option<Side>, Error> {
    // The choice must not read the long search's table.
    engines.clear();
    let budget = Budget::new(limits, StopFlag::default());
    let report = engines.search_blocking(game, &SearchRequest::default(), &budget, &mut |_| {})?;
    let actor = game.turn();
    Ok(match Move::try_from(report.best) {
        Ok(Move::Choice(Choice::Stay)) => Some(actor),
        Ok(Move::Choice(Choice::Swap)) => Some(actor.other()),
        _ => None,
    })
}

/// The side whose stone comes next.
fn position_turn(game: &Game) -> Side {
    match game {
        Game::Gomoku(game) => game.position().turn(),
        Game::Xiangqi(game) => game.position().turn(),
    }
}
