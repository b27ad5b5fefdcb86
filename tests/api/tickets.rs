//! Tickets, which open a stream of a game for clients that cannot send a token with the request.

use crate::lines::Lines;
use crate::people::{People, Who};
use crate::support::{Server, config, start, start_with, start_with_seated_game};
use duiyi::config::Config;
use reqwest::Method;
use serde_json::{Value, json};

async fn ticket(game: &People<'_>, who: Who) -> String {
    let issued = game.act(who, "tickets", json!({})).await;
    assert_eq!(issued.header("cache-control"), "no-store");
    let body = issued.expect(201);
    body["ticket"].as_str().unwrap().to_owned()
}

async fn open(server: &Server, game: &People<'_>, ticket: &str) -> Lines {
    let path = format!("{}/events?ticket={ticket}", game.path);
    Lines::open(server, server.request(Method::GET, &path)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bearer_of_a_ticket_is_the_player_who_got_it() {
    let server = start().await;
    let game = People::begin(&server, json!({"private": true})).await;
    let ticket = ticket(&game, Who::Red).await;
    assert!(![&game.red, &game.black, &game.spectator].contains(&&ticket));
    let mut red = open(&server, &game, &ticket).await;
    let (name, state) = red.next().await.unwrap();
    assert_eq!((&*name, &state["presence"]), ("game", &json!({"red": "here", "black": "away"})));
    game.play(&["h2e2"]).await;
    loop {
        let (name, data) = red.next().await.unwrap();
        if name == "game" {
            assert_eq!(data["ply"], 1);
            break;
        }
    }
    // A player's stream stays open for a rematch, unlike any other.
    game.end().await;
    game.act(Who::Red, "rematch", json!({"side": "red", "action": "offer"})).await.expect(200);
    let after_the_end = red.all();
    game.act(Who::Black, "rematch", json!({"side": "black", "action": "accept"})).await.expect(200);
    let (name, data) = after_the_end.await.pop().unwrap();
    assert_eq!(name, "end");
    assert!(data["next_game"].is_string(), "{data}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_opens_one_stream_of_its_own_game() {
    let server = start().await;
    let game = People::begin(&server, json!({"private": true})).await;
    let other = People::begin(&server, json!({"private": true})).await;
    let ticket = ticket(&game, Who::Spectator).await;
    let events = |game: &People<'_>| format!("{}/events?ticket={ticket}", game.path);
    server.get(&events(&other)).await.expect_problem(401, "unauthorized");
    let mut stream = open(&server, &game, &ticket).await;
    assert_eq!(stream.next().await.unwrap().1["presence"], json!({"red": "away", "black": "away"}));
    let used = server.get(&events(&game)).await;
    assert_eq!(used.header("www-authenticate"), "Bearer");
    used.expect_problem(401, "unauthorized");
    let with_token = game.get(Who::Red, &format!("/events?ticket={ticket}")).await;
    with_token.expect_problem(401, "unauthorized");
    let elsewhere = server.get(&format!("{}?ticket={ticket}", game.path)).await;
    assert_eq!(elsewhere.expect_problem(400, "invalid_request")["errors"][0]["pointer"], "ticket");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_bearers_of_tokens_get_tickets() {
    let server = start().await;
    let private = People::begin(&server, json!({"private": true})).await;
    let public = People::begin(&server, json!({})).await;
    for game in [&private, &public] {
        for who in [Who::Stranger, Who::Guest] {
            game.act(who, "tickets", json!({})).await.expect_problem(401, "unauthorized");
        }
    }
    let without_seats = server.human_game().await;
    server.post(&format!("{without_seats}/tickets"), json!({})).await.expect_problem(401, "unauthorized");
    let missing = "/v1/games/063fc6cc-9619-4337-b177-7ef060cd0063/tickets";
    server.post(missing, json!({})).await.expect_problem(404, "game_not_found");
    private.act(Who::Red, "tickets", json!({"side": "red"})).await.expect_problem(400, "invalid_request");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_has_a_bounded_number_of_unused_tickets() {
    let server = start().await;
    let game = People::begin(&server, json!({})).await;
    let first = ticket(&game, Who::Red).await;
    for _ in 1..64 {
        ticket(&game, Who::Red).await;
    }
    game.act(Who::Red, "tickets", json!({})).await.expect_problem(429, "rate_limited");
    ticket(&game, Who::Black).await;
    open(&server, &game, &first).await.next().await.unwrap();
    ticket(&game, Who::Red).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_stream_does_not_use_up_its_ticket() {
    let server = start_with(Config { max_streams_per_client: 1, ..config() }).await;
    let game = People::begin(&server, json!({})).await;
    let (first, second) = (ticket(&game, Who::Red).await, ticket(&game, Who::Red).await);
    let stream = open(&server, &game, &first).await;
    let path = format!("{}/events?ticket={second}", game.path);
    server.get(&path).await.expect_problem(429, "rate_limited");
    drop(stream);
    server.wait_for_metric("duiyi_streams 0").await;
    open(&server, &game, &second).await.next().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_opens_a_stream_without_an_api_key() {
    let (server, created) = start_with_seated_game().await;
    let path = format!("/v1/games/{}", created["id"].as_str().unwrap());
    let red = created["tokens"]["red"].as_str().unwrap();
    let issue = server.request(Method::POST, &format!("{path}/tickets")).bearer_auth(red).json(&json!({}));
    let issued: Value = server.send(issue).await.expect(201);
    let events = format!("{path}/events?ticket={}", issued["ticket"].as_str().unwrap());
    let mut stream = Lines::open(&server, server.request(Method::GET, &events)).await;
    assert_eq!(stream.next().await.unwrap().1["presence"]["red"], "here");
    server.get(&events).await.expect_problem(401, "unauthorized");
    server.get(&format!("{path}/events")).await.expect_problem(401, "unauthorized");
}
