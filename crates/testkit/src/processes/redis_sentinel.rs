//! A Redis primary with a replica, and three sentinels, which belong to one test.

use super::free_port::free_port;
use super::wait::wait_until;
use std::fmt::Write as _;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

const SENTINELS: usize = 3;
const ANSWERS_WITHIN: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub struct RedisSentinel {
    nodes: Box<[Node; 2]>,
    sentinels: Vec<Node>,
}

/// Where processes of Redis run.
#[derive(Clone, Debug)]
pub struct Place {
    pub address: Ipv4Addr,
    /// The command that starts them, such as `nsenter` with its arguments. Empty: they are started directly.
    pub launcher: Vec<String>,
    /// Holds the folders with their data.
    pub folder: PathBuf,
    /// More options of the command line.
    pub options: Vec<String>,
}

impl Place {
    fn here() -> Place {
        Place {
            address: Ipv4Addr::LOCALHOST,
            launcher: Vec::new(),
            folder: std::env::temp_dir(),
            options: Vec::new(),
        }
    }
}

#[derive(Debug)]
struct Node {
    place: Place,
    folder: TempDir,
    port: u16,
    process: Child,
}

/// Starts a process of Redis in this folder.
fn spawn(place: &Place, folder: &TempDir, arguments: &[&str]) -> Child {
    let line: Vec<&str> = place.launcher.iter().map(|word| &**word).chain(["redis-server"]).collect();
    Command::new(line[0])
        .args(&line[1..])
        .args(arguments)
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("redis-server must be in the path; the Debian package is redis-server")
}

fn spawn_node(place: &Place, folder: &TempDir, port: u16, primary: Option<&str>) -> Child {
    let (address, port) = (place.address.to_string(), port.to_string());
    let mut arguments = vec!["--port", &port, "--bind", &address, "--protected-mode", "no", "--save", ""];
    arguments.extend(["--appendonly", "yes", "--repl-diskless-sync-delay", "0"]);
    arguments.extend(place.options.iter().map(|option| &**option));
    if let Some((address, port)) = primary.and_then(|primary| primary.split_once(':')) {
        arguments.extend(["--replicaof", address, port]);
    }
    spawn(place, folder, &arguments)
}

impl Node {
    fn start(place: Place, primary: Option<&str>) -> Node {
        let (folder, port) = (tempfile::tempdir_in(&place.folder).unwrap(), free_port());
        let process = spawn_node(&place, &folder, port, primary);
        Node { place, folder, port, process }
    }

    fn start_sentinel(place: Place, primary: &Node, password: Option<&str>) -> Node {
        let (folder, port) = (tempfile::tempdir_in(&place.folder).unwrap(), free_port());
        let mut settings = format!("port {port}\nbind {}\nprotected-mode no\n", place.address);
        let watched = format!("monitor games {} {} 2", primary.place.address, primary.port);
        for setting in [&watched, "down-after-milliseconds games 1000", "failover-timeout games 3000"] {
            writeln!(settings, "sentinel {setting}").unwrap();
        }
        if let Some(password) = password {
            writeln!(settings, "requirepass {password}").unwrap();
        }
        std::fs::write(folder.path().join("sentinel.conf"), settings).unwrap();
        let process = spawn(&place, &folder, &["sentinel.conf", "--sentinel"]);
        Node { place, folder, port, process }
    }

    /// `address:port`.
    fn name(&self) -> String {
        format!("{}:{}", self.place.address, self.port)
    }

    fn says(&self, section: &str, text: &str) -> bool {
        let info = || -> redis::RedisResult<String> {
            let client = redis::Client::open(format!("redis://{}", self.name()))?;
            let mut connection = client.get_connection_with_timeout(ANSWERS_WITHIN)?;
            connection.set_read_timeout(Some(ANSWERS_WITHIN))?;
            redis::cmd("INFO").arg(section).query(&mut connection)
        };
        info().is_ok_and(|info| info.contains(text))
    }

    fn is_primary(&self) -> bool {
        self.says("replication", "role:master")
    }

