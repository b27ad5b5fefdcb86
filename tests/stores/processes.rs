//! The servers and stores that the tests start and kill.

#[path = "../../benches/budget/server.rs"]
mod server;

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
            Kept::Redis(_) => panic!("it is no file"),
        }
    }

    /// The settings of a server that uses it.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        let common = [("DUIYI_TABLE_MIB", "1".to_owned())];
        let own = match self {
            Kept::Redb(_) => {
                [("DUIYI_STORE", "redb".to_owned()), ("DUIYI_REDB_PATH", path_text(&self.file()))]
            }
            Kept::Redis(redis) => [("DUIYI_STORE", "redis".to_owned()), ("DUIYI_REDIS_URL", redis.url())],
        };
        common.into_iter().chain(own).collect()
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

    /// As a power cut does.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Again, with what it had written down.
    pub fn start_again(&mut self) {
        self.process = Redis::spawn(self.folder.path(), self.port);
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _already_ended = self.process.kill();
        let _already_waited_for = self.process.wait();
    }
}
