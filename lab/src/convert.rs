//! Positions that the side to move wins: how many does an engine convert against a defender?

use crate::adjudicate::Adjudication;
use crate::engine::Contestant;
use crate::play::{self, GameConditions};
use crate::stats::GameResult;
use crate::threads::on_threads;
use crate::time_control::TimeControl;
use duiyi_rules::{Game, Ruleset, Side};
use serde_json::Value;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

type Error = Box<dyn std::error::Error>;

/// Plays won positions and counts those that the engine wins. It has the side to move in all of them.
///
/// An engine is described as for a match.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One position per line: a FEN, or a JSON object with a member "fen".
    positions: PathBuf,
    #[arg(long, default_value = "xiangqi")]
    ruleset: Ruleset,
    /// The engine that must win.
    #[arg(long)]
    engine: String,
    #[arg(long)]
    opponent: String,
    /// Milliseconds per move.
    #[arg(long, default_value_t = 100, conflicts_with = "nodes")]
    time_ms: u64,
    /// Nodes per move instead of time, for comparisons that other work on the machine does not disturb.
    #[arg(long)]
    nodes: Option<u64>,
    /// Games that are played at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Where to write one line of JSON per game, with its moves.
    #[arg(long)]
    out: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<(), Error> {
    let time_control = match args.nodes {
        Some(nodes) => TimeControl::Nodes(nodes),
        None => TimeControl::Time(Duration::from_millis(args.time_ms)),
    };
    let conditions = GameConditions {
        options: play::options(args.ruleset),
        time_controls: [time_control; 2],
        adjudication: Adjudication::default(),
    };
    let positions = read(&args.positions, &conditions)?;
    let mut file = args.out.as_deref().map(File::create).transpose()?;
    let (next, games) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    on_threads(args.concurrency, || -> Result<(), Error> {
        let start = |engine: &str| Contestant::start(engine, args.ruleset);
        let mut engines = [start(&args.engine)?, start(&args.opponent)?];
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((name, game)) = positions.get(number) else { return Ok(()) };
            let first = if game.turn() == Side::First { 0 } else { 1 };
            let played = play::play(&mut engines, first, game.clone(), &conditions);
            let result = played.result_for(0);
            println!("{:<5} {:<20} {name}", result.name(), played.reason);
            let names = [args.engine.as_str(), args.opponent.as_str()];
            let record = played.record(number, names, conditions.time_controls);
            games.lock().expect("no thread panics").push((number, result, record));
        }
    })?;
    let mut games = games.into_inner()?;
    games.sort_by_key(|&(number, ..)| number);
    for (_, _, record) in &games {
        file.as_mut().map_or(Ok(()), |file| writeln!(file, "{record}"))?;
    }
    let won = games.iter().filter(|(_, result, _)| *result == GameResult::Win).count();
    println!("{won} of {} won", positions.len());
    Ok(())
}

/// The positions with the lines that name them.
fn read(path: &Path, conditions: &GameConditions) -> Result<Vec<(String, Game)>, Error> {
    let text = std::fs::read_to_string(path)?;
    let mut positions = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fen = match serde_json::from_str::<Value>(line) {
            Ok(object) => object["fen"].as_str().ok_or("expected a member \"fen\"")?.to_owned(),
            Err(_) => line.to_owned(),
        };
        let game = Game::new(&conditions.options, Some(&fen)).map_err(|error| format!("{fen}: {error}"))?;
        positions.push((fen, game));
    }
    Ok(positions)
}