    fn has_replica(&self) -> bool {
        self.says("replication", "state=online")
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _already_ended = self.process.kill();
        let _already_waited_for = self.process.wait();
    }
}

impl RedisSentinel {
    pub fn start() -> RedisSentinel {
        RedisSentinel::start_at([Place::here(), Place::here()], Place::here())
    }

    /// Starts the primary and its replica at these places, and all sentinels at another one.
    pub fn start_at([primary, replica]: [Place; 2], sentinels: Place) -> RedisSentinel {
        let primary = Node::start(primary, None);
        let replica = Node::start(replica, Some(&primary.name()));
        wait_until(|| primary.has_replica());
        let start = |_| Node::start_sentinel(sentinels.clone(), &primary, None);
        let sentinels: Vec<Node> = (0..SENTINELS).map(start).collect();
        let servers = RedisSentinel { nodes: Box::new([primary, replica]), sentinels };
        servers.wait_for_sentinels();
        servers
    }

    /// Starts one sentinel, which asks for a password. No replica can take over.
    pub fn start_with_password(password: &str) -> RedisSentinel {
        let primary = Node::start(Place::here(), None);
        let replica = Node::start(Place::here(), Some(&primary.name()));
        let sentinels = vec![Node::start_sentinel(Place::here(), &primary, Some(password))];
        RedisSentinel { nodes: Box::new([primary, replica]), sentinels }
    }

    /// Waits until the sentinels know the replica and each other, without which they cannot agree.
    fn wait_for_sentinels(&self) {
        let ready = format!("slaves=1,sentinels={SENTINELS}");
        wait_until(|| self.sentinels.iter().all(|sentinel| sentinel.says("sentinel", &ready)));
    }

    pub fn url(&self) -> String {
        let addresses: Vec<String> = self.sentinels.iter().map(Node::name).collect();
        format!("redis+sentinel://{}/games", addresses.join(","))
    }

    /// The process of one of the two servers.
    pub fn id(&self, node: usize) -> u32 {
        self.nodes[node].process.id()
    }

    /// Which of the two servers is the primary by its own account and by that of all sentinels, once the other one is its
    /// replica and has its data.
    pub fn settled_primary(&self) -> Option<usize> {
        let is_settled = |node: &Node| {
            let named = format!("status=ok,address={},", node.name());
            node.has_replica() && self.sentinels.iter().all(|sentinel| sentinel.says("sentinel", &named))
        };
        self.nodes.iter().position(|node| node.is_primary() && is_settled(node))
    }

    /// Kills one of the two servers without warning.
    pub fn kill(&mut self, node: usize) {
        self.nodes[node].process.kill().unwrap();
        self.nodes[node].process.wait().unwrap();
    }

    pub fn is_primary(&self, node: usize) -> bool {
        self.nodes[node].is_primary()
    }

    /// Starts a killed server again, as the replica of the other one.
    pub fn restart_as_replica(&mut self, node: usize) {
        let primary = self.nodes[1 - node].name();
        let killed = &mut self.nodes[node];
        killed.process = spawn_node(&killed.place, &killed.folder, killed.port, Some(&primary));
    }

    /// Starts a server that has ended; returns whether there was one. Redis ends when it is a replica whose disk is full, and when it
    /// starts with a log that a full disk has torn. Such a log does not heal, so the data come from the other server.
    pub fn restart_ended(&mut self) -> bool {
        let ended = self.nodes.iter_mut().position(|node| node.process.try_wait().unwrap().is_some());
        if let Some(node) = ended {
            std::fs::remove_dir_all(self.nodes[node].folder.path().join("appendonlydir")).unwrap();
            self.restart_as_replica(node);
        }
        ended.is_some()
    }

    /// Kills the primary without warning. Its replica takes over; later it returns, as the replica.
    pub fn fail_over(&mut self, pause: Duration) {
        let victim = usize::from(!self.is_primary(0));
        self.kill(victim);
        wait_until(|| self.is_primary(1 - victim));
        std::thread::sleep(pause);
        self.restart_as_replica(victim);
        // On a busy machine the sentinels may have changed their minds once more.
        wait_until(|| self.settled_primary().is_some());
    }
}
