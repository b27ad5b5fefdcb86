//! A connection to a cluster that is replaced when it stalls.
//!
//! The connection of the crate `redis` (1.8.1) sometimes waits forever for its own refresh of the slots after a failover. A
//! new one finds the nodes within milliseconds.

use redis::aio::ConnectionLike;
use redis::cluster::{ClusterClient, ClusterConfig};
use redis::cluster_async::ClusterConnection;
use redis::cluster_routing::{Route, SingleNodeRoutingInfo, SlotAddr};
use redis::{Cmd, Pipeline, PushInfo, PushKind, RedisError, RedisFuture, Value};
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::Instant;

/// If a command is abandoned after waiting this long for a reply, the connection may have stalled.
const SLOW: Duration = Duration::from_millis(800);
/// A connection has stalled if no command got a reply for this long. While a single node is down, commands to the others still do.
const STALLED: Duration = Duration::from_secs(2);

/// Clones share one connection.
#[derive(Clone)]
pub struct Cluster(Arc<Shared>);

struct Shared {
    client: ClusterClient,
    pushes: Option<UnboundedSender<PushInfo>>,
    current: Mutex<Current>,
}

struct Current {
    connection: ClusterConnection,
    /// When a node last replied, or when the connection was made.
    replied: Instant,
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The client contains the password.
        formatter.debug_struct("Cluster").finish_non_exhaustive()
    }
}

impl Cluster {
    /// Connects in the background. What the nodes push goes to `pushes`. Must be called within a Tokio runtime.
    pub fn connect(client: ClusterClient, pushes: Option<UnboundedSender<PushInfo>>) -> Cluster {
        let connection = open(&client, pushes.as_ref());
        let current = Mutex::new(Current { connection, replied: Instant::now() });
        Cluster(Arc::new(Shared { client, pushes, current }))
    }

    /// Sends a command over the current connection.
    async fn send<T, F>(&self, command: impl FnOnce(ClusterConnection) -> F) -> Result<T, RedisError>
    where
        F: Future<Output = Result<T, RedisError>>,
    {
        let connection = self.0.current().connection.clone();
        let waiting = Waiting { shared: &self.0, since: Instant::now() };
        let reply = command(connection).await;
        std::mem::forget(waiting);
        if !reply.as_ref().is_err_and(RedisError::is_io_error) {
            self.0.current().replied = Instant::now();
        }
        reply
    }

    /// # Errors
    /// When no node answers.
    pub async fn subscribe(&self, channels: &[String]) -> Result<(), RedisError> {
        self.send(|mut connection| async move { connection.ssubscribe(channels).await }).await
    }

    /// # Errors
    /// When no node answers.
    pub async fn unsubscribe(&self, channels: &[String]) -> Result<(), RedisError> {
        self.send(|mut connection| async move { connection.sunsubscribe(channels).await }).await
    }

    pub fn command<'a>(&'a self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(self.send(move |mut connection| async move { connection.req_packed_command(command).await }))
    }

    /// Sends commands to the primary that has the key.
    ///
    /// # Errors
    /// When the node does not answer.
    pub async fn commands_at(&self, commands: &Pipeline, key: &[u8]) -> Result<Vec<Value>, RedisError> {
        let primary = Route::with_key(key, SlotAddr::Master);
        let (commands, count) = (commands.clone(), commands.len());
        let send = move |mut connection: ClusterConnection| async move {
            let node = SingleNodeRoutingInfo::SpecificNode(primary);
            connection.route_pipeline(commands, 0, count, node).await
        };
        self.send(send).await
    }

    pub fn commands<'a>(
        &'a self,
        commands: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        Box::pin(self.send(move |mut connection| async move {
            connection.req_packed_commands(commands, offset, count).await
        }))
    }
}

impl Shared {
    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn replace_if_stalled(&self) {
        let mut current = self.current();
        if current.replied.elapsed() < STALLED {
            return;
        }
        tracing::warn!("no node of the Redis cluster replies: connecting again");
        *current = Current { connection: open(&self.client, self.pushes.as_ref()), replied: Instant::now() };
        if let Some(pushes) = &self.pushes {
            let _nobody_listens = pushes.send(PushInfo { kind: PushKind::Disconnection, data: Vec::new() });
        }
    }
}

fn open(client: &ClusterClient, pushes: Option<&UnboundedSender<PushInfo>>) -> ClusterConnection {
    let settings = ClusterConfig::new();
    client.get_pending_async_connection_with_config(match pushes {
        Some(pushes) => settings.set_push_sender(pushes.clone()),
        None => settings,
    })
}

/// A command without a reply. Dropping it abandons the command.
struct Waiting<'a> {
    shared: &'a Shared,
    since: Instant,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        // The runtime is gone when the process ends.
        if self.since.elapsed() >= SLOW && tokio::runtime::Handle::try_current().is_ok() {
            self.shared.replace_if_stalled();
        }
    }
}
