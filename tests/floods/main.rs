//! Clients that flood a server or stall it: it stays small, and others are served meanwhile. The server is a process of its own,
//! whose memory Linux tells. `cargo bench --bench floods` measures the same attacks.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test")]

use duiyi_testkit::attacks;
use duiyi_testkit::resident::resident_kib;
use duiyi_testkit::server::Server;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};

/// How much the memory of the server may grow by a flood.
const GROWTH_KIB: u64 = 48 << 10;

fn assert_serves(server: &Server) {
    let mut connection = TcpStream::connect(&server.address).unwrap();
    connection.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut response = String::new();
    connection.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
}

/// Starts a server and floods it. It must serve others afterwards, while the connections of the flood are open.
fn flood<T>(attack: impl FnOnce(&str) -> io::Result<T>) {
    let server = Server::start(&[("DUIYI_TABLE_MIB", "1")]).unwrap();
    assert_serves(&server);
    let before = resident_kib(server.id()).unwrap();
    let _connections = attack(&server.address).unwrap();
    assert_serves(&server);
    let after = resident_kib(server.id()).unwrap();
    assert!(after < before + GROWTH_KIB, "from {before} to {after} KiB");
}

#[test]
fn requests_that_are_reset_at_once_cost_no_memory() {
    flood(attacks::reset_requests);
}

#[test]
fn headers_without_an_end_are_cut_off() {
    flood(|address| {
        let (connection, sent) = attacks::continue_headers(address)?;
        assert!(sent < attacks::ENOUGH_FRAMES, "the server still reads the headers after {sent} frames");
        Ok(connection)
    });
}

#[test]
fn heads_of_any_length_cost_little_memory() {
    flood(attacks::send_long_heads);
}

#[test]
fn responses_that_nobody_reads_cost_little_memory() {
    flood(attacks::leave_responses_unread);
}

#[test]
fn bodies_that_never_end_cost_little_memory() {
    flood(|address| {
        let connections = attacks::send_endless_bodies(address)?;
        connections.iter().skip(150).for_each(|connection| connection.shutdown(Shutdown::Both).unwrap());
        Ok(connections)
    });
}
