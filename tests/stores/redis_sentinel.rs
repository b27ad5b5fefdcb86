//! A Redis primary with a replica, and three sentinels, which belong to one test.

use super::free_port;
use std::fmt::Write as _;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

const SENTINELS: usize = 3;
const POLL_EVERY: Duration = Duration::from_millis(20);

#[derive(Debug)]
pub struct RedisSentinel {
    nodes: [Node; 2],
    sentinels: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    folder: TempDir,
    port: u16,
    process: Child,
}

/// Starts a process of Redis in this folder.
fn spawn(folder: &TempDir, arguments: &[&str]) -> Child {
    Command::new("redis-server")
        .args(arguments)
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("redis-server must be in the path; the Debian package is redis-server")
}

fn spawn_node(folder: &TempDir, port: u16, primary: Option<u16>) -> Child {
    let (port, primary) = (port.to_string(), primary.map(|port| port.to_string()));
    let mut arguments = vec!["--port", &port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"];
    arguments.extend(["--repl-diskless-sync-delay", "0"]);
    if let Some(primary) = &primary {
        arguments.extend(["--replicaof", "127.0.0.1", primary]);
    }
    spawn(folder, &arguments)
}

impl Node {
    fn start(primary: Option<u16>) -> Node {
        let (folder, port) = (tempfile::tempdir().unwrap(), free_port());
        let process = spawn_node(&folder, port, primary);
        Node { folder, port, process }
    }

    fn start_sentinel(primary: u16, password: Option<&str>) -> Node {
        let (folder, port) = (tempfile::tempdir().unwrap(), free_port());
        let mut settings =
            format!("port {port}\nbind 127.0.0.1\nsentinel monitor games 127.0.0.1 {primary} 2\n");
        for setting in ["down-after-milliseconds games 1000", "failover-timeout games 3000"] {
            writeln!(settings, "sentinel {setting}").unwrap();
        }
        if let Some(password) = password {
            writeln!(settings, "requirepass {password}").unwrap();
        }
        std::fs::write(folder.path().join("sentinel.conf"), settings).unwrap();
        let process = spawn(&folder, &["sentinel.conf", "--sentinel"]);
        Node { folder, port, process }
    }

    fn says(&self, section: &str, text: &str) -> bool {
        let info = || -> redis::RedisResult<String> {
            let client = redis::Client::open(format!("redis://127.0.0.1:{}", self.port))?;
            redis::cmd("INFO").arg(section).query(&mut client.get_connection()?)
        };
        info().is_ok_and(|info| info.contains(text))
    }

    fn is_primary(&self) -> bool {
        self.says("replication", "role:master")
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _already_ended = self.process.kill();
        let _already_waited_for = self.process.wait();
    }
}

fn wait_until(condition: impl Fn() -> bool) {
    while !condition() {
        std::thread::sleep(POLL_EVERY);
    }
}

impl RedisSentinel {
    pub fn start() -> RedisSentinel {
        let primary = Node::start(None);
        let replica = Node::start(Some(primary.port));
        wait_until(|| primary.says("replication", "state=online"));
        let sentinels: Vec<Node> = (0..SENTINELS).map(|_| Node::start_sentinel(primary.port, None)).collect();
        let servers = RedisSentinel { nodes: [primary, replica], sentinels };
        servers.wait_for_sentinels();
        servers
    }

    /// Starts one sentinel, which asks for a password. No replica can take over.
    pub fn start_with_password(password: &str) -> RedisSentinel {
        let primary = Node::start(None);
        let replica = Node::start(Some(primary.port));
        let sentinels = vec![Node::start_sentinel(primary.port, Some(password))];
        RedisSentinel { nodes: [primary, replica], sentinels }
    }

    /// Waits until the sentinels know the replica and each other, without which they cannot agree.
    fn wait_for_sentinels(&self) {
        let ready = format!("slaves=1,sentinels={SENTINELS}");
        wait_until(|| self.sentinels.iter().all(|sentinel| sentinel.says("sentinel", &ready)));
    }

    pub fn url(&self) -> String {
        let addresses: Vec<String> =
            self.sentinels.iter().map(|node| format!("127.0.0.1:{}", node.port)).collect();
        format!("redis+sentinel://{}/games", addresses.join(","))
    }

    /// Kills the primary without warning. Its replica takes over; later it returns as the replica.
    pub fn fail_over(&mut self, pause: Duration) {
        let victim = usize::from(!self.nodes[0].is_primary());
        let heir = 1 - victim;
        self.nodes[victim].process.kill().unwrap();
        self.nodes[victim].process.wait().unwrap();
        wait_until(|| self.nodes[heir].is_primary());
        std::thread::sleep(pause);
        let primary = self.nodes[heir].port;
        self.nodes[victim].process =
            spawn_node(&self.nodes[victim].folder, self.nodes[victim].port, Some(primary));
        wait_until(|| self.nodes[heir].says("replication", "state=online"));
        let named = format!("status=ok,address=127.0.0.1:{primary},");
        wait_until(|| self.sentinels.iter().all(|sentinel| sentinel.says("sentinel", &named)));
    }
}
