//! Measures a server with hostile clients: `cargo bench --bench floods` prints, for each kind, the response times of `/healthz` and
//! the server's memory and threads, first one kind at a time, then with all connections taken, then with everything at once. An
//! argument, such as `-- pictures`, selects the kinds whose names contain it. Needs `ulimit -n 20000`.
#![allow(clippy::unwrap_used, reason = "as in the tests, whose attacks it uses")]

use duiyi_testkit::attacks;
use duiyi_testkit::listeners;
use duiyi_testkit::load;
use duiyi_testkit::resident::{resident_kib, threads};
use duiyi_testkit::server::Server;
use serde_json::{Value, json};
use std::any::Any;
use std::collections::VecDeque;
use std::fs;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const MEASURE_FOR: Duration = Duration::from_secs(6);
/// Streams that take all connections but a few, and streams beside everything else.
const FULL: usize = 9_950;
const STREAMS: usize = 10_000;
/// How often an attack is repeated while the connections of the earlier times stay open.
const KEPT: usize = 3;

/// Returns what stays open after it.
type Attack = fn(&str) -> io::Result<Box<dyn Any + Send>>;
/// An attack opens at most 300 connections, and all of them may begin at once. The benchmark itself needs some more.
const KEPT_FREE: usize = 2000;

const ATTACKS: [(&str, Attack); 10] = [
    ("nobody", |_| {
        std::thread::sleep(MEASURE_FOR);
        Ok(Box::new(()))
    }),
    ("rapid reset", |address| Ok(Box::new(attacks::reset_requests(address)?))),
    ("CONTINUATION", |address| Ok(Box::new(attacks::continue_headers(address)?))),
    ("long, slow heads", |address| Ok(Box::new(attacks::send_long_heads(address)?))),
    ("slow bodies", |address| Ok(Box::new(attacks::send_endless_bodies(address)?))),
    ("slow readers", |address| Ok(Box::new(attacks::leave_responses_unread(address)?))),
    ("pictures, hung up on", |address| Ok(Box::new(attacks::hang_up_on_pictures(address)?))),
    ("pictures, reset", |address| Ok(Box::new(attacks::reset_pictures(address)?))),
    ("everything, hung up on", |address| Ok(Box::new(attacks::hang_up_on_everything(address)?))),
    ("everything, reset", |address| Ok(Box::new(attacks::reset_everything(address)?))),
];

#[tokio::main]
async fn main() {
    // `cargo test --benches` runs this binary without `--bench`; it must measure nothing then.
    let arguments: Vec<String> = std::env::args().collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let wanted = arguments[1..].iter().find(|argument| !argument.starts_with('-'));
    println!(
        "{:<40} /healthz in ms: p50, p99, max; memory and threads before, at most; nodes of another's searches",
        ""
    );
    for (name, attack) in ATTACKS {
        if wanted.is_none_or(|wanted| name.contains(wanted.as_str())) {
            let server = start(&[]);
            let _flood = Flood::start(&server, name, attack);
            measure(name, &server).await;
        }
    }
    if wanted.is_none() {
        measure_full().await;
    }
}

/// Measures servers with as many keys and connections as they allow, and one with everything at once.
async fn measure_full() {
    let server = start(&[]);
    keys(&server).await;
    measure("keys and long bodies", &server).await;
    let server = start(&[]);
    let _listeners = listeners::listen(&server, FULL).await;
    measure(&format!("{FULL} streams"), &server).await;
    let server = start(&[("DUIYI_MAX_CONNECTIONS", "14000"), ("DUIYI_MAX_STREAMS", "14000")]);
    let _listeners = listeners::listen(&server, STREAMS).await;
    keys(&server).await;
    let _floods: Vec<Flood> =
        ATTACKS.iter().map(|(name, attack)| Flood::start(&server, name, *attack)).collect();
    measure(&format!("all at once, beside {STREAMS} streams"), &server).await;
}

fn start(settings: &[(&str, &str)]) -> Server {
    Server::start(settings).expect("the server starts")
}

