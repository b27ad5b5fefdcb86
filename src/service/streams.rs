//! Limits the number of open streams, in total and per client.

use super::client::Client;
use super::error::{Code, Error, Result};
use crate::config::Config;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The `Retry-After` of a refused stream. When a stream will end cannot be predicted.
const RETRY_AFTER: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct OpenStreams {
    max: usize,
    /// 0 for no limit.
    max_per_client: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by_client: HashMap<Client, usize>,
}

impl OpenStreams {
    pub fn new(config: &Config) -> OpenStreams {
        OpenStreams {
            max: config.max_streams,
            max_per_client: config.max_streams_per_client,
            open: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn count(&self) -> usize {
        self.lock().all
    }

    /// Counts a stream of this client as open until the guard is dropped.
    ///
    /// # Errors
    /// When the server or the client has reached its limit.
    pub fn open(self: &Arc<Self>, client: Client) -> Result<StreamGuard> {
        let mut open = self.lock();
        if open.all >= self.max {
            let detail = format!("all {} streams of the server are taken", self.max);
            return Err(Error::new(Code::Overloaded, detail).retry_after(RETRY_AFTER));
        }
        let of_client = open.by_client.get(&client).copied().unwrap_or_default();
        if self.max_per_client > 0 && of_client >= self.max_per_client {
            let detail = format!("expected at most {} streams at once: close one first", self.max_per_client);
            return Err(Error::new(Code::RateLimited, detail).retry_after(RETRY_AFTER));
        }
        open.all += 1;
        open.by_client.insert(client.clone(), of_client + 1);
        Ok(StreamGuard { streams: Arc::clone(self), client })
    }
}

/// Counts one stream as open until it is dropped.
#[derive(Debug)]
pub struct StreamGuard {
    streams: Arc<OpenStreams>,
    client: Client,
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        let mut open = self.streams.lock();
        open.all -= 1;
        if let Entry::Occupied(mut count) = open.by_client.entry(self.client.clone()) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}
