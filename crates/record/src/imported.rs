//! A game that was imported from a record, and what it could not keep.

use super::format::Format;
use super::parsed::{ChosenRuleset, Place};
use super::tags::Tags;
use super::tree::Tree;
use crate::rules::{DrawReason, Game, IllegalReason, MoveError, Outcome, PositionError, WinReason};

/// Why the game of a record could not be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImportError {
    /// The start position is not valid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is wrong. Plies count from 1.
    #[error("ply {ply}, {place}, {text:?}: {error}")]
    Move {
        /// The number of the ply, counted from 1.
        ply: usize,
        /// Where the move is in the record.
        place: Place,
        /// The move as the record has it.
        text: String,
        /// Why it cannot be played.
        error: MoveError,
    },
    /// The record has more moves than the caller allows.
    #[error("the record has {plies} moves: expected {limit} at most")]
    TooLong {
        /// The number of plies in the record.
        plies: usize,
        /// The largest number that the caller allows.
        limit: usize,
    },
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
    /// The format of the record.
    pub format: Format,
    /// The headers of the record.
    #[cfg_attr(feature = "serde", serde(default))]
    pub tags: Tags,
    /// What the game does not keep of the record, or what was assumed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub notes: Vec<Note>,
    /// The moves with comments and variations, if the record has any.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub tree: Option<Box<Tree>>,
}

/// A difference between a record and the game imported from it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "code", rename_all = "snake_case")
)]
pub enum Note {
    /// The game keeps no comments.
    CommentsLeftOut {
        /// How many were left out.
        count: usize,
    },
    /// The game keeps no variations.
    VariationsLeftOut {
        /// How many were left out.
        count: usize,
    },
    /// The tree of the record takes more memory than a game may keep.
    TreeTooLarge {
        /// How many variations, comments, glyphs and annotations were left out.
        count: usize,
        /// How many bytes the tree may take.
        bytes: usize,
    },
    /// The rules ended the game after `ply` plies, but the record goes on.
    MovesAfterTheEndLeftOut {
        /// How many were left out.
        count: usize,
        /// The ply that ended the game.
        ply: usize,
    },
    /// The record says five in a row, but not which kind.
    RulesetAssumed,
    /// The rules would have ended the game after `ply` plies, but the record goes on, or does not say that it is over.
    WouldHaveEnded {
        /// The plies until then.
        ply: usize,
        /// How the game would have ended.
        verdict: RuledEnd,
    },
    /// The rules refuse this move, because of a repetition or because the point is forbidden. Plies count from 1.
    WouldHaveBeenRefused {
        /// The ply of the move.
        ply: usize,
        /// The rule that refuses it.
        reason: IllegalReason,
    },
    /// The rules give the game another result after `ply` plies than the record does. The game keeps that of the record.
    ResultContradicts {
        /// The plies until then.
        ply: usize,
        /// How the game ends by the rules.
        verdict: RuledEnd,
    },
}

/// How the rules end a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RuledEnd {
    /// The name of the side that wins, or none for a draw.
    pub winner: Option<String>,
    /// The rule that ends it.
    pub reason: EndReason,
    /// The clause on a repetition, as one sentence.
    pub rule: Option<String>,
}

/// Why the rules end a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
pub enum EndReason {
    /// One side wins.
    Win(WinReason),
    /// Nobody wins.
    Draw(DrawReason),
}

impl RuledEnd {
    /// None while the game goes on.
    pub(super) fn of(game: &Game) -> Option<RuledEnd> {
        let (winner, reason) = match game.outcome()? {
            Outcome::Won { winner, reason } => (Some(winner), EndReason::Win(reason)),
            Outcome::Drawn { reason } => (None, EndReason::Draw(reason)),
            Outcome::Aborted => return None,
        };
        let winner = winner.map(|winner| game.ruleset().side_names()[winner].to_owned());
        Some(RuledEnd { winner, reason, rule: game.verdict().map(|verdict| verdict.rule.to_owned()) })
    }

    fn describe(&self) -> String {
        let result = match &self.winner {
            Some(winner) => format!("{winner} wins"),
            None => "a draw".to_owned(),
        };
        let reason = match self.reason {
            EndReason::Win(reason) => spaced(&format!("{reason:?}")),
            EndReason::Draw(reason) => spaced(&format!("{reason:?}")),
        };
        match &self.rule {
            Some(rule) => format!("{result} by {reason} ({rule})"),
            None => format!("{result} by {reason}"),
        }
    }
}

/// The words of a name such as `NoCaptureLimit`.
fn spaced(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push(' ');
        }
        text.extend(letter.to_lowercase());
    }
    text
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
            Note::TreeTooLarge { count, bytes } => {
                let were = if count == 1 { "was" } else { "were" };
                let limit = format!("a game keeps at most {} KiB of variations and comments", bytes >> 10);
                format!("{limit}: {count} of them {were} left out")
            }
            Note::MovesAfterTheEndLeftOut { count, ply } => {
                format!("the game is over after ply {ply}: {}", left_out(count, "move"))
            }
            Note::WouldHaveEnded { ply, ref verdict } => {
                format!("our rules would have ended the game after ply {ply}: {}", verdict.describe())
            }
            Note::WouldHaveBeenRefused { ply, reason } => {
                let why = match reason {
                    IllegalReason::ForbiddenRepetition => "it repeats the position",
                    IllegalReason::ForbiddenThreeThree => "it is forbidden to black, as two threes",
                    IllegalReason::ForbiddenFourFour => "it is forbidden to black, as two fours",
                    IllegalReason::ForbiddenOverline => {
                        "it is forbidden to black, as a row of more than five"
                    }
                    _ => "it is illegal",
                };
                format!("our rules would have refused ply {ply} because {why}")
            }
            Note::ResultContradicts { ply, ref verdict } => {
                let end = verdict.describe();
                format!("the game has the result of the record; by our rules it is {end} after ply {ply}")
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
    /// The game after its last move.
    pub game: Game,
    /// What is kept of the record.
    pub import: Import,
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
