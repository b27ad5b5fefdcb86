//! How many streams are open, in all and of each client.

use super::client::Client;
use super::error::{Code, Error, Result};
use crate::config::Config;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Nobody knows when a stream ends; a refused client may try again after so long.
const RETRY_AFTER: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct OpenStreams {
    most: usize,
    /// 0 for no limit.
    most_per_client: usize,
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
            most: config.max_streams,
            most_per_client: config.max_streams_per_client,
            open: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn len(&self) -> usize {
        self.lock().all
    }

    /// Counts one more of this client's, until the guard is dropped.
    ///
    /// # Errors
    /// When there are as many as there may be.
    pub fn open(self: &Arc<Self>, client: Client) -> Result<StreamGuard> {
        let mut open = self.lock();
        if open.all >= self.most {
            let detail = format!("all {} streams of the server are taken", self.most);
            return Err(Error::new(Code::Overloaded, detail).retry_after(RETRY_AFTER));
        }
        let of_client = open.by_client.get(&client).copied().unwrap_or_default();
        if self.most_per_client > 0 && of_client >= self.most_per_client {
            let detail =
                format!("expected at most {} streams at once: close one first", self.most_per_client);
            return Err(Error::new(Code::RateLimited, detail).retry_after(RETRY_AFTER));
        }
        open.all += 1;
        open.by_client.insert(client.clone(), of_client + 1);
        Ok(StreamGuard { streams: Arc::clone(self), client })
    }
}

/// An open stream.
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
