//! Redis Sentinel: finds the primary of a service, and follows it when another server takes over.

use redis::aio::{ConnectionLike, ConnectionManager, ConnectionManagerConfig};
use redis::sentinel::SentinelClient;
use redis::{Client, Cmd, Pipeline, PushInfo, PushKind, RedisError, RedisFuture, Value};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// How often the sentinels are asked for the primary.
const ASK_EVERY: Duration = Duration::from_millis(500);
const ASK_TIMEOUT: Duration = Duration::from_secs(2);

/// The present primary of a service. Clones share it.
#[derive(Clone)]
pub struct Sentinels {
    /// None once they are asked.
    client: Arc<Mutex<Option<SentinelClient>>>,
    sender: watch::Sender<Option<Client>>,
    primary: watch::Receiver<Option<Client>>,
}

impl std::fmt::Debug for Sentinels {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The clients contain the password.
        formatter.debug_struct("Sentinels").finish_non_exhaustive()
    }
}

impl Sentinels {
    pub fn new(client: SentinelClient) -> Sentinels {
        let (sender, primary) = watch::channel(None);
        Sentinels { client: Arc::new(Mutex::new(Some(client))), sender, primary }
    }

    /// The present primary. None if the sentinels have named none yet.
    pub fn primary(&self) -> Option<Client> {
        self.primary.borrow().clone()
    }

    /// The primary, from now on. Must be called within a Tokio runtime.
    fn follow(&self) -> watch::Receiver<Option<Client>> {
        let client = self.client.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(client) = client {
            tokio::spawn(ask(client, self.sender.clone()));
        }
        self.primary.clone()
    }
}

/// Asks the sentinels for the primary until nobody wants to know it.
async fn ask(mut sentinels: SentinelClient, primary: watch::Sender<Option<Client>>) {
    let mut was_known = true;
    while !primary.is_closed() {
        let found = timeout(ASK_TIMEOUT, sentinels.async_get_client()).await;
        let why = match &found {
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some("no answer in time".to_owned()),
            Ok(Ok(_)) => None,
        };
        if let Some(why) = why.as_ref().filter(|_| was_known) {
            tracing::warn!(%why, "the sentinels name no primary of Redis");
        }
        was_known = why.is_none();
        if let Ok(Ok(client)) = found {
            primary.send_if_modified(|known| {
                let is_new = known.as_ref().is_none_or(|known| address(known) != address(&client));
                if is_new {
                    tracing::info!(address = address(&client), "the sentinels name the primary of Redis");
                    *known = Some(client);
                }
                is_new
            });
        }
        sleep(ASK_EVERY).await;
    }
}

fn address(client: &Client) -> String {
    client.get_connection_info().addr().to_string()
}

/// A connection to the present primary. Clones share it.
#[derive(Clone)]
pub struct Primary(Arc<Shared>);

struct Shared {
    primary: watch::Receiver<Option<Client>>,
    settings: ConnectionManagerConfig,
    pushes: Option<UnboundedSender<PushInfo>>,
    /// The connection, and the address to which it is. None before the first.
    current: Mutex<Option<(String, ConnectionManager)>>,
}

impl std::fmt::Debug for Primary {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The connection contains the password.
        formatter.debug_struct("Primary").finish_non_exhaustive()
    }
}

impl Primary {
    /// Connects on first use. What the primary pushes goes to `pushes`, and [`PushKind::Disconnection`] when another server takes
    /// over. Must be called within a Tokio runtime.
    pub fn connect(
        sentinels: &Sentinels,
        settings: ConnectionManagerConfig,
        pushes: Option<UnboundedSender<PushInfo>>,
    ) -> Primary {
        let (primary, current) = (sentinels.follow(), Mutex::new(None));
        let shared = Arc::new(Shared { primary, settings, pushes, current });
        if shared.pushes.is_some() {
            tokio::spawn(renew(Arc::downgrade(&shared), shared.primary.clone()));
        }
        Primary(shared)
    }

    /// Waits until the sentinels have named a primary.
    async fn manager(&self) -> Result<ConnectionManager, RedisError> {
        let known = self.0.primary.clone().wait_for(Option::is_some).await.map(|_| ());
        known.map_err(|_| RedisError::from(std::io::Error::other("the sentinels are not asked any more")))?;
        self.0.manager().unwrap_or_else(|| Err(std::io::Error::other("no primary is known").into()))
    }

    /// # Errors
    /// When the primary does not answer.
    pub async fn subscribe(&self, channels: &[String]) -> Result<(), RedisError> {
        self.manager().await?.subscribe(channels).await
    }

    /// # Errors
    /// When the primary does not answer.
    pub async fn unsubscribe(&self, channels: &[String]) -> Result<(), RedisError> {
        self.manager().await?.unsubscribe(channels).await
    }

    pub fn command<'a>(&'a self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        Box::pin(async move { self.manager().await?.req_packed_command(command).await })
    }

    pub fn commands<'a>(
        &'a self,
        commands: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        Box::pin(async move { self.manager().await?.req_packed_commands(commands, offset, count).await })
    }
}

impl Shared {
    fn current(&self) -> MutexGuard<'_, Option<(String, ConnectionManager)>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection to the present primary. None if none is known.
    fn manager(&self) -> Option<Result<ConnectionManager, RedisError>> {
        let client = self.primary.borrow().clone()?;
        let address = address(&client);
        let mut current = self.current();
        if let Some((_, manager)) = current.as_ref().filter(|(to, _)| *to == address) {
            return Some(Ok(manager.clone()));
        }
        let manager = match ConnectionManager::new_lazy_with_config(client, self.settings.clone()) {
            Ok(manager) => manager,
            Err(error) => return Some(Err(error)),
        };
        let before = current.replace((address, manager.clone()));
        if let Some(pushes) = self.pushes.as_ref().filter(|_| before.is_some()) {
            let _nobody_listens = pushes.send(PushInfo { kind: PushKind::Disconnection, data: Vec::new() });
        }
        Some(Ok(manager))
    }
}

/// Connects to each new primary, because subscriptions send nothing that would show that theirs is gone.
async fn renew(connection: std::sync::Weak<Shared>, mut primary: watch::Receiver<Option<Client>>) {
    while primary.changed().await.is_ok() {
        let Some(connection) = connection.upgrade() else { return };
        let _failure_shows_at_the_next_use = connection.manager();
    }
}
