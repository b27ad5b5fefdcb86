//! Measures the most expensive requests, without their searches: `cargo bench --bench longest` prints the processor
//! time of each, and the response times of `/healthz` while six clients repeat the worst. Arguments select parts:
//! `-- 2000`, `-- any_length`, `-- positions`, `-- text`. Games in Redis need `redis-server` in the path.

mod client;
mod games;
#[path = "../budget/load.rs"]
#[allow(dead_code, reason = "only the other benchmark runs searches")]
mod load;
#[path = "../../tests/stores/processes.rs"]
#[allow(clippy::unwrap_used, reason = "as in the tests")]
mod processes;
mod processor;
mod requests;

use client::Client;
use processes::{TestStore, server};
use requests::Request;
use reqwest::StatusCode;
use server::Server;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

/// Requests over this processor time are marked.
const BOUND: Duration = Duration::from_millis(5);
const CLIENTS: usize = 6;
const MEASURE_FOR: Duration = Duration::from_secs(5);

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    // `cargo test --benches` runs this binary without `--bench`; it must measure nothing then.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let names: Vec<&String> = arguments[1..].iter().filter(|argument| !argument.starts_with('-')).collect();
    let stores = stores();
    for part in ["2000", "any_length", "positions", "text"] {
        if names.is_empty() || names.iter().any(|wanted| *wanted == part) {
            measure(part, requests_of(part), &stores).await;
        }
    }
}

fn requests_of(part: &str) -> Vec<Request> {
    match part {
        "2000" => requests::of_length(2000),
        "any_length" => requests::of_any_length(),
        "positions" => requests::of_positions(),
        _ => requests::of_text(),
    }
}

/// A server with its store and a client.
struct Measured {
    name: &'static str,
    client: Client,
    server: Server,
    _store: TestStore,
}

fn stores() -> Vec<Measured> {
    let has_redis = std::process::Command::new("redis-server").arg("--version").output().is_ok();
    let mut kinds = vec![("memory", TestStore::InMemory), ("redb", TestStore::redb())];
    if has_redis {
        kinds.push(("redis", TestStore::redis()));
    } else {
        println!("redis-server is not in the path: skipping games in Redis");
    }
    let serve = |(name, store): (_, TestStore)| {
        let settings = store.settings();
        let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, &**value)).collect();
        let server = Server::start(&settings).expect("the server starts");
        Measured { name, client: Client::of(&server), server, _store: store }
    };
    kinds.into_iter().map(serve).collect()
}

/// The response to a request and the processor time of the server: the median and the maximum of several runs.
struct Cost {
    status: StatusCode,
    bytes: usize,
    median: Duration,
    most: Duration,
}

async fn measure(name: &str, requests: Vec<Request>, stores: &[Measured]) {
    println!("\n{name}: processor time of the server in ms, median and maximum for each store");
    let mut worst: Option<(Duration, Request)> = None;
    let mut over = 0;
    for request in requests {
        let mut line = String::new();
        let mut is_over = false;
        for store in stores.iter().filter(|store| store.name == "memory" || request.needs_store()) {
            let Some(cost) = store.cost(&request).await else {
                line += &format!("  {}: the game was refused", store.name);
                continue;
            };
            let ms = |time: Duration| time.as_secs_f64() * 1000.0;
            line += &format!("  {} {:.2} ({:.2})", store.name, ms(cost.median), ms(cost.most));
            line += &format!(" [{}, {} KiB]", cost.status.as_u16(), cost.bytes >> 10);
            is_over |= cost.median > BOUND;
            let is_worst = worst.as_ref().is_none_or(|(most, _)| *most < cost.median);
            if store.name == "memory" && !request.changes && is_worst {
                worst = Some((cost.median, request.clone()));
            }
        }
        over += usize::from(is_over);
        let length = request.body.as_ref().map_or(0, String::len);
        println!("{} {} ({length} bytes){line}", if is_over { "!" } else { " " }, request.name);
    }
    println!("{over} requests over {} ms", BOUND.as_millis());
    if let Some((_, worst)) = worst {
        stores[0].health_under(worst).await;
    }
}

impl Measured {
    /// Measures a request; `None` when its game cannot be created.
    async fn cost(&self, request: &Request) -> Option<Cost> {
        let mut times = Vec::new();
        let mut game = None;
        let (mut status, mut bytes) = (StatusCode::OK, 0);
        // A slow request needs fewer runs.
        while times.len() < 7 && times.iter().sum::<Duration>() < Duration::from_secs(1) {
            if let Some(creation) = &request.game
                && (request.changes || game.is_none())
            {
                game = Some(self.client.create(creation).await?);
            }
            processor::wait_until_idle(self.server.id()).await;
            let before = processor::time_of(self.server.id());
            (status, bytes) = self.client.send(request, game.as_ref()).await;
            // Work after the response belongs to the request, too.
            tokio::time::sleep(Duration::from_millis(5)).await;
            times.push(processor::time_of(self.server.id()).saturating_sub(before));
        }
        times.sort_unstable();
        Some(Cost { status, bytes, median: times[times.len() / 2], most: times[times.len() - 1] })
    }

    /// Prints the response times of `/healthz` while clients repeat a request.
    async fn health_under(&self, request: Request) {
        let game = match &request.game {
            Some(creation) => self.client.create(creation).await,
            None => None,
        };
        println!("{CLIENTS} clients repeat {}", request.name);
        let (request, game) = (Arc::new(request), Arc::new(game));
        let mut clients = JoinSet::new();
        for _ in 0..CLIENTS {
            let (request, game) = (Arc::clone(&request), Arc::clone(&game));
            let client = Client::of(&self.server);
            clients.spawn(async move {
                loop {
                    client.send(&request, (*game).as_ref()).await;
                }
            });
        }
        let mut seen = load::health(&self.server, MEASURE_FOR).await;
        drop(clients);
        seen.sort_unstable();
        let ms = |share: f64| seen[((seen.len() - 1) as f64 * share).round() as usize].as_secs_f64() * 1000.0;
        println!("  /healthz: p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms", ms(0.5), ms(0.99), ms(1.0));
        processor::wait_until_idle(self.server.id()).await;
    }
}
