//! A Redis server for one test.

pub use super::records::{LEASE, LeaseTimes};

use super::RedisStore;
use super::keys::Keys;
use super::records::claim_value;
use crate::redis_link::RedisLink;
use crate::store::fixtures::HOUR;
use crate::store::keep_times::KeepTimes;
use crate::store::records::{RecordLimits, Ticket};
use ::redis::FromRedisValue;
use duiyi_testkit::processes::free_port;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

#[derive(Debug)]
pub struct Redis {
    folder: TempDir,
    keys: Keys,
    process: Child,
}

impl Redis {
    pub fn start() -> Redis {
        Redis::start_with(Keys::Single, &["--port", "0"])
    }

    /// Starts a cluster of one node. It refuses scripts whose keys have more than one slot.
    pub async fn start_cluster() -> Redis {
        // Every node of a cluster has a port for the others.
        let bus = free_port().to_string();
        let options = ["--port", "0", "--cluster-enabled", "yes", "--cluster-port", &bus];
        let node = Redis::start_with(Keys::Cluster, &options);
        let _: () = node.command(&[b"CLUSTER", b"ADDSLOTSRANGE", b"0", b"16383"]).await;
        while !node.command::<String>(&[b"CLUSTER", b"INFO"]).await.contains("cluster_state:ok") {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        node
    }

    /// Starts a primary that a replica can follow, and returns its port.
    pub fn start_primary() -> (Redis, String) {
        let port = free_port().to_string();
        (Redis::start_with(Keys::Single, &["--port", &port, "--repl-diskless-sync-delay", "0"]), port)
    }

    /// Starts a replica and waits until it has what the primary has.
    pub async fn start_replica(primary: &str) -> Redis {
        let replica = Redis::start_with(Keys::Single, &["--port", "0", "--replicaof", "127.0.0.1", primary]);
        while !replica.command::<String>(&[b"INFO", b"replication"]).await.contains("master_link_status:up") {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        replica
    }

    fn start_with(keys: Keys, options: &[&str]) -> Redis {
        let folder = tempfile::tempdir().unwrap();
        let process = Command::new("redis-server")
            .args(options)
            .args(["--save", "", "--appendonly", "no"])
            .arg("--unixsocket")
            .arg(socket(folder.path()))
            .arg("--dir")
            .arg(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server is in the path: Debian's package redis-server has it");
        while UnixStream::connect(socket(folder.path())).is_err() {
            std::thread::sleep(Duration::from_millis(5));
        }
        Redis { folder, keys, process }
    }

    pub fn link(&self) -> RedisLink {
        RedisLink::new(&format!("redis+unix://{}", socket(self.folder.path()).display()), None).unwrap()
    }

    /// The store of one more server, with room for ten games.
    pub fn store(&self, limits: RecordLimits) -> RedisStore {
        self.store_with(10, limits, LEASE)
    }

    /// The store of a server that keeps games that are over longer than others.
    pub fn store_keeping(&self, keep: KeepTimes, limits: RecordLimits) -> RedisStore {
        RedisStore::with_lease((&self.link(), self.keys), 10, keep, limits, LEASE).unwrap()
    }

    pub fn store_with(&self, capacity: usize, limits: RecordLimits, lease: LeaseTimes) -> RedisStore {
        RedisStore::with_lease((&self.link(), self.keys), capacity, HOUR, limits, lease).unwrap()
    }

    /// Executes a command.
    pub async fn command<T: FromRedisValue>(&self, arguments: &[&[u8]]) -> T {
        let mut connection = self.link().connection().unwrap();
        let mut command = ::redis::Cmd::new();
        for argument in arguments {
            command.arg(*argument);
        }
        command.query_async(&mut connection).await.unwrap()
    }

    /// Waits until a released claim is gone.
    pub async fn await_release(&self, ticket: &Ticket) {
        let (key, own) = (self.keys.claim(&ticket.key), claim_value(&ticket.claimant()));
        while self.command::<Option<Vec<u8>>>(&[b"GET", key.as_bytes()]).await.is_some_and(|now| now == own) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Sends a signal to the server: `-STOP` suspends it, `-CONT` resumes it.
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.process.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }
}

fn socket(folder: &Path) -> PathBuf {
    folder.join("redis.sock")
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _already_ended = self.process.kill();
        let _already_waited_for = self.process.wait();
    }
}
