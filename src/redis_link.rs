//! How the service talks to Redis or Valkey: connections that come back, and answers that are waited for in bounded time.

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, IntoConnectionInfo, ProtocolVersion, RedisError};
use std::future::Future;
use std::time::Duration;

/// No command is waited for longer.
pub const PATIENCE: Duration = Duration::from_secs(1);
const RECONNECT_DELAYS: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(500));

/// Redis did not answer, or refused. Whether a command was carried out is not known.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unavailable(pub String);

impl From<RedisError> for Unavailable {
    fn from(error: RedisError) -> Unavailable {
        tracing::warn!(%error, "Redis refused or did not answer");
        Unavailable(error.category().to_owned())
    }
}

/// Waits for an answer no longer than [`PATIENCE`].
///
/// # Errors
/// [`Unavailable`] when there is none by then, or it is an error.
pub async fn within<T>(answer: impl Future<Output = Result<T, RedisError>>) -> Result<T, Unavailable> {
    match tokio::time::timeout(PATIENCE, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(Unavailable(format!("no answer within {} ms", PATIENCE.as_millis()))),
    }
}

/// Where Redis is.
#[derive(Clone)]
pub struct RedisLink {
    client: Client,
}

impl std::fmt::Debug for RedisLink {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The client knows the password.
        formatter.debug_struct("RedisLink").finish_non_exhaustive()
    }
}

impl RedisLink {
    /// # Errors
    /// When the URL is not one of Redis.
    pub fn new(url: &str) -> Result<RedisLink, RedisError> {
        let info = url.into_connection_info()?;
        // The third version of the protocol carries subscriptions on the connection that asks for them.
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
        Ok(RedisLink { client: Client::open(info.set_redis_settings(settings))? })
    }

    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The settings of a connection that is made when first used and again whenever it is lost.
    pub fn settings() -> ConnectionManagerConfig {
        ConnectionManagerConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE))
            .set_min_delay(RECONNECT_DELAYS.0)
            .set_max_delay(RECONNECT_DELAYS.1)
            .set_number_of_retries(usize::MAX)
    }

    /// A connection for commands, shared by all who clone it. To be called within a runtime.
    ///
    /// # Errors
    /// When the settings cannot be used.
    pub fn connection(&self, settings: ConnectionManagerConfig) -> Result<ConnectionManager, RedisError> {
        ConnectionManager::new_lazy_with_config(self.client.clone(), settings)
    }
}
