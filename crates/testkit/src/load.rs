//! Clients that keep requesting searches with a time budget, and what they measure.

use super::server::Server;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::net::IpAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// The outcome of one request.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub status: StatusCode,
    pub elapsed: Duration,
    pub retry_after: bool,
}

/// The pause of a refused client. It ignores `Retry-After`, which is a second at least.
const RETRY_PAUSE: Duration = Duration::from_millis(10);

/// Middlegame positions, so that no search ends early and none is answered by the book.
const POSITIONS: [&str; 4] = [
    "r1bakab1r/9/1cn4c1/p1p1p1p1p/5n3/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w - - 0 8",
    "2bakab2/r8/1cn3nc1/p1p1p1R1p/9/2P3p2/P3P3P/1CN1C1N2/9/R1BAKAB2 b - - 0 11",
    "r1bakabr1/9/1cn2cn2/p1p1p1p1p/9/2P3P2/P3P3P/1CN1C1N2/9/1RBAKAB1R w - - 0 8",
    "3akab2/9/4b1n2/p1R1p1p1p/2n6/4P4/P3N1P1P/2N1B1r2/4A4/2B1KA3 w - - 0 20",
];

pub fn client() -> Client {
    Client::builder().no_proxy().build().expect("nothing in it depends on the system")
}

/// A client with this address.
pub fn client_at(address: IpAddr) -> Client {
    let builder = Client::builder().no_proxy().local_address(Some(address));
    builder.build().expect("as above")
}

/// Each of `clients` requests searches of `budget`, one after another, for `duration`. All are different, so that the
/// server cannot share any.
pub async fn searches(server: &Server, clients: usize, budget: Duration, duration: Duration) -> Vec<Sample> {
    let limits = json!({"time_ms": budget.as_millis()});
    searches_within(client(), server, clients, &limits, duration).await
}

/// The same by one client with several connections, and with any `limits`.
pub async fn searches_within(
    http: Client,
    server: &Server,
    clients: usize,
    limits: &Value,
    duration: Duration,
) -> Vec<Sample> {
    let end = Instant::now() + duration;
    let mut tasks = JoinSet::new();
    for client in 0..clients {
        let (http, url, limits) = (http.clone(), server.url("/v1/analysis"), limits.clone());
        tasks.spawn(async move {
            let mut seen = Vec::new();
            while Instant::now() < end {
                let fen = POSITIONS[(client + seen.len()) % POSITIONS.len()];
                let body = json!({
                    "ruleset": "xiangqi", "fen": fen, "book": false, "seed": client * 1_000_000 + seen.len(),
                    "limits": limits,
                });
                let started = Instant::now();
                let response = http.post(&url).json(&body).send().await.expect("the server answers");
                let (status, headers) = (response.status(), response.headers().clone());
                response.bytes().await.expect("the response has an end");
                let retry_after = headers.contains_key("retry-after");
                seen.push(Sample { status, elapsed: started.elapsed(), retry_after });
                if status == StatusCode::SERVICE_UNAVAILABLE {
                    tokio::time::sleep(RETRY_PAUSE).await;
                }
            }
            seen
        });
    }
    tasks.join_all().await.into_iter().flatten().collect()
}

/// The response times of `/healthz`, requested every 5 ms for `duration`.
pub async fn health(server: &Server, duration: Duration) -> Vec<Duration> {
    let http = client();
    let end = Instant::now() + duration;
    let mut seen = Vec::new();
    while Instant::now() < end {
        let started = Instant::now();
        let response = http.get(server.url("/healthz")).send().await.expect("the server answers");
        response.error_for_status().expect("the server is alive");
        seen.push(started.elapsed());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    seen
}

/// Starts a search of `budget` and disconnects in the middle of it; returns how long its thread stays busy.
pub async fn abandoned(server: &Server, budget: Duration) -> Duration {
    let http = client();
    let free = idle_threads(&http, server).await;
    let body =
        json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": budget.as_millis()}}).to_string();
    let mut client = TcpStream::connect(&server.address).await.expect("the server listens");
    let head = format!(
        "POST /v1/analysis HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    client.write_all((head + &body).as_bytes()).await.expect("the server reads");
    while idle_threads(&http, server).await == free {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let mut nothing = [0; 1];
    assert!(
        tokio::time::timeout(Duration::from_millis(30), client.read(&mut nothing)).await.is_err(),
        "the search of {budget:?} must still be running"
    );
    drop(client);
    let gone = Instant::now();
    while idle_threads(&http, server).await < free {}
    gone.elapsed()
}

/// The number of idle search threads.
async fn idle_threads(http: &Client, server: &Server) -> u32 {
    metric(http, server, "duiyi_search_threads_idle").await
}

/// A gauge of the server's metrics, by its name with its labels.
pub async fn metric(http: &Client, server: &Server, name: &str) -> u32 {
    let response = http.get(server.url("/metrics")).send().await.expect("the server answers");
    let text = response.text().await.expect("the response has an end");
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.and_then(|value| value.parse().ok()).expect("a gauge of this name")
}
