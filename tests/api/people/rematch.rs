//! When both players agree after the end, there is one new game with the colors exchanged.

use super::{People, Who, offer};
use crate::support::start;
use reqwest::Method;
use serde_json::{Value, json};

async fn finished(server: &crate::support::Server, fields: Value) -> People<'_> {
    let game = People::begin(server, fields).await;
    game.play(&["h2e2", "h9g7"]).await;
    game.end().await;
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_exchanges_the_colors_and_keeps_the_rest() {
    let server = start().await;
    let options = json!({"repetition": "draw", "no_capture_limit": 60});
    let fields = json!({"options": options, "private": true, "hints": true, "abandon_ms": 5000});
    let game = finished(&server, fields).await;
    let offered = game.act(Who::Red, "rematch", offer("red", "offer")).await.expect(200);
    assert_eq!((&offered["rematch_offer"], &offered["next_game"]), (&json!("red"), &Value::Null));
    let agreed = game.act(Who::Black, "rematch", offer("black", "accept")).await.expect(200);
    assert_eq!((&agreed["rematch_offer"], &agreed["status"]), (&Value::Null, &json!("won")));
    let next = People {
        path: format!("/v1/games/{}", agreed["next_game"].as_str().unwrap()),
        red: game.black.clone(),
        black: game.red.clone(),
        spectator: game.spectator.clone(),
        invitation: String::new(),
        server: &server,
    };
    let read = next.get(Who::Spectator, "").await.expect(200);
    for field in ["ruleset", "options", "start_fen", "private", "hints", "abandon_ms", "seats"] {
        assert_eq!(read[field], agreed[field], "{field}");
    }
    assert_eq!((&read["ply"], &read["status"]), (&json!(0), &json!("playing")));
    next.play(&["h2e2", "h9g7"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_rematch_can_be_offered_again() {
    let server = start().await;
    let game = finished(&server, json!({})).await;
    game.act(Who::Black, "rematch", offer("black", "offer")).await.expect(200);
    let declined = game.act(Who::Red, "rematch", offer("red", "decline")).await.expect(200);
    assert_eq!(declined["rematch_offer"], Value::Null);
    game.act(Who::Red, "rematch", offer("red", "offer")).await.expect(200);
    let agreed = game.act(Who::Black, "rematch", offer("black", "offer")).await.expect(200);
    assert!(agreed["next_game"].is_string(), "an offer accepts the other's");
}

#[tokio::test(flavor = "multi_thread")]
async fn both_players_and_every_retry_get_the_same_rematch() {
    let server = start().await;
    for _ in 0..10 {
        let game = finished(&server, json!({})).await;
        game.act(Who::Red, "rematch", offer("red", "offer")).await.expect(200);
        let accept = async || {
            let request =
                game.request(Who::Black, Method::POST, "/rematch").header("idempotency-key", "rematch");
            server.send(request.json(&offer("black", "accept"))).await
        };
        let (one, other, third) =
            tokio::join!(accept(), accept(), game.act(Who::Black, "rematch", offer("black", "offer")));
        for response in [one, other, third] {
            assert!(matches!(response.status.as_u16(), 200 | 409), "{}", response.text);
        }
        let next =
            game.act(Who::Red, "rematch", offer("red", "offer")).await.expect(200)["next_game"].clone();
        assert_eq!(game.read().await["next_game"], next);
        let read = server.get(&format!("/v1/games/{}", next.as_str().unwrap())).await.expect(200);
        assert_eq!((&read["version"], &read["ply"]), (&json!(1), &json!(0)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_agrees_to_a_rematch_at_once_and_moves_first() {
    let server = start().await;
    let engine = json!({"kind": "engine", "limits": {"depth": 1}});
    let body = json!({"ruleset": "xiangqi", "seats": true, "players": {"black": engine}});
    let created = server.post("/v1/games", body).await.expect(201);
    let path = format!("/v1/games/{}", created["id"].as_str().unwrap());
    let act = async |what: &str, body: Value| {
        let request = server.request(Method::POST, &format!("{path}/{what}"));
        server.send(request.bearer_auth(created["tokens"]["red"].as_str().unwrap()).json(&body)).await
    };
    act("resign", json!({"side": "red"})).await.expect(200);
    let agreed = act("rematch", offer("red", "offer")).await.expect(200);
    let next = server.get(&format!("/v1/games/{}", agreed["next_game"].as_str().unwrap())).await.expect(200);
    assert_eq!((&next["players"]["red"]["kind"], &next["ply"]), (&json!("engine"), &json!(1)));
}
