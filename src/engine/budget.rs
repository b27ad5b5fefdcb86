//! How long a search may go on, and how it learns that it must stop.

use crate::limits::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Left of a clock, for the delays of whoever keeps it.
const CLOCK_MARGIN: Duration = Duration::from_millis(20);
/// How many moves a game is thought to have left when nobody tells.
const MOVES_TO_GO: u64 = 30;

/// What to spend of a clock on the next move, given what every move adds to it and for how many moves it must last.
pub fn share_of_clock(left: Duration, increment: Duration, moves_to_go: Option<u64>) -> Duration {
    let moves = moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, u32::MAX.into()) as u32;
    (left / moves + increment * 3 / 4).min(left.saturating_sub(CLOCK_MARGIN))
}

/// Tells a running search to end; clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one search, counted from when it was asked for.
#[derive(Clone, Debug)]
pub struct Budget {
    pub started: Instant,
    pub limits: Limits,
    pub stop: StopFlag,
}

impl Budget {
    pub fn new(limits: Limits, stop: StopFlag) -> Budget {
        Budget { started: Instant::now(), limits, stop }
    }

    /// When the time is up, if there is a limit to it.
    pub fn deadline(&self) -> Option<Instant> {
        self.limits.time.map(|time| self.started + time)
    }

    /// Whether a search that has visited `nodes` must end. Reads the clock: ask every thousand nodes or so.
    pub fn is_spent(&self, nodes: u64) -> bool {
        self.stop.is_stopped()
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }
}
