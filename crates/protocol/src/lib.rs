#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

pub mod driver;
mod io;
mod parameters;
pub mod piskvork;
mod position;
mod ranks;
mod thinking;
pub mod ucci;
pub mod uci;

pub use ranks::FirstRank;
