//! The permission to search.

use super::outside::OutsideEngine;
use super::schedule::{Ask, Length, Mode};
use super::scheduler::Scheduler;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The permission for the searches of one request. Dropping it ends what they count for.
#[derive(Debug)]
pub struct Admission {
    scheduler: Arc<Scheduler>,
    pub(super) ask: Ask,
    pub(super) mode: Mode,
    /// None if our own engine searches.
    outside: Option<Arc<OutsideEngine>>,
    /// The thread time of its searches, in nanoseconds.
    spent: AtomicU64,
}

impl Admission {
    pub(super) fn new(
        scheduler: Arc<Scheduler>,
        ask: Ask,
        mode: Mode,
        outside: Option<Arc<OutsideEngine>>,
    ) -> Admission {
        Admission { scheduler, ask, mode, outside, spent: AtomicU64::default() }
    }

    /// Whether a program is to search, rather than our own engine.
    pub(super) fn program(&self) -> Option<&Arc<OutsideEngine>> {
        self.outside.as_ref().filter(|_| self.mode != Mode::AtOnce)
    }

    /// The search time so far, summed over the threads.
    pub fn thread_time(&self) -> Duration {
        Duration::from_nanos(self.spent.load(Ordering::Relaxed))
    }

    /// Adds the time that a search ran on this many threads.
    pub(super) fn spend(&self, time: Duration, threads: usize) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.spent.fetch_add(nanos.saturating_mul(threads as u64), Ordering::Relaxed);
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        if self.mode == Mode::Search(Length::Long) {
            self.scheduler.change(|schedule| schedule.end_long(self.ask.client, self.ask.deadline));
        }
    }
}
