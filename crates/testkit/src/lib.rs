//! What the tests and benchmarks of several packages share. The feature `server` has what starts a server and talks to
//! it; without it the crate needs the rules alone.
#![allow(clippy::unwrap_used, reason = "it runs in tests")]

#[cfg(feature = "server")]
pub mod attacks;
pub mod fake_engine;
pub mod foreign;
#[cfg(feature = "server")]
pub mod histories;
#[cfg(feature = "server")]
pub mod listeners;
#[cfg(feature = "server")]
pub mod load;
#[cfg(feature = "server")]
pub mod long_games;
pub mod moves;
#[cfg(feature = "server")]
pub mod processes;
pub mod processor;
pub mod resident;
pub mod rows;
#[cfg(feature = "server")]
pub mod server;
