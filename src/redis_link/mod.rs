//! Connections to Redis or Valkey: one server, the primary that sentinels name, or a cluster. They reconnect by themselves, and every command has a timeout.

mod address;
mod cluster;
mod connection;
mod script;
mod sentinel;

pub use connection::Connection;
pub use script::{Script, ScriptCall};

use address::Address;
use cluster::Cluster;
use jiff::Timestamp;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::cluster::{ClusterClient, ClusterClientBuilder};
use redis::sentinel::{SentinelClient, SentinelClientBuilder, SentinelServerType};
use redis::{
    Client, ConnectionAddr, ConnectionInfo, ErrorKind, ProtocolVersion, PushInfo, RedisConnectionInfo,
    RedisError, TlsCertificates, TlsMode,
};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use sentinel::{Primary, Sentinels};
use std::future::Future;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::timeout;

/// The timeout of every command.
pub const COMMAND_TIMEOUT: Duration = Duration::from_secs(1);
const RECONNECT_DELAYS: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(500));

/// The timeout of a connection to one node of a cluster. It is short, because commands to the other nodes wait meanwhile.
const NODE_CONNECT_TIMEOUT: Duration = Duration::from_millis(500);
/// How often, and after how many milliseconds, a cluster repeats a command that a node did not take. The caller stops it after
/// [`COMMAND_TIMEOUT`]. Every script may be executed twice.
const NODE_RETRIES: u32 = 16;
const NODE_RETRY_WAIT_MS: (u64, u64) = (20, 200);

/// Redis did not answer in time, or it refused the command. Redis may or may not have executed the command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unavailable(pub String);

impl From<RedisError> for Unavailable {
    fn from(error: RedisError) -> Unavailable {
        log(&error);
        Unavailable(match error.code() {
            Some("OOM") => "its memory is full".to_owned(),
            Some("NOREPLICAS") => "it has too few replicas (`min-replicas-to-write`)".to_owned(),
            Some("MISCONF") => "it cannot save to its disk".to_owned(),
            _ => error.category().to_owned(),
        })
    }
}

/// Logs at most one error a second, because thousands of commands may fail for one reason.
fn log(error: &RedisError) {
    static LAST: AtomicI64 = AtomicI64::new(0);
    let second = Timestamp::now().as_second();
    if LAST.swap(second, Ordering::Relaxed) != second {
        tracing::warn!(%error, "Redis refused or did not answer");
    }
}

/// Waits for the reply to a command, at most [`COMMAND_TIMEOUT`].
///
/// # Errors
/// [`Unavailable`] when no reply arrives in time, or the reply is an error.
pub async fn with_timeout<T>(command: impl Future<Output = Result<T, RedisError>>) -> Result<T, Unavailable> {
    match timeout(COMMAND_TIMEOUT, command).await {
        Ok(reply) => Ok(reply?),
        Err(_) => Err(Unavailable(format!("no reply within {} ms", COMMAND_TIMEOUT.as_millis()))),
    }
}

/// The addresses and credentials of Redis. Opens connections to it.
#[derive(Clone)]
pub struct RedisLink(Servers);

#[derive(Clone)]
enum Servers {
    One(Box<Client>),
    Cluster(Box<ClusterClient>),
    Sentinel(Sentinels),
}

impl std::fmt::Debug for RedisLink {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The client contains the password.
        formatter.debug_struct("RedisLink").finish_non_exhaustive()
    }
}

impl RedisLink {
    /// Parses a URL of one Redis, of sentinels or of a cluster. Does not connect. `ca` contains the certificates, in PEM, of the authorities
    /// that may sign the certificates of the servers; None stands for those of the system.
    ///
    /// # Errors
    /// When the URL is not valid, or `ca` contains no certificate.
    pub fn new(url: &str, ca: Option<&[u8]>) -> Result<RedisLink, RedisError> {
        // Fails if a provider is installed already. That one works, too.
        let _installed = rustls::crypto::ring::default_provider().install_default();
        let certificates = ca.map(certificates).transpose()?;
        Ok(RedisLink(match Address::parse(url)? {
            Address::One(server) => Servers::One(Box::new(client(*server, certificates)?)),
            Address::Cluster(nodes) => Servers::Cluster(Box::new(cluster_client(nodes, certificates)?)),
            Address::Sentinel { sentinels, service, settings, sentinel_settings } => {
                let settings = (&*settings, &*sentinel_settings);
                let client = sentinel_client(sentinels, &service, settings, certificates)?;
                Servers::Sentinel(Sentinels::new(client))
            }
        }))
    }

    pub fn is_cluster(&self) -> bool {
        matches!(self.0, Servers::Cluster(_))
    }

    /// Makes a connection that connects on first use and reconnects whenever it is lost. Clones share it. Must be called within a
    /// Tokio runtime.
    ///
    /// # Errors
    /// When the settings are not valid.
    pub fn connection(&self) -> Result<Connection, RedisError> {
        Ok(match &self.0 {
            Servers::One(client) => {
                Connection::One(ConnectionManager::new_lazy_with_config(Client::clone(client), settings())?)
            }
            Servers::Cluster(client) => {
                Connection::Cluster(Cluster::connect(ClusterClient::clone(client), None))
            }
            Servers::Sentinel(sentinels) => {
                Connection::Primary(Primary::connect(sentinels, settings(), None))
            }
        })
    }

