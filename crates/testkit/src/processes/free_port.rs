//! Ports for programs that cannot choose one themselves.

use rand::RngExt;
use std::collections::BTreeSet;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Mutex;

/// A port of this machine that is free, and that this process has not chosen before. Linux takes the ports of outgoing connections
/// from 32,768 on, so that none of them takes this port before it is used.
pub fn free_port() -> u16 {
    static CHOSEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
    loop {
        let port = rand::rng().random_range(10_000..32_768);
        if CHOSEN.lock().unwrap().insert(port) && TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}
