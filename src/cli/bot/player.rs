//! The program that plays a game, in a process of its own.

use super::super::Error;
use super::state::Turn;
use crate::engine::{Budget, EngineSettings, Engines, Limits, Score, SearchRequest, StopFlag};
use crate::protocol::driver::{Allowance, Ask, Patience, Process, Program};
use crate::rules::{Game, OpeningPhase};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::task::JoinHandle;

/// How often a program that failed is started again for the same move.
const MOST_TRIES: u32 = 3;
/// Kept of the clock for the way to the server and back.
const RESERVE: Duration = Duration::from_millis(150);
/// How long after its time the move of a program is still waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most time for a choice of an opening.
const CHOICE_TIME: Duration = Duration::from_secs(1);

/// A move and its score.
pub type Chosen = (String, Option<Score>);
/// How a search ended, and the process if it can go on.
pub type Thought = (Option<Process>, Result<Chosen, Error>);

pub struct Player {
    program: Program,
    time: Duration,
    process: Option<Process>,
    failures: u32,
}

impl Player {
    pub fn new(program: Program, time: Duration) -> Player {
        Player { program, time, process: None, failures: 0 }
    }

    /// Searches on a thread.
    pub fn begin(&mut self, turn: Turn, stop: Arc<AtomicBool>) -> JoinHandle<Thought> {
        let (program, process, time) = (self.program.clone(), self.process.take(), self.time);
        tokio::task::spawn_blocking(move || {
            if turn.game.opening().is_some_and(|opening| opening.phase != OpeningPhase::Play) {
                return (process, choose(&turn));
            }
            match process.map_or_else(|| Process::start(&program, None), Ok) {
                Ok(process) => think(process, &turn, time, &stop),
                Err(error) => (None, Err(error.into())),
            }
        })
    }

    /// Takes what a search has found. None if the program failed and is to be asked again.
    pub fn end(&mut self, (process, found): Thought) -> Result<Option<Chosen>, Error> {
        self.process = process;
        match found {
            Ok(chosen) => {
                self.failures = 0;
                Ok(Some(chosen))
            }
            Err(error) => {
                self.failures += 1;
                eprintln!("the program failed: {error}");
                if self.failures >= MOST_TRIES { Err(error) } else { Ok(None) }
            }
        }
    }
}

/// Asks the program within the clock of the game, or for the usual time.
fn think(mut process: Process, turn: &Turn, time: Duration, stop: &AtomicBool) -> Thought {
    let (allowance, limit) = match turn.clock {
        Some((left, increment)) => {
            let own = left[turn.game.turn()].saturating_sub(RESERVE);
            let mut left = left;
            left[turn.game.turn()] = own.max(Duration::from_millis(10));
            (Allowance::Clock { left, increment }, own)
        }
        None => {
            let time = turn.within_move_time(time, RESERVE);
            (Allowance::Move(Limits { time: Some(time), ..Limits::default() }), time)
        }
    };
    let stop_at = turn.received + turn.within_move_time(limit, RESERVE);
    let patience = Patience { stop_at: Some(stop_at), give_up_at: stop_at + PATIENCE };
    let ask = Ask { game: &turn.game, allowance, lines: 1, search_moves: &[] };
    let is_stopped = || stop.load(Ordering::Relaxed);
    match process.search(&ask, patience, &is_stopped, &mut |_| {}) {
        Ok(found) => (Some(process), Ok((turn.game.coordinates(found.best), found.score()))),
        Err(failure) => (None, Err(failure.into())),
    }
}

/// Makes a choice of an opening, such as swap2, which the protocols of programs do not have: our own engine decides.
fn choose(turn: &Turn) -> Result<Chosen, Error> {
    let clock = turn.clock.map(|(left, _)| left[turn.game.turn()] / 8);
    let time = turn.within_move_time(clock.unwrap_or(CHOICE_TIME).min(CHOICE_TIME), RESERVE);
    let time = time.saturating_sub(turn.received.elapsed()).max(Duration::from_millis(10));
    let game: &Game = &turn.game;
    let engines =
        Engines::for_ruleset(game.ruleset(), EngineSettings { table_mib: 16, ..EngineSettings::default() });
    let budget = Budget::new(Limits { time: Some(time), ..Limits::default() }, StopFlag::default());
    let report = engines.search_blocking(game, &SearchRequest::default(), &budget, &mut |_| {})?;
    Ok((game.coordinates(report.best), None))
}
