//! A private game is read with one of its tokens.

use super::{People, Who};
use crate::lines::Lines;
use crate::support::start;
use reqwest::Method;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn players_and_spectators_read_a_private_game() {
    let server = start().await;
    let game = People::begin(&server, json!({"private": true})).await;
    for who in [Who::Red, Who::Black, Who::Spectator] {
        let read = game.get(who, "").await.expect(200);
        assert_eq!((&read["private"], read.get("spectator")), (&json!(true), None));
        assert_eq!(game.get(who, "/record?format=svg").await.status, 200);
        let mut events = Lines::open(&server, game.request(who, Method::GET, "/events")).await;
        assert_eq!(events.next().await.unwrap().0, "game");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_does_not_even_learn_that_a_private_game_has_not_changed() {
    let server = start().await;
    let game = People::begin(&server, json!({"private": true})).await;
    let tag = game.get(Who::Red, "").await.header("etag").to_owned();
    for path in ["", "/record?format=pgn"] {
        for wanted in [&*tag, "*"] {
            let get = async |who| {
                server.send(game.request(who, Method::GET, path).header("if-none-match", wanted)).await
            };
            assert_eq!(get(Who::Spectator).await.status, 304, "{path}");
            for who in [Who::Stranger, Who::Guest] {
                let refused = get(who).await;
                assert_eq!(refused.header("etag"), "");
                refused.expect_problem(401, "unauthorized");
            }
        }
    }
    let request = game.request(Who::Stranger, Method::POST, "/resign").header("if-match", "\"9\"");
    let refused =
        server.send(request.json(&json!({"side": "red"}))).await.expect_problem(401, "unauthorized");
    assert!(refused.get("version").is_none(), "{refused}");
}
