//! The operations on games.

pub mod arbiter;
pub mod batch;
pub mod clock_time;
pub mod convert;
pub mod delays;
pub mod details;
pub mod draw;
pub mod engine_turn;
pub mod games;
pub mod list;
pub mod offer;
pub mod rematch;
pub mod run;
pub mod run_places;
pub mod start;
