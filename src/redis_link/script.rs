//! Lua scripts. A call names the script by its digest (`EVALSHA`). If the server has not cached the script, the call is
//! repeated with the text (`EVAL`), which also caches it. `SCRIPT LOAD` at startup would fail while a node of a cluster is
//! down.

use super::Connection;
use redis::{Cmd, ErrorKind, FromRedisValue, RedisError, ServerErrorKind, ToRedisArgs, cmd, pipe};
use std::time::Duration;

/// A script and its SHA-1 digest.
#[derive(Debug)]
pub struct Script {
    code: String,
    hash: String,
}

impl Script {
    pub fn new(code: impl Into<String>) -> Script {
        let code = code.into();
        Script { hash: redis::Script::new(&code).get_hash().to_owned(), code }
    }

    /// A call without keys and arguments.
    pub fn call(&self) -> ScriptCall<'_> {
        ScriptCall { script: self, keys: Vec::new(), arguments: Vec::new() }
    }

    /// A call with its first key.
    pub fn key(&self, key: impl ToRedisArgs) -> ScriptCall<'_> {
        let mut call = self.call();
        call.key(key);
        call
    }
}

/// A script with its keys and arguments.
pub struct ScriptCall<'a> {
    script: &'a Script,
    keys: Vec<Vec<u8>>,
    arguments: Vec<Vec<u8>>,
}

impl std::fmt::Debug for ScriptCall<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The arguments contain games.
        formatter.debug_struct("ScriptCall").field("script", &self.script.hash).finish_non_exhaustive()
    }
}

impl ScriptCall<'_> {
    pub fn key(&mut self, key: impl ToRedisArgs) -> &mut Self {
        key.write_redis_args(&mut self.keys);
        self
    }

    pub fn arg(&mut self, argument: impl ToRedisArgs) -> &mut Self {
        argument.write_redis_args(&mut self.arguments);
        self
    }

    fn command(&self, name: &str, script: &str) -> Cmd {
        let mut command = cmd(name);
        command.arg(script).arg(self.keys.len()).arg(&self.keys).arg(&self.arguments);
        command
    }

    /// Executes the script, and waits until `replicas` replicas have what it wrote, at most for `patience`. Returns its reply and
    /// how many replicas have it.
    ///
    /// Redis counts the replicas that have what the same connection wrote. So both commands go over one connection, and together:
    /// if it broke in between, another server might confirm what it never got. For the same reason the text of the script is
    /// sent, which every server can execute.
    ///
    /// # Errors
    /// As [`ScriptCall::invoke`].
    pub async fn invoke_replicated<T: FromRedisValue>(
        &self,
        connection: &mut Connection,
        replicas: u32,
        patience: Duration,
    ) -> Result<(T, u32), RedisError> {
        let mut commands = pipe();
        commands.add_command(self.command("EVAL", &self.script.code));
        commands.cmd("WAIT").arg(replicas).arg(patience.as_millis() as u64);
        match connection.execute_on_one_node(&commands, self.keys.first()).await {
            // The plain call follows the game to its node, and the connection then knows where it is.
            Err(error) if error.is_cluster_error() => {
                self.invoke::<redis::Value>(connection).await?;
                connection.execute_on_one_node(&commands, self.keys.first()).await
            }
            replies => replies,
        }
    }

    /// Runs the script and converts its reply.
    ///
    /// # Errors
    /// When Redis does not answer, the script fails, or the reply has another type.
    pub async fn invoke<T: FromRedisValue>(&self, connection: &mut Connection) -> Result<T, RedisError> {
        let known = self.command("EVALSHA", &self.script.hash).query_async(connection).await;
        match known {
            Err(error) if error.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => {
                self.command("EVAL", &self.script.code).query_async(connection).await
            }
            reply => reply,
        }
    }
}
