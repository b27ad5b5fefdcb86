//! The Smart Game Format, version 4, of five in a row (`GM[4]`). A point is two letters, the column and the row from the
//! top left.

mod annotations;
mod lexer;
mod read;
mod write;

pub(super) use read::read_all;
pub use write::sgf;

/// Properties of our own: the options of the game, and its moves with the choices of its opening, if it has any.
const OPTIONS: &str = "XO";
const MOVES: &str = "XM";
