//! The servers and their store, and what can befall them.

use super::processes::{Kept, Redis, Server, signal};
use std::net::SocketAddr;
use std::sync::{Mutex, RwLock};
use std::time::Duration;

/// Servers that share one store. One that was killed is started again on another port.
#[derive(Debug)]
pub struct Cluster {
    kept: Mutex<Kept>,
    settings: Settings,
    servers: Vec<Mutex<Server>>,
    addresses: RwLock<Vec<SocketAddr>>,
}

/// Beside those of the store.
pub type Settings = &'static [(&'static str, &'static str)];

fn serve(kept: &Kept, settings: Settings) -> Server {
    kept.serve_with(&[&[("DUIYI_SWEEP_SECONDS", "1")], settings].concat())
}

fn address(server: &Server) -> SocketAddr {
    server.address.parse().unwrap()
}

impl Cluster {
    pub fn start(kept: Kept, servers: usize, settings: Settings) -> Cluster {
        let servers: Vec<Server> = (0..servers).map(|_| serve(&kept, settings)).collect();
        let addresses = servers.iter().map(address).collect();
        Cluster {
            kept: Mutex::new(kept),
            settings,
            servers: servers.into_iter().map(Mutex::new).collect(),
            addresses: RwLock::new(addresses),
        }
    }

    pub fn len(&self) -> usize {
        self.servers.len()
    }

    /// Where that server listens now.
    pub fn address(&self, server: usize) -> SocketAddr {
        self.addresses.read().unwrap()[server]
    }

    pub fn kill_server(&self, server: usize) {
        let kept = self.kept.lock().unwrap();
        let mut running = self.servers[server].lock().unwrap();
        running.kill().unwrap();
        *running = serve(&kept, self.settings);
        self.addresses.write().unwrap()[server] = address(&running);
    }

    pub fn pause_server(&self, server: usize, pause: Duration) {
        let process = self.servers[server].lock().unwrap().id();
        signal(process, "STOP");
        std::thread::sleep(pause);
        signal(process, "CONT");
    }

    fn with_redis<T>(&self, act: impl FnOnce(&mut Redis) -> T) -> T {
        match &mut *self.kept.lock().unwrap() {
            Kept::Redis(redis) => act(redis),
            kept => panic!("{kept:?} is no process of its own"),
        }
    }

    /// `meanwhile` happens right after the store has stopped.
    pub fn pause_store(&self, pause: Duration, meanwhile: impl FnOnce()) {
        let process = self.with_redis(|redis| redis.id());
        signal(process, "STOP");
        meanwhile();
        std::thread::sleep(pause);
        signal(process, "CONT");
    }

    /// The store is gone for a while. What it acknowledged is on the disk.
    pub fn kill_store(&self, pause: Duration) {
        self.with_redis(|redis| {
            redis.kill();
            std::thread::sleep(pause);
            redis.start_again();
        });
    }

    /// The store forgets what it acknowledged in the last so long.
    pub fn lose_writes(&self, of: Duration) {
        let written_down = self.with_redis(|redis| redis.written_down());
        std::thread::sleep(of);
        self.with_redis(|redis| redis.go_back_to(written_down));
    }
}
