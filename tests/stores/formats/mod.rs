//! Stores that this version and earlier ones wrote: today's program reads them and plays on. `tests/data/stores` has, for each
//! format, a redb file, the commands that fill a Redis, and the games as the program of that version showed them.

mod games;
mod snapshot;

use super::players::client;
use duiyi_testkit::processes::{Server, TestStore};
use games::KnownGame;
use reqwest::Client;
use serde_json::Value;
use snapshot::Snapshot;
use std::process::Command;

/// Retention times long enough for fixtures of any age.
const KEEP_ALL: [(&str, &str); 2] =
    [("DUIYI_GAME_IDLE_SECONDS", "3000000000"), ("DUIYI_IDEMPOTENCY_KEEP_SECONDS", "3000000000")];

async fn assert_readable(store: &TestStore, snapshot: &Snapshot) {
    let http = client();
    let mut server = store.serve_with(&KEEP_ALL);
    for game in &snapshot.games {
        game.assert_shown(&http, &server).await;
    }
    assert_replayed(&http, &server, snapshot).await;
    let mut now = Vec::new();
    for game in &snapshot.games {
        now.push(game.play_on(&http, &server).await);
    }
    server.kill().unwrap();
    let server = store.serve_with(&KEEP_ALL);
    for game in &now {
        game.assert_shown(&http, &server).await;
    }
}

/// The retry of a request that the other version executed gets the response of that version.
async fn assert_replayed(http: &Client, server: &Server, snapshot: &Snapshot) {
    let request = http.post(server.url("/v1/games")).header("idempotency-key", &snapshot.request.key);
    let response = request.json(&snapshot.request.body).send().await.unwrap();
    assert_eq!(response.status(), 201);
    assert_eq!(response.headers()["idempotency-replayed"], "true");
    let replayed: Value = response.json().await.unwrap();
    KnownGame::of(&snapshot.request.response, None).assert_equals(&replayed);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_format_1_are_readable() {
    let store = TestStore::redb();
    assert_readable(&store, &Snapshot::load("format1", &store)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_of_files_of_format_1_are_readable() {
    let (store, restored) = (TestStore::redb(), TestStore::redb());
    let snapshot = Snapshot::load("format1", &store);
    let mut backup = Command::new(env!("CARGO_BIN_EXE_duiyi"));
    backup.arg("backup").arg(restored.file()).env("DUIYI_REDB_PATH", store.file());
    assert!(backup.status().unwrap().success());
    assert_readable(&restored, &snapshot).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_format_2_are_readable() {
    let store = TestStore::redb();
    assert_readable(&store, &Snapshot::load("format2", &store)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn games_of_format_1_in_redis_are_readable() {
    let store = TestStore::redis();
    assert_readable(&store, &Snapshot::load("format1", &store)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn games_of_format_2_in_redis_are_readable() {
    let store = TestStore::redis();
    assert_readable(&store, &Snapshot::load("format2", &store)).await;
}

/// Writes the fixtures of a format. `FORMAT` names their folder, and `BENCH_PROGRAM` another build of the program:
/// `FORMAT=format1 BENCH_PROGRAM=… cargo test --test stores -- --ignored --exact formats::write_fixtures`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "writes the fixtures"]
async fn write_fixtures() {
    let Ok(format) = std::env::var("FORMAT") else { return };
    for store in [TestStore::redb(), TestStore::redis()] {
        let server = store.serve();
        let snapshot = Snapshot::make(&client(), &server, &format).await;
        server.terminate().unwrap();
        let mut server = server;
        server.wait().unwrap();
        snapshot.save(&format, &store);
    }
}
