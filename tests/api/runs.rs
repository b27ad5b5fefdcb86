//! Games between engines that the server plays by itself.

use crate::support::{Server, assert_valid, config, start, start_with};
use duiyi::config::Config;
use reqwest::Method;
use serde_json::{Value, json};

fn engine(level: u8) -> Value {
    json!({"kind": "engine", "level": level})
}

fn new_run() -> Value {
    json!({"ruleset": "gomoku", "players": {"black": engine(2), "white": engine(1)}, "run": true})
}

/// Waits until a game is over.
async fn finished(server: &Server, path: &str) -> Value {
    let mut game = server.get(path).await.expect(200);
    while game["status"] == "playing" {
        let version = format!("\"{}\"", game["version"]);
        let wait =
            server.request(Method::GET, path).header("prefer", "wait=30").header("if-none-match", version);
        let changed = server.send(wait).await;
        if changed.status == 200 {
            game = changed.body;
        }
    }
    assert_valid("Game", &game);
    game
}

fn path_of(game: &Value) -> String {
    format!("/v1/games/{}", game["id"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_plays_a_game_between_engines_to_its_end() {
    let server = start().await;
    let game = server.post("/v1/games", new_run()).await.expect(201);
    assert_eq!((&game["run"], &game["version"]), (&json!(true), &json!(1)));
    let game = finished(&server, &path_of(&game)).await;
    let moves = game["moves"].as_array().unwrap();
    assert!(moves.len() >= 9 && moves.iter().all(|mv| mv["by"] == "engine"), "{game}");
    assert_eq!(game["version"], moves.len() + 1, "each move is one change");
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_play_by_their_clocks_and_choose_their_opening() {
    let server = start().await;
    let mut new = new_run();
    new["clock"] = json!({"initial_ms": 60_000});
    new["options"] = json!({"opening": "swap2"});
    let game = server.post("/v1/games", new).await.expect(201);
    let game = finished(&server, &path_of(&game)).await;
    assert_ne!(game["reason"], "timeout");
    assert_eq!(game["opening"]["phase"], "play");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_games_of_a_batch_are_played_though_few_at_once() {
    let server = start_with(Config { max_runs_per_client: 1, ..config() }).await;
    let created = server.post("/v1/games/batch", json!({"games": vec![new_run(); 3]})).await.expect(201);
    for game in created["games"].as_array().unwrap() {
        assert!(finished(&server, &path_of(game)).await["winner"].is_string());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_somebody_changes_is_played_on() {
    let server = start().await;
    let mut new = new_run();
    new["players"] = json!({"black": {"kind": "engine", "limits": {"time_ms": 200}}, "white": engine(1)});
    let path = path_of(&server.post("/v1/games", new).await.expect(201));
    while server.get(&path).await.expect(200)["ply"] == 0 {}
    server.post(&format!("{path}/undo"), json!({})).await.expect(200);
    finished(&server, &path).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_games_between_engines_are_played_by_the_server() {
    let server = start().await;
    for players in [json!({}), json!({"black": engine(1)})] {
        let new = json!({"ruleset": "gomoku", "players": players, "run": true});
        let problem = server.post("/v1/games", new).await.expect_problem(400, "invalid_request");
        assert_eq!(problem["errors"][0]["pointer"], "/run");
    }
    let new = json!({"ruleset": "gomoku", "run": false});
    assert_eq!(server.post("/v1/games", new).await.expect(201)["run"], json!(null));
}
