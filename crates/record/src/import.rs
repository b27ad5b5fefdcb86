//! Plays the moves of a record under the rules.

use super::format::Format;
use super::parsed::{ChosenRuleset, Parsed, Place};
use super::tags::Tags;
use crate::rules::gomoku::{MAX_SIZE, MIN_SIZE, Variant};
use crate::rules::{Game, MoveError, Options, PositionError};

/// Why the game of a record could not be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImportError {
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is wrong. Plies count from 1.
    #[error("ply {ply}, {place}, {text:?}: {error}")]
    Move { ply: usize, place: Place, text: String, error: MoveError },
    #[error("the record has {plies} moves: expected {limit} at most")]
    TooLong { plies: usize, limit: usize },
}

impl ImportError {
    /// The ply of the wrong move, counted from 1, if a move is wrong.
    pub fn ply(&self) -> Option<usize> {
        match self {
            ImportError::Move { ply, .. } => Some(*ply),
            _ => None,
        }
    }
}

/// What a game keeps of the record that it was imported from, in addition to the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Import {
    pub format: Format,
    #[cfg_attr(feature = "serde", serde(default))]
    pub tags: Tags,
    #[cfg_attr(feature = "serde", serde(default))]
    pub notes: Vec<Note>,
}

/// A difference between a record and the game imported from it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "code", rename_all = "snake_case")
)]
pub enum Note {
    CommentsLeftOut {
        count: usize,
    },
    VariationsLeftOut {
        count: usize,
    },
    /// The rules ended the game after `ply` plies, but the record goes on.
    MovesAfterTheEndLeftOut {
        count: usize,
        ply: usize,
    },
    /// The record says five in a row, but not which kind.
    RulesetAssumed,
    /// The rules of the game would have ended it after `ply` plies, counted from 1. The record goes on, or does not say that the
    /// game is over.
    WouldHaveEnded {
        ply: usize,
        #[cfg_attr(feature = "serde", serde(flatten))]
        verdict: Ruled,
    },
    /// The record has another result than the rules give the game. The game keeps that of the record.
    ResultContradicts {
        ply: usize,
        #[cfg_attr(feature = "serde", serde(flatten))]
        verdict: Ruled,
    },
}

/// What the rules say about the end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ruled {
    /// The name of the side that wins, or none for a draw.
    pub winner: Option<String>,
    /// For example `perpetual_check` or `no_capture_limit`.
    pub reason: EndReason,
    /// The clause on a repetition, as one sentence.
    #[cfg_attr(feature = "serde", serde(default))]
    pub rule: Option<String>,
}

/// Why the rules end a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
pub enum EndReason {
    Win(WinReason),
    Draw(DrawReason),
}

impl Note {
    /// The note as a sentence.
    pub fn detail(&self) -> String {
        let left_out = |count: usize, thing: &str| match count {
            1 => format!("1 {thing} was left out"),
            count => format!("{count} {thing}s were left out"),
        };
        match *self {
            Note::CommentsLeftOut { count } => left_out(count, "comment"),
            Note::VariationsLeftOut { count } => left_out(count, "variation"),
            Note::MovesAfterTheEndLeftOut { count, ply } => {
                format!("the game is over after ply {ply}: {}", left_out(count, "move"))
            }
            Note::RulesetAssumed => {
                "the record does not say which rules of five in a row it has: gomoku was assumed".to_owned()
            }
        }
    }
}

/// An imported game.
#[derive(Clone, Debug)]
pub struct Imported {
    pub game: Game,
    pub import: Import,
}

impl Parsed {
    /// Plays the moves of the record, at most `limit`. If the record has a result but the game is not over after its moves,
    /// a win counts as a resignation and a draw as an agreement. Moves after the end of the game are left out.
    ///
    /// # Errors
    /// When the position is not valid, a move is not legal (with its ply), or there are more than `limit` moves. The last is
    /// checked before any move is played.
    pub fn play(&self, options: &Options, limit: usize) -> Result<Imported, ImportError> {
        let moves = self.words(options.ruleset());
        if moves.len() > limit {
            return Err(ImportError::TooLong { plies: moves.len(), limit });
        }
        let mut notes = Vec::new();
        let mut game = Game::new(options, self.start_fen.as_deref())?;
        for (index, mv) in moves.iter().enumerate() {
            if game.outcome().is_some() {
                notes.push(Note::MovesAfterTheEndLeftOut { count: moves.len() - index, ply: index });
                break;
            }
            game.play_text(mv.text).map_err(|error| ImportError::Move {
                ply: index + 1,
                place: mv.place,
                text: mv.text.chars().take(40).collect(),
                error,
            })?;
        }
        let ending = self.ending.and_then(|ending| ending.outcome(options.ruleset()));
        if let (None, Some(outcome)) = (game.outcome(), ending) {
            game.conclude(outcome);
        }
        if self.comments > 0 {
            notes.push(Note::CommentsLeftOut { count: self.comments });
        }
        if self.variations > 0 {
            notes.push(Note::VariationsLeftOut { count: self.variations });
        }
        Ok(Imported { game, import: Import { format: self.format, tags: self.tags.clone(), notes } })
    }

    /// The options under which the record is played: those given, with the size of the record's board. `has_size` says
    /// whether the size of the board was given.
    ///
    /// # Errors
    /// A message when the size of the record's board contradicts the options.
    pub fn options(&self, mut given: Options, has_size: bool) -> Result<Options, String> {
        if let Options::Gomoku(options) = &mut given
            && options.variant == Variant::Caro
            && self.claim.is_exact_caro
        {
            options.variant = Variant::CaroExact;
        }
        let (Options::Gomoku(mut options), Some(size)) = (given, self.board_size()) else { return Ok(given) };
        let wanted = u32::from(options.board_size);
        if wanted == size {
            return Ok(given);
        }
        if has_size {
            return Err(format!(
                "the option says {wanted}, but the record's board has {size} by {size} points"
            ));
        }
        let sizes = match options.variant {
            Variant::Renju => wanted..=wanted,
            _ => MIN_SIZE.into()..=MAX_SIZE.into(),
        };
        if !sizes.contains(&size) {
            let (name, least, most) = (options.variant.ruleset().name(), sizes.start(), sizes.end());
            return Err(format!(
                "the record's board has {size} by {size} points: expected {least} to {most} for {name}"
            ));
        }
        options.board_size = size as u8;
        Ok(Options::Gomoku(options))
    }
}

impl Imported {
    /// Adds the note that the record does not name its ruleset, if so.
    pub fn with_ruleset(mut self, chosen: ChosenRuleset) -> Imported {
        if chosen.is_assumed {
            self.import.notes.push(Note::RulesetAssumed);
        }
        self
    }
}
