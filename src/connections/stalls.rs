//! Responses of HTTP/2 that their clients do not read. By flow control a client can stall one response and keep the connection
//! alive, so that the write timeout of the connection does not notice.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The responses of a connection that wait for the client.
#[derive(Debug, Default)]
pub struct Stalls {
    waiting: Mutex<Waiting>,
    first: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    opened: u64,
    /// Since when each of them waits.
    since: HashMap<u64, Instant>,
}

impl Stalls {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A response that waits for the client from now on.
    pub fn open(self: &Arc<Stalls>) -> Reading {
        let mut waiting = self.lock();
        waiting.opened += 1;
        let id = waiting.opened;
        if id == 1 {
            self.first.notify_one();
        }
        waiting.since.insert(id, Instant::now());
        Reading { stalls: Arc::clone(self), id }
    }

    /// Resolves when a response has waited for the duration `limit`. Never wakes up on a connection without such responses.
    pub async fn longer_than(&self, limit: Duration) {
        if self.lock().opened == 0 {
            self.first.notified().await;
        }
        loop {
            tokio::time::sleep(limit / 4).await;
            if self.lock().since.values().any(|since| since.elapsed() >= limit) {
                return;
            }
        }
    }
}

/// The progress of one response.
#[derive(Debug)]
pub struct Reading {
    stalls: Arc<Stalls>,
    id: u64,
}

impl Reading {
    /// The client is ready for more, and there is more: it waits for the client from now on.
    pub fn sends(&self) {
        self.stalls.lock().since.insert(self.id, Instant::now());
    }

    /// The client waits for the server.
    pub fn has_nothing_to_send(&self) {
        self.stalls.lock().since.remove(&self.id);
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.has_nothing_to_send();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_millis(40);

    #[tokio::test]
    async fn a_response_is_stalled_only_while_it_waits_for_the_client() {
        let stalls = Arc::new(Stalls::default());
        let (events, ended, stalled) = (stalls.open(), stalls.open(), stalls.open());
        events.has_nothing_to_send();
        drop(ended);
        stalls.longer_than(LIMIT).await;
        drop(stalled);
        assert!(tokio::time::timeout(5 * LIMIT, stalls.longer_than(LIMIT)).await.is_err());
        events.sends();
        stalls.longer_than(LIMIT).await;
    }
}
