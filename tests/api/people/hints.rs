//! In a game without hints the engine says nothing to anybody until the game is over.

use super::{People, Who};
use crate::lines::Lines;
use crate::support::{Server, start};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_over_may_be_reviewed_although_it_had_no_hints() {
    let server = start().await;
    let game = People::after(&server, &["h2e2", "h9g7"]).await;
    game.end().await;
    let limits = json!({"limits": {"depth": 1}});
    let review = game.request(Who::Stranger, Method::POST, "/review").json(&limits);
    let events = Lines::open(&server, review).await.all().await;
    assert_eq!(events.len(), 4, "two moves, the result, and the end");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_makes_its_own_moves_in_a_game_without_hints() {
    let server = start().await;
    let engine = json!({"kind": "engine", "limits": {"depth": 1}});
    let body = json!({"ruleset": "xiangqi", "seats": true, "hints": false, "players": {"black": engine}});
    let created = server.post("/v1/games", body).await.expect(201);
    let path = format!("/v1/games/{}", created["id"].as_str().unwrap());
    let act = async |side: &str, what: &str, body: serde_json::Value| {
        let request = server.request(Method::POST, &format!("{path}/{what}"));
        server.send(request.bearer_auth(created["tokens"][side].as_str().unwrap()).json(&body)).await
    };
    act("red", "best-move", json!({"play": true})).await.expect_problem(403, "hints_off");
    act("red", "moves", json!({"move": "h2e2", "reply": false})).await.expect(200);
    act("black", "best-move", json!({})).await.expect_problem(403, "hints_off");
    let played = act("black", "best-move", json!({"play": true})).await.expect(200);
    assert_eq!(played["game"]["ply"], 2);
    act("red", "best-move", json!({"play": true})).await.expect_problem(403, "hints_off");
}

/// The names of the fields of a JSON object, sorted.
fn fields(value: &Value) -> Vec<&str> {
    let mut names: Vec<_> = value.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort();
    names
}

/// A game without hints of Red against an engine, and Red's token.
async fn against_engine(server: &Server) -> (String, String) {
    let engine = json!({"kind": "engine", "book": false, "limits": {"depth": 4, "time_ms": 60000}});
    let body = json!({"ruleset": "xiangqi", "seats": true, "hints": false, "players": {"black": engine}});
    let created = server.post("/v1/games", body).await.expect(201);
    let path = format!("/v1/games/{}", created["id"].as_str().unwrap());
    (path, created["tokens"]["red"].as_str().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_hints_an_engine_says_its_move_and_nothing_else() {
    let server = start().await;
    let (path, token) = against_engine(&server).await;
    let play = async |key: &str, mv: &str, prefer: &str| {
        let request = server.request(Method::POST, &format!("{path}/moves")).bearer_auth(&token);
        let request = request.header("idempotency-key", key).header("prefer", prefer);
        server.send(request.json(&json!({"move": mv}))).await
    };
    let whole = play("first", "h2e2", "return=representation").await.expect(200);
    let only_move = ["best_move", "chinese", "engine", "queued_ms", "reduced", "time_ms", "wxf"];
    assert_eq!(fields(&whole["reply"]), only_move);
    let short = play("second", "h0g2", "return=minimal").await.expect(200);
    assert_eq!(fields(&short["reply"]), ["best_move"]);

    let resign = server.request(Method::POST, &format!("{path}/resign")).bearer_auth(&token);
    server.send(resign.json(&json!({"side": "red"}))).await.expect(200);
    let replayed = play("first", "h2e2", "return=representation").await;
    assert_eq!(replayed.header("idempotency-replayed"), "true");
    assert_eq!(replayed.expect(200), whole, "a replayed response is the first one, also after the end");
    assert_eq!(play("second", "h0g2", "return=minimal").await.expect(200), short);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_hints_nobody_sees_an_engine_think() {
    let server = start().await;
    let (path, token) = against_engine(&server).await;
    let mut events = Lines::open(&server, server.request(Method::GET, &format!("{path}/events"))).await;
    let request = server.request(Method::POST, &format!("{path}/moves")).bearer_auth(&token);
    server.send(request.json(&json!({"move": "h2e2"}))).await.expect(200);
    loop {
        let (name, data) = events.next().await.unwrap();
        assert_ne!(name, "thinking");
        if data["ply"] == 2 {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_ends_a_game_without_hints_may_say_everything() {
    let server = start().await;
    let engine = json!({"kind": "engine", "book": false, "limits": {"depth": 4, "time_ms": 60000}});
    let body = json!({"ruleset": "gomoku", "seats": true, "hints": false, "players": {"white": engine},
        "record": "h8 a1 h9 a2 i10 a3 k12 a4"});
    let created = server.post("/v1/games", body).await.expect(201);
    let path = format!("/v1/games/{}/moves", created["id"].as_str().unwrap());
    let token = created["tokens"]["black"].as_str().unwrap();
    let request = server.request(Method::POST, &path).bearer_auth(token);
    let played = server.send(request.json(&json!({"move": "o15"}))).await.expect(200);
    assert_eq!(
        (&played["game"]["winner"], &played["reply"]["score"]),
        (&json!("white"), &json!({"mate": 1}))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn with_hints_each_player_may_ask_for_their_own() {
    let server = start().await;
    let game = People::begin(&server, json!({"hints": true})).await;
    let hint = json!({"limits": {"depth": 1}, "book": false});
    game.act(Who::Red, "best-move", hint.clone()).await.expect(200);
    game.act(Who::Black, "best-move", hint.clone()).await.expect(200);
    game.act(Who::Stranger, "best-move", hint).await.expect_problem(401, "unauthorized");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_analysis_of_a_position_needs_no_game_and_stays_open() {
    let server = start().await;
    let position = json!({"ruleset": "xiangqi", "limits": {"depth": 1}, "book": false});
    server.post("/v1/analysis", position).await.expect(200);
}
