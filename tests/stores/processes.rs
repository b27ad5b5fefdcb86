//! The servers and stores that the tests start and kill.
#![allow(dead_code, reason = "not every test needs all of it")]

#[path = "../../benches/budget/server.rs"]
pub mod server;

pub use server::Server;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Where a test's servers keep their games.
#[derive(Debug)]
pub enum Kept {
    InMemory,
    Redb(TempDir),
    Redis(Redis),
}

impl Kept {
    pub fn redb() -> Kept {
        Kept::Redb(tempfile::tempdir().unwrap())
    }

    pub fn redis() -> Kept {
        Kept::Redis(Redis::start())
    }

    pub fn file(&self) -> PathBuf {
        match self {
            Kept::Redb(folder) => folder.path().join("games.redb"),
            Kept::InMemory | Kept::Redis(_) => panic!("it is no file"),
        }
    }

    /// The settings of a server that uses it.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        let (name, place) = match self {
            Kept::InMemory => ("memory", None),
            Kept::Redb(_) => ("redb", Some(("DUIYI_REDB_PATH", path_text(&self.file())))),
            Kept::Redis(redis) => ("redis", Some(("DUIYI_REDIS_URL", redis.url()))),
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
}

/// Stops a process where it is until it gets `CONT`, and other signals that `kill` knows.
pub fn signal(process: u32, name: &str) {
    let status = Command::new("kill").args([&format!("-{name}"), &process.to_string()]).status();
    assert!(status.unwrap().success(), "kill -{name} {process}");
}

fn path_text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

/// A Redis of the test's own, which has written down what it acknowledged.
#[derive(Debug)]
pub struct Redis {
    folder: TempDir,
    port: u16,
    process: Child,
}

impl Redis {
    pub fn start() -> Redis {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = Redis::spawn(folder.path(), port);
        Redis { folder, port, process }
    }

    fn spawn(folder: &Path, port: u16) -> Child {
        let process = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", ""])
            .args(["--appendonly", "yes", "--appendfsync", "always", "--dir", &path_text(folder)])
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server is in the path: Debian's package redis-server has it");
        while !Redis::answers(port, "PING", "+PONG").unwrap_or(false) {
            std::thread::sleep(Duration::from_millis(10));
        }
        process
    }

    /// Whether what it answers to a command begins so.
    fn answers(port: u16, command: &str, expected: &str) -> io::Result<bool> {
        let mut connection = TcpStream::connect(("127.0.0.1", port))?;
        connection.write_all(format!("{command}\r\n").as_bytes())?;
        let mut answer = vec![0; expected.len()];
        connection.read_exact(&mut answer)?;
        Ok(answer == expected.as_bytes())
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Asks from now on for a password that nobody was told.
    pub fn lock(&self) {
        assert!(Redis::answers(self.port, "CONFIG SET requirepass untold", "+OK").unwrap());
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// As a power cut does.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Again, with what it had written down.
    pub fn start_again(&mut self) {
        self.process = Redis::spawn(self.folder.path(), self.port);
    }

    /// What it has written down by now.
    pub fn written_down(&self) -> TempDir {
        let copy = tempfile::tempdir().unwrap();
        signal(self.id(), "STOP");
        let files = format!("{}/.", path_text(self.folder.path()));
        let copied = Command::new("cp").args(["-a", &files, &path_text(copy.path())]).status().unwrap();
        signal(self.id(), "CONT");
        assert!(copied.success());
        copy
    }

    /// Goes on with what it had written down then, as a replica does that takes over before it has all.
    pub fn go_back_to(&mut self, written_down: TempDir) {
        self.kill();
        self.folder = written_down;
        self.start_again();
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _already_ended = self.process.kill();
        let _already_waited_for = self.process.wait();
    }
}
