//! Counts of things that are open, such as connections, in total and by key, such as an address.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many things are open, in total and for each key that has any. Clones share the counts.
#[derive(Clone, Debug)]
pub struct OpenCounts<K>(Arc<Mutex<Counts<K>>>);

#[derive(Debug)]
struct Counts<K> {
    all: usize,
    by_key: HashMap<K, usize>,
}

impl<K> Default for OpenCounts<K> {
    fn default() -> OpenCounts<K> {
        OpenCounts(Arc::new(Mutex::new(Counts { all: 0, by_key: HashMap::new() })))
    }
}

impl<K> OpenCounts<K> {
    fn lock(&self) -> MutexGuard<'_, Counts<K>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn all(&self) -> usize {
        self.lock().all
    }
}

impl<K: Eq + Hash + Clone> OpenCounts<K> {
    /// Counts a thing as open until the result is dropped, if `check` allows it. `check` gets the number of open things, in
    /// total and of this key.
    ///
    /// # Errors
    /// Those of `check`.
    pub fn open<E>(&self, key: K, check: impl FnOnce(usize, usize) -> Result<(), E>) -> Result<Open<K>, E> {
        let mut counts = self.lock();
        let of_key = counts.by_key.get(&key).copied().unwrap_or_default();
        check(counts.all, of_key)?;
        counts.all += 1;
        counts.by_key.insert(key.clone(), of_key + 1);
        Ok(Open { counts: self.clone(), key })
    }

    /// How many things with this key are open.
    pub fn of(&self, key: &K) -> usize {
        self.lock().by_key.get(key).copied().unwrap_or_default()
    }

    pub fn has(&self, key: &K) -> bool {
        self.lock().by_key.contains_key(key)
    }

    /// The keys that have something open.
    pub fn keys(&self) -> Vec<K> {
        self.lock().by_key.keys().cloned().collect()
    }
}

/// Something open, until it is dropped.
#[derive(Debug)]
pub struct Open<K: Eq + Hash + Clone> {
    counts: OpenCounts<K>,
    key: K,
}

impl<K: Eq + Hash + Clone> Open<K> {
    pub fn key(&self) -> &K {
        &self.key
    }
}

impl<K: Eq + Hash + Clone> Drop for Open<K> {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        counts.all -= 1;
        if let Some(of_key) = counts.by_key.get_mut(&self.key) {
            *of_key -= 1;
            if *of_key == 0 {
                counts.by_key.remove(&self.key);
            }
        }
    }
}
