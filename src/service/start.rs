//! Where a game or an analysis starts: a position and moves, or a record to import.

use super::Service;
use super::error::{Error, Result};
use crate::record;
use crate::rules::{Game, Options};

#[derive(Clone, Debug)]
pub struct Start {
    pub options: Options,
    pub from: From,
}

#[derive(Clone, Debug)]
pub enum From {
    /// Moves in any notation, from a position or from the ruleset's own.
    Moves { fen: Option<String>, moves: Vec<String> },
    /// A record in any format that can be imported.
    Record(String),
}

impl Start {
    /// The game up to its last move.
    ///
    /// # Errors
    /// When the position is not valid, a move is not legal (with its ply), or there are more than `max_plies`.
    pub fn game(&self, max_plies: usize) -> Result<Game> {
        match &self.from {
            From::Record(text) => Ok(record::import(&self.options, text, max_plies)?),
            From::Moves { fen, moves } => {
                check_length(moves.len(), max_plies)?;
                let mut game = Game::new(&self.options, fen.as_deref())?;
                for (index, text) in moves.iter().enumerate() {
                    game.play_text(text).map_err(|error| {
                        Error::from(error)
                            .with("ply", index + 1)
                            .with("move", text.chars().take(40).collect::<String>())
                    })?;
                }
                Ok(game)
            }
        }
    }
}

/// # Errors
/// [`super::Code::GameTooLong`].
fn check_length(plies: usize, max_plies: usize) -> Result<()> {
    if plies <= max_plies { Ok(()) } else { Err(Error::game_too_long(plies, max_plies)) }
}

impl Service {
    /// # Errors
    /// When a game may not have so many plies.
    pub(super) fn check_length(&self, plies: usize) -> Result<()> {
        check_length(plies, self.config.max_plies)
    }
}
