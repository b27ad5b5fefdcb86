//! The scripts that change something. Their callers may wait until replicas have the change, too.

use super::reply::ScriptReply;
use crate::redis_link::{Connection, RedisLink, ScriptCall, with_timeout};
use crate::store::error::StoreError;
use redis::RedisError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a change waits for replicas. It must end before the command times out.
const PATIENCE: Duration = Duration::from_millis(700);
/// For so long after a change that too few replicas had, replicas count as missing, unless a later one succeeds.
const MISSING_FOR: Duration = Duration::from_secs(10);

/// Clones share the connections.
#[derive(Clone, Debug)]
pub struct Changes {
    connections: Arc<[Connection]>,
    next: Arc<AtomicUsize>,
    /// How many replicas must have a change before it is acknowledged.
    replicas: u32,
    /// When too few replicas had a change, unless a later one succeeded.
    failed_at: Arc<Mutex<Option<Instant>>>,
}

impl Changes {
    /// Changes that the primary alone acknowledges, over the connection of all other commands.
    pub fn unreplicated(commands: Connection) -> Changes {
        Changes {
            connections: Arc::new([commands]),
            next: Arc::default(),
            replicas: 0,
            failed_at: Arc::default(),
        }
    }

    /// Changes that wait for replicas. A connection that waits executes nothing else meanwhile.
    ///
    /// # Errors
    /// When the settings of the link are not valid.
    pub fn replicated(link: &RedisLink, replicas: u32, connections: usize) -> Result<Changes, RedisError> {
        let connections = (0..connections).map(|_| link.connection()).collect::<Result<_, _>>()?;
        Ok(Changes { connections, next: Arc::default(), replicas, failed_at: Arc::default() })
    }

    fn failed_at(&self) -> MutexGuard<'_, Option<Instant>> {
        self.failed_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether enough replicas had the last changes.
    pub fn have_replicas(&self) -> bool {
        self.failed_at().is_none_or(|at| at.elapsed() > MISSING_FOR)
    }

    /// Whether a change waits for replicas.
    pub fn wait(&self) -> bool {
        self.replicas > 0
    }

    /// Runs a script.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`], also if the primary has made a change that too few replicas have.
    pub async fn invoke(&self, script: &ScriptCall<'_>) -> Result<ScriptReply, StoreError> {
        let place = self.next.fetch_add(1, Ordering::Relaxed) % self.connections.len();
        let mut connection = self.connections[place].clone();
        if !self.wait() {
            return Ok(with_timeout(script.invoke(&mut connection)).await?);
        }
        // Boxed, because the futures around it would be large, and most servers do not wait.
        let replicated =
            Box::pin(script.invoke_replicated::<ScriptReply>(&mut connection, self.replicas, PATIENCE));
        let (reply, replicas) = with_timeout(replicated).await?;
        let is_made = reply.first().is_some_and(|word| word == b"made");
        let lacks_replicas = is_made && replicas < self.replicas;
        if is_made {
            *self.failed_at() = lacks_replicas.then(Instant::now);
        }
        if lacks_replicas {
            let why = format!("{replicas} replicas have the change, and {} must", self.replicas);
            return Err(StoreError::Unavailable(why));
        }
        Ok(reply)
    }
}
