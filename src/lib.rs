//! Duiyi (对弈, two people sitting down to a game): rules, engines and an HTTP/JSON service for board games.
//!
//! Arrows point one way: [`rules`] know the games and nothing else; [`engine`] chooses moves and knows rules, but
//! no HTTP and no session; [`pool`] gives searches to threads within their time budgets; [`session`] keeps the
//! games that people play, [`jobs`] the analyses nobody waits for; [`service`] is what can be asked of all of these, and
//! [`http`] how it is asked. Nothing in `rules` or `engine` is async, prints, or reads a file. [`record`] writes games
//! down, [`options`] their options as JSON, [`protocol`] speaks to interfaces and match runners.

pub mod cli;
pub mod config;
pub mod connections;
pub mod engine;
pub mod http;
pub mod jobs;
mod json;
pub mod limits;
pub mod options;
pub mod pool;
pub mod protocol;
pub mod record;
pub mod redis_link;
pub mod rules;
pub mod server;
pub mod service;
pub mod session;
pub mod telemetry;
