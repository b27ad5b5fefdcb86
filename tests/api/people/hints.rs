//! In a game without hints the engine says nothing to anybody until the game is over.

use super::{People, Who};
use crate::lines::Lines;
use crate::support::start;
use reqwest::Method;
use serde_json::json;

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
        server.send(request.bearer_auth(created["seats"][side].as_str().unwrap()).json(&body)).await
    };
    act("red", "best-move", json!({"play": true})).await.expect_problem(403, "hints_off");
    act("red", "moves", json!({"move": "h2e2", "reply": false})).await.expect(200);
    act("black", "best-move", json!({})).await.expect_problem(403, "hints_off");
    let played = act("black", "best-move", json!({"play": true})).await.expect(200);
    assert_eq!(played["game"]["ply"], 2);
    act("red", "best-move", json!({"play": true})).await.expect_problem(403, "hints_off");
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
