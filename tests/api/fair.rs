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
async fn a_search_does_not_wait_behind_the_many_of_another_client() {
    let server = start_behind_a_proxy().await;
    let running = analyse(&server, "192.0.2.1", json!({"time_ms": 50_000})).await;
    server.wait_for_metric("duiyi_search_threads_idle 0").await;
    let mut waiting = Vec::new();
    for place in 0..50 {
        waiting.push(analyse(&server, "192.0.2.1", json!({"time_ms": 52_000 + 100 * place})).await);
    }
    let other = analyse(&server, "192.0.2.2", json!({"time_ms": 51_000, "depth": 1})).await;
    // By then the search, which was admitted with the response, is in the queue.
    for _ in 0..10 {
        server.get("/healthz").await;
    }
    drop(running);
    // Behind another search it would find no thread in time, and have no result.
    let names: Vec<String> = other.all().await.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["info", "result", "end"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_settings_a_client_on_another_machine_creates_sixty_games_at_once() {
    let server = start_behind_a_proxy().await;
    for _ in 0..60 {
        create(&server, "192.0.2.1").await.expect(201);
    }
    let refused = create(&server, "192.0.2.1").await;
    assert_eq!(refused.header("ratelimit-policy"), "\"games\";q=60;w=60");
    let problem = refused.expect_problem(429, "rate_limited");
    assert!(problem["detail"].as_str().unwrap().contains("60 new games a minute"), "{problem}");
    create(&server, "192.0.2.2").await.expect(201);
    for _ in 0..70 {
        create(&server, "127.0.0.1").await.expect(201);
    }
}