/// How many more files this program may open.
fn free_descriptors() -> usize {
    let limits = fs::read_to_string("/proc/self/limits").expect("Linux has it");
    let soft = limits.lines().find_map(|line| line.strip_prefix("Max open files")?.split_whitespace().next());
    let most: usize = soft.and_then(|limit| limit.parse().ok()).unwrap_or(usize::MAX);
    most.saturating_sub(fs::read_dir("/proc/self/fd").map_or(most, Iterator::count))
}

/// A client that repeats an attack until it is dropped.
struct Flood {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Flood {
    fn start(server: &Server, name: &'static str, attack: Attack) -> Flood {
        let (stop, address) = (Arc::new(AtomicBool::new(false)), server.address.clone());
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let mut kept = VecDeque::new();
            let mut is_limited = false;
            while !stopped.load(Ordering::Relaxed) {
                if free_descriptors() < KEPT_FREE {
                    if !is_limited {
                        println!("    {name}: limited by this program's number of open files");
                        is_limited = true;
                    }
                    std::thread::sleep(Duration::from_millis(50));
                    continue;
                }
                match attack(&address) {
                    Ok(opened) => kept.push_back(opened),
                    Err(error) => {
                        println!("    {name}: the server refused it before the end: {error}");
                        return;
                    }
                }
                if kept.len() > KEPT {
                    kept.pop_front();
                }
            }
        });
        Flood { stop, thread: Some(thread) }
    }
}

impl Drop for Flood {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("an attack does not panic");
        }
    }
}

/// Fills the stored responses: creates games with long bodies, each with its own key, from several addresses.
async fn keys(server: &Server) {
    const ADDRESSES: u8 = 10;
    const KEYS: usize = 1200;
    let body = json!({"ruleset": "xiangqi"});
    let padded = format!("{body}{}", " ".repeat((64 << 10) - body.to_string().len() - 1));
    for address in 1..=ADDRESSES {
        let http = load::client_at(Ipv4Addr::new(127, 0, 2, address).into());
        for _ in 0..KEYS {
            let key = uuid::Uuid::new_v4().to_string();
            let request = http.post(server.url("/v1/games")).header("content-type", "application/json");
            let sent = request.header("idempotency-key", key).body(padded.clone()).send().await;
            sent.expect("the server answers").bytes().await.expect("the response has an end");
        }
    }
}

/// The median of the nodes of a client's searches of 100 ms, one after another.
async fn nodes(server: &Server) -> u64 {
    let http = load::client_at(Ipv4Addr::new(127, 0, 3, 1).into());
    let end = Instant::now() + MEASURE_FOR;
    let mut seen = Vec::new();
    while Instant::now() < end {
        let body = json!({
            "ruleset": "xiangqi", "book": false, "isolated": true, "seed": seen.len(), "limits": {"time_ms": 100},
        });
        let response =
            http.post(server.url("/v1/analysis")).json(&body).send().await.expect("the server answers");
        let report: Value = response.json().await.expect("JSON");
        // A refusal has none.
        seen.push(report["nodes"].as_u64().unwrap_or_default());
    }
    seen.sort_unstable();
    seen.get(seen.len() / 2).copied().unwrap_or_default()
}

/// Prints one line.
async fn measure(name: &str, server: &Server) {
    let size = || {
        let process = server.id();
        (resident_kib(process).expect("it runs"), threads(process).expect("it runs"))
    };
    let before = size();
    let measured = async { tokio::join!(load::health(server, MEASURE_FOR), nodes(server)) };
    tokio::pin!(measured);
    let mut most = before;
    let (mut times, nodes) = loop {
        tokio::select! {
            seen = &mut measured => break seen,
            () = tokio::time::sleep(Duration::from_millis(50)) => {
                let (memory, threads) = size();
                most = (most.0.max(memory), most.1.max(threads));
            }
        }
    };
    times.sort_unstable();
    let last = times.len() - 1;
    let ms = |share: f64| times[(last as f64 * share).round() as usize].as_secs_f64() * 1000.0;
    println!(
        "{name:<40} {:6.1} {:6.1} {:6.1}   {:4} {:4} MiB   {:3} {:3} threads   {nodes:7}",
        ms(0.5),
        ms(0.99),
        ms(1.0),
        before.0 >> 10,
        most.0 >> 10,
        before.1,
        most.1
    );
}
