//! Limits the number of open streams, in total and per client.

use crate::config::Config;
use crate::open_counts::{Open, OpenCounts};
use crate::service::access::client::Client;
use crate::service::error::{Code, Error, Result};
use std::time::Duration;

/// The `Retry-After` of a refused stream. When a stream will end cannot be predicted.
const RETRY_AFTER: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct OpenStreams {
    max: usize,
    /// 0 for no limit.
    max_per_client: usize,
    open: OpenCounts<Client>,
}

/// Counts one stream as open until it is dropped.
pub type StreamGuard = Open<Client>;

impl OpenStreams {
    pub fn new(config: &Config) -> OpenStreams {
        OpenStreams {
            max: config.max_streams,
            max_per_client: config.max_streams_per_client,
            open: OpenCounts::default(),
        }
    }

    pub fn count(&self) -> usize {
        self.open.all()
    }

    /// Counts a stream of this client as open until the guard is dropped.
    ///
    /// # Errors
    /// When the server or the client has reached its limit.
    pub fn open(&self, client: Client) -> Result<StreamGuard> {
        self.open.open(client, |all, of_client| {
            if all >= self.max {
                let detail = format!("all {} streams of the server are taken", self.max);
                return Err(Error::new(Code::Overloaded, detail).retry_after(RETRY_AFTER));
            }
            if self.max_per_client > 0 && of_client >= self.max_per_client {
                let detail =
                    format!("expected at most {} streams at once: close one first", self.max_per_client);
                return Err(Error::new(Code::RateLimited, detail).retry_after(RETRY_AFTER));
            }
            Ok(())
        })
    }
}
