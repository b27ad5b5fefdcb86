//! How late engines are with their moves.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How late the engines that play by a clock have recently been: from the end of the search time to the move. On a
/// busy machine this much more is kept in reserve.
#[derive(Debug, Default)]
pub struct Delays(AtomicU64);

impl Delays {
    /// Records the delay of a move. A long delay counts less with every further move.
    pub fn note(&self, delay: Duration) {
        let delay = delay.as_micros() as u64;
        let next = |worst: u64| Some(delay.max(worst - worst / 32));
        let _always_updated = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
    }

    pub fn worst(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}
