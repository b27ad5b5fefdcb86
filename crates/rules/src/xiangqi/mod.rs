//! Xiangqi: the board, the moves, the positions and the game.
//!
//! Red is [`Side::First`](crate::Side). A [`Setup`] is any arrangement of pieces, a [`Position`] is a valid one,
//! and a [`Game`] is a position with its history.

pub mod attacks;
mod bitboard;
mod fen;
mod game;
mod illegal;
mod illegal_move;
mod legality;
mod notation;
mod options;
mod perft;
mod position;
mod position_problem;
mod recurrence;
pub mod repetition;
mod setup;
mod types;
mod zobrist;

pub use bitboard::Bitboard;
pub use fen::START_FEN;
pub use game::{Game, Played};
pub use illegal_move::{IllegalMove, Obstacle};
pub use legality::{Checks, Legality};
pub use options::{Options, Repetition, RepetitionPenalty};
pub use perft::{divide, perft};
pub use position::{Board, Position, Undo};
pub use position_problem::PositionProblem;
pub use setup::{Setup, reachable_points};
pub use types::{MAX_MOVES, MAX_PIECES, Move, MoveList, ParseSquareError, Piece, Role, Square};
