//! Time in which no server is up is charged to nobody, however short it is.

use super::deadlines::{post, running_game};
use super::players::client;
use duiyi_testkit::processes::TestStore;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const INITIAL_MS: u64 = 600_000;
const OUTAGES: u32 = 12;
const DOWN: Duration = Duration::from_millis(200);
const UP: Duration = Duration::from_millis(300);

/// Kills the only server again and again, and asks for what Red was charged once it has moved.
async fn assert_outages_are_not_charged(store: &TestStore) {
    let http = client();
    let (mut up, mut since) = (Duration::ZERO, Instant::now());
    let mut server = store.serve();
    let path = running_game(&http, &server, json!({"initial_ms": INITIAL_MS})).await;
    for _ in 0..OUTAGES {
        tokio::time::sleep(UP).await;
        server.kill().unwrap();
        up += since.elapsed();
        tokio::time::sleep(DOWN).await;
        since = Instant::now();
        server = store.serve();
    }
    let moves = format!("{path}/moves");
    let moved = loop {
        let (status, moved) = post(&http, &server, &moves, &Value::Null, json!({"move": "h0g2"})).await;
        match status.as_u16() {
            200 => break moved,
            // The server gives the game a new version with the right times of day.
            refused => assert_eq!((refused, &moved["code"]), (409, &json!("game_changed"))),
        }
    };
    up += since.elapsed();
    let left = moved["game"]["clock"]["remaining_ms"]["red"].as_u64().unwrap();
    let charged = Duration::from_millis(INITIAL_MS - left);
    println!("{OUTAGES} outages of {DOWN:?}: a server was up for {up:?}, and Red was charged {charged:?}");
    // Game time is counted in whole milliseconds, from each start of a server.
    let rounding = Duration::from_millis(1) * (OUTAGES + 1);
    assert!(charged > Duration::ZERO && charged <= up + rounding, "{charged:?} of {up:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn short_outages_of_the_server_of_a_file_are_not_charged() {
    assert_outages_are_not_charged(&TestStore::redb()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn short_outages_of_all_servers_of_redis_are_not_charged() {
    assert_outages_are_not_charged(&TestStore::redis()).await;
}
