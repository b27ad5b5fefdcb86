//! The limits of a search, the flag that stops it, and the pace that others set for it.

use crate::limits::Limits;
use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Asks a running search to stop. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks every search with this flag to end.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the searches were asked to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Lets searches share a processor: it decides when the threads of a search rest.
pub trait Pace: Debug + Send + Sync {
    /// Every thread of the search calls this often. Blocks while it is the turn of other searches.
    fn keep(&self, now: Instant);

    /// For how long the search has rested without that counting as search time.
    fn uncounted_rest(&self) -> Duration;
}

/// The limits of one search. Its time counts from `started`, so waiting for a thread is part of it.
#[derive(Clone, Debug)]
pub struct Budget {
    /// When the time of the search began.
    pub started: Instant,
    /// What ends the search.
    pub limits: Limits,
    /// Ends the search from another thread.
    pub stop: StopFlag,
    /// None for a search that has its threads to itself.
    pub pace: Option<Arc<dyn Pace>>,
}

impl Budget {
    /// The budget of a search that starts now and has its threads to itself.
    pub fn new(limits: Limits, stop: StopFlag) -> Budget {
        Budget { started: Instant::now(), limits, stop, pace: None }
    }

    /// When the search must end, if it has a time limit, by [`Budget::now`].
    pub fn deadline(&self) -> Option<Instant> {
        self.limits.time.map(|time| self.started + time)
    }

    /// The time, less the rests that do not count as search time.
    pub fn now(&self) -> Instant {
        let rest = self.pace.as_ref().map_or(Duration::ZERO, |pace| pace.uncounted_rest());
        Instant::now().checked_sub(rest).unwrap_or(self.started)
    }

    /// Whether a search that has visited `nodes` must end. Reads the clock and may rest, so do not call it at every node.
    pub fn rest_or_end(&self, nodes: u64) -> bool {
        if let Some(pace) = &self.pace {
            pace.keep(Instant::now());
        }
        self.stop.is_stopped()
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self.deadline().is_some_and(|deadline| self.now() >= deadline)
    }
}
