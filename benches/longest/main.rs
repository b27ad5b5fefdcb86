//! Measures the most expensive requests, without searches: `cargo bench --bench longest` prints the server's processor time
//! for each, and the response times of `/healthz` while six clients repeat the worst. Arguments select parts: `-- 2000`,
//! `-- any_length`, `-- positions`, `-- text`. Measuring the Redis store needs `redis-server` in the path.

mod client;
mod requests;

use client::Client;
use duiyi_testkit::load;
use duiyi_testkit::processes::TestStore;
use duiyi_testkit::processor;
use duiyi_testkit::server::Server;
use requests::Request;
use reqwest::StatusCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

/// The processor time that a request should not exceed.
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

/// A server with one kind of store, and a client.
struct Measured {
    name: &'static str,
    client: Client,
    server: Server,
    _store: TestStore,
}

fn stores() -> Vec<Measured> {
    let has_redis = std::process::Command::new("redis-server").arg("--version").output().is_ok();
    let mut stores = vec![("memory", TestStore::InMemory), ("redb", TestStore::redb())];
    if has_redis {
        stores.push(("redis", TestStore::redis()));
    } else {
        println!("no redis-server in the path: the Redis store is left out");
    }
    let serve = |(name, store): (_, TestStore)| {
        let settings = store.settings();
        let settings: Vec<_> = settings.iter().map(|(name, value)| (*name, &**value)).collect();
        let server = Server::start(&settings).expect("the server starts");
        Measured { name, client: Client::of(&server), server, _store: store }
    };
    stores.into_iter().map(serve).collect()
}

/// The response to a request, and the processor time that the server needed for it.
struct Cost {
    status: StatusCode,
    bytes: usize,
    /// The median of several requests.
    time: Duration,
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

async fn measure(name: &str, requests: Vec<Request>, stores: &[Measured]) {
    println!(
        "\n{name}: processor time of the server in ms, by store; ! marks more than {} ms",
        BOUND.as_millis()
    );
    let names = stores.iter().map(|store| format!("{:>9}", store.name));
    println!("  {}  response", names.collect::<String>());
    let mut worst: Vec<Option<(Duration, Request)>> = vec![None; stores.len()];
    let mut exceeding = 0;
    for request in requests {
        let mut costs = Vec::new();
        for (store, worst) in stores.iter().zip(&mut worst) {
            // Without a game the store makes no difference.
            let is_measured = store.name == "memory" || request.needs_store();
            let cost = if is_measured { store.cost(&request).await } else { None };
            if let Some(cost) = &cost
                && !request.changes
                && worst.as_ref().is_none_or(|(most, _)| *most < cost.time)
            {
                *worst = Some((cost.time, request.clone()));
            }
            costs.push(cost);
        }
        let exceeds = costs.iter().flatten().any(|cost| cost.time > BOUND);
        exceeding += usize::from(exceeds);
        println!("{} {}", if exceeds { "!" } else { " " }, row(&request, &costs));
    }
    println!("{exceeding} of them need more than {} ms", BOUND.as_millis());
    for (store, worst) in stores.iter().zip(worst) {
        if let Some((_, worst)) = worst {
            store.health_under(worst).await;
        }
    }
}

/// A line of the table. A cell is empty if the request was not measured with that store, or its game was refused.
fn row(request: &Request, costs: &[Option<Cost>]) -> String {
    let time = |cost: &Option<Cost>| match cost {
        Some(cost) => format!("{:9.2}", ms(cost.time)),
        None => format!("{:9}", ""),
    };
    let times: String = costs.iter().map(time).collect();
    let response = match costs.iter().flatten().next() {
        Some(cost) => format!("{} {:5} KiB", cost.status.as_u16(), cost.bytes >> 10),
        None => format!("{:13}", "game refused"),
    };
    let length = request.body.as_ref().map_or(0, String::len).div_ceil(1 << 10);
    format!("{times}  {response}  {} ({length} KiB)", request.name)
}

impl Measured {
    /// None when the game that it is about cannot be created.
    async fn cost(&self, request: &Request) -> Option<Cost> {
        let mut times = Vec::new();
        let mut game = None;
        let (mut status, mut bytes) = (StatusCode::OK, 0);
        // What takes long needs no exact figure.
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
        Some(Cost { status, bytes, time: times[times.len() / 2] })
    }

    /// Prints the response times of `/healthz` while clients repeat a request.
    async fn health_under(&self, request: Request) {
        let game = match &request.game {
            Some(creation) => self.client.create(creation).await,
            None => None,
        };
        println!("{}: {CLIENTS} clients repeat {}", self.name, request.name);
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
        let at = |share: f64| ms(seen[((seen.len() - 1) as f64 * share).round() as usize]);
        println!("  /healthz: p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms", at(0.5), at(0.99), at(1.0));
        processor::wait_until_idle(self.server.id()).await;
    }
}
