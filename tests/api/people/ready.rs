//! A game that begins when both players are ready, and what an aborted game says.

use super::{People, Who};
use crate::lines::Lines;
use crate::support::{Response, start};
use reqwest::Method;
use serde_json::{Value, json};

/// A game of ten minutes whose creator, Red, has invited Black, and that waits until both are ready.
fn with_ready_check() -> Value {
    json!({"ready_check": true, "clock": {"initial_ms": 600_000}})
}

async fn ready(game: &People<'_>, who: Who, side: &str) -> Response {
    game.act(who, "ready", json!({"side": side})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_a_ready_check_begins_when_both_players_are_ready() {
    let server = start().await;
    let game = People::begin(&server, with_ready_check()).await;
    let joined = game.read().await;
    assert_eq!((&joined["status"], &joined["clock"]["deadline"]), (&json!("waiting"), &Value::Null));
    assert_eq!(joined["ready"], json!({"red": false, "black": true}), "who joins is ready");
    game.act(Who::Red, "moves", json!({"move": "h2e2"})).await.expect_problem(409, "not_started");
    ready(&game, Who::Black, "red").await.expect_problem(403, "forbidden");
    ready(&game, Who::Stranger, "red").await.expect_problem(401, "unauthorized");

    let begun = ready(&game, Who::Red, "red").await.expect(200);
    assert_eq!((&begun["status"], begun.get("ready")), (&json!("playing"), None));
    assert!(begun["clock"]["deadline"].is_string(), "{}", begun["clock"]);
    ready(&game, Who::Red, "red").await.expect_problem(409, "no_ready_check");
    game.play(&["h2e2", "h9g7"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_who_has_left_is_no_longer_ready() {
    let server = start().await;
    let game = People::begin(&server, with_ready_check()).await;
    let mut events = Lines::open(game.server, game.request(Who::Red, Method::GET, "/events")).await;
    assert_eq!(events.next().await.unwrap().1["presence"], json!({"red": "here", "black": "here"}));
    while events.next().await.unwrap().1["black"] != "away" {}

    let waiting = ready(&game, Who::Red, "red").await.expect(200);
    assert_eq!(
        (&waiting["status"], &waiting["ready"]),
        (&json!("waiting"), &json!({"red": true, "black": false}))
    );
    let begun = ready(&game, Who::Black, "black").await.expect(200);
    assert_eq!(begun["status"], "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_a_ready_check_refuses_to_wait() {
    let server = start().await;
    let game = People::waiting(&server, json!({})).await;
    ready(&game, Who::Red, "red").await.expect_problem(409, "no_ready_check");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ready_check_needs_people_who_have_seats_and_play_at_the_same_time() {
    let server = start().await;
    for fields in [
        json!({}),
        json!({"seats": true, "players": {"black": {"kind": "engine"}}}),
        json!({"seats": "invite", "clock": {"days_per_move": 2}}),
    ] {
        let mut body = json!({"ruleset": "xiangqi", "ready_check": true});
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let refused = server.post("/v1/games", body).await.expect_problem(400, "invalid_request");
        assert_eq!(refused["errors"][0]["pointer"], "/ready_check", "{fields}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_aborted_game_says_who_or_what_ended_it_and_can_be_followed_by_another() {
    let server = start().await;
    let game = People::begin(&server, with_ready_check()).await;
    assert!(game.read().await.get("aborted").is_none());
    let aborted = game.act(Who::Black, "abort", json!({"side": "black"})).await.expect(200);
    assert_eq!((&aborted["status"], &aborted["reason"]), (&json!("aborted"), &Value::Null));
    assert_eq!(aborted["aborted"], json!({"reason": "player", "side": "black"}));
    game.act(Who::Red, "rematch", super::offer("red", "offer")).await.expect(200);
    let agreed = game.act(Who::Black, "rematch", super::offer("black", "accept")).await.expect(200);
    let next = format!("/v1/games/{}", agreed["next_game"].as_str().unwrap());
    assert_eq!(server.get(&next).await.expect(200)["status"], "playing", "both have just agreed to play");

    let clock = json!({"initial_ms": 600_000, "first_move_ms": 1});
    let late = People::begin(&server, json!({"clock": clock})).await;
    let ended = loop {
        let now = late.read().await;
        if now["status"] != "playing" {
            break now;
        }
    };
    assert_eq!(ended["aborted"], json!({"reason": "first_move_late", "side": "red"}));
}
