//! Limits on the number of open streams.

use crate::lines::Lines;
use crate::support::{Server, config, start_with};
use duiyi::config::{ApiKey, Config};
use reqwest::Method;
use serde_json::json;

async fn events(server: &Server, game: &str) -> Lines {
    let mut events = Lines::open(server, server.request(Method::GET, &format!("{game}/events"))).await;
    events.next().await.unwrap();
    events
}

/// Opens every kind of stream. Each must be refused with this error before its first byte.
async fn all_are_refused(server: &Server, status: u16, code: &str) {
    let game = server.game(json!({"ruleset": "xiangqi", "moves": ["h2e2"]})).await;
    server.get(&format!("{game}/events")).await.expect_problem(status, code);
    server.post(&format!("{game}/review"), json!({})).await.expect_problem(status, code);
    let analysis = server.request(Method::POST, "/v1/analysis").header("accept", "text/event-stream");
    server.send(analysis.json(&json!({"ruleset": "xiangqi"}))).await.expect_problem(status, code);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_refuses_streams_over_its_limit() {
    let server = start_with(Config { max_streams: 2, ..config() }).await;
    let game = server.human_game().await;
    let (first, _second) = (events(&server, &game).await, events(&server, &game).await);
    all_are_refused(&server, 503, "overloaded").await;
    server.post("/v1/analysis", json!({"ruleset": "xiangqi"})).await.expect(200);
    drop(first);
    server.wait_for_metric("duiyi_streams 1").await;
    events(&server, &game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_is_refused_streams_over_its_limit() {
    // `printf %s secret | sha256sum`, and the same for "other".
    let hashes = [
        "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b",
        "d9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa",
    ];
    let config = Config {
        max_streams_per_client: 1,
        api_keys: hashes.map(|hash| ApiKey::new(hash, hash)).to_vec(),
        ..config()
    };
    let server = start_with(config).await;
    let with = |method: Method, path: &str, key: &str| server.request(method, path).header("x-api-key", key);
    let body = json!({"ruleset": "xiangqi", "moves": ["h2e2"]});
    let made = server.send(with(Method::POST, "/v1/games", "secret").json(&body)).await;
    let path = format!("{}/events", made.header("location"));
    let mut mine = Lines::open(&server, with(Method::GET, &path, "secret")).await;
    mine.next().await.unwrap();
    server.send(with(Method::GET, &path, "secret")).await.expect_problem(429, "rate_limited");
    let mut others = Lines::open(&server, with(Method::GET, &path, "other")).await;
    others.next().await.unwrap();
    drop(mine);
    server.wait_for_metric("duiyi_streams 1").await;
    Lines::open(&server, with(Method::GET, &path, "secret")).await.next().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_without_a_key_is_limited_by_its_address() {
    let server = start_with(Config { max_streams_per_client: 1, ..config() }).await;
    let game = server.human_game().await;
    let _mine = events(&server, &game).await;
    all_are_refused(&server, 429, "rate_limited").await;
}
