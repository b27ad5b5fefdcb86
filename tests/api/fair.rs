//! Clients do not take from each other: search threads go to them in turn, and none may fill the store.

use crate::lines::Lines;
use crate::support::{Response, Server, config, start_with};
use duiyi::config::Config;
use reqwest::Method;
use serde_json::{Value, json};

/// A server that believes these tests who the client is.
async fn start_behind_a_proxy() -> Server {
    let trusted_proxies = vec!["127.0.0.1".to_owned()];
    start_with(Config { trusted_proxies, search_threads: 1, ..config() }).await
}

async fn analyse(server: &Server, client: &str, limits: Value) -> Lines {
    let body = json!({"ruleset": "xiangqi", "book": false, "limits": limits});
    let request = server.request(Method::POST, "/v1/analysis").header("x-forwarded-for", client);
    Lines::open(server, request.json(&body)).await
}

async fn create(server: &Server, client: &str) -> Response {
    let request = server.request(Method::POST, "/v1/games").header("x-forwarded-for", client);
    server.send(request.json(&json!({"ruleset": "gomoku"}))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_does_not_wait_for_the_many_of_another_client() {
    let server = start_behind_a_proxy().await;
    let mut running = Vec::new();
    // A client on another machine may ask for 120 s of search in a minute.
    for place in 0..6 {
        running.push(analyse(&server, "192.0.2.1", json!({"time_ms": 19_000 + 100 * place})).await);
    }
    server.wait_for_metric("duiyi_search_threads_idle 0").await;
    let other = analyse(&server, "192.0.2.2", json!({"time_ms": 18_000, "depth": 3})).await;
    let events = other.all().await;
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["info", "info", "info", "result", "end"]);
    assert_eq!(events[3].1["reduced"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_settings_a_client_on_another_machine_may_search_for_two_minutes_in_a_minute() {
    let server = start_behind_a_proxy().await;
    let limits = |time_ms: u64| json!({"time_ms": time_ms});
    let _first = analyse(&server, "192.0.2.1", limits(60_000)).await;
    let _second = analyse(&server, "192.0.2.1", limits(59_000)).await;
    let third = json!({"ruleset": "xiangqi", "book": false, "limits": limits(58_000)});
    let request = server.request(Method::POST, "/v1/analysis").header("x-forwarded-for", "192.0.2.1");
    let refused = server.send(request.json(&third)).await;
    assert_eq!(
        refused.header("ratelimit-policy"),
        "\"games\";q=60;w=60, \"search\";q=120000;w=60;qu=\"milliseconds\""
    );
    refused.expect_problem(429, "rate_limited");
    let limits = server.get("/v1/rulesets").await.expect(200)["limits"].clone();
    assert_eq!(limits["search_ms_per_minute"], 120_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_settings_a_client_on_another_machine_creates_sixty_games_at_once() {
    let server = start_behind_a_proxy().await;
    for _ in 0..60 {
        create(&server, "192.0.2.1").await.expect(201);
    }
    let refused = create(&server, "192.0.2.1").await;
    assert!(refused.header("ratelimit-policy").starts_with("\"games\";q=60;w=60"));
    let problem = refused.expect_problem(429, "rate_limited");
    assert!(problem["detail"].as_str().unwrap().contains("60 new games a minute"), "{problem}");
    create(&server, "192.0.2.2").await.expect(201);
    for _ in 0..70 {
        create(&server, "127.0.0.1").await.expect(201);
    }
}
