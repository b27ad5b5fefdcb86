//! The scripts that change something. Their callers may wait until replicas have the change, too.

use super::ScriptReply;
use crate::redis_link::{Connection, RedisLink, ScriptCall, with_timeout};
use crate::session::StoreError;
use redis::RedisError;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long a change waits for replicas. It must end before the command times out.
const PATIENCE: Duration = Duration::from_millis(700);
/// A connection that waits for replicas executes nothing else meanwhile, so that changes have several.
const CONNECTIONS: usize = 8;

/// Clones share the connections.
#[derive(Clone, Debug)]
pub struct Changes {
    connections: Arc<[Connection]>,
    next: Arc<AtomicUsize>,
    /// How many replicas must have a change before it is acknowledged.
    replicas: u32,
}

impl Changes {
    /// Changes that the primary alone acknowledges, over the connection of all other commands.
    pub fn unreplicated(commands: Connection) -> Changes {
        Changes { connections: Arc::new([commands]), next: Arc::default(), replicas: 0 }
    }

    /// # Errors
    /// When the settings of the link are not valid.
    pub fn replicated(link: &RedisLink, replicas: u32) -> Result<Changes, RedisError> {
        let connections = (0..CONNECTIONS).map(|_| link.connection()).collect::<Result<_, _>>()?;
        Ok(Changes { connections, next: Arc::default(), replicas })
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
        if is_made && replicas < self.replicas {
            let why = format!("{replicas} replicas have the change, and {} must", self.replicas);
            return Err(StoreError::Unavailable(why));
        }
        Ok(reply)
    }
}
