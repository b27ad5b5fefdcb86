//! Connections to Redis or Valkey: they reconnect by themselves, and every command has a timeout.

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{
    Client, ConnectionAddr, ConnectionInfo, ErrorKind, IntoConnectionInfo, ProtocolVersion, RedisError,
    TlsCertificates,
};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use std::future::Future;
use std::time::Duration;

/// The timeout of every command.
pub const COMMAND_TIMEOUT: Duration = Duration::from_secs(1);
const RECONNECT_DELAYS: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(500));

/// Redis did not answer in time, or it refused the command. Redis may or may not have executed the command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unavailable(pub String);

impl From<RedisError> for Unavailable {
    fn from(error: RedisError) -> Unavailable {
        tracing::warn!(%error, "Redis refused or did not answer");
        Unavailable(error.category().to_owned())
    }
}

/// Waits for the reply to a command, at most [`COMMAND_TIMEOUT`].
///
/// # Errors
/// [`Unavailable`] when no reply arrives in time, or the reply is an error.
pub async fn with_timeout<T>(command: impl Future<Output = Result<T, RedisError>>) -> Result<T, Unavailable> {
    match tokio::time::timeout(COMMAND_TIMEOUT, command).await {
        Ok(reply) => Ok(reply?),
        Err(_) => Err(Unavailable(format!("no reply within {} ms", COMMAND_TIMEOUT.as_millis()))),
    }
}

/// The address and credentials of a Redis server. Opens connections to it.
#[derive(Clone)]
pub struct RedisLink {
    client: Client,
}

impl std::fmt::Debug for RedisLink {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The client contains the password.
        formatter.debug_struct("RedisLink").finish_non_exhaustive()
    }
}

impl RedisLink {
    /// Parses a `redis://` or `rediss://` (TLS) URL. Does not connect. `ca` contains the certificates, in PEM, of the
    /// authorities that may sign the certificate of the server; None stands for those of the system.
    ///
    /// # Errors
    /// When the URL is not a valid Redis URL, or `ca` contains no certificate.
    pub fn new(url: &str, ca: Option<&[u8]>) -> Result<RedisLink, RedisError> {
        let info = url.into_connection_info()?;
        // RESP3 delivers pushed messages on the connection that subscribed.
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
        let info = info.set_redis_settings(settings);
        Ok(RedisLink { client: client(info, ca)? })
    }

    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The settings of a connection that connects on first use and reconnects whenever it is lost.
    pub fn settings() -> ConnectionManagerConfig {
        ConnectionManagerConfig::new()
            .set_connection_timeout(Some(COMMAND_TIMEOUT))
            .set_response_timeout(Some(COMMAND_TIMEOUT))
            .set_min_delay(RECONNECT_DELAYS.0)
            .set_max_delay(RECONNECT_DELAYS.1)
            .set_number_of_retries(usize::MAX)
    }

    /// Makes a lazy connection. Clones share it. Must be called within a Tokio runtime.
    ///
    /// # Errors
    /// When the settings are not valid.
    pub fn connection(&self, settings: ConnectionManagerConfig) -> Result<ConnectionManager, RedisError> {
        ConnectionManager::new_lazy_with_config(self.client.clone(), settings)
    }
}

fn client(info: ConnectionInfo, ca: Option<&[u8]>) -> Result<Client, RedisError> {
    if !matches!(info.addr(), ConnectionAddr::TcpTls { .. }) {
        return Client::open(info);
    }
    // It fails if a provider is installed already, which is as good.
    let _installed = rustls::crypto::ring::default_provider().install_default();
    let Some(ca) = ca else { return Client::open(info) };
    check_has_certificate(ca)?;
    Client::build_with_tls(info, TlsCertificates { client_tls: None, root_cert: Some(ca.to_vec()) })
}

/// # Errors
/// When the PEM text contains no certificate: then no server could ever be trusted.
fn check_has_certificate(ca: &[u8]) -> Result<(), RedisError> {
    match CertificateDer::pem_slice_iter(ca).next() {
        Some(Ok(_)) => Ok(()),
        _ => Err((ErrorKind::InvalidClientConfig, "redis_ca contains no certificate").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_refused_without_a_valid_address_or_certificate() {
        assert!(RedisLink::new("redis://user:password@host:6379/2", None).is_ok());
        assert!(RedisLink::new("rediss://host", None).is_ok());
        assert!(RedisLink::new("http://host", None).is_err());
        let refused = RedisLink::new("rediss://host", Some(b"not a certificate")).unwrap_err();
        assert!(refused.to_string().contains("redis_ca"), "{refused}");
    }
}
