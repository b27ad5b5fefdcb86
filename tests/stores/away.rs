//! A store that goes away is told of, and used again when it is back.

use super::players::{Known, begin, client, look};
use super::processes::{Kept, Server};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

async fn post(http: &Client, server: &Server, path: &str, body: Value) -> (StatusCode, Value) {
    let answer = http.post(server.url(path)).json(&body).send().await.unwrap();
    let status = answer.status();
    if status == StatusCode::SERVICE_UNAVAILABLE {
        assert!(answer.headers().contains_key("retry-after"));
    }
    (status, answer.json().await.unwrap())
}

/// Tries again as a client would, until the server does it.
async fn until_it_is_done(http: &Client, server: &Server, path: &str, body: Value) -> Value {
    loop {
        let (status, answer) = post(http, server, path, body.clone()).await;
        if status.is_success() {
            return answer;
        }
        assert_eq!((status.as_u16(), answer["code"].as_str()), (503, Some("store_unavailable")), "{answer}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Tries until it is refused, and how.
async fn until_it_is_refused(http: &Client, server: &Server, path: &str, body: Value) -> Value {
    loop {
        let (status, answer) = post(http, server, path, body.clone()).await;
        if status == StatusCode::SERVICE_UNAVAILABLE {
            return answer;
        }
        assert!(status.is_success(), "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn redis() {
    let mut kept = Kept::redis();
    let server = kept.serve();
    let http = client();
    let game = begin(&http, &server.url("")).await.unwrap();
    let moves = format!("/v1/games/{}/moves", game.id);
    assert_eq!(post(&http, &server, &moves, json!({"move": "h2e2"})).await.0, StatusCode::OK);
    let Kept::Redis(redis) = &mut kept else { unreachable!() };
    redis.kill();
    let (status, refused) = post(&http, &server, &moves, json!({"move": "h9g7"})).await;
    assert_eq!((status.as_u16(), refused["code"].as_str()), (503, Some("store_unavailable")), "{refused}");
    // What needs no store goes on.
    let (status, _) = post(&http, &server, "/v1/positions", json!({"ruleset": "renju"})).await;
    assert_eq!(status, StatusCode::OK);
    redis.start_again();
    let now = until_it_is_done(&http, &server, &moves, json!({"move": "h9g7"})).await;
    assert_eq!(Known::of(&now["game"]).moves, ["h2e2", "h9g7"]);
}

/// An operator who has mistaken the address or the password is told so as soon as the server starts, and as long as it
/// lasts.
#[test]
#[ignore = "needs redis-server"]
fn the_log_says_why_redis_cannot_be_used() {
    let kept = Kept::redis();
    let Kept::Redis(redis) = &kept else { unreachable!() };
    redis.lock();
    let mut server = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .args(["serve", "--listen", "127.0.0.1:0"])
        .envs(kept.settings())
        .env("DUIYI_SWEEP_SECONDS", "1")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = BufReader::new(server.stderr.take().unwrap());
    let told = log.lines().map_while(Result::ok).filter(|line| line.contains("NOAUTH")).take(2);
    assert_eq!(told.count(), 2);
    server.kill().unwrap();
    server.wait().unwrap();
}

/// The file may not grow any more, as when the disk is full.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_cannot_grow() {
    let kept = Kept::redb();
    let server = kept.serve();
    let http = client();
    let game = begin(&http, &server.url("")).await.unwrap();
    let limit = |bytes: &str| {
        let pid = server.id().to_string();
        Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={bytes}:")]).status().unwrap();
    };
    limit(&std::fs::metadata(kept.file()).unwrap().len().to_string());
    let long_game = json!({"ruleset": "gomoku", "moves": []});
    let refused = until_it_is_refused(&http, &server, "/v1/games", long_game.clone()).await;
    assert_eq!(refused["code"], "store_unavailable");
    // What is in memory can still be read.
    assert_eq!(look(&http, &server, &game.id).await.moves, game.moves);
    limit("unlimited");
    until_it_is_done(&http, &server, "/v1/games", long_game).await;
    let moves = format!("/v1/games/{}/moves", game.id);
    let now = until_it_is_done(&http, &server, &moves, json!({"move": "h2e2"})).await;
    assert_eq!(Known::of(&now["game"]).moves, ["h2e2"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_in_use_is_not_opened_twice() {
    let kept = Kept::redb();
    let _first = kept.serve();
    let settings = kept.settings();
    let second = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .args(["serve", "--listen", "127.0.0.1:0"])
        .envs(settings)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success() && told.contains("games.redb"), "{told}");
}

async fn an_idle_game_goes(kept: &Kept) {
    let server = kept.serve_with(&[("DUIYI_GAME_IDLE_SECONDS", "1"), ("DUIYI_SWEEP_SECONDS", "1")]);
    let http = client();
    let game = begin(&http, &server.url("")).await.unwrap();
    let url = server.url(&format!("/v1/games/{}", game.id));
    assert_eq!(http.get(&url).send().await.unwrap().status(), StatusCode::OK);
    loop {
        // Longer than it is kept, for every look is a use.
        tokio::time::sleep(Duration::from_millis(2500)).await;
        match http.get(&url).send().await.unwrap().status() {
            StatusCode::NOT_FOUND => return,
            status => assert_eq!(status, StatusCode::OK),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_game_goes_from_the_file() {
    an_idle_game_goes(&Kept::redb()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn an_idle_game_goes_from_redis() {
    an_idle_game_goes(&Kept::redis()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_is_answered_the_same_after_a_crash() {
    let kept = Kept::redb();
    let http = client();
    let begin = async |server: &Server| {
        let request = http.post(server.url("/v1/games")).header("idempotency-key", "a-key-used-twice");
        let answer = request.json(&json!({"ruleset": "renju"})).send().await.unwrap();
        answer.json::<Value>().await.unwrap()
    };
    let mut server = kept.serve();
    let first = begin(&server).await;
    server.kill().unwrap();
    assert_eq!(begin(&kept.serve()).await, first);
}

/// The tokens are told again although they are written down nowhere.
#[tokio::test(flavor = "multi_thread")]
async fn a_retry_is_told_the_same_tokens_after_a_crash() {
    let kept = Kept::redb();
    let http = client();
    let begin = async |server: &Server| {
        let request = http.post(server.url("/v1/games")).header("idempotency-key", "a-key-used-twice");
        let answer = request.json(&json!({"ruleset": "xiangqi", "seats": true})).send().await.unwrap();
        answer.error_for_status().unwrap().json::<Value>().await.unwrap()
    };
    let mut server = kept.serve();
    let first = begin(&server).await;
    server.kill().unwrap();
    let server = kept.serve();
    assert_eq!(begin(&server).await, first);
    for (side, mv) in [("red", "h2e2"), ("black", "h9g7")] {
        let path = format!("/v1/games/{}/moves", first["id"].as_str().unwrap());
        let request = http.post(server.url(&path)).bearer_auth(first["seats"][side].as_str().unwrap());
        let answer = request.json(&json!({"move": mv})).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK, "{side}");
    }
}
