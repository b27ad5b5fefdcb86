//! The creator of a game invites a second person, who joins it.

use super::{People, Who};
use crate::support::{Server, start};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn an_invited_player_joins_and_both_play() {
    let server = start().await;
    let mut game = People::waiting(&server, json!({})).await;
    let waiting = game.read().await;
    assert_eq!((&waiting["status"], &waiting["seats"]), (&json!("waiting"), &json!(true)));
    assert!(waiting.get("invitation").is_none(), "only the creator gets the invitation, once");
    let joined = game.join(&game.invitation).await.expect(200);
    assert_eq!((&joined["status"], &joined["version"]), (&json!("playing"), &json!(2)));
    let seats = joined["tokens"].as_object().unwrap();
    assert_eq!(seats.keys().collect::<Vec<_>>(), ["black"], "each player gets one token");
    game.black = seats["black"].as_str().unwrap().to_owned();
    assert_ne!(game.red, game.black);
    assert_eq!(game.play(&["h2e2", "h9g7", "b0c2"]).await["ply"], 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_creator_gets_the_side_that_they_ask_for_or_a_random_one() {
    let server = start().await;
    let side_of = async |ruleset: &str, side: Option<&str>| {
        let body = json!({"ruleset": ruleset, "seats": "invite", "side": side});
        let created = server.post("/v1/games", body).await.expect(201);
        let seats = created["tokens"].as_object().unwrap();
        assert_eq!(seats.len(), 1);
        seats.keys().next().unwrap().clone()
    };
    for (ruleset, side) in [("xiangqi", "red"), ("xiangqi", "black"), ("renju", "black"), ("gomoku", "white")]
    {
        assert_eq!(side_of(ruleset, Some(side)).await, side);
    }
    for random in [None, Some("random")] {
        let mut sides = Vec::new();
        while !(sides.contains(&"red".to_owned()) && sides.contains(&"black".to_owned())) {
            sides.push(side_of("xiangqi", random).await);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retried_creation_returns_the_same_secrets() {
    let server = start().await;
    let key = "0f8fad5b-d9cb-469f-a165-70867728950e";
    let create = async || {
        let body = json!({"ruleset": "xiangqi", "seats": "invite", "private": true});
        server
            .send(server.request(Method::POST, "/v1/games").header("idempotency-key", key).json(&body))
            .await
    };
    let first = create().await.expect(201);
    let again = create().await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(201), first);
    let path = format!("/v1/games/{}/join", first["id"].as_str().unwrap());
    server.post(&path, json!({"invitation": first["invitation"]})).await.expect(200);
    assert_eq!(create().await.expect(201), first, "also after somebody has joined");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retried_join_returns_the_same_token() {
    let server = start().await;
    let mut game = People::waiting(&server, json!({})).await;
    let join = async |key: &str| {
        let request = game.request(Who::Stranger, Method::POST, "/join").header("idempotency-key", key);
        server.send(request.json(&json!({"invitation": game.invitation}))).await
    };
    let first = join("0f8fad5b-d9cb-469f-a165-70867728950e").await.expect(200);
    let again = join("0f8fad5b-d9cb-469f-a165-70867728950e").await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.expect(200), first);
    join("1b4e28ba-2fa1-11d2-883f-0016d3cca427").await.expect_problem(409, "seat_taken");
    game.black = first["tokens"]["black"].as_str().unwrap().to_owned();
    game.play(&["h2e2", "h9g7"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_people_who_join_at_once_gets_the_seat() {
    let server = start().await;
    for _ in 0..20 {
        let game = People::waiting(&server, json!({})).await;
        let (one, other) = tokio::join!(game.join(&game.invitation), game.join(&game.invitation));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort();
        assert_eq!(statuses, [200, 409]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_could_be_guessed_is_refused_to_a_joiner_with_any_token() {
    let server = start().await;
    let game = People::waiting(&server, json!({})).await;
    for who in [Who::Stranger, Who::Guest] {
        let request = game.request(who, Method::POST, "/join").header("idempotency-key", "short");
        let body = json!({"invitation": game.invitation});
        server.send(request.json(&body)).await.expect_problem(400, "invalid_request");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_follow_the_players_when_an_opening_exchanges_the_colors() {
    let server = start().await;
    let body =
        json!({"ruleset": "gomoku", "options": {"opening": "swap"}, "seats": "invite", "side": "black"});
    let created = server.post("/v1/games", body).await.expect(201);
    let path = format!("/v1/games/{}", created["id"].as_str().unwrap());
    let joined =
        server.post(&format!("{path}/join"), json!({"invitation": created["invitation"]})).await.expect(200);
    let creator = created["tokens"]["black"].as_str().unwrap();
    let joiner = joined["tokens"]["white"].as_str().unwrap();
    let play = async |token: &str, mv: &str| {
        let request = server.request(Method::POST, &format!("{path}/moves")).bearer_auth(token);
        server.send(request.json(&json!({"move": mv}))).await
    };
    for mv in ["h8", "i9", "j10"] {
        play(creator, mv).await.expect(200);
    }
    play(creator, "swap").await.expect_problem(403, "forbidden");
    let swapped = play(joiner, "swap").await.expect(200)["game"].clone();
    assert_eq!(swapped["turn"], "white", "Black's two stones and White's one are on the board");
    play(joiner, "a1").await.expect_problem(403, "forbidden");
    play(creator, "a1").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_joiner_has_a_name_unless_the_creator_has_given_one() {
    let server = start().await;
    for (given, shown) in [(json!(null), "Lin"), (json!("Board 3"), "Board 3")] {
        let players = json!({"black": {"kind": "human", "name": given}});
        let game = People::waiting(&server, json!({"players": players})).await;
        let body = json!({"invitation": game.invitation, "name": "Lin"});
        let joined = server.post(&format!("{}/join", game.path), body).await.expect(200);
        assert_eq!(joined["players"]["black"]["name"], shown);
    }
    let game = People::waiting(&server, json!({})).await;
    let body = json!({"invitation": game.invitation, "name": ""});
    server.post(&format!("{}/join", game.path), body).await.expect_problem(400, "invalid_request");
}

async fn with_two_invitations(server: &Server, fields: Value) -> Value {
    let mut body = json!({"ruleset": "xiangqi", "seats": "invite_both"});
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    server.post("/v1/games", body).await.expect(201)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_director_invites_both_players_and_has_no_seat() {
    let server = start().await;
    let created = with_two_invitations(&server, json!({"private": true})).await;
    assert_eq!((&created["status"], &created["seats"]), (&json!("waiting"), &json!(true)));
    assert!(created.get("invitation").is_none());
    let invitations = created["invitations"].as_object().unwrap();
    assert_eq!(invitations.keys().collect::<Vec<_>>(), ["red", "black"]);
    assert_ne!(invitations["red"], invitations["black"]);
    let spectator = created["spectator"].as_str().unwrap();
    let path = format!("/v1/games/{}", created["id"].as_str().unwrap());
    let join = async |side: &str| {
        let body = json!({"invitation": created["invitations"][side]});
        server.post(&format!("{path}/join"), body).await
    };
    let post = async |what: &str, token: &str, body: Value| {
        let request = server.request(Method::POST, &format!("{path}/{what}")).bearer_auth(token);
        server.send(request.json(&body)).await
    };

    // The order does not matter: each invitation is for its side.
    let black = join("black").await.expect(200);
    assert_eq!((&black["status"], black["clock"].is_null()), (&json!("waiting"), true));
    assert_eq!(black["tokens"].as_object().unwrap().keys().collect::<Vec<_>>(), ["black"]);
    assert!(black.get("invitations").is_none() && black.get("spectator").is_none());
    let black = black["tokens"]["black"].as_str().unwrap();
    post("moves", black, json!({"move": "h9g7"})).await.expect_problem(409, "not_started");
    join("black").await.expect_problem(403, "forbidden");
    let own_other = json!({"invitation": created["invitations"]["red"]});
    post("join", black, own_other).await.expect_problem(403, "forbidden");

    let red = join("red").await.expect(200);
    assert_eq!(red["status"], "playing");
    let red = red["tokens"]["red"].as_str().unwrap();
    join("red").await.expect_problem(409, "seat_taken");
    post("moves", spectator, json!({"move": "h2e2"})).await.expect_problem(403, "forbidden");
    post("moves", red, json!({"move": "h2e2"})).await.expect(200);
    assert_eq!(post("moves", black, json!({"move": "h9g7"})).await.expect(200)["game"]["ply"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_of_a_game_with_two_invitations_starts_with_the_second_player() {
    let server = start().await;
    let clock = json!({"initial_ms": 60_000});
    let created = with_two_invitations(&server, json!({"clock": clock})).await;
    let path = format!("/v1/games/{}/join", created["id"].as_str().unwrap());
    let join = async |side: &str| {
        server.post(&path, json!({"invitation": created["invitations"][side]})).await.expect(200)
    };
    let first = join("red").await;
    assert_eq!((&first["clock"]["running"], &first["clock"]["deadline"]), (&Value::Null, &Value::Null));
    let second = join("black").await;
    assert!(second["clock"]["deadline"].is_string(), "{}", second["clock"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_creation_has_the_same_two_invitations() {
    let server = start().await;
    let create = async |minimal: bool| {
        let request = server.request(Method::POST, "/v1/games");
        let request = request.header("idempotency-key", "b5a5a2c1-6f0e-4d0c-9f36-0f6a3a1f7a52");
        let request = if minimal { request.header("prefer", "return=minimal") } else { request };
        let body = json!({"ruleset": "gomoku", "seats": "invite_both"});
        server.send(request.json(&body)).await.expect(201)["invitations"].clone()
    };
    let first = create(false).await;
    assert_eq!(first.as_object().unwrap().keys().collect::<Vec<_>>(), ["black", "white"]);
    assert_eq!(create(false).await, first);
    assert_eq!(create(true).await, first);
}
