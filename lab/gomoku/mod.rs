//! Gomoku and Renju: openings, self-play, tuning of the evaluation, problems.

pub mod openings;
pub mod problems;
pub mod selfplay;
pub mod solve;
pub mod tables;
pub mod train;
pub mod tune;
