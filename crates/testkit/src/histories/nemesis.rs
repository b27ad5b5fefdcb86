//! Injects random faults while clients play: kills and pauses processes.

use super::cluster::Cluster;
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    KillServer,
    /// Some servers, but not all, are down for a moment.
    KillSomeServers,
    /// All servers are down for seconds.
    KillAllServers,
    PauseServer,
    /// A server stands still for so long that it must not count on.
    StallServer,
    /// The link of a server to the store stands still for so long.
    StallLink,
    KillStore,
    PauseStore,
    /// The store loses its last acknowledged writes, as after a failover.
    LoseWrites,
    /// A primary of the store dies, and its replica takes over.
    FailOver,
}

/// How many faults were injected.
#[derive(Clone, Copy, Default, Debug)]
pub struct Faults {
    pub kills: usize,
    pub stalls: usize,
}

/// A thread that injects one fault after another.
#[derive(Debug)]
pub struct Nemesis {
    is_done: Arc<AtomicBool>,
    thread: JoinHandle<Faults>,
}

pub const BETWEEN_FAULTS_MS: Range<u64> = 50..500;
const DOWNTIME_MS: Range<u64> = 0..1000;
const DOWNTIME_OF_ALL_MS: Range<u64> = 1000..5000;
const STORE_STALL_MS: Range<u64> = 200..3000;
const SERVER_STALL_MS: Range<u64> = 50..1000;
const LONG_STALL_MS: Range<u64> = 500..6000;
const MOMENT_AWAKE_MS: Range<u64> = 0..100;

fn random_duration(range: Range<u64>) -> Duration {
    Duration::from_millis(rand::rng().random_range(range))
}

impl Nemesis {
    /// Starts to inject the faults, with pauses of random length between them.
    pub fn start(cluster: Arc<Cluster>, faults: &'static [Fault], between_ms: Range<u64>) -> Nemesis {
        let is_done = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_done);
        let thread = std::thread::spawn(move || {
            let mut made = Faults::default();
            loop {
                std::thread::sleep(random_duration(between_ms.clone()));
                let fault = faults.choose(&mut rand::rng()).filter(|_| !stop.load(Ordering::Relaxed));
                let Some(&fault) = fault else { return made };
                inject(fault, &cluster, &mut made);
            }
        });
        Nemesis { is_done, thread }
    }

    /// Waits until the last fault is over and every process runs.
    pub fn stop(self) -> Faults {
        self.is_done.store(true, Ordering::Relaxed);
        self.thread.join().unwrap()
    }
}

fn inject(fault: Fault, cluster: &Cluster, made: &mut Faults) {
    let server = rand::rng().random_range(0..cluster.count());
    match fault {
        Fault::KillServer => {
            cluster.kill_server(server);
            made.kills += 1;
        }
        Fault::KillSomeServers => {
            let mut servers: Vec<usize> = (0..cluster.count()).collect();
            servers.shuffle(&mut rand::rng());
            servers.truncate(rand::rng().random_range(1..cluster.count()));
            cluster.kill_servers(&servers, random_duration(DOWNTIME_MS));
            made.kills += servers.len();
        }
        Fault::KillAllServers => {
            let servers: Vec<usize> = (0..cluster.count()).collect();
            cluster.kill_servers(&servers, random_duration(DOWNTIME_OF_ALL_MS));
            made.kills += servers.len();
        }
        Fault::PauseServer => {
            cluster.pause_server(server, random_duration(SERVER_STALL_MS));
            made.stalls += 1;
        }
        Fault::StallServer => {
            cluster.pause_server(server, random_duration(LONG_STALL_MS));
            // It may stand still again before it has read what came meanwhile.
            if rand::rng().random_bool(0.5) {
                std::thread::sleep(random_duration(MOMENT_AWAKE_MS));
                cluster.pause_server(server, random_duration(LONG_STALL_MS));
            }
            made.stalls += 1;
        }
        Fault::StallLink => {
            cluster.stall_link(server, random_duration(LONG_STALL_MS));
            made.stalls += 1;
        }
        Fault::KillStore => {
            cluster.kill_store(random_duration(0..500));
            made.kills += 1;
        }
        Fault::LoseWrites => {
            cluster.lose_writes(random_duration(BETWEEN_FAULTS_MS));
            made.kills += 1;
        }
        Fault::FailOver => {
            cluster.fail_over(random_duration(BETWEEN_FAULTS_MS));
            made.kills += 1;
        }
        Fault::PauseStore => {
            let with_server = rand::rng().random_bool(0.3);
            cluster.pause_store(random_duration(STORE_STALL_MS), || {
                if with_server {
                    cluster.kill_server(server);
                }
            });
            made.stalls += 1;
            made.kills += usize::from(with_server);
        }
    }
}
