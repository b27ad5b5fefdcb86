//! The engine of Gomoku and Renju: shapes kept up to date stone by stone, threat search, principal variation search.

pub mod board;
mod forbidden;
mod parameters;
mod points;
mod shape;
mod threat;

#[cfg(test)]
mod tests;
