//! How many games there are, and whether there is room for one more.

use super::keys::Keys;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of games of all servers, as of the last sweep. In a cluster no script can count the games of all
/// shards. There this server adds its own changes since the sweep, so the total may exceed the capacity by what other
/// servers create between two sweeps.
#[derive(Debug)]
pub struct GameCount {
    keys: Keys,
    count: AtomicUsize,
    capacity: usize,
}

impl GameCount {
    pub fn new(keys: Keys, capacity: usize) -> GameCount {
        GameCount { keys, count: AtomicUsize::new(0), capacity }
    }

    pub fn get(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// Sets the number that a sweep counted.
    pub fn set(&self, count: usize) {
        self.count.store(count, Ordering::Relaxed);
    }

    /// This server created a game.
    pub fn add(&self) {
        if self.keys == Keys::Cluster {
            self.count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// This server deleted a game.
    pub fn remove(&self) {
        if self.keys == Keys::Cluster {
            let less = |count: usize| count.checked_sub(1);
            let _not_below_zero = self.count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        }
    }

    /// The number of games in one shard up to which the shard accepts so many more.
    pub fn shard_capacity(&self, more: usize) -> usize {
        match self.keys {
            Keys::Single => self.capacity,
            Keys::Cluster if self.get() + more <= self.capacity => usize::MAX,
            Keys::Cluster => 0,
        }
    }
}
