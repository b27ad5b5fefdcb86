//! A Redis cluster of three primaries with a replica each, which belongs to one test.

use super::free_port::free_port;
use super::wait::{POLL_EVERY, wait_until};
use rand::seq::IndexedRandom;
use redis::{Cmd, Connection, FromRedisValue, RedisResult};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

const PRIMARIES: usize = 3;
const NODES: usize = 2 * PRIMARIES;
const SLOTS: usize = 16_384;
/// After this time without a response a node counts as failed, and its replica takes over.
const NODE_TIMEOUT_MS: &str = "1500";

#[derive(Debug)]
pub struct RedisCluster {
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    folder: TempDir,
    port: u16,
    bus: u16,
    process: Child,
}

impl Node {
    fn start() -> Node {
        let (folder, port, bus) = (tempfile::tempdir().unwrap(), free_port(), free_port());
        let process = Node::spawn(folder.path(), port, bus);
        Node { folder, port, bus, process }
    }

    fn spawn(folder: &Path, port: u16, bus: u16) -> Child {
        Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"])
            .args(["--cluster-enabled", "yes", "--cluster-port", &bus.to_string()])
            .args(["--cluster-node-timeout", NODE_TIMEOUT_MS, "--cluster-require-full-coverage", "no"])
            .args(["--cluster-replica-validity-factor", "0", "--repl-diskless-sync-delay", "0"])
            .arg("--dir")
            .arg(folder)
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server must be in the path; the Debian package is redis-server")
    }

    fn connect(&self) -> RedisResult<Connection> {
        redis::Client::open(format!("redis://127.0.0.1:{}", self.port))?.get_connection()
    }

    fn query<T: FromRedisValue>(&self, command: &[&str]) -> RedisResult<T> {
        let mut words = Cmd::new();
        words.arg(command);
        words.query(&mut self.connect()?)
    }

    /// Executes a command as soon as the node responds.
    fn execute(&self, command: &[&str]) -> String {
        loop {
            match self.query(command) {
                Ok(reply) => return reply,
                Err(error) if error.is_io_error() => std::thread::sleep(POLL_EVERY),
                Err(error) => panic!("{command:?}: {error}"),
            }
        }
    }

    /// Whether a section of `INFO` or `CLUSTER INFO` has this line.
    fn says(&self, command: &[&str], line: &str) -> bool {
        self.query::<String>(command).is_ok_and(|text| text.lines().any(|one| one.trim() == line))
    }

    fn is_primary(&self) -> bool {
        self.says(&["INFO", "replication"], "role:master")
    }

    /// Whether a replica has what this primary has.
    fn has_replica(&self) -> bool {
        self.query::<String>(&["INFO", "replication"]).is_ok_and(|text| text.contains("state=online"))
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _already_ended = self.process.kill();
        let _already_waited_for = self.process.wait();
    }
}

impl RedisCluster {
    pub fn start() -> RedisCluster {
        let nodes: Vec<Node> = (0..NODES).map(|_| Node::start()).collect();
        for (index, primary) in nodes[..PRIMARIES].iter().enumerate() {
            let (first, last) = (index * SLOTS / PRIMARIES, (index + 1) * SLOTS / PRIMARIES - 1);
            primary.execute(&["CLUSTER", "ADDSLOTSRANGE", &first.to_string(), &last.to_string()]);
            // Nodes that meet must not have the same epoch.
            primary.execute(&["CLUSTER", "SET-CONFIG-EPOCH", &(index + 1).to_string()]);
        }
        for node in &nodes[1..] {
            let (port, bus) = (node.port.to_string(), node.bus.to_string());
            nodes[0].execute(&["CLUSTER", "MEET", "127.0.0.1", &port, &bus]);
        }
        for node in &nodes {
            wait_until(|| node.says(&["CLUSTER", "INFO"], &format!("cluster_known_nodes:{NODES}")));
        }
        for (primary, replica) in nodes[..PRIMARIES].iter().zip(&nodes[PRIMARIES..]) {
            let id = primary.execute(&["CLUSTER", "MYID"]);
            wait_until(|| replica.query::<String>(&["CLUSTER", "REPLICATE", &id]).is_ok());
        }
        for node in &nodes {
            wait_until(|| node.says(&["CLUSTER", "INFO"], "cluster_state:ok"));
        }
        let cluster = RedisCluster { nodes };
        cluster.wait_for_replicas();
        cluster
    }

    pub fn url(&self) -> String {
        let addresses: Vec<String> =
            self.nodes.iter().map(|node| format!("127.0.0.1:{}", node.port)).collect();
        format!("redis://{}", addresses.join(","))
    }

    fn wait_for_replicas(&self) {
        let primaries = || self.nodes.iter().filter(|node| node.is_primary());
        wait_until(|| primaries().count() == PRIMARIES && primaries().all(Node::has_replica));
    }

    /// Kills a primary without warning. Its replica takes over; later it returns as the replica.
    pub fn fail_over(&mut self, pause: Duration) {
        let primaries: Vec<usize> = (0..NODES).filter(|&node| self.nodes[node].is_primary()).collect();
        let &victim = primaries.choose(&mut rand::rng()).unwrap();
        self.nodes[victim].process.kill().unwrap();
        self.nodes[victim].process.wait().unwrap();
        let others = || self.nodes.iter().enumerate().filter(|&(node, _)| node != victim);
        wait_until(|| others().filter(|(_, node)| node.is_primary()).count() == PRIMARIES);
        std::thread::sleep(pause);
        let Node { folder, port, bus, .. } = &self.nodes[victim];
        self.nodes[victim].process = Node::spawn(folder.path(), *port, *bus);
        self.wait_for_replicas();
    }
}
