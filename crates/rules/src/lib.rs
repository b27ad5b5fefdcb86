#![doc = include_str!("../README.md")]
//!
//! Every game has its own module, with a type that implements [`Referee`]. [`Game`] holds a game of any ruleset, so
//! that callers use one interface for all of them.

#![warn(missing_docs)]

mod error;
mod game;
pub mod gomoku;
mod outcome;
mod referee;
mod splitmix;
mod types;
pub mod xiangqi;

pub use error::{
    IllegalMove, IllegalReason, MoveError, PositionError, PositionProblem, ReplayError, UndoError, shortened,
};
pub use game::{Game, Options, Prefixes};
pub use outcome::{
    DrawReason, ForbiddenPoint, OpeningPhase, OpeningState, Outcome, Verdict, Warning, WinReason,
};
pub use referee::Referee;
use referee::{WriteCoordinates, write_move};
pub use splitmix::splitmix64;
pub use types::{BySide, Move, MoveText, Ruleset, Side, UnknownRuleset};
