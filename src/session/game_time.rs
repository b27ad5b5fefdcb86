//! Game time: a count of milliseconds that advances only while a server is up. Clocks run in it.

use super::GameTime;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The game time of a server: a reference point, from which the monotonic clock of the process counts on. Steps of the
/// machine's clock do not change it.
#[derive(Debug)]
pub struct GameClock(Mutex<(Instant, GameTime)>);

impl GameClock {
    /// A clock that is at `now`.
    pub fn starting_at(now: GameTime) -> GameClock {
        GameClock(Mutex::new((Instant::now(), now)))
    }

    /// The game time at an instant.
    pub fn at(&self, instant: Instant) -> GameTime {
        let (reference, time) = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let elapsed = instant.saturating_duration_since(reference).as_millis() as i64;
        let before = reference.saturating_duration_since(instant).as_millis() as i64;
        GameTime(time.0 + elapsed - before)
    }
}
