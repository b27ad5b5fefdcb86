//! Network namespaces: every server and every node of the store has an address, and is cut off from others by dropping
//! packets. The program runs in namespaces of its own, so that nothing remains of it.

use std::net::Ipv4Addr;
use std::process::{Child, Command, ExitStatus};
use std::sync::Arc;

/// Set in the environment of the program once it runs in its namespaces.
const INSIDE: &str = "CHAOS_INSIDE";
/// The address of the clients' side of the network.
const HUB: &str = "10.77.0.1";
/// All addresses of this network belong to the clients, so that each can have one of its own.
pub const CLIENTS: [u8; 2] = [10, 78];
const CLIENTS_NETWORK: &str = "10.78.0.0/16";

/// Starts the program again in new namespaces of network, mounts and processes, and waits for it. `None` if this is that
/// program. Needs root.
pub fn enter() -> Option<ExitStatus> {
    if std::env::var_os(INSIDE).is_some() {
        return None;
    }
    let status = Command::new("unshare")
        .args(["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--"])
        .arg(std::env::current_exe().expect("a path"))
        .args(std::env::args().skip(1))
        .env(INSIDE, "1")
        .status();
    Some(status.expect("unshare must be in the path; the Debian package is util-linux"))
}

fn run(line: &str) {
    let words: Vec<&str> = line.split(' ').collect();
    let status = Command::new(words[0]).args(&words[1..]).status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "{line} fails: it needs root, iproute2 and iptables"
    );
}

/// Connects the clients with the hosts to be added.
pub fn set_up() {
    run("ip link set lo up");
    run("ip link add hub type bridge");
    run(&format!("ip addr add {HUB}/16 dev hub"));
    run("ip link set hub up");
    run(&format!("ip route add local {CLIENTS_NETWORK} dev lo"));
}

/// A network namespace, like a machine of its own.
#[derive(Debug)]
pub struct Host {
    pub address: Ipv4Addr,
    /// A process that keeps the namespace.
    holder: Child,
}

impl Host {
    /// Adds a host to the network; each number from 2 to 254 can be used once.
    pub fn add(number: u8) -> Arc<Host> {
        let holder = Command::new("unshare").args(["--net", "sleep", "infinity"]).spawn().expect("as above");
        let host = Host { address: Ipv4Addr::new(10, 77, 0, number), holder };
        // The new process enters its namespace a moment after its start.
        while host.namespace() == std::fs::read_link("/proc/self/ns/net").ok() {
            std::thread::yield_now();
        }
        let (process, address) = (host.holder.id(), host.address);
        run(&format!("ip link add host{number} type veth peer name eth0 netns {process}"));
        run(&format!("ip link set host{number} master hub up"));
        host.run("ip link set lo up");
        host.run(&format!("ip addr add {address}/16 dev eth0"));
        host.run("ip link set eth0 up");
        host.run(&format!("ip route add {CLIENTS_NETWORK} via {HUB}"));
        Arc::new(host)
    }

    fn namespace(&self) -> Option<std::path::PathBuf> {
        std::fs::read_link(format!("/proc/{}/ns/net", self.holder.id())).ok()
    }

    /// The command that starts another one on this host.
    pub fn launcher(&self) -> Vec<String> {
        ["nsenter", "-t", &self.holder.id().to_string(), "-n", "--"].map(str::to_owned).to_vec()
    }

    fn run(&self, line: &str) {
        run(&format!("{} {line}", self.launcher().join(" ")));
    }

    /// Drops what this host and the others send to each other.
    pub fn cut_from(&self, others: &[Arc<Host>]) {
        for other in others {
            self.drop_from(&other.address.to_string());
            other.drop_from(&self.address.to_string());
        }
    }

    /// Drops what this host and the clients send to each other.
    pub fn cut_from_clients(&self) {
        self.drop_from(HUB);
        self.drop_from(CLIENTS_NETWORK);
        run(&format!("iptables -w -A INPUT -s {} -j DROP", self.address));
    }

    fn drop_from(&self, source: &str) {
        self.run(&format!("iptables -w -A INPUT -s {source} -j DROP"));
    }

    fn undo_drop_from(&self, source: &str) {
        self.run(&format!("iptables -w -D INPUT -s {source} -j DROP"));
    }

    /// Ends [`Host::cut_from`].
    pub fn reconnect_to(&self, others: &[Arc<Host>]) {
        for other in others {
            self.undo_drop_from(&other.address.to_string());
            other.undo_drop_from(&self.address.to_string());
        }
    }

    /// Ends [`Host::cut_from_clients`].
    pub fn reconnect_to_clients(&self) {
        self.undo_drop_from(HUB);
        self.undo_drop_from(CLIENTS_NETWORK);
        run(&format!("iptables -w -D INPUT -s {} -j DROP", self.address));
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _already_ended = self.holder.kill();
        let _already_waited_for = self.holder.wait();
    }
}
