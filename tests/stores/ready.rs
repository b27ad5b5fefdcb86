//! Readiness while the store is down.

use super::players::client;
use duiyi_testkit::processes::{Server, TestStore};
use reqwest::Client;
use serde_json::{Value, json};
use std::time::Duration;

/// Polls `/readyz` until it has this status and names this state of the store, or this code.
pub async fn until_ready(http: &Client, server: &Server, status: u16, field: &str, value: &str) {
    loop {
        let response = http.get(server.url("/readyz")).send().await.unwrap();
        let now = response.status();
        let body: Value = response.json().await.unwrap();
        if now == status && body[field] == json!(value) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn readiness_names_the_state_of_the_store_and_needs_it_if_a_setting_says_so() {
    let mut store = TestStore::redis();
    let (server, strict) = (store.serve(), store.serve_with(&[("DUIYI_READY_NEEDS_STORE", "true")]));
    let http = client();
    for server in [&server, &strict] {
        until_ready(&http, server, 200, "store", "available").await;
    }
    let TestStore::Redis(redis) = &mut store else { unreachable!() };
    redis.kill();
    until_ready(&http, &server, 200, "store", "unavailable").await;
    until_ready(&http, &strict, 503, "code", "store_unavailable").await;
    redis.restart();
    for server in [&server, &strict] {
        until_ready(&http, server, 200, "store", "available").await;
    }
}
