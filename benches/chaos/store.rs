//! The store: a Redis primary with a replica on hosts of their own, and three sentinels on a third one.

use super::network::Host;
use duiyi_testkit::processes::redis_sentinel::{Place, RedisSentinel};
use duiyi_testkit::processes::signal;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The size of a disk.
const DISK_MIB: usize = 4096;
/// How long the store may take to get over a fault.
const RECOVERS_WITHIN: Duration = Duration::from_secs(90);

#[derive(Debug)]
struct Node {
    host: Arc<Host>,
    /// A file system of limited size.
    disk: PathBuf,
}

#[derive(Debug)]
pub struct Store {
    redis: RedisSentinel,
    nodes: [Node; 2],
    /// How often a node ended by itself.
    ended: usize,
    sentinels: Arc<Host>,
}

/// Options of the servers of Redis, as `docs/REDIS.md` recommends them.
const OPTIONS: [&str; 6] =
    ["--min-replicas-to-write", "1", "--min-replicas-max-lag", "3", "--maxmemory-policy", "noeviction"];

fn place(host: &Host, folder: &Path, options: &[&str]) -> Place {
    let options = options.iter().map(|&option| option.to_owned()).collect();
    Place { address: host.address, launcher: host.launcher(), folder: folder.to_owned(), options }
}

impl Node {
    fn new(number: u8, folder: &Path) -> Node {
        let host = Host::add(number);
        let disk = folder.join(format!("disk{number}"));
        std::fs::create_dir(&disk).expect("a new folder");
        let size = format!("size={DISK_MIB}m");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&disk).status();
        assert!(mounted.is_ok_and(|status| status.success()), "mount fails");
        Node { host, disk }
    }

    fn place(&self) -> Place {
        place(&self.host, &self.disk, &OPTIONS)
    }
}

impl Store {
    pub fn start(folder: &Path) -> Store {
        let nodes = [20, 21].map(|number| Node::new(number, folder));
        let sentinels = Host::add(30);
        let [first, second] = &nodes;
        let redis = RedisSentinel::start_at([first.place(), second.place()], place(&sentinels, folder, &[]));
        Store { redis, nodes, ended: 0, sentinels }
    }

    pub fn ended(&self) -> usize {
        self.ended
    }

    pub fn url(&self) -> String {
        self.redis.url()
    }

    pub fn host(&self, node: usize) -> &Host {
        &self.nodes[node].host
    }

    pub fn hosts(&self) -> Vec<Arc<Host>> {
        [&self.nodes[0].host, &self.nodes[1].host, &self.sentinels].map(Arc::clone).to_vec()
    }

    /// The hosts of the store without that of one node.
    pub fn others(&self, node: usize) -> Vec<Arc<Host>> {
        vec![Arc::clone(&self.nodes[1 - node].host), Arc::clone(&self.sentinels)]
    }

    /// Waits until one node is the primary by every account and the other one its replica. Restarts a node that has ended, as a
    /// supervisor does.
    ///
    /// # Errors
    /// When that takes more than a minute and a half.
    pub fn settle(&mut self) -> Result<usize, String> {
        let started = Instant::now();
        while started.elapsed() < RECOVERS_WITHIN {
            self.ended += usize::from(self.redis.restart_ended());
            if let Some(primary) = self.redis.settled_primary() {
                return Ok(primary);
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Err(format!("the store did not get over the last fault within {RECOVERS_WITHIN:?}"))
    }

    /// Kills the primary. Its replica takes over, then it returns as the replica.
    pub fn kill_primary(&mut self, primary: usize) {
        self.redis.kill(primary);
        let killed = Instant::now();
        while !self.redis.is_primary(1 - primary) && killed.elapsed() < RECOVERS_WITHIN {
            std::thread::sleep(Duration::from_millis(50));
        }
        self.redis.restart_as_replica(primary);
    }

    pub fn kill_secondary(&mut self, primary: usize, downtime: Duration) {
        self.redis.kill(1 - primary);
        std::thread::sleep(downtime);
        self.redis.restart_as_replica(1 - primary);
    }

    pub fn pause(&self, node: usize, pause: Duration) {
        signal(self.redis.id(node), "STOP");
        std::thread::sleep(pause);
        signal(self.redis.id(node), "CONT");
    }

    /// Lets the disk of a node be full for some time.
    pub fn fill_disk(&self, node: usize, period: Duration) {
        let disk = &self.nodes[node].disk;
        let used =
            Command::new("du").args(["-s", "-B1"]).arg(disk).output().expect("du is in the path").stdout;
        let used = String::from_utf8_lossy(&used);
        let used: usize =
            used.split_whitespace().next().and_then(|used| used.parse().ok()).expect("a number");
        // A bit more than is used, because it grows meanwhile.
        resize(disk, &(used + (256 << 10)).to_string());
        std::thread::sleep(period);
        resize(disk, &format!("{DISK_MIB}m"));
    }
}

fn resize(disk: &Path, size: &str) {
    // Fails if more is used already: the disk is not full then.
    let _unchanged = Command::new("mount").args(["-o", &format!("remount,size={size}")]).arg(disk).status();
}
