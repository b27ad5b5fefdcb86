//! The servers and stores that the tests start and kill.

mod free_port;
pub mod link;
pub mod redis_cluster;
pub mod redis_sentinel;
pub mod wait;

pub use crate::server::Server;
pub use free_port::free_port;
use redis_cluster::RedisCluster;
use redis_sentinel::RedisSentinel;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// The store that the servers of a test use.
#[derive(Debug)]
pub enum TestStore {
    InMemory,
    Redb(TempDir),
    Redis(Redis),
    Cluster(RedisCluster),
    Sentinel(RedisSentinel),
}

impl TestStore {
    pub fn redb() -> TestStore {
        TestStore::Redb(tempfile::tempdir().unwrap())
    }

    /// Syncs every write to disk before it acknowledges it, so that it can be killed.
    pub fn redis() -> TestStore {
        TestStore::Redis(Redis::start_with(&[]))
    }

    pub fn cluster() -> TestStore {
        TestStore::Cluster(RedisCluster::start())
    }

    pub fn sentinel() -> TestStore {
        TestStore::Sentinel(RedisSentinel::start())
    }

    pub fn file(&self) -> PathBuf {
        match self {
            TestStore::Redb(folder) => folder.path().join("games.redb"),
            _ => panic!("this store is not a file"),
        }
    }

    /// The settings of a server that uses this store.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        let (name, place) = match self {
            TestStore::InMemory => ("memory", None),
            TestStore::Redb(_) => ("redb", Some(("DUIYI_REDB_PATH", path_text(&self.file())))),
            TestStore::Redis(redis) => ("redis", Some(("DUIYI_REDIS_URL", redis.url()))),
            TestStore::Cluster(cluster) => ("redis", Some(("DUIYI_REDIS_URL", cluster.url()))),
            TestStore::Sentinel(servers) => ("redis", Some(("DUIYI_REDIS_URL", servers.url()))),
        };
        let common = [("DUIYI_TABLE_MIB", "1".to_owned()), ("DUIYI_STORE", name.to_owned())];
        common.into_iter().chain(place).collect()
    }

    pub fn serve(&self) -> Server {
        self.serve_with(&[])
    }

    pub fn serve_with(&self, more: &[(&'static str, &str)]) -> Server {
        let settings = self.settings();
        let all = settings.iter().map(|(name, value)| (*name, &**value)).chain(more.iter().copied());
        Server::start(&all.collect::<Vec<_>>()).unwrap()
    }

    /// Starts another build of the program.
    pub fn serve_program(&self, program: &str) -> Server {
        let settings = self.settings();
        let mut command = std::process::Command::new(program);
        Server::start_with(command.envs(settings), "127.0.0.1:0").unwrap()
    }
}

/// Sends a signal to a process: `STOP` pauses it, `CONT` resumes it.
pub fn signal(process: u32, name: &str) {
    let status = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status();
    assert!(status.unwrap().success(), "kill -{name} {process}");
}

fn path_text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

/// A Redis process that belongs to one test.
#[derive(Debug)]
pub struct Redis {
    folder: TempDir,
    port: u16,
    options: Vec<String>,
    process: Child,
}

impl Redis {
    /// Syncs its writes once a second, for tests that do not kill it.
    pub fn synced_each_second() -> Redis {
        Redis::start_with(&["--appendfsync", "everysec"])
    }

    /// Starts it with more options of its command line.
    pub fn start_with(options: &[&str]) -> Redis {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        let process = Redis::spawn(folder.path(), port, &options);
        Redis { folder, port, options, process }
    }

    fn spawn(folder: &Path, port: u16, options: &[String]) -> Child {
        let process = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", ""])
            .args(["--appendonly", "yes", "--appendfsync", "always", "--dir", &path_text(folder)])
            .args(options)
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server must be in the path; the Debian package is redis-server");
        while !Redis::answers(port, "PING", "+PONG").unwrap_or(false) {
            std::thread::sleep(Duration::from_millis(10));
        }
        process
    }

    /// Whether the response to a command starts with the expected text.
    fn answers(port: u16, command: &str, expected: &str) -> io::Result<bool> {
        let mut connection = TcpStream::connect(("127.0.0.1", port))?;
        connection.write_all(format!("{command}\r\n").as_bytes())?;
        let mut response = vec![0; expected.len()];
        connection.read_exact(&mut response)?;
        Ok(response == expected.as_bytes())
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Executes a command that succeeds without a result.
    pub fn execute(&self, command: &str) {
        assert!(Redis::answers(self.port, command, "+OK").unwrap(), "{command}");
    }

    /// Requires a password that no server knows.
    pub fn require_password(&self) {
        self.execute("CONFIG SET requirepass unknown");
    }

    /// Executes a command that changes one thing.
    pub fn change(&self, command: &str) {
        assert!(Redis::answers(self.port, command, ":1").unwrap(), "{command}");
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Kills the process without warning, as a power cut would.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Starts it again with the data on its disk.
    pub fn restart(&mut self) {
        self.process = Redis::spawn(self.folder.path(), self.port, &self.options);
    }

    /// A copy of the data on its disk.
    pub fn copy_data(&self) -> TempDir {
        let copy = tempfile::tempdir().unwrap();
        signal(self.id(), "STOP");
        let files = format!("{}/.", path_text(self.folder.path()));
        let copied = Command::new("cp").args(["-a", &files, &path_text(copy.path())]).status().unwrap();
        signal(self.id(), "CONT");
        assert!(copied.success());
        copy
    }

    /// Continues from an older copy of the data, like a replica that takes over before it has every write.
    pub fn restore(&mut self, data: TempDir) {
        self.kill();
        self.folder = data;
        self.restart();
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _already_ended = self.process.kill();
        let _already_waited_for = self.process.wait();
    }
}
