//! What every response has in common, at every endpoint and for every status.

use crate::support::{CONTRACT, Server, config, start_with};
use duiyi::config::{ApiKey, Config};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::json;

const ALWAYS: [&str; 4] =
    ["x-request-id", "x-content-type-options", "referrer-policy", "content-security-policy"];

/// Every operation of the contract, with its path filled in.
async fn operations(server: &Server) -> Vec<(Method, String)> {
    let game = server.game(json!({"ruleset": "xiangqi", "moves": ["h2e2"]})).await;
    let id = game.rsplit('/').next().unwrap();
    let puzzle =
        server.get("/v1/puzzles/next?ruleset=xiangqi").await.expect(200)["id"].as_str().unwrap().to_owned();
    let mut operations = Vec::new();
    for (path, methods) in CONTRACT["paths"].as_object().unwrap() {
        let id = if path.starts_with("/p/") { &*puzzle } else { id };
        let path = path.replace("{id}", id).replace("{name}", "reference.js");
        for method in methods.as_object().unwrap().keys().filter(|key| *key != "parameters") {
            operations.push((method.to_uppercase().parse().unwrap(), path.clone()));
        }
    }
    // Deletes come last, because the other operations need the game.
    operations.sort_by_key(|(method, _)| *method == Method::DELETE);
    operations
}

async fn check(request: RequestBuilder) -> Response {
    let response = request.send().await.unwrap();
    let (status, url, headers) = (response.status(), response.url().clone(), response.headers());
    for name in ALWAYS {
        assert!(headers.contains_key(name), "{url}, {status}: no {name}");
    }
    assert!(headers["content-security-policy"].to_str().unwrap().contains("default-src 'none'"), "{url}");
    let is_for_frames = url.path().starts_with("/embed/") && status.is_success();
    assert_eq!(headers.contains_key("x-frame-options"), !is_for_frames, "{url}, {status}");
    if url.path().starts_with("/v1/") {
        assert!(
            headers.contains_key("ratelimit") && headers.contains_key("ratelimit-policy"),
            "{url}, {status}"
        );
    }
    if status.is_client_error() || status.is_server_error() {
        assert_eq!(headers["content-type"], "application/problem+json", "{url}, {status}");
    }
    response
}

#[tokio::test(flavor = "multi_thread")]
async fn every_response_has_the_common_headers_and_every_error_is_a_problem_document() {
    let limits = Config { requests_per_minute: 10_000, search_ms_per_minute: Some(1_000_000), ..config() };
    let server =
        start_with(Config { body_limit_bytes: 2000, max_time_ms: 50, default_time_ms: 50, ..limits }).await;
    for (method, path) in operations(&server).await {
        let request = || server.request(method.clone(), &path);
        let with = |body: String| request().header("content-type", "application/json").body(body);
        let good = json!({"ruleset": "xiangqi", "fen": null}).to_string();
        for body in [good, "{}".to_owned(), "{\"x\": 1}".to_owned(), "[".to_owned(), " ".repeat(2001)] {
            check(with(body)).await;
        }
        check(request().body("{}").header("content-type", "text/plain")).await;
        check(request().header("accept", "text/event-stream").header("content-type", "application/json"))
            .await;
        assert_eq!(check(server.request(Method::TRACE, &path)).await.status(), 405, "{path}");
        check(server.request(Method::GET, &format!("{path}/nothing"))).await;
        check(server.request(method.clone(), &format!("{path}?notation=%ff&notation&&=x"))).await;
    }
    for path in ["/nothing", "/v1/nothing", "/v1/games/0/events", "/docs/nothing", "/%ff"] {
        assert_eq!(check(server.request(Method::GET, path)).await.status(), 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unauthorized_and_rate_limited_requests_get_the_same_headers_and_documents() {
    let limits = Config { requests_per_minute: 4, ..config() };
    let server = start_with(Config { api_keys: vec![ApiKey::new("one", &"0".repeat(64))], ..limits }).await;
    let ask = |key: &str| server.request(Method::GET, "/v1/rulesets").header("x-api-key", key.to_owned());
    assert_eq!(check(server.request(Method::GET, "/v1/rulesets")).await.status(), 401);
    for status in [403, 403, 403, 429, 429] {
        assert_eq!(check(ask("x")).await.status(), status);
    }
}
