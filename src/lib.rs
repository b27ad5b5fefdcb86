//! Duiyi (对弈, "two people sit down to a game"): an HTTP/JSON game server for Xiangqi, Gomoku, Renju and Caro.
//!
//! The games and the engines are crates of their own, exported here as [`rules`], [`engine`], [`record`] and
//! [`protocol`]. On top of them, dependencies point one way:
//!
//! - [`pool`] runs searches on a fixed number of threads and keeps them within their time budgets.
//! - [`game`] is a game that people play, as a value; [`store`] keeps games, and [`jobs`] long analyses that run in the background.
//! - [`service`] implements every operation of the API on top of these, in its own types.
//! - `dto` reads the JSON of requests and writes that of responses; [`http`] maps HTTP requests to calls of the service,
//!   and their results to responses.
//! - `mcp` offers the API to agents as tools.
//! - [`options`] converts game options to and from JSON.

pub mod address;
pub mod cli;
pub mod config;
pub mod connections;
mod derived_id;
mod dto;
pub mod game;
mod headers;
pub mod http;
pub mod jobs;
mod json;
mod mcp;
mod open_counts;
mod openings;
pub mod options;
pub mod pool;
pub mod redis_link;
pub mod server;
pub mod service;
pub mod store;
pub mod telemetry;

pub use duiyi_engine as engine;
pub use duiyi_protocol as protocol;
pub use duiyi_record as record;
pub use duiyi_rules as rules;
