//! What a bot reads of a game.

use super::super::Error;
use crate::options;
use crate::rules::{BySide, Game, Ruleset, Side};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The state of a game, as the server shows it.
#[derive(Clone, Debug, Deserialize)]
pub struct GameState {
    ruleset: Ruleset,
    options: Map<String, Value>,
    start_fen: String,
    moves: Vec<Played>,
    pub turn: String,
    pub version: u64,
    status: String,
    winner: Option<String>,
    reason: Option<String>,
    clock: Option<Clock>,
    players: BTreeMap<String, Named>,
    opening: Option<Opening>,
    draw_offer: Option<String>,
    rematch_offer: Option<String>,
    pub next_game: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Played {
    #[serde(rename = "move")]
    coordinates: String,
}

/// A player.
#[derive(Clone, Debug, Deserialize)]
pub struct Named {
    kind: String,
    name: Option<String>,
}

impl Named {
    /// Whether it is the bot with this name, and no engine of the server.
    pub fn is_bot(&self, name: &str) -> bool {
        self.kind == "human" && self.name.as_deref() == Some(name)
    }
}

#[derive(Clone, Debug, Deserialize)]
struct Opening {
    swapped: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct Clock {
    initial_ms: Option<u64>,
    increment_ms: Option<u64>,
    remaining_ms: Map<String, Value>,
    deadline: Option<Timestamp>,
}

/// A position to think about, and the time for it.
#[derive(Debug)]
pub struct Turn {
    pub game: Game,
    /// What both sides have left, and what they get for each move.
    pub clock: Option<(BySide<Duration>, BySide<Duration>)>,
    /// The time until the server ends the game.
    pub move_time: Option<Duration>,
    /// When these times were right.
    pub received: Instant,
}

impl Turn {
    /// A time, or what is left until the server ends the game if that is less.
    pub fn within_move_time(&self, time: Duration, reserve: Duration) -> Duration {
        self.move_time.map_or(time, |limit| time.min(limit.saturating_sub(reserve)))
    }
}

impl GameState {
    pub fn is_waiting(&self) -> bool {
        self.status == "waiting"
    }

    pub fn is_over(&self) -> bool {
        !matches!(self.status.as_str(), "waiting" | "playing")
    }

    pub fn draw_is_offered_to(&self, side: &str) -> bool {
        self.draw_offer.as_deref().is_some_and(|by| by != side)
    }

    pub fn rematch_is_offered_to(&self, side: &str) -> bool {
        self.rematch_offer.as_deref().is_some_and(|by| by != side)
    }

    /// Whether the players have exchanged their colors in the opening.
    pub fn is_swapped(&self) -> bool {
        self.opening.as_ref().is_some_and(|opening| opening.swapped)
    }

    /// The side of the bot with this name: if it has both, the one to move.
    pub fn side_named(&self, name: &str) -> Option<&str> {
        let mut own =
            self.players.iter().filter(|(_, player)| player.is_bot(name)).map(|(side, _)| side.as_str());
        let first = own.next();
        own.find(|side| *side == self.turn).or(first)
    }

    pub fn sides(&self) -> [&'static str; 2] {
        let names = self.ruleset.side_names();
        Side::ALL.map(|side| names[side])
    }

    /// How the game ended, in words.
    pub fn result(&self) -> String {
        let who = self.winner.as_ref().map(|winner| format!(", {winner}")).unwrap_or_default();
        let why = self.reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
        format!("{}{who}{why}", self.status)
    }

    /// The game with its moves.
    ///
    /// # Errors
    /// When the server and this program do not have the same rules.
    pub fn game(&self) -> Result<Game, Error> {
        let options = options::from_json(self.ruleset, &self.options);
        let options = options.map_err(|_| "the server has options that this version does not know")?;
        let mut game = Game::new(&options, Some(&self.start_fen))?;
        for played in &self.moves {
            game.play_text(&played.coordinates)?;
        }
        Ok(game)
    }

    /// What the side to move thinks about. The times are those of the server at `server_ms`, in milliseconds.
    ///
    /// # Errors
    /// As [`GameState::game`].
    pub fn turn_to_think(&self, server_ms: Option<i64>, received: Instant) -> Result<Turn, Error> {
        let game = self.game()?;
        let names = self.ruleset.side_names();
        let clock = self.clock.as_ref();
        let deadline = clock.and_then(|clock| clock.deadline).map(|deadline| deadline.as_millisecond());
        let move_time = deadline
            .zip(server_ms)
            .map(|(deadline, now)| Duration::from_millis(u64::try_from(deadline - now).unwrap_or(0)));
        let clock = clock.filter(|clock| clock.initial_ms.is_some()).map(|clock| {
            let remaining = |side| clock.remaining_ms.get(names[side]).and_then(Value::as_u64).unwrap_or(0);
            let mut left = BySide::from_fn(|side| Duration::from_millis(remaining(side)));
            if let Some(move_time) = move_time {
                left[game.turn()] = left[game.turn()].min(move_time);
            }
            let increment = Duration::from_millis(clock.increment_ms.unwrap_or(0));
            (left, BySide::from_fn(|_| increment))
        });
        Ok(Turn { game, clock, move_time, received })
    }
}
