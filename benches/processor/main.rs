//! Measures the processor time of a request: `cargo bench --bench processor -- PROGRAM...` compares builds of the server in turns
//! (without arguments, only this one) and prints the medians. A few clients send requests on connections that stay open, one
//! after another. What the kernel does for the server counts, too.

use duiyi_testkit::moves::moves;
use duiyi_testkit::processor as processor_time;
use duiyi_testkit::server::{Server, program};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

const TURNS: usize = 5;
const CLIENTS: usize = 4;
const MEASURE_FOR: Duration = Duration::from_secs(3);
/// The plies of the game that is read, and of each game that is played.
const READ_PLIES: usize = 40;
const PLAYED_PLIES: usize = 80;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Health,
    Get,
    Post,
    PostMinimal,
}

const KINDS: [(Kind, &str); 4] = [
    (Kind::Health, "GET /healthz"),
    (Kind::Get, "GET a game of 40 plies"),
    (Kind::Post, "POST a move"),
    (Kind::PostMinimal, "POST a move, return=minimal"),
];

fn main() {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    // `cargo test --benches` runs this binary without `--bench`; it must measure nothing then.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let mut programs: Vec<OsString> = arguments.into_iter().filter(|it| it != "--bench").collect();
    if programs.is_empty() {
        programs.push(program());
    }
    for (kind, name) in KINDS {
        let mut times = vec![Vec::new(); programs.len()];
        for _ in 0..TURNS {
            for (program, times) in programs.iter().zip(&mut times) {
                times.push(measure(program, kind));
            }
        }
        println!("{name}: processor time of the server in µs");
        for (program, mut times) in programs.iter().zip(times) {
            times.sort_by(f64::total_cmp);
            println!("  {:.1} ({times:.1?})  {}", times[TURNS / 2], program.display());
        }
    }
}

/// The processor time of one request in microseconds.
fn measure(program: &OsString, kind: Kind) -> f64 {
    let mut command = Command::new(program);
    let server = Server::start_with(command.env("DUIYI_TABLE_MIB", "1"), "127.0.0.1:0");
    let server = server.expect("the server starts");
    load(&server, kind, Duration::from_millis(500));
    let before = processor_time::time_of(server.id());
    let requests = load(&server, kind, MEASURE_FOR);
    let time = processor_time::time_of(server.id()) - before;
    1e6 * time.as_secs_f64() / requests as f64
}

/// Sends requests from all clients; returns their number.
fn load(server: &Server, kind: Kind, duration: Duration) -> usize {
    std::thread::scope(|scope| {
        let clients: Vec<_> =
            (0..CLIENTS).map(|_| scope.spawn(|| Client::connect(server).repeat(kind, duration))).collect();
        clients.into_iter().map(|client| client.join().expect("the server answers")).sum()
    })
}

/// A connection that stays open.
struct Client {
    stream: BufReader<TcpStream>,
    body: Vec<u8>,
}

impl Client {
    fn connect(server: &Server) -> Client {
        let stream = TcpStream::connect(&server.address).expect("it listens");
        stream.set_nodelay(true).expect("a socket");
        Client { stream: BufReader::new(stream), body: Vec::new() }
    }

    fn repeat(mut self, kind: Kind, duration: Duration) -> usize {
        let end = Instant::now() + duration;
        match kind {
            Kind::Health => self.get("/healthz", end),
            Kind::Get => {
                let game = self.create(&json!({"ruleset": "xiangqi", "moves": moves(READ_PLIES)}));
                self.get(&format!("/v1/games/{game}"), end)
            }
            Kind::Post => self.play("", end),
            Kind::PostMinimal => self.play("Prefer: return=minimal\r\n", end),
        }
    }

    fn get(&mut self, path: &str, end: Instant) -> usize {
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n");
        let mut count = 0;
        while Instant::now() < end {
            assert_eq!(self.exchange(request.as_bytes()), 200);
            count += 1;
        }
        count
    }

    /// Plays one game after another. The creation of each, one for [`PLAYED_PLIES`] moves, counts as a request.
    fn play(&mut self, header: &str, end: Instant) -> usize {
        let moves = moves(PLAYED_PLIES);
        let mut count = 0;
        while Instant::now() < end {
            let path = format!("/v1/games/{}/moves", self.create(&json!({"ruleset": "xiangqi"})));
            for mv in &moves {
                assert_eq!(self.post(&path, header, &json!({"move": mv})), 200);
            }
            count += PLAYED_PLIES + 1;
        }
        count
    }

    fn create(&mut self, body: &Value) -> String {
        assert_eq!(self.post("/v1/games", "", body), 201);
        let game: Value = serde_json::from_slice(&self.body).expect("JSON");
        game["id"].as_str().expect("an id").to_owned()
    }

    fn post(&mut self, path: &str, header: &str, body: &Value) -> u16 {
        let body = body.to_string();
        let length = body.len();
        let head = format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{header}");
        self.exchange(format!("{head}Content-Length: {length}\r\n\r\n{body}").as_bytes())
    }

    /// Sends a request and reads the whole response; returns its status.
    fn exchange(&mut self, request: &[u8]) -> u16 {
        self.stream.get_mut().write_all(request).expect("the server reads");
        let (mut status, mut length) = (0, 0);
        let mut line = String::new();
        loop {
            line.clear();
            self.stream.read_line(&mut line).expect("the server answers");
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest[..3].parse().expect("a status");
            } else if let Some((name, value)) = line.split_once(':') {
                if name.eq_ignore_ascii_case("content-length") {
                    length = value.trim().parse().expect("a number");
                }
            } else if line == "\r\n" {
                break;
            }
        }
        self.body.resize(length, 0);
        self.stream.read_exact(&mut self.body).expect("the response has an end");
        status
    }
}
