//! Concurrent analyses that are equal share one search.

use crate::lines::Lines;
use crate::support::{Server, config, start_with};
use duiyi::config::Config;
use reqwest::Method;
use serde_json::{Value, json};

/// A search that outlasts the test.
fn endless() -> Value {
    json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": 60000}})
}

async fn open(server: &Server, body: &Value) -> Lines {
    Lines::open(server, server.request(Method::POST, "/v1/analysis").json(body)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_analyses_share_one_search_and_its_result() {
    let mut server = start_with(Config { search_threads: 2, ..config() }).await;
    let mut first = open(&server, &endless()).await;
    let seen = loop {
        let (_, info) = first.next().await.unwrap();
        if info["depth"].as_u64() >= Some(5) {
            break info;
        }
    };
    // The same analysis, written with explicit defaults.
    let same =
        json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": 60000}, "moves": [], "lines": 1});
    let mut late = open(&server, &same).await;
    for depth in 1..=5 {
        let (name, info) = late.next().await.unwrap();
        assert_eq!(
            (&*name, info["depth"].as_u64()),
            ("info", Some(depth)),
            "a late client gets the earlier depths at once"
        );
        if depth == 5 {
            assert_eq!((&info["nodes"], &info["pv"]), (&seen["nodes"], &seen["pv"]));
            assert!(info["time_ms"].as_u64() <= seen["time_ms"].as_u64());
        }
    }
    let plain = tokio::spawn(server.request(Method::POST, "/v1/analysis").json(&endless()).send());
    server.wait_for_metric("duiyi_analyses_shared_total 2").await;
    server.wait_for_metric("duiyi_search_threads_idle 1").await;

    server.shut_down();
    let (first, late) = (first.all().await, late.all().await);
    let result = |events: &[(String, Value)]| events[events.len() - 2].1.clone();
    let (first, late) = (result(&first), result(&late));
    let plain: Value = plain.await.unwrap().unwrap().json().await.unwrap();
    for field in ["best_move", "nodes", "depth", "pv"] {
        assert_eq!((&first[field], &first[field]), (&late[field], &plain[field]), "{field}");
    }
    let time = |response: &Value| response["time_ms"].as_u64().unwrap();
    assert!(
        time(&first) >= time(&late) && time(&late) >= time(&plain),
        "each client sees the time since its own request"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shared_search_ends_with_its_last_client() {
    let server = start_with(Config { search_threads: 1, ..config() }).await;
    let mut first = open(&server, &endless()).await;
    first.next().await.unwrap();
    let mut second = open(&server, &endless()).await;
    second.next().await.unwrap();
    drop(first);
    let depth = second.next().await.unwrap().1["depth"].as_u64();
    while second.next().await.unwrap().1["depth"].as_u64() <= depth {}
    drop(second);
    server.wait_for_metric("duiyi_search_threads_idle 1").await;
    // The next request starts a new search.
    open(&server, &endless()).await.next().await.unwrap();
    server.wait_for_metric("duiyi_analyses_shared_total 1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn different_or_randomized_analyses_are_not_shared() {
    let with = |name: &str, value: Value| {
        let mut body = endless();
        body[name] = value;
        body
    };
    let random = with("level", json!(20));
    let mut seeded = random.clone();
    seeded["seed"] = json!(7);
    let bodies = [
        endless(),
        with("lines", json!(2)),
        with("moves", json!(["h2e2"])),
        with("options", json!({"repetition": "draw"})),
        with("limits", json!({"time_ms": 59999})),
        with("avoid_moves", json!(["h2e2"])),
        random.clone(),
        random,
        seeded.clone(),
    ];
    let server = start_with(Config { search_threads: bodies.len(), ..config() }).await;
    let mut streams = Vec::new();
    for body in &bodies {
        streams.push(open(&server, body).await);
    }
    server.wait_for_metric("duiyi_search_threads_idle 0").await;
    server.wait_for_metric("duiyi_analyses_shared_total 0").await;
    let _same_seed = open(&server, &seeded).await;
    server.wait_for_metric("duiyi_analyses_shared_total 1").await;
}
