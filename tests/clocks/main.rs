//! Games with clocks end once, with one result, at their deadlines, while servers are killed, and they, Redis and the links between
//! them stand still; and engines do not lose by time on a machine under load. `GAMES` sets the number of games of each test, and
//! `LATE_MS` how late after its deadline clients may see the end of a game. Tests that need `redis-server` in the path are ignored by
//! default; this runs them too, one by one:
//! `GAMES=1000 LATE_MS=250 cargo test --test clocks -- --include-ignored --nocapture --test-threads=1`.
#![allow(clippy::unwrap_used, reason = "a test")]

mod between_engines;
mod between_people;
mod caller;
mod check;
mod lateness;
mod plan;
mod player;
mod sightings;

use tokio::sync::RwLock;

/// The tests of people's clocks mostly wait, so they may run at once. That of engines needs the machine for itself.
static MACHINE: RwLock<()> = RwLock::const_new(());

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |number| number.parse().unwrap())
}

fn games(default: usize) -> usize {
    number("GAMES", default)
}
