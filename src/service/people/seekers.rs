//! The seekers who wait on this server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;
use uuid::Uuid;

/// The seekers who wait on this server.
#[derive(Debug, Default)]
pub struct Seekers(Mutex<HashMap<Uuid, (usize, Arc<Notify>)>>);

impl Seekers {
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, (usize, Arc<Notify>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts somebody as waiting on a seek until the result is dropped.
    pub(in crate::service) fn wait(&self, id: Uuid) -> Waiting<'_> {
        let mut seekers = self.lock();
        let (waiting, news) = seekers.entry(id).or_default();
        *waiting += 1;
        Waiting { seekers: self, id, news: Arc::clone(news) }
    }

    /// Wakes those who wait on a seek.
    pub(in crate::service) fn wake(&self, id: Uuid) {
        if let Some((_, news)) = self.lock().get(&id) {
            news.notify_waiters();
        }
    }

    pub(in crate::service) fn ids(&self) -> Vec<Uuid> {
        self.lock().keys().copied().collect()
    }
}

/// Somebody who waits on a seek.
#[derive(Debug)]
pub(in crate::service) struct Waiting<'a> {
    seekers: &'a Seekers,
    id: Uuid,
    news: Arc<Notify>,
}

impl Waiting<'_> {
    pub fn news(&self) -> &Notify {
        &self.news
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut seekers = self.seekers.lock();
        if let Some((waiting, _)) = seekers.get_mut(&self.id) {
            *waiting -= 1;
            if *waiting == 0 {
                seekers.remove(&self.id);
            }
        }
    }
}
