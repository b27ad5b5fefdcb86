//! Clients that flood a server or stall it: it stays small, and others are served meanwhile. The server is a process of its own,
//! whose memory Linux tells. `cargo bench --bench floods` measures the same attacks.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test")]

use duiyi_testkit::attacks;
use duiyi_testkit::load;
use duiyi_testkit::processes::wait::POLL_EVERY;
use duiyi_testkit::resident::{resident_kib, threads};
use duiyi_testkit::server::Server;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};

/// How much the memory of the server may grow by a flood.
const GROWTH_KIB: u64 = 48 << 10;
/// How many threads a flood may add.
const MORE_THREADS: usize = 4;

fn assert_serves(server: &Server) {
    assert_gets(server, "/healthz");
}

fn get(server: &Server, path: &str) -> Vec<u8> {
    let mut connection = TcpStream::connect(&server.address).unwrap();
    write!(connection, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut response = Vec::new();
    connection.read_to_end(&mut response).unwrap();
    response
}

/// Gets a path. A busy server may first have to notice who has gone.
fn assert_gets(server: &Server, path: &str) {
    let mut response = get(server, path);
    for _ in 0..500 {
        if !response.starts_with(b"HTTP/1.1 429") {
            break;
        }
        std::thread::sleep(POLL_EVERY);
        response = get(server, path);
    }
    assert!(response.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&response));
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

/// Floods a server with requests whose clients go away, twice: the second flood finds all that the first one needed. Afterwards
/// nothing is searched for them.
async fn flood_with_everything<T>(attack: impl Fn(&str) -> io::Result<T>) {
    // Jobs have no client that could go away, so they are short.
    let server = Server::start(&[("DUIYI_TABLE_MIB", "1"), ("DUIYI_MAX_JOB_TIME_MS", "500")]).unwrap();
    // By a new connection each time: one that is idle during a long attack is closed.
    let idle = async || load::metric(&load::client(), &server, "duiyi_search_threads_idle").await;
    let idle_before = idle().await;
    let flood = async || {
        let connections = attack(&server.address).unwrap();
        while idle().await < idle_before {
            tokio::time::sleep(POLL_EVERY).await;
        }
        (connections, resident_kib(server.id()).unwrap(), threads(server.id()).unwrap())
    };
    let (_connections, memory, before) = flood().await;
    let (_more_connections, grown, after) = flood().await;
    assert!(after <= before + MORE_THREADS, "from {before} to {after} threads");
    assert!(grown < memory + GROWTH_KIB, "from {memory} to {grown} KiB");
}

#[tokio::test]
async fn requests_of_every_endpoint_whose_clients_hang_up_leave_nothing_behind() {
    flood_with_everything(attacks::hang_up_on_everything).await;
}

#[tokio::test]
async fn requests_of_every_endpoint_that_are_reset_leave_nothing_behind() {
    flood_with_everything(attacks::reset_everything).await;
}

/// Floods a server with requests for pictures whose clients go away. It must draw a picture for another client at once.
fn flood_with_pictures<T>(attack: impl FnOnce(&str) -> io::Result<T>) {
    let server = Server::start(&[("DUIYI_TABLE_MIB", "1")]).unwrap();
    let picture = attacks::create_picture(&server.address).unwrap();
    assert_gets(&server, &picture);
    let (memory, before) = (resident_kib(server.id()).unwrap(), threads(server.id()).unwrap());
    let _connections = attack(&server.address).unwrap();
    let after = threads(server.id()).unwrap();
    assert_gets(&server, &picture);
    assert!(after <= before + MORE_THREADS, "from {before} to {after} threads");
    let grown = resident_kib(server.id()).unwrap();
    assert!(grown < memory + GROWTH_KIB, "from {memory} to {grown} KiB");
}

#[test]
fn pictures_of_clients_that_hang_up_are_not_drawn() {
    flood_with_pictures(attacks::hang_up_on_pictures);
}

#[test]
fn pictures_whose_requests_are_reset_are_not_drawn() {
    flood_with_pictures(attacks::reset_pictures);
}
