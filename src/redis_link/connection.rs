//! A connection to one server or to a cluster.

use super::cluster::Cluster;
use super::sentinel::Primary;
use redis::aio::{ConnectionLike, ConnectionManager};
use redis::{Cmd, FromRedisValue, Pipeline, RedisError, RedisFuture, Value};

/// Reconnects by itself. Clones share one connection.
#[derive(Clone)]
pub enum Connection {
    One(ConnectionManager),
    Cluster(Cluster),
    /// The primary that sentinels name.
    Primary(Primary),
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The connection contains the password.
        formatter.debug_struct("Connection").finish_non_exhaustive()
    }
}

impl Connection {
    /// Subscribes to channels, which have one hash slot. In a cluster they are sharded channels.
    ///
    /// # Errors
    /// When Redis does not answer.
    pub async fn subscribe(&mut self, channels: &[String]) -> Result<(), RedisError> {
        match self {
            Connection::One(connection) => connection.subscribe(channels).await,
            Connection::Cluster(connection) => connection.subscribe(channels).await,
            Connection::Primary(connection) => connection.subscribe(channels).await,
        }
    }

    /// Ends subscriptions that [`Connection::subscribe`] made.
    ///
    /// # Errors
    /// When Redis does not answer.
    pub async fn unsubscribe(&mut self, channels: &[String]) -> Result<(), RedisError> {
        match self {
            Connection::One(connection) => connection.unsubscribe(channels).await,
            Connection::Cluster(connection) => connection.unsubscribe(channels).await,
            Connection::Primary(connection) => connection.unsubscribe(channels).await,
        }
    }
}

impl Connection {
    /// Executes commands on one connection to one server: in a cluster, to the primary that has the key.
    ///
    /// # Errors
    /// When the server does not answer, or one of the commands fails.
    pub async fn execute_on_one_node<T: FromRedisValue>(
        &mut self,
        commands: &Pipeline,
        key: Option<&Vec<u8>>,
    ) -> Result<T, RedisError> {
        let replies = match self {
            Connection::One(connection) => {
                connection.req_packed_commands(commands, 0, commands.len()).await?
            }
            Connection::Cluster(connection) => {
                connection.commands_at(commands, key.map_or(&[], Vec::as_slice)).await?
            }
            Connection::Primary(connection) => connection.commands(commands, 0, commands.len()).await?,
        };
        let replies = replies.into_iter().map(Value::extract_error).collect::<Result<Vec<_>, _>>()?;
        Ok(T::from_redis_value(Value::Array(replies))?)
    }
}

impl ConnectionLike for Connection {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        match self {
            Connection::One(connection) => connection.req_packed_command(command),
            Connection::Cluster(connection) => connection.command(command),
            Connection::Primary(connection) => connection.command(command),
        }
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        commands: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        match self {
            Connection::One(connection) => connection.req_packed_commands(commands, offset, count),
            Connection::Cluster(connection) => connection.commands(commands, offset, count),
            Connection::Primary(connection) => connection.commands(commands, offset, count),
        }
    }

    fn get_db(&self) -> i64 {
        match self {
            Connection::One(connection) => connection.get_db(),
            // A cluster has a single database. That of a primary is chosen when the connection is made.
            Connection::Cluster(_) | Connection::Primary(_) => 0,
        }
    }
}
