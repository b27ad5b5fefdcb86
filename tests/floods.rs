//! Clients that flood a server or stall it: it stays small, and others are served meanwhile. The server is a process of its own,
//! whose memory Linux tells.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "../benches/budget/server.rs"]
mod server;

use server::Server;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

/// How much the memory of the server may grow by a flood.
const GROWTH_KIB: u64 = 48 << 10;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const CONTINUATION: u8 = 9;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The header block of `GET` (RFC 7541).
fn get(path: &str) -> Vec<u8> {
    let length = u8::try_from(path.len()).unwrap();
    [&[0x82, 0x86, 0x41, 1, b'x', 0x04, length], path.as_bytes()].concat()
}

/// A connection of HTTP/2 whose streams begin with this window.
fn connect(server: &Server, window: u32) -> TcpStream {
    let mut connection = TcpStream::connect(&server.address).unwrap();
    let settings = [&[0, 4], &window.to_be_bytes()[..]].concat();
    let preface = [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), frame(SETTINGS, 0, 0, &settings)].concat();
    connection.write_all(&preface).unwrap();
    connection
}

/// Reads what the server sends, so that it can go on.
fn drain(connection: &TcpStream) {
    let mut connection = connection.try_clone().unwrap();
    std::thread::spawn(move || std::io::copy(&mut connection, &mut std::io::sink()));
}

/// Reads until the server has begun to answer this many requests.
fn await_responses(connection: &mut TcpStream, mut count: usize) {
    while count > 0 {
        let mut head = [0; 9];
        connection.read_exact(&mut head).unwrap();
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        connection.read_exact(&mut vec![0; length as usize]).unwrap();
        count -= usize::from(head[3] == HEADERS);
    }
}

fn memory_kib(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    resident.trim().trim_end_matches(" kB").parse().unwrap()
}

fn assert_serves(server: &Server) {
    let mut connection = TcpStream::connect(&server.address).unwrap();
    connection.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut response = String::new();
    connection.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 200"), "{response}");
}

/// Starts a server and floods it. It must serve others afterwards, while the connections of the flood are open.
fn flood<T>(attack: impl FnOnce(&Server) -> T) {
    let server = Server::start(&[("DUIYI_TABLE_MIB", "1")]).unwrap();
    assert_serves(&server);
    let before = memory_kib(&server);
    let _connections = attack(&server);
    assert_serves(&server);
    let after = memory_kib(&server);
    assert!(after < before + GROWTH_KIB, "from {before} to {after} KiB");
}

#[test]
fn requests_that_are_reset_at_once_cost_no_memory() {
    flood(|server| {
        let mut connection = connect(server, 65_535);
        drain(&connection);
        let mut streams = (1_u32..200_000).step_by(2);
        let request = |stream| {
            let headers = frame(HEADERS, END_HEADERS | END_STREAM, stream, &get("/v1/rulesets"));
            [headers, frame(RST_STREAM, 0, stream, &8_u32.to_be_bytes())].concat()
        };
        loop {
            let batch: Vec<u8> = streams.by_ref().take(100).flat_map(request).collect();
            // The server may close the connection.
            if batch.is_empty() || connection.write_all(&batch).is_err() {
                return connection;
            }
        }
    });
}

#[test]
fn headers_without_an_end_are_cut_off() {
    flood(|server| {
        const ENOUGH: usize = 4096;
        let mut connection = connect(server, 65_535);
        drain(&connection);
        connection.write_all(&frame(HEADERS, END_STREAM, 1, &get("/healthz"))).unwrap();
        let more = frame(CONTINUATION, 0, 1, &[0, 1, b'a', 1, b'b'].repeat(3000));
        let sent = (0..ENOUGH).take_while(|_| connection.write_all(&more).is_ok()).count();
        assert!(sent < ENOUGH, "the server still reads the headers after {sent} frames");
    });
}

#[test]
fn heads_of_any_length_cost_little_memory() {
    flood(|server| {
        let head = format!("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: {}", "x".repeat(300 << 10));
        let send = |_| {
            let mut connection = TcpStream::connect(&server.address).unwrap();
            let _refused_early = connection.write_all(head.as_bytes());
            connection
        };
        (0..300).map(send).collect::<Vec<_>>()
    });
}

#[test]
fn responses_that_nobody_reads_cost_little_memory() {
    flood(|server| {
        let open = |_| {
            let mut connection = connect(server, 0);
            for stream in (1_u32..200).step_by(2) {
                let request = frame(HEADERS, END_HEADERS | END_STREAM, stream, &get("/openapi.yaml"));
                connection.write_all(&request).unwrap();
            }
            await_responses(&mut connection, 100);
            connection
        };
        (0..50).map(open).collect::<Vec<_>>()
    });
}

#[test]
fn bodies_that_never_end_cost_little_memory() {
    flood(|server| {
        let head = "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
        let body = format!("8000\r\n{}\r\n", " ".repeat(0x8000));
        let send = |_| {
            let mut connection = TcpStream::connect(&server.address).unwrap();
            connection.write_all(head.as_bytes()).unwrap();
            connection.write_all(body.as_bytes()).unwrap();
            connection
        };
        let connections: Vec<TcpStream> = (0..300).map(send).collect();
        connections.iter().skip(150).for_each(|connection| connection.shutdown(Shutdown::Both).unwrap());
        connections
    });
}
