//! The servers and their store, and the faults that a test can inject.

use super::client::Servers;
use crate::processes::link::Link;
use crate::processes::{Redis, TestStore, signal};
use crate::server::Server;
use jiff::Timestamp;
use std::net::SocketAddr;
use std::ops::Range;
use std::sync::{Mutex, RwLock};
use std::time::Duration;

/// Servers that share one store. A killed server restarts on another port.
#[derive(Debug)]
pub struct Cluster {
    store: Mutex<TestStore>,
    settings: Settings,
    servers: Vec<Mutex<Server>>,
    /// The link of each server to Redis, if it can stand still.
    links: Vec<Link>,
    addresses: RwLock<Vec<SocketAddr>>,
    outages: Mutex<Vec<Range<Timestamp>>>,
    stalls: Mutex<Vec<Stall>>,
}

/// A time in which a server stood still, or its link to Redis did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stall {
    pub server: usize,
    pub time: Range<Timestamp>,
}

/// Environment variables of the servers, in addition to those of the store.
pub type Settings = &'static [(&'static str, &'static str)];

fn serve(store: &TestStore, settings: Settings, link: Option<&Link>) -> Server {
    let url = link.map(Link::url);
    let url = url.iter().map(|url| ("DUIYI_REDIS_URL", &**url));
    store.serve_with(&settings.iter().copied().chain(url).collect::<Vec<_>>())
}

fn address(server: &Server) -> SocketAddr {
    server.address.parse().unwrap()
}

impl Servers for Cluster {
    fn count(&self) -> usize {
        Cluster::count(self)
    }

    fn address(&self, server: usize) -> SocketAddr {
        Cluster::address(self, server)
    }
}

impl Cluster {
    pub fn start(store: TestStore, servers: usize, settings: Settings) -> Cluster {
        Cluster::start_with_links(store, servers, settings, Vec::new())
    }

    /// The servers reach their Redis by links that can stand still.
    pub fn start_behind_links(redis: Redis, servers: usize, settings: Settings) -> Cluster {
        let links = (0..servers).map(|_| Link::to(&redis)).collect();
        Cluster::start_with_links(TestStore::Redis(redis), servers, settings, links)
    }

    fn start_with_links(store: TestStore, servers: usize, settings: Settings, links: Vec<Link>) -> Cluster {
        let servers: Vec<Server> =
            (0..servers).map(|server| serve(&store, settings, links.get(server))).collect();
        let addresses = servers.iter().map(address).collect();
        Cluster {
            store: Mutex::new(store),
            settings,
            servers: servers.into_iter().map(Mutex::new).collect(),
            links,
            addresses: RwLock::new(addresses),
            outages: Mutex::default(),
            stalls: Mutex::default(),
        }
    }

    pub fn count(&self) -> usize {
        self.servers.len()
    }

    /// The current address of the server.
    pub fn address(&self, server: usize) -> SocketAddr {
        self.addresses.read().unwrap()[server]
    }

    /// The times at which no server was up, or the store stood still.
    pub fn outages(&self) -> Vec<Range<Timestamp>> {
        self.outages.lock().unwrap().clone()
    }

    /// The times at which one server could not do anything, or not reach the store.
    pub fn stalls(&self) -> Vec<Stall> {
        self.stalls.lock().unwrap().clone()
    }

    fn add_outage(&self, since: Timestamp) {
        self.outages.lock().unwrap().push(since..Timestamp::now());
    }

    pub fn kill_server(&self, server: usize) {
        self.kill_servers(&[server], Duration::ZERO);
    }

    /// Kills some servers at once and starts them again later.
    pub fn kill_servers(&self, servers: &[usize], downtime: Duration) {
        let store = self.store.lock().unwrap();
        for &server in servers {
            self.servers[server].lock().unwrap().kill().unwrap();
        }
        let since = Timestamp::now();
        std::thread::sleep(downtime);
        for (started, &server) in servers.iter().enumerate() {
            let mut running = self.servers[server].lock().unwrap();
            *running = serve(&store, self.settings, self.links.get(server));
            if started == 0 && servers.len() == self.count() {
                self.add_outage(since);
            }
            self.addresses.write().unwrap()[server] = address(&running);
        }
    }

    pub fn pause_server(&self, server: usize, pause: Duration) {
        let process = self.servers[server].lock().unwrap().id();
        signal(process, "STOP");
        let since = Timestamp::now();
        std::thread::sleep(pause);
        self.add_stall(server, since);
        signal(process, "CONT");
    }

    /// Holds back what the server and Redis send each other.
    pub fn stall_link(&self, server: usize, pause: Duration) {
        self.links[server].set_stands_still(true);
        let since = Timestamp::now();
        std::thread::sleep(pause);
        self.add_stall(server, since);
        self.links[server].set_stands_still(false);
    }

    fn add_stall(&self, server: usize, since: Timestamp) {
        self.stalls.lock().unwrap().push(Stall { server, time: since..Timestamp::now() });
    }

    fn with_redis<T>(&self, act: impl FnOnce(&mut Redis) -> T) -> T {
        match &mut *self.store.lock().unwrap() {
            TestStore::Redis(redis) => act(redis),
            store => panic!("{store:?} is not a separate process"),
        }
    }

    /// Pauses the store; runs `meanwhile` right after the pause begins.
    pub fn pause_store(&self, pause: Duration, meanwhile: impl FnOnce()) {
        let process = self.with_redis(|redis| redis.id());
        let since = Timestamp::now();
        signal(process, "STOP");
        meanwhile();
        std::thread::sleep(pause);
        signal(process, "CONT");
        self.add_outage(since);
    }

    /// Kills the store and restarts it later. Every acknowledged write is on disk.
    pub fn kill_store(&self, pause: Duration) {
        let since = Timestamp::now();
        self.with_redis(|redis| {
            redis.kill();
            std::thread::sleep(pause);
            redis.restart();
        });
        self.add_outage(since);
    }

    /// Kills a primary of Redis. Its replica takes over, and `pause` later it returns as a replica.
    pub fn fail_over(&self, pause: Duration) {
        match &mut *self.store.lock().unwrap() {
            TestStore::Cluster(cluster) => cluster.fail_over(pause),
            TestStore::Sentinel(servers) => servers.fail_over(pause),
            store => panic!("{store:?} has no replicas"),
        }
    }

    /// Rolls the store back by `period`, which loses the writes it acknowledged in that time.
    pub fn lose_writes(&self, period: Duration) {
        let data = self.with_redis(|redis| redis.copy_data());
        std::thread::sleep(period);
        self.with_redis(|redis| redis.restore(data));
    }
}
