//! The limits of a search, and the flag that stops it.

use crate::limits::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Asks a running search to stop. Clones share one flag.
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

/// The limits of one search. Its time counts from `started`, so waiting for a thread is part of it.
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

    /// When the search must end, if it has a time limit.
    pub fn deadline(&self) -> Option<Instant> {
        self.limits.time.map(|time| self.started + time)
    }

    /// Whether a search that has visited `nodes` must end. Reads the clock, so do not call it at every node.
    pub fn is_spent(&self, nodes: u64) -> bool {
        self.stop.is_stopped()
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }
}
