//! Gomoku and Renju: openings, the judge of opening choices, self-play, tuning of the evaluation, problems.

pub mod generation;
pub mod judge;
pub mod openings;
pub mod problems;
pub mod selfplay;
pub mod solve;
pub mod tables;
pub mod train;
pub mod tune;
