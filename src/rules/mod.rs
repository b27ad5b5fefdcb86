//! What the games are: positions, moves, results. No engine, no HTTP, no clock.
//!
//! Every ruleset has a folder of its own with a type that implements [`Referee`]; [`Game`] holds one of
//! them, so that everything above works with any ruleset through one interface.

mod error;
mod game;
pub mod gomoku;
mod outcome;
mod referee;
mod splitmix;
mod types;
pub mod xiangqi;

pub use error::{IllegalReason, MoveError, PositionError, ReplayError, UndoError};
pub use game::{Game, Options, Prefixes};
pub use outcome::{DrawReason, ForbiddenPoint, OpeningState, Outcome, Verdict, Warning, WinReason};
pub use referee::Referee;
use referee::write_move;
pub use splitmix::splitmix64;
pub use types::{BySide, Move, MoveText, Ruleset, Side};
