//! `duiyi bot`: a program plays a side of a game on a server, through the public API alone.

mod api;
mod state;

use super::Error;
use crate::config::Protocol;
use crate::engine::{Limits, Score};
use crate::protocol::driver::{Allowance, Ask, Found, Patience, Process, Program};
use crate::rules::Game;
use api::{Api, Seen};
use clap::Args;
use state::{GameState, Turn};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a program that failed is started again for the same move.
const MOST_TRIES: u32 = 3;
/// Kept of the clock for the way to the server and back.
const RESERVE: Duration = Duration::from_millis(150);
/// How long after its time the move of a program is still waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// An offered draw is accepted unless the program thinks that it is better by more than this, in hundredths of a soldier.
const DRAW_SCORE: i32 = 20;

#[derive(Debug, Args)]
pub struct BotArgs {
    /// The server, such as `https://play.example`.
    #[arg(long, value_name = "URL")]
    server: String,
    /// The id of the game.
    #[arg(long, value_name = "ID")]
    game: String,
    /// The token of the side to play.
    #[arg(long, env = "DUIYI_TOKEN", hide_env_values = true)]
    token: String,
    /// The protocol of the program; by default UCI for Xiangqi and Gomocup for the other games.
    #[arg(long, value_enum)]
    protocol: Option<Protocol>,
    /// The number of Red's back rank in UCI: 0 as in Pikafish, or 1 as in Fairy-Stockfish.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    first_rank: u8,
    /// An option of the program, such as Hash=256.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    options: Vec<(String, String)>,
    /// The time for each move in a game without a clock, in milliseconds.
    #[arg(long, default_value_t = 1000)]
    time_ms: u64,
    /// Accept a rematch, and go on with it.
    #[arg(long)]
    rematch: bool,
    /// The program and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl BotArgs {
    fn program(&self, game: &Game) -> Program {
        let usual = match game {
            Game::Xiangqi(_) => Protocol::Uci,
            Game::Gomoku(_) => Protocol::Gomocup,
        };
        let dialect = self.protocol.unwrap_or(usual).dialect(self.first_rank);
        Program { options: self.options.clone(), ..Program::new(self.command.clone(), dialect) }
    }
}

/// Plays until the game is over, and prints how it ended.
///
/// # Errors
/// When the server refuses the token or does not know the game, or the program fails again and again.
pub fn bot(args: &BotArgs, out: &mut impl Write) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(play_all(args, out))
}

async fn play_all(args: &BotArgs, out: &mut impl Write) -> Result<(), Error> {
    let mut id = args.game.clone();
    loop {
        let api = Api::new(&args.server, &id, &args.token)?;
        let ended = play(args, &api).await?;
        writeln!(out, "{}: {}", id, ended.result())?;
        match ended.next_game.filter(|_| args.rematch) {
            Some(next) => id = next,
            None => return Ok(()),
        }
    }
}

/// Plays one game; its state at the end.
async fn play(args: &BotArgs, api: &Api) -> Result<GameState, Error> {
    let mut seen = api.read().await?;
    while seen.state.is_waiting() {
        seen = api.next(&seen).await?;
    }
    let side = api.own_side(&seen.state).await?;
    let mut player = Player::new(args.program(&seen.state.game()?), Duration::from_millis(args.time_ms));
    // What was answered is not answered again before the game changes.
    let mut answered = None;
    loop {
        let state = &seen.state;
        if state.is_over() {
            if args.rematch && state.next_game.is_none() && state.rematch_is_offered_to(&side) {
                api.answer("rematch", &side, "accept").await?;
                seen = api.read().await?;
                continue;
            }
            let waits = args.rematch && state.next_game.is_none() && player.is_patient();
            if !waits {
                return Ok(seen.state);
            }
            seen = api.next(&seen).await?;
            continue;
        }
        if state.draw_is_offered_to(&side) && answered != Some(state.version) {
            answered = Some(state.version);
            let accepts = player.score.is_some_and(|score| score.in_hundredths() <= DRAW_SCORE);
            api.answer("draw", &side, if accepts { "accept" } else { "decline" }).await?;
            seen = api.read().await?;
            continue;
        }
        seen = match state.turn == side {
            true => play_turn(&mut player, api, seen).await?,
            false => api.next(&seen).await?,
        };
    }
}

