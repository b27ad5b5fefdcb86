//! The server keeps the time budget of a search. This is the only test that reads a clock. Its margins are wide because
//! other work may share the machine; `cargo bench --bench budget` gives exact figures.
#![allow(clippy::unwrap_used, reason = "a test")]

use duiyi_testkit::load;
use duiyi_testkit::server::Server;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const BUDGET: Duration = Duration::from_millis(200);
/// The least that a request may ask for.
const LEAST_BUDGET: Duration = Duration::from_millis(10);
/// Slack for a machine that is busy with other work.
const MARGIN: Duration = Duration::from_millis(500);

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_search_answers_within_its_budget_or_is_refused_quickly() {
    let server = Server::start(&[("DUIYI_SEARCH_THREADS", "2")]).unwrap();
    let run = Duration::from_secs(3);
    let (seen, health) = tokio::join!(load::searches(&server, 20, BUDGET, run), load::health(&server, run));
    let times = |status: StatusCode| -> Vec<Duration> {
        seen.iter().filter(|seen| seen.status == status).map(|seen| seen.elapsed).collect()
    };
    let (answered, refused) = (times(StatusCode::OK), times(StatusCode::SERVICE_UNAVAILABLE));
    assert_eq!(seen.len(), answered.len() + refused.len());
    assert!(answered.len() >= 4, "only {} of {} answered", answered.len(), seen.len());
    assert!(seen.iter().filter(|seen| seen.status != StatusCode::OK).all(|seen| seen.retry_after));
    assert!(median(answered) < BUDGET + MARGIN);
    assert!(median(refused) < BUDGET);
    assert!(median(health) < BUDGET);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_disconnects_frees_its_search_thread() {
    let server = Server::start(&[("DUIYI_SEARCH_THREADS", "1")]).unwrap();
    let times = [
        load::abandoned(&server, Duration::from_secs(60)).await,
        load::abandoned(&server, Duration::from_secs(60)).await,
        load::abandoned(&server, Duration::from_secs(60)).await,
    ];
    assert!(median(times.to_vec()) < MARGIN, "{times:?}");
}

/// Lets a level play both sides from the start position, and returns how long each of its moves took.
async fn moves_of(level: u64, ruleset: &str, http: &Client, server: &Server) -> Vec<Duration> {
    const PLIES: usize = 12;
    let create = http.post(server.url("/v1/games")).json(&json!({"ruleset": ruleset})).send();
    let game: Value = create.await.unwrap().json().await.unwrap();
    let url = server.url(&format!("/v1/games/{}/best-move", game["id"].as_str().unwrap()));
    // Without the book, so that every move is searched for.
    let limits = json!({"time_ms": LEAST_BUDGET.as_millis()});
    let body = json!({"play": true, "level": level, "limits": limits, "book": false});
    let mut times = Vec::new();
    for _ in 0..PLIES {
        let start = Instant::now();
        let response = http.post(&url).json(&body).send().await.unwrap();
        times.push(start.elapsed());
        let status = response.status();
        let answer: Value = response.json().await.unwrap();
        assert_eq!(status, StatusCode::OK, "{ruleset}, level {level}: {answer}");
        if answer["game"]["status"] != "playing" {
            break;
        }
    }
    assert!(times.len() >= 9, "no game ends sooner: {ruleset}, level {level}");
    times
}

#[tokio::test(flavor = "multi_thread")]
async fn every_level_plays_legal_moves_in_ten_milliseconds() {
    let server = Server::start(&[]).unwrap();
    let http = load::client();
    let read = http.get(server.url("/v1/rulesets")).send().await.unwrap();
    let rulesets: Value = read.json().await.unwrap();
    for ruleset in rulesets["rulesets"].as_array().unwrap() {
        let (name, levels) = (ruleset["ruleset"].as_str().unwrap(), ruleset["levels"].as_array().unwrap());
        assert_eq!(levels.len(), 20);
        for level in levels.iter().map(|level| level["level"].as_u64().unwrap()) {
            let times = moves_of(level, name, &http, &server).await;
            assert!(median(times.clone()) < LEAST_BUDGET + MARGIN, "{name}, level {level}: {times:?}");
        }
    }
}
