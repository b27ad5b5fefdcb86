//! Text protocols over standard input and output, for graphical interfaces and match runners.

mod io;
mod parameters;
pub mod piskvork;
mod position;
mod ranks;
mod thinking;
pub mod ucci;
pub mod uci;

pub use ranks::FirstRank;
