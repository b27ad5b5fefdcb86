//! Gomoku and Renju: openings, games of the engine against itself, and the evaluation fitted to them.

pub mod openings;
pub mod problems;
pub mod selfplay;
pub mod solve;
pub mod tables;
pub mod tune;
