#![doc = include_str!("../README.md")]

mod io;
mod parameters;
pub mod piskvork;
mod position;
mod ranks;
mod thinking;
pub mod ucci;
pub mod uci;

pub use ranks::FirstRank;
