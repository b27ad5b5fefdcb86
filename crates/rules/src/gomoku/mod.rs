//! Five in a row: freestyle and standard Gomoku, Renju, and Caro.

mod fen;
mod forbidden;
mod game;
mod illegal_move;
mod opening;
mod options;
mod perft;
mod position;
mod position_problem;
mod types;

pub use forbidden::Forbidden;
pub use game::Game;
pub use illegal_move::IllegalMove;
pub use opening::{Area, Opening, Phase};
pub use options::Options;
pub use perft::divide;
pub use position::Position;
pub use position_problem::PositionProblem;
pub use types::{Choice, Direction, MAX_SIZE, MIN_SIZE, Move, Point, Variant};

#[cfg(test)]
mod tests;