    /// As [`RedisLink::connection`], for subscriptions. Everything that Redis pushes goes to `pushes`, and
    /// [`redis::PushKind::Disconnection`] whenever a connection is lost.
    ///
    /// # Errors
    /// When the settings are not valid.
    pub fn listening(&self, pushes: UnboundedSender<PushInfo>) -> Result<Connection, RedisError> {
        Ok(match &self.0 {
            Servers::One(client) => {
                let settings = settings().set_push_sender(pushes).set_automatic_resubscription();
                Connection::One(ConnectionManager::new_lazy_with_config(Client::clone(client), settings)?)
            }
            Servers::Cluster(client) => {
                Connection::Cluster(Cluster::connect(ClusterClient::clone(client), Some(pushes)))
            }
            Servers::Sentinel(sentinels) => {
                let settings = settings().set_push_sender(pushes.clone()).set_automatic_resubscription();
                Connection::Primary(Primary::connect(sentinels, settings, Some(pushes)))
            }
        })
    }

    /// Connects once, and logs why that fails. The connections above retry forever without reporting a reason, so a wrong
    /// password would look like a server that is down.
    pub async fn probe(&self) {
        let connected = match &self.0 {
            Servers::One(client) => timeout(COMMAND_TIMEOUT, client.get_multiplexed_async_connection())
                .await
                .map(|made| made.err()),
            Servers::Cluster(client) => {
                timeout(COMMAND_TIMEOUT, client.get_async_connection()).await.map(|made| made.err())
            }
            Servers::Sentinel(sentinels) => match sentinels.primary() {
                Some(client) => timeout(COMMAND_TIMEOUT, client.get_multiplexed_async_connection())
                    .await
                    .map(|made| made.err()),
                // The sentinels are asked again and again, which is logged.
                None => return,
            },
        };
        if let Ok(Some(error)) = connected {
            tracing::warn!(%error, "cannot connect to Redis");
        }
    }
}

fn settings() -> ConnectionManagerConfig {
    ConnectionManagerConfig::new()
        .set_connection_timeout(Some(COMMAND_TIMEOUT))
        .set_response_timeout(Some(COMMAND_TIMEOUT))
        .set_min_delay(RECONNECT_DELAYS.0)
        .set_max_delay(RECONNECT_DELAYS.1)
        .set_number_of_retries(usize::MAX)
}

fn client(server: ConnectionInfo, certificates: Option<TlsCertificates>) -> Result<Client, RedisError> {
    // RESP3 delivers pushed messages on the connection that subscribed.
    let settings = server.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
    let server = server.set_redis_settings(settings);
    match certificates {
        Some(certificates) if is_tls(&server) => Client::build_with_tls(server, certificates),
        _ => Client::open(server),
    }
}

fn cluster_client(
    nodes: Vec<ConnectionInfo>,
    certificates: Option<TlsCertificates>,
) -> Result<ClusterClient, RedisError> {
    let has_tls = nodes.iter().all(is_tls);
    let cluster = ClusterClientBuilder::new(nodes)
        .use_protocol(ProtocolVersion::RESP3)
        .connection_timeout(NODE_CONNECT_TIMEOUT)
        .response_timeout(COMMAND_TIMEOUT)
        .overall_response_timeout(None)
        .retries(NODE_RETRIES)
        .min_retry_wait(NODE_RETRY_WAIT_MS.0)
        .max_retry_wait(NODE_RETRY_WAIT_MS.1);
    match certificates {
        Some(certificates) if has_tls => cluster.certs(certificates).build(),
        _ => cluster.build(),
    }
}

fn sentinel_client(
    sentinels: Vec<ConnectionAddr>,
    service: &str,
    (settings, sentinel_settings): (&RedisConnectionInfo, &RedisConnectionInfo),
    certificates: Option<TlsCertificates>,
) -> Result<SentinelClient, RedisError> {
    let has_tls = sentinels.iter().all(|address| matches!(address, ConnectionAddr::TcpTls { .. }));
    let mut client = SentinelClientBuilder::new(sentinels, service, SentinelServerType::Master)?
        .set_client_to_redis_protocol(ProtocolVersion::RESP3)
        .set_client_to_redis_db(settings.db());
    if let Some(user) = settings.username() {
        client = client.set_client_to_redis_username(user);
    }
    if let Some(password) = settings.password() {
        client = client.set_client_to_redis_password(password);
    }
    if let Some(user) = sentinel_settings.username() {
        client = client.set_client_to_sentinel_username(user);
    }
    if let Some(password) = sentinel_settings.password() {
        client = client.set_client_to_sentinel_password(password);
    }
    if has_tls {
        client = client.set_client_to_redis_tls_mode(TlsMode::Secure);
    }
    match certificates {
        Some(certificates) if has_tls => client
            .set_client_to_redis_certificates(certificates.clone())
            .set_client_to_sentinel_certificates(certificates),
        _ => client,
    }
    .build()
}

fn is_tls(server: &ConnectionInfo) -> bool {
    matches!(server.addr(), ConnectionAddr::TcpTls { .. })
}

/// # Errors
/// When the PEM text contains no certificate: then no server could ever be trusted.
fn certificates(ca: &[u8]) -> Result<TlsCertificates, RedisError> {
    match CertificateDer::pem_slice_iter(ca).next() {
        Some(Ok(_)) => Ok(TlsCertificates { client_tls: None, root_cert: Some(ca.to_vec()) }),
        _ => Err((ErrorKind::InvalidClientConfig, "redis_ca contains no certificate").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_link_is_refused_without_a_valid_address_or_certificate() {
        assert!(!RedisLink::new("redis://user:password@host:6379/2", None).unwrap().is_cluster());
        assert!(RedisLink::new("rediss://one,two", None).unwrap().is_cluster());
        assert!(RedisLink::new("http://host", None).is_err());
        let refused = RedisLink::new("rediss://host", Some(b"not a certificate")).unwrap_err();
        assert!(refused.to_string().contains("redis_ca"), "{refused}");
    }
}
