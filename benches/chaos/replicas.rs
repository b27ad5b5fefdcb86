//! The replicas of the server, each on a host of its own.

use super::clock::Clock;
use super::network::Host;
use duiyi_testkit::histories::client::Servers;
use duiyi_testkit::processes::signal;
use duiyi_testkit::server::{Server, program};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};

const PORT: u16 = 8000;
/// Set for all replicas: room for all streams on one of them, and no quota, because few addresses make all requests.
/// The records of requests are kept for less time than by default, because the store has them in memory.
const SETTINGS: [(&str, &str); 7] = [
    ("DUIYI_TABLE_MIB", "1"),
    ("DUIYI_STORE", "redis"),
    ("DUIYI_REDIS_WAIT_REPLICAS", "1"),
    ("DUIYI_MAX_CONNECTIONS", "16000"),
    ("DUIYI_MAX_STREAMS", "16000"),
    ("DUIYI_GAMES_PER_MINUTE", "0"),
    ("DUIYI_IDEMPOTENCY_KEEP_SECONDS", "600"),
];

#[derive(Debug)]
pub struct Replica {
    pub host: Arc<Host>,
    pub clock: Clock,
    store: String,
    process: Mutex<Server>,
}

fn start(host: &Host, clock: &Clock, store: &str) -> Server {
    let line = [host.launcher(), clock.launcher()].concat();
    let mut command = Command::new(&line[0]);
    command.args(&line[1..]).arg(program()).envs(SETTINGS).env("DUIYI_REDIS_URL", store);
    Server::start_with(&mut command, &format!("{}:{PORT}", host.address)).expect("the server starts")
}

impl Replica {
    pub fn start(host: Arc<Host>, folder: &Path, store: &str) -> Replica {
        let clock = Clock::new(folder, &host.address.to_string());
        let process = Mutex::new(start(&host, &clock, store));
        Replica { host, clock, store: store.to_owned(), process }
    }

    pub fn id(&self) -> u32 {
        self.process.lock().unwrap().id()
    }

    /// Kills the process without warning; returns after its restart. Runs `meanwhile` in between.
    pub fn kill(&self, meanwhile: impl FnOnce()) {
        let mut process = self.process.lock().unwrap();
        process.kill().expect("it runs");
        meanwhile();
        *process = start(&self.host, &self.clock, &self.store);
    }

    pub fn pause(&self, meanwhile: impl FnOnce()) {
        let id = self.id();
        signal(id, "STOP");
        meanwhile();
        signal(id, "CONT");
    }
}

#[derive(Debug)]
pub struct Replicas(pub Vec<Replica>);

impl Servers for Replicas {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn address(&self, server: usize) -> SocketAddr {
        SocketAddr::from((self.0[server].host.address, PORT))
    }
}
