//! The seekers who wait on this server. One task keeps their seeks and looks for what has come of them, so that many who wait cost
//! the store little.

use crate::service::state::Service;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use uuid::Uuid;

/// How often the server looks for what has come of the seeks.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// How many looks there are from one note that somebody still waits to the next.
const LOOKS_PER_TOUCH: u32 = 16;

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

    fn ids(&self) -> Vec<Uuid> {
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

/// Looks for what has come of the seeks on which somebody waits here, until the server shuts down.
pub async fn run_seekers(service: Arc<Service>) {
    let draining = service.draining.clone();
    let look = async {
        for looks in 0_u32.. {
            tokio::time::sleep(LOOK_EVERY).await;
            let ids = service.seekers.ids();
            if ids.is_empty() {
                continue;
            }
            // If the store does not answer, they wait on.
            if looks % LOOKS_PER_TOUCH == 0
                && let Err(error) = service.store.touch_seeks(&ids).await
            {
                tracing::debug!(%error, "seeks could not be kept");
            }
            if let Ok(open) = service.store.open_seeks_of(&ids).await {
                let open: HashSet<Uuid> = open.into_iter().collect();
                ids.into_iter().filter(|id| !open.contains(id)).for_each(|id| service.seekers.wake(id));
            }
        }
    };
    tokio::select! {
        () = look => {}
        () = draining.cancelled() => {}
    }
}
