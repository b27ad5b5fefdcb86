//! The start of a game or an analysis: a position and moves, or a record to import.

use crate::record::{ChosenRuleset, Import, Parsed};
use crate::rules::{Game, Options};
use crate::service::error::{Code, Error, Result};

#[derive(Clone, Debug)]
pub struct Start {
    pub options: Options,
    pub source: StartSource,
}

#[derive(Clone, Debug)]
pub enum StartSource {
    /// Moves in any notation, played from `fen` or from the ruleset's start position.
    Moves { fen: Option<String>, moves: Vec<String> },
    /// A record that has been read, and the ruleset chosen for it.
    Record(Box<Parsed>, ChosenRuleset),
}

/// The memory that the comments and variations of an imported game may take. Without a bound, a body of 64 KiB makes a tree of
/// several MiB.
const MOST_TREE_BYTES: usize = 512 << 10;

impl Start {
    /// Sets up the position and plays the moves.
    ///
    /// # Errors
    /// When the position is not valid, a move is not legal (with its ply), or there are more than `max_plies`.
    pub fn game(&self, max_plies: usize) -> Result<Game> {
        Ok(self.play(max_plies)?.0)
    }

    /// As [`Start::play`], on a thread for slow work if the record has many variations: each is played as well, which may take
    /// tens of milliseconds.
    pub(in crate::service) async fn play_aside(
        self,
        max_plies: usize,
    ) -> Result<(Game, Option<Box<Import>>)> {
        const MANY: usize = 64;
        match &self.source {
            StartSource::Record(parsed, _) if parsed.lines.len() > MANY => {
                let played = tokio::task::spawn_blocking(move || self.play(max_plies)).await;
                played.map_err(|_| Error::new(Code::Internal, "the record could not be played"))?
            }
            _ => self.play(max_plies),
        }
    }

    /// As [`Start::game`], with what the game keeps of its record if it has one.
    pub(in crate::service) fn play(&self, max_plies: usize) -> Result<(Game, Option<Box<Import>>)> {
        match &self.source {
            StartSource::Record(parsed, chosen) => {
                let imported = parsed.play(&self.options, max_plies)?.with_ruleset(*chosen);
                Ok((imported.game, Some(Box::new(imported.import.bounded(MOST_TREE_BYTES)))))
            }
            StartSource::Moves { fen, moves } => {
                check_length(moves.len(), max_plies)?;
                let mut game = Game::new(&self.options, fen.as_deref())?;
                for (index, text) in moves.iter().enumerate() {
                    game.play_text(text).map_err(|error| {
                        Error::from(error)
                            .with("ply", index + 1)
                            .with("move", text.chars().take(40).collect::<String>())
                    })?;
                }
                Ok((game, None))
            }
        }
    }
}

/// Lets other requests of the thread have their turn, after a long game was set up: that takes a millisecond, and so does what
/// follows.
pub(in crate::service) async fn give_way(game: &Game) {
    const LONG: usize = 256;
    if game.ply() > LONG {
        tokio::task::yield_now().await;
    }
}

/// # Errors
/// [`crate::service::Code::GameTooLong`].
pub(in crate::service) fn check_length(plies: usize, max_plies: usize) -> Result<()> {
    if plies <= max_plies { Ok(()) } else { Err(Error::game_too_long(plies, max_plies)) }
}
