//! What the clients of a run saw: states of games, and the outcomes of their requests.

use jiff::Timestamp;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;

/// A state of a game as a client saw it.
#[derive(Debug)]
pub struct Sighting {
    pub game: String,
    /// When the client asked for it. An event was asked for when its stream was opened.
    pub asked: Timestamp,
    pub seen: Timestamp,
    pub source: Source,
    pub state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A read, or a response to a change.
    Response,
    /// A repeated response to an earlier request, so it may be an earlier state.
    Replay,
    /// An event that is not the first of its stream.
    Event,
    /// A read after the last fault.
    Final,
}

/// The parts of a game that the checker looks at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub version: u64,
    /// Of the whole JSON but the presence of the players, which is not part of a version, and their tokens.
    pub digest: [u8; 32],
    pub status: String,
    pub winner: Option<String>,
    pub reason: Option<String>,
    pub turn: String,
    pub moves: Vec<String>,
    pub takeback_offer: Option<String>,
    pub next_game: Option<String>,
    pub clock: Clock,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Settings and times are in milliseconds. Absent settings are 0.
    pub initial: i64,
    pub increment: i64,
    pub byoyomi: i64,
    pub remaining: BTreeMap<String, i64>,
    pub is_in_byoyomi: BTreeMap<String, bool>,
    pub at: Timestamp,
    pub running: Option<String>,
    pub deadline: Option<Timestamp>,
}

impl State {
    /// `None` when the JSON is not a game with a clock.
    pub fn read(game: &Value) -> Option<State> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let moves = game["moves"].as_array()?.iter().map(|mv| text(&mv["move"]));
        let mut public = game.clone();
        for secret in ["presence", "tokens", "invitation", "spectator"] {
            // Keeps the order of the others, which the digest depends on.
            public.as_object_mut()?.shift_remove(secret);
        }
        Some(State {
            version: game["version"].as_u64()?,
            digest: Sha256::digest(public.to_string()).into(),
            status: text(&game["status"])?,
            winner: text(&game["winner"]),
            reason: text(&game["reason"]),
            turn: text(&game["turn"])?,
            moves: moves.collect::<Option<_>>()?,
            takeback_offer: text(&game["takeback_offer"]["side"]),
            next_game: text(&game["next_game"]),
            clock: Clock::read(&game["clock"])?,
        })
    }

    pub fn is_over(&self) -> bool {
        !matches!(&*self.status, "playing" | "waiting")
    }

    /// The result: status, winner and reason.
    pub fn result(&self) -> (&str, Option<&str>, Option<&str>) {
        (&self.status, self.winner.as_deref(), self.reason.as_deref())
    }

    /// Whether the deadline ended the game.
    pub fn is_timeout(&self) -> bool {
        self.reason.as_deref() == Some("timeout")
    }
}

impl Clock {
    fn read(clock: &Value) -> Option<Clock> {
        let time = |value: &Value| value.as_str()?.parse().ok();
        let remaining = clock["remaining_ms"].as_object()?.iter();
        let is_in_byoyomi = clock["byoyomi"].as_object()?.iter();
        Some(Clock {
            initial: clock["initial_ms"].as_i64().unwrap_or(0),
            increment: clock["increment_ms"].as_i64().unwrap_or(0),
            byoyomi: clock["byoyomi_ms"].as_i64().unwrap_or(0),
            remaining: remaining
                .map(|(side, left)| Some((side.clone(), left.as_i64()?)))
                .collect::<Option<_>>()?,
            is_in_byoyomi: is_in_byoyomi
                .map(|(side, is)| Some((side.clone(), is.as_bool()?)))
                .collect::<Option<_>>()?,
            at: time(&clock["at"])?,
            running: clock["running"].as_str().map(str::to_owned),
            deadline: time(&clock["deadline"]),
        })
    }
}

/// A request that changes a game, with its final response.
#[derive(Clone, Debug)]
pub struct Change {
    pub game: String,
    pub action: &'static str,
    pub body: Value,
    pub attempts: usize,
    /// When the last attempt was sent, and to which server.
    pub sent: Timestamp,
    pub server: usize,
    /// Whether an earlier attempt had made the change.
    pub is_replay: bool,
    pub status: u16,
    /// Of an error.
    pub code: String,
    /// How long the game was after it.
    pub plies: Option<usize>,
}

impl Change {
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}