/// Finds a move while it watches the game, and makes it, unless the game changes meanwhile. The state of the game after that.
async fn play_turn(player: &mut Player, api: &Api, seen: Seen) -> Result<Seen, Error> {
    let turn = seen.turn()?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut thinking = player.begin(turn, Arc::clone(&stop));
    // The request that waits also shows the server that this player is there.
    let changed = tokio::select! {
        ended = &mut thinking => {
            let (process, found) = ended?;
            let mv = player.end(process, found)?;
            let Some(mv) = mv else { return api.read().await };
            api.play(&seen.state, &mv).await?;
            return api.read().await;
        }
        changed = api.next(&seen) => changed?,
    };
    stop.store(true, Ordering::Relaxed);
    let (process, found) = thinking.await?;
    player.end(process, found)?;
    Ok(changed)
}

type Thought = (Option<Process>, Result<(String, Option<Score>), Error>);

/// The program, and what it thought last.
struct Player {
    program: Program,
    time: Duration,
    process: Option<Process>,
    /// The score of its last move.
    score: Option<Score>,
    failures: u32,
    over_since: Option<Instant>,
}

impl Player {
    fn new(program: Program, time: Duration) -> Player {
        Player { program, time, process: None, score: None, failures: 0, over_since: None }
    }

    /// Whether it still waits for a rematch after the end.
    fn is_patient(&mut self) -> bool {
        const FOR_REMATCH: Duration = Duration::from_secs(300);
        self.over_since.get_or_insert_with(Instant::now).elapsed() < FOR_REMATCH
    }

    /// Searches on a thread.
    fn begin(&mut self, turn: Turn, stop: Arc<AtomicBool>) -> tokio::task::JoinHandle<Thought> {
        let (program, process, time) = (self.program.clone(), self.process.take(), self.time);
        tokio::task::spawn_blocking(move || {
            let mut process = match process.map_or_else(|| Process::start(&program, None), Ok) {
                Ok(process) => process,
                Err(error) => return (None, Err(error.into())),
            };
            match think(&mut process, &turn, time, &stop) {
                Ok(found) => {
                    let thought = (turn.game.coordinates(found.best), found.score());
                    (Some(process), Ok(thought))
                }
                Err(error) => (None, Err(error)),
            }
        })
    }

    /// Takes what a search has found. None if the program failed and is to be asked again.
    fn end(
        &mut self,
        process: Option<Process>,
        found: Result<(String, Option<Score>), Error>,
    ) -> Result<Option<String>, Error> {
        self.process = process;
        match found {
            Ok((mv, score)) => {
                (self.failures, self.score) = (0, score);
                Ok(Some(mv))
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
fn think(process: &mut Process, turn: &Turn, time: Duration, stop: &AtomicBool) -> Result<Found, Error> {
    let received = turn.received;
    let (allowance, limit) = match turn.clock {
        Some((left, increment)) => {
            let own = left[turn.game.turn()].saturating_sub(RESERVE);
            let mut left = left;
            left[turn.game.turn()] = own.max(Duration::from_millis(10));
            (Allowance::Clock { left, increment }, own)
        }
        None => {
            let time = turn.move_time.map_or(time, |limit| time.min(limit.saturating_sub(RESERVE)));
            (Allowance::Move(Limits { time: Some(time), ..Limits::default() }), time)
        }
    };
    let limit = turn.move_time.map_or(limit, |move_time| limit.min(move_time.saturating_sub(RESERVE)));
    let stop_at = received + limit;
    let patience = Patience { stop_at: Some(stop_at), give_up_at: stop_at + PATIENCE };
    let ask = Ask { game: &turn.game, allowance, lines: 1, search_moves: &[] };
    let is_stopped = || stop.load(Ordering::Relaxed);
    Ok(process.search(&ask, patience, &is_stopped, &mut |_| {})?)
}
