//! Each client has a quota of search time, besides its quota of requests.

use crate::lines::Lines;
use crate::support::{Server, config, start_with};
use duiyi::config::{ApiKey, Config};
use reqwest::Method;
use serde_json::{Value, json};

fn analysis(time_ms: u64) -> Value {
    json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": time_ms}})
}

/// The remaining search time in milliseconds, from the `RateLimit` header.
async fn remaining(server: &Server) -> u64 {
    let response = server.get("/v1/rulesets").await;
    let ratelimit = response.header("ratelimit").to_owned();
    assert_eq!(response.header("ratelimit-policy"), "\"search\";q=60000;w=60;qu=\"milliseconds\"");
    let remaining = ratelimit.strip_prefix("\"search\";r=").and_then(|rest| rest.split(';').next());
    remaining.unwrap_or_else(|| panic!("{ratelimit}")).parse().unwrap()
}

async fn start_limited() -> Server {
    start_with(Config { search_ms_per_minute: Some(60_000), search_threads: 4, ..config() }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_costs_the_time_it_took() {
    let server = start_limited().await;
    assert_eq!(remaining(&server).await, 60_000);
    let mut stream =
        Lines::open(&server, server.request(Method::POST, "/v1/analysis").json(&analysis(50_000))).await;
    stream.next().await.unwrap();
    // The server deducts the whole limit in advance and refills the quota evenly.
    assert!(remaining(&server).await < 60_000);
    let refused =
        server.post("/v1/analysis", json!({"ruleset": "xiangqi", "limits": {"time_ms": 60000}})).await;
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=50).contains(&wait), "{wait}");
    assert!(refused.header("ratelimit").starts_with("\"search\";r="));
    let problem = refused.expect_problem(429, "rate_limited");
    assert!(problem["detail"].as_str().unwrap().contains("60000 ms of search in a minute"), "{problem}");
    drop(stream);
    server.wait_for_metric("duiyi_search_threads_idle 4").await;
    while remaining(&server).await < 55_000 {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_larger_than_the_quota_is_an_invalid_request() {
    let server = start_with(Config { search_ms_per_minute: Some(5000), ..config() }).await;
    for body in [
        analysis(5001),
        json!({"ruleset": "xiangqi", "book": false, "threads": 2, "limits": {"time_ms": 3000}}),
    ] {
        let problem = server.post("/v1/analysis", body).await.expect_problem(400, "invalid_request");
        assert_eq!(problem["errors"][0]["pointer"], "/limits/time_ms");
        assert!(problem["detail"].as_str().unwrap().contains("granted 5000 in a minute"), "{problem}");
    }
    server.post("/v1/analysis", analysis(20)).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_search_counts_against_the_quota() {
    let server = start_with(Config { search_ms_per_minute: Some(1000), search_threads: 4, ..config() }).await;
    let engine = json!({"kind": "engine", "limits": {"time_ms": 900}, "book": false});
    let game = server.game(json!({"ruleset": "xiangqi", "players": {"black": engine}})).await;
    let busy = Lines::open(&server, server.request(Method::POST, "/v1/analysis").json(&analysis(1000))).await;
    let refuse = async |path: &str, body: Value| {
        server.post(path, body).await.expect_problem(429, "rate_limited");
    };
    refuse(&format!("{game}/moves"), json!({"move": "h2e2"})).await;
    refuse(&format!("{game}/best-move"), json!({"book": false, "limits": {"time_ms": 900}})).await;
    let first = json!({"kind": "engine", "limits": {"time_ms": 900}, "book": false});
    refuse("/v1/games", json!({"ruleset": "xiangqi", "players": {"red": first}})).await;
    let played = server.game(json!({"ruleset": "xiangqi", "moves": ["h2e2"]})).await;
    refuse(&format!("{played}/review"), json!({"limits": {"time_ms": 900}})).await;
    assert_eq!(server.get(&game).await.expect(200)["ply"], 0, "the refused requests changed nothing");
    drop(busy);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_waits_for_search_time_instead_of_failing() {
    let server =
        start_with(Config { search_ms_per_minute: Some(30_000), search_threads: 2, ..config() }).await;
    // One second of the quota remains and each second refills half of one, so the second position has to wait.
    let busy =
        Lines::open(&server, server.request(Method::POST, "/v1/analysis").json(&analysis(29_000))).await;
    let game = server.game(json!({"ruleset": "xiangqi", "moves": ["h2e2"]})).await;
    let request = server.request(Method::POST, &format!("{game}/review"));
    let review = Lines::open(&server, request.json(&json!({"limits": {"time_ms": 900}}))).await;
    let names: Vec<String> = review.all().await.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["ply", "result", "end"]);
    drop(busy);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_read_only_if_the_quota_of_games_allows_another_game() {
    let server = start_with(Config { games_per_minute: Some(1), ..config() }).await;
    let create = async |body: Value| server.post("/v1/games", body).await;
    let unclosed = json!({"record": "1. h2e2 {never closed"});
    // Wrong fields cost nothing.
    create(json!({"ruleset": "xiangqi", "made_up": 1})).await.expect_problem(400, "invalid_request");
    create(unclosed.clone()).await.expect_problem(422, "invalid_record");
    create(unclosed).await.expect_problem(429, "rate_limited");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_response_shows_the_remaining_quota() {
    // printf %s secret | sha256sum
    let hash = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b".to_owned();
    let limits = Config { requests_per_minute: 9, search_ms_per_minute: Some(60_000), ..config() };
    let server = start_with(Config { api_keys: vec![ApiKey::new("one", &hash)], ..limits }).await;
    let ask = async |key: &str, path: &str| {
        let response = server.send(server.request(Method::GET, path).header("x-api-key", key)).await;
        let policy = "\"requests\";q=9;w=60, \"search\";q=60000;w=60;qu=\"milliseconds\"";
        assert_eq!(response.header("ratelimit-policy"), policy, "{path}");
        assert!(response.header("ratelimit").starts_with("\"requests\";r="), "{path}");
        response
    };
    ask("secret", "/v1/rulesets").await.expect(200);
    ask("secret", "/v1/nothing").await.expect_problem(404, "not_found");
    ask("secret", "/v1/games/0").await.expect_problem(404, "game_not_found");
    // Invalid keys share one client, identified by its address, which soon exceeds its quota.
    for guess in 0..9 {
        ask(&format!("guess {guess}"), "/v1/rulesets").await.expect_problem(403, "forbidden");
    }
    ask("another", "/v1/rulesets").await.expect_problem(429, "rate_limited");
    ask("secret", "/v1/rulesets").await.expect(200);
}
