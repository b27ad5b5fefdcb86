//! The metrics. Clients cannot make up labels.

use crate::support::{CONTRACT, Server, config, start_with};
use duiyi::config::Config;
use reqwest::Method;
use serde_json::json;
use std::collections::BTreeMap;

/// The labels of a line such as `name{a="x",b="y"} 1`. No label that is in order contains a comma or an escaped character.
fn labels(line: &str) -> BTreeMap<&str, &str> {
    let Some((_, rest)) = line.split_once('{') else { return BTreeMap::new() };
    let (labels, _) = rest.rsplit_once('}').unwrap();
    labels
        .split(',')
        .map(|label| label.split_once('=').unwrap())
        .map(|(name, value)| (name, value.trim_matches('"')))
        .collect()
}

/// Whether the value is one of a set that clients cannot make larger.
fn is_known(name: &str, value: &str) -> bool {
    let is_number = || value == "+Inf" || value.parse::<f64>().is_ok();
    match name {
        "method" => ["GET", "POST", "DELETE", "OPTIONS", "TRACE", "other"].contains(&value),
        "route" => value == "unknown" || CONTRACT["paths"].as_object().unwrap().contains_key(value),
        "status" => {
            let jobs = ["queued", "running", "done", "cancelled", "failed"];
            jobs.contains(&value) || value.parse::<u16>().is_ok_and(|status| (100..600).contains(&status))
        }
        "operation" => ["insert", "get", "tag", "replace", "remove", "claim", "settle"].contains(&value),
        "reason" => {
            ["overloaded", "shutting_down", "rate_limited", "panicked", "nothing_to_search"].contains(&value)
        }
        "version" => value == env!("CARGO_PKG_VERSION"),
        "le" => is_number(),
        _ => false,
    }
}

async fn send_strange_requests(server: &Server, game: &str) {
    let long = "M".repeat(60_000);
    let paths =
        ["/", "/nothing", "/v1/games", game, "/metrics", "/v1/games/%22%7D/record", "/docs/x", "/assets/y"];
    for method in ["GET", "OPTIONS", "TRACE", "MADE-UP", "get", "X,Y", long.as_str()] {
        let method = match Method::from_bytes(method.as_bytes()) {
            Ok(method) => method,
            Err(_) => continue,
        };
        for path in paths {
            let request = server.request(method.clone(), path);
            let request = request.header("x-request-id", "made up").header("x-api-key", "made up");
            server.client.execute(request.header("origin", "null").build().unwrap()).await.unwrap();
        }
    }
    for body in
        [json!({"ruleset": "made up"}), json!({"ruleset": "xiangqi", "record": "[A \"b\"]"}), json!([])]
    {
        for path in ["/v1/games", "/v1/analysis", "/v1/analyses", "/v1/positions", "/v1/openings", game] {
            server.post(path, body.clone()).await;
        }
    }
    server.get("/v1/puzzles/next?ruleset=made-up").await;
    server.get(&format!("{game}/record?format=made-up")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_label_of_every_metric_is_one_of_a_closed_set() {
    let server = start_with(Config { search_ms_per_minute: Some(60_000), ..config() }).await;
    let engine = json!({"kind": "engine", "limits": {"nodes": 100}});
    let game = server.game(json!({"ruleset": "xiangqi", "players": {"red": engine}})).await;
    server.post("/v1/analyses", json!({"ruleset": "xiangqi", "limits": {"nodes": 100}})).await;
    send_strange_requests(&server, &game).await;
    let text = server.get("/metrics").await.text;
    let mut seen = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        for (name, value) in labels(line) {
            let shown: String = value.chars().take(40).collect();
            assert!(is_known(name, value), "{name}={shown:?}");
            seen += 1;
        }
    }
    assert!(seen > 100, "{text}");
    assert!(text.contains("method=\"other\""));
}
