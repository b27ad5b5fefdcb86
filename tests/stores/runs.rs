//! Games that the server plays by itself, and the events of their key, while servers are killed.

use super::players::client;
use duiyi_testkit::processes::{Server, TestStore};
use reqwest::{Client, Response};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Duration;

/// `printf %s shop | sha256sum`
const KEYS: &str =
    "[{name = \"shop\", sha256 = \"8d9001d32c6a703d95921a77115050f33dd823d3f1730bd35215dcbecad6dc20\"}]";

/// How many games are played; `RUNS` overrides the default. A game has about 40 moves.
fn runs() -> usize {
    std::env::var("RUNS").map_or(12, |runs| runs.parse().unwrap())
}

fn serve(store: &TestStore) -> Server {
    store.serve_with(&[("DUIYI_API_KEYS", KEYS), ("DUIYI_MAX_RUNS_PER_CLIENT", "8")])
}

async fn create(http: &Client, server: &Server) {
    let engine = |level: u8| json!({"kind": "engine", "level": level});
    let players = json!({"black": engine(3), "white": engine(2)});
    let games = vec![json!({"ruleset": "gomoku", "players": players, "run": true}); runs()];
    let request = http.post(server.url("/v1/games/batch")).header("x-api-key", "shop");
    let created = request.json(&json!({"games": games})).send().await.unwrap();
    assert_eq!(created.status(), 201, "{}", created.text().await.unwrap());
}

/// The stream of events after the last of these. None if the server is gone.
async fn open_events(http: &Client, server: &Server, events: &[Value]) -> Option<Response> {
    let mut request = http.get(server.url("/v1/events?moves=true"));
    request = request.header("x-api-key", "shop").header("accept", "application/x-ndjson");
    if let Some(last) = events.last() {
        request = request.header("last-event-id", last["id"].as_str().unwrap());
    }
    let response = request.send().await.ok()?;
    assert_eq!(response.status(), 200);
    Some(response)
}

/// Reads events until `enough` says so. Returns false if the server ends the stream.
async fn read_events(
    response: Option<Response>,
    events: &mut Vec<Value>,
    enough: impl Fn(&[Value]) -> bool,
) -> bool {
    let Some(mut response) = response else { return false };
    let mut text = String::new();
    loop {
        while let Some((line, rest)) = text.split_once('\n') {
            if !line.is_empty() {
                let event: Value = serde_json::from_str(line).unwrap();
                // In a cluster, an event may come twice after a reconnection.
                if events.iter().all(|known| known["id"] != event["id"]) {
                    events.push(event);
                }
            }
            text = rest.to_owned();
            if enough(events) {
                return true;
            }
        }
        match response.chunk().await {
            Ok(Some(chunk)) => text.push_str(std::str::from_utf8(&chunk).unwrap()),
            _ => return false,
        }
    }
}

fn count(events: &[Value], name: &str) -> usize {
    events.iter().filter(|event| event["event"] == name).count()
}

/// Fails unless the events of each game are one for each of its changes, in order.
async fn assert_each_change_is_an_event(http: &Client, server: &Server, events: &[Value]) -> usize {
    let mut by_game: HashMap<&str, Vec<&Value>> = HashMap::new();
    for event in events {
        by_game.entry(event["game"].as_str().unwrap()).or_default().push(event);
    }
    assert_eq!(by_game.len(), runs());
    let mut changes = 0;
    for (id, events) in by_game {
        let request = http.get(server.url(&format!("/v1/games/{id}"))).header("x-api-key", "shop");
        let game: Value = request.send().await.unwrap().json().await.unwrap();
        let moves = game["moves"].as_array().unwrap();
        assert_eq!(game["version"], moves.len() + 1);
        let played = moves.iter().map(|mv| format!("move_played {}", mv["move"].as_str().unwrap()));
        let expected = ["game_created ", "game_started "].map(String::from).into_iter().chain(played);
        let expected: Vec<_> = expected.chain(["game_finished ".to_owned()]).collect();
        let told = events.iter().map(|event| {
            let (name, mv) = (event["event"].as_str().unwrap(), event["data"]["move"].as_str().unwrap_or(""));
            format!("{name} {mv}")
        });
        assert_eq!(told.collect::<Vec<_>>(), expected);
        changes += expected.len() - 2;
    }
    changes
}

/// Plays games while one server after the other is killed. With `beside`, another server runs all the time.
async fn assert_games_are_played_to_their_end(store: &TestStore, beside: bool) {
    let http = client();
    let other = beside.then(|| serve(store));
    let mut server = serve(store);
    let mut events = Vec::new();
    let first = open_events(&http, other.as_ref().unwrap_or(&server), &[]).await;
    create(&http, &server).await;
    assert!(read_events(first, &mut events, |events| !events.is_empty()).await);
    for kill in 1..=3 {
        let enough = |events: &[Value]| count(events, "game_finished") * 4 >= kill * runs();
        let reader = other.as_ref().unwrap_or(&server);
        while !read_events(open_events(&http, reader, &events).await, &mut events, enough).await {}
        server.kill().unwrap();
        if !beside || kill < 3 {
            server = serve(store);
        }
    }
    let reader = other.as_ref().unwrap_or(&server);
    let enough = |events: &[Value]| count(events, "game_finished") >= runs();
    while !read_events(open_events(&http, reader, &events).await, &mut events, enough).await {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let changes = assert_each_change_is_an_event(&http, reader, &events).await;
    println!("3 kills while {} games were played: {changes} changes, each in the feed once", runs());
}

#[tokio::test(flavor = "multi_thread")]
async fn games_between_engines_go_on_after_a_kill_in_redb() {
    assert_games_are_played_to_their_end(&TestStore::redb(), false).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn games_between_engines_go_on_on_another_server() {
    assert_games_are_played_to_their_end(&TestStore::redis(), true).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn games_between_engines_go_on_in_a_cluster() {
    assert_games_are_played_to_their_end(&TestStore::cluster(), true).await;
}
