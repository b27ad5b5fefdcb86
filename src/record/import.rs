//! Reading records: PGN-style, plain text, or a bare list of moves in any notation.

use super::words::{self, Word};
use crate::rules::{DrawReason, Game, MoveError, Options, Outcome, PositionError, Side, WinReason};

/// Why a record was not read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Counted from 1.
    #[error("ply {ply}, {text:?}: {error}")]
    Move { ply: usize, text: String, error: MoveError },
    #[error("{0}")]
    Unreadable(String),
    #[error("the record has {plies} moves: expected {limit} at most")]
    TooLong { plies: usize, limit: usize },
}

impl ImportError {
    /// The ply that is wrong, from 1, when it is a move.
    pub fn ply(&self) -> Option<usize> {
        match self {
            ImportError::Move { ply, .. } => Some(*ply),
            _ => None,
        }
    }
}

#[derive(Clone, Copy)]
enum Ending {
    Won(Side),
    Drawn,
    Unfinished,
}

fn ending(text: &str) -> Option<Ending> {
    match text {
        "1-0" => Some(Ending::Won(Side::First)),
        "0-1" => Some(Ending::Won(Side::Second)),
        "1/2-1/2" | "½-½" => Some(Ending::Drawn),
        "*" => Some(Ending::Unfinished),
        _ => None,
    }
}

/// The game a record tells, if it has no more than `limit` plies. A result that the moves do not bring about, after them or
/// in the header, is taken as a resignation or an agreement.
///
/// Headers are lines `[Name "value"]` or `Name: value`, of which `FEN` and `Result` count. Comments (`{…}` and
/// `;…`), variations `(…)`, annotations and move numbers are passed over.
///
/// # Errors
/// When the position is not valid, a move is not legal (with its ply), or the text has no such form; and, before any move is
/// played, when there are more than `limit`.
pub fn import(options: &Options, text: &str, limit: usize) -> Result<Game, ImportError> {
    let mut headers = Vec::new();
    let mut moves = Vec::new();
    let mut result = None;
    for word in words::split(text).map_err(ImportError::Unreadable)? {
        match word {
            Word::Header(..) if !moves.is_empty() || result.is_some() => {
                let message = "expected one game, got the header of another after its moves";
                return Err(ImportError::Unreadable(message.to_owned()));
            }
            Word::Header(name, value) => headers.push((name, value)),
            Word::Text(word) => match ending(word) {
                Some(ending) => result = Some(ending),
                None => moves.push(word),
            },
        }
    }
    if moves.len() > limit {
        return Err(ImportError::TooLong { plies: moves.len(), limit });
    }
    let header = |wanted: &str| {
        headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| &**value)
    };
    let mut game = Game::new(options, header("fen"))?;
    for (index, text) in moves.into_iter().enumerate() {
        game.play_text(text).map_err(|error| ImportError::Move {
            ply: index + 1,
            text: text.to_owned(),
            error,
        })?;
    }
    let result = result.or_else(|| header("result").and_then(ending));
    if game.outcome().is_none() {
        match result {
            Some(Ending::Won(winner)) => {
                game.conclude(Outcome::Won { winner, reason: WinReason::Resignation });
            }
            Some(Ending::Drawn) => game.conclude(Outcome::Drawn { reason: DrawReason::Agreement }),
            Some(Ending::Unfinished) | None => {}
        }
    }
    Ok(game)
}
