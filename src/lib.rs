//! Duiyi (对弈, two people sitting down to a game): rules, engines and an HTTP/JSON service for board games.
//!
//! Arrows point one way: [`rules`] know the games and nothing else; [`engine`] chooses moves and knows
//! rules, but no HTTP and no session. Nothing in these two is async, prints, or reads a file.

pub mod engine;
pub mod protocol;
pub mod rules;
