//! The server reports a store that fails, and uses it again when it recovers.

use super::players::{KnownGame, client, create_game, read_game};
use duiyi_testkit::processes::{Server, TestStore};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

async fn post(http: &Client, server: &Server, path: &str, body: Value) -> (StatusCode, Value) {
    let response = http.post(server.url(path)).json(&body).send().await.unwrap();
    let status = response.status();
    if status == StatusCode::SERVICE_UNAVAILABLE {
        assert!(response.headers().contains_key("retry-after"));
    }
    (status, response.json().await.unwrap())
}

/// Repeats the request as a client would, until it succeeds.
async fn retry_until_success(http: &Client, server: &Server, path: &str, body: Value) -> Value {
    loop {
        let (status, response) = post(http, server, path, body.clone()).await;
        if status.is_success() {
            return response;
        }
        assert_eq!(
            (status.as_u16(), response["code"].as_str()),
            (503, Some("store_unavailable")),
            "{response}"
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Repeats the request until it gets a 503; returns the problem document.
async fn repeat_until_refused(http: &Client, server: &Server, path: &str, body: Value) -> Value {
    loop {
        let (status, response) = post(http, server, path, body.clone()).await;
        if status == StatusCode::SERVICE_UNAVAILABLE {
            return response;
        }
        assert!(status.is_success(), "{response}");
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn changes_fail_while_redis_is_down_and_succeed_afterwards() {
    let mut store = TestStore::redis();
    let server = store.serve();
    let http = client();
    let game = create_game(&http, &server.url("")).await.unwrap();
    let moves = format!("/v1/games/{}/moves", game.id);
    assert_eq!(post(&http, &server, &moves, json!({"move": "h2e2"})).await.0, StatusCode::OK);
    let TestStore::Redis(redis) = &mut store else { unreachable!() };
    redis.kill();
    let (status, refused) = post(&http, &server, &moves, json!({"move": "h9g7"})).await;
    assert_eq!((status.as_u16(), refused["code"].as_str()), (503, Some("store_unavailable")), "{refused}");
    // Requests that need no store still succeed.
    let (status, _) = post(&http, &server, "/v1/positions", json!({"ruleset": "renju"})).await;
    assert_eq!(status, StatusCode::OK);
    redis.restart();
    let now = retry_until_success(&http, &server, &moves, json!({"move": "h9g7"})).await;
    assert_eq!(KnownGame::of(&now["game"]).moves, ["h2e2", "h9g7"]);
}

/// With a wrong address or password, the log names the error at the start and repeats it while it lasts.
#[test]
#[ignore = "needs redis-server"]
fn the_log_says_why_redis_cannot_be_used() {
    let store = TestStore::redis();
    let TestStore::Redis(redis) = &store else { unreachable!() };
    redis.require_password();
    let mut server = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .args(["serve", "--listen", "127.0.0.1:0"])
        .envs(store.settings())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = BufReader::new(server.stderr.take().unwrap());
    let errors = log.lines().map_while(Result::ok).filter(|line| line.contains("NOAUTH")).take(2);
    assert_eq!(errors.count(), 2);
    server.kill().unwrap();
    server.wait().unwrap();
}

/// `prlimit` keeps the file from growing, as a full disk would.
#[tokio::test(flavor = "multi_thread")]
async fn changes_fail_while_the_file_cannot_grow_and_succeed_afterwards() {
    let store = TestStore::redb();
    let server = store.serve();
    let http = client();
    let game = create_game(&http, &server.url("")).await.unwrap();
    let limit = |bytes: &str| {
        let pid = server.id().to_string();
        Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={bytes}:")]).status().unwrap();
    };
    limit(&std::fs::metadata(store.file()).unwrap().len().to_string());
    let long_game = json!({"ruleset": "gomoku", "moves": []});
    let refused = repeat_until_refused(&http, &server, "/v1/games", long_game.clone()).await;
    assert_eq!(refused["code"], "store_unavailable");
    // Games in memory can still be read.
    assert_eq!(read_game(&http, &server, &game.id).await.moves, game.moves);
    limit("unlimited");
    retry_until_success(&http, &server, "/v1/games", long_game).await;
    let moves = format!("/v1/games/{}/moves", game.id);
    let now = retry_until_success(&http, &server, &moves, json!({"move": "h2e2"})).await;
    assert_eq!(KnownGame::of(&now["game"]).moves, ["h2e2"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_does_not_open_a_file_in_use() {
    let store = TestStore::redb();
    let _first = store.serve();
    let settings = store.settings();
    let second = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .args(["serve", "--listen", "127.0.0.1:0"])
        .envs(settings)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success() && error.contains("games.redb"), "{error}");
}

async fn assert_idle_game_expires(store: &TestStore) {
    let server = store.serve_with(&[("DUIYI_GAME_IDLE_SECONDS", "1")]);
    let http = client();
    let game = create_game(&http, &server.url("")).await.unwrap();
    let url = server.url(&format!("/v1/games/{}", game.id));
    assert_eq!(http.get(&url).send().await.unwrap().status(), StatusCode::OK);
    loop {
        // Every read counts as use, so the pause must exceed the idle time.
        tokio::time::sleep(Duration::from_millis(2500)).await;
        match http.get(&url).send().await.unwrap().status() {
            StatusCode::NOT_FOUND => return,
            status => assert_eq!(status, StatusCode::OK),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_game_expires_in_redb() {
    assert_idle_game_expires(&TestStore::redb()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn an_idle_game_expires_in_redis() {
    assert_idle_game_expires(&TestStore::redis()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_after_a_crash_gets_the_first_response() {
    let store = TestStore::redb();
    let http = client();
    let create_game = async |server: &Server| {
        let request = http.post(server.url("/v1/games")).header("idempotency-key", "a-key-used-twice");
        let response = request.json(&json!({"ruleset": "renju"})).send().await.unwrap();
        response.json::<Value>().await.unwrap()
    };
    let mut server = store.serve();
    let first = create_game(&server).await;
    server.kill().unwrap();
    assert_eq!(create_game(&store.serve()).await, first);
}

/// The store contains no tokens, but the retry returns them again.
#[tokio::test(flavor = "multi_thread")]
async fn a_retry_after_a_crash_returns_the_same_tokens() {
    let store = TestStore::redb();
    let http = client();
    let create_game = async |server: &Server| {
        let request = http.post(server.url("/v1/games")).header("idempotency-key", "a-key-used-twice");
        let response = request.json(&json!({"ruleset": "xiangqi", "seats": true})).send().await.unwrap();
        response.error_for_status().unwrap().json::<Value>().await.unwrap()
    };
    let mut server = store.serve();
    let first = create_game(&server).await;
    server.kill().unwrap();
    let server = store.serve();
    assert_eq!(create_game(&server).await, first);
    for (side, mv) in [("red", "h2e2"), ("black", "h9g7")] {
        let path = format!("/v1/games/{}/moves", first["id"].as_str().unwrap());
        let request = http.post(server.url(&path)).bearer_auth(first["tokens"][side].as_str().unwrap());
        let response = request.json(&json!({"move": mv})).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{side}");
    }
}
