//! A sample of the positions that a search asks the network about, for the lab to train it on.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Empty unless [`Samples::keep_one_of`] was called.
#[derive(Debug)]
pub struct Samples<T> {
    /// None are kept if 0.
    one_of: AtomicU64,
    asked: AtomicU64,
    kept: Mutex<Vec<T>>,
}

impl<T> Default for Samples<T> {
    fn default() -> Samples<T> {
        Samples { one_of: AtomicU64::new(0), asked: AtomicU64::new(0), kept: Mutex::default() }
    }
}

impl<T> Samples<T> {
    /// From now on keeps one of this many positions.
    pub fn keep_one_of(&self, number: u64) {
        self.one_of.store(number, Ordering::Relaxed);
    }

    /// The positions kept since the last call.
    pub fn take(&self) -> Vec<T> {
        std::mem::take(&mut self.kept.lock().expect("no thread panics"))
    }

    /// Forgets the positions kept, so that the next ones depend on later searches alone.
    pub fn clear(&self) {
        self.asked.store(0, Ordering::Relaxed);
        self.take();
    }

    pub(super) fn offer(&self, position: impl FnOnce() -> T) {
        let one_of = self.one_of.load(Ordering::Relaxed);
        if one_of == 0 || !self.asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(one_of) {
            return;
        }
        self.kept.lock().expect("no thread panics").push(position());
    }
}
