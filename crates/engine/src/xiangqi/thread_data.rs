//! What searching threads learn about moves and evaluations, kept from one search to the next.

use super::correction::CorrectionHistory;
use super::history::History;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The history tables of one thread.
#[derive(Debug)]
pub struct ThreadData {
    pub history: History,
    pub correction: CorrectionHistory,
}

impl ThreadData {
    fn new() -> ThreadData {
        ThreadData { history: History::new(), correction: CorrectionHistory::new() }
    }

    /// Moves the tables out. What is left has no room for entries and must not be used.
    pub fn take(&mut self) -> ThreadData {
        ThreadData {
            history: std::mem::take(&mut self.history),
            correction: std::mem::take(&mut self.correction),
        }
    }
}

/// The tables that no thread is using. There are never more than threads that searched at the same time.
#[derive(Debug, Default)]
pub struct ThreadDataPool(Mutex<Vec<ThreadData>>);

impl ThreadDataPool {
    /// Tables of an earlier search if some are idle, else empty ones.
    pub fn take(&self) -> ThreadData {
        self.idle().pop().unwrap_or_else(ThreadData::new)
    }

    pub fn give_back(&self, thread_data: ThreadData) {
        self.idle().push(thread_data);
    }

    pub fn clear(&self) {
        self.idle().clear();
    }

    /// The lock is held only to push or pop, so the list is whole even if the lock is poisoned.
    fn idle(&self) -> MutexGuard<'_, Vec<ThreadData>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
