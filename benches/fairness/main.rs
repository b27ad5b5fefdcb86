//! Measures how fair the search queue is: `cargo bench --bench fairness` prints the response times of a client's `best-move`
//! while it is alone, and beside another client that sends a hundred times as many searches. Both are measured in turns.

use duiyi_testkit::load::{client_at, searches_within};
use duiyi_testkit::server::Server;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

const TURNS: usize = 3;
const MEASURE_FOR: Duration = Duration::from_secs(20);
/// How many searches the other client always has under way, each as long as the one of the measured client.
const TIMES_AS_MANY: usize = 100;
/// A client's connections come from its own address.
const MODEST: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const GREEDY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);

#[tokio::main]
async fn main() {
    // `cargo test --benches` runs this binary without `--bench`; it must measure nothing then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    for (name, limits) in
        [("100 ms", json!({"time_ms": 100})), ("100,000 nodes", json!({"nodes": 100_000, "time_ms": 5000}))]
    {
        println!("\nbest-move of {name}: response times in ms");
        measure(&limits).await;
    }
}

async fn measure(limits: &Value) {
    let server = Server::start(&[]).expect("the server starts");
    let (modest, greedy) = (client_at(MODEST.into()), client_at(GREEDY.into()));
    hints(&modest, &server, limits, Duration::from_secs(2)).await;
    let mut p99 = [Vec::new(), Vec::new()];
    for _ in 0..TURNS {
        let alone = hints(&modest, &server, limits, MEASURE_FOR).await;
        p99[0].push(alone.print("alone "));
        let (beside, others) = tokio::join!(
            hints(&modest, &server, limits, MEASURE_FOR),
            searches_within(greedy.clone(), &server, TIMES_AS_MANY, limits, MEASURE_FOR)
        );
        p99[1].push(beside.print("beside"));
        let served = others.iter().filter(|sample| sample.status == StatusCode::OK).count();
        println!("          the other client: {} requests, {served} answered", others.len());
    }
    let [alone, beside] = p99.map(median);
    println!("  median p99: {alone:.1} and {beside:.1} ms, {:.2} times", beside / alone);
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[derive(Default)]
struct Hints {
    times: Vec<Duration>,
    refused: usize,
}

/// Asks for one hint after another.
async fn hints(http: &Client, server: &Server, limits: &Value, duration: Duration) -> Hints {
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "g3g4", "b9c7"];
    let created = http.post(server.url("/v1/games")).json(&json!({"ruleset": "xiangqi", "moves": moves}));
    let created = created.send().await.expect("the server answers").error_for_status().expect("a game");
    let game: Value = created.json().await.expect("a game");
    let url = server.url(&format!("/v1/games/{}/best-move", game["id"].as_str().expect("an id")));
    let mut hints = Hints::default();
    let end = Instant::now() + duration;
    while Instant::now() < end {
        let seed = hints.times.len();
        let body = json!({"limits": limits, "book": false, "seed": seed, "isolated": true});
        let started = Instant::now();
        let response = http.post(&url).json(&body).send().await.expect("the server answers");
        let status = response.status();
        response.bytes().await.expect("the response has an end");
        match status {
            StatusCode::OK => hints.times.push(started.elapsed()),
            _ => hints.refused += 1,
        }
    }
    hints
}

impl Hints {
    /// Returns the 99th percentile in milliseconds.
    fn print(mut self, name: &str) -> f64 {
        self.times.sort_unstable();
        let last = self.times.len().checked_sub(1).expect("some are answered");
        let ms = |share: f64| self.times[(last as f64 * share).round() as usize].as_secs_f64() * 1000.0;
        println!(
            "  {name}: {} answered, {} refused, p50 {:.1}, p99 {:.1}, max {:.1}",
            self.times.len(),
            self.refused,
            ms(0.5),
            ms(0.99),
            ms(1.0)
        );
        ms(0.99)
    }
}
