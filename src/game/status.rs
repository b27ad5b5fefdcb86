//! Whether a game waits for a player, is being played, or how it has ended.

use super::session::Session;
use crate::rules::{Game, Outcome};
use serde::{Deserialize, Serialize};

/// The status of a game. Its JSON is its name in the API, and the stored form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameStatus {
    Waiting,
    Playing,
    Won,
    Drawn,
    Aborted,
}

impl GameStatus {
    pub const ALL: [(&'static str, GameStatus); 5] = [
        ("waiting", GameStatus::Waiting),
        ("playing", GameStatus::Playing),
        ("won", GameStatus::Won),
        ("drawn", GameStatus::Drawn),
        ("aborted", GameStatus::Aborted),
    ];

    /// The status of a game that waits for nobody.
    pub fn of_game(game: &Game) -> GameStatus {
        match game.outcome() {
            None => GameStatus::Playing,
            Some(Outcome::Won { .. }) => GameStatus::Won,
            Some(Outcome::Drawn { .. }) => GameStatus::Drawn,
            Some(Outcome::Aborted) => GameStatus::Aborted,
        }
    }

    pub fn of(session: &Session) -> GameStatus {
        if session.is_waiting() { GameStatus::Waiting } else { GameStatus::of_game(&session.game) }
    }

    pub fn name(self) -> &'static str {
        GameStatus::ALL[self as usize].0
    }
}
