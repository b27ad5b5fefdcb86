//! The presence of the players of a game: in the game, in its ETag, and as events.

use super::{People, Who, offer};
use crate::lines::Lines;
use crate::support::{Response, Server, start};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

async fn listen(game: &People<'_>, who: Who) -> Lines {
    let mut events = Lines::open(game.server, game.request(who, Method::GET, "/events")).await;
    assert_eq!(events.next().await.unwrap().0, "game");
    events
}

/// Reads events until they show this presence.
async fn wait_for(events: &mut Lines, presence: Value) {
    loop {
        let (name, data) = events.next().await.unwrap();
        if name == "presence" && data == presence {
            return;
        }
    }
}

async fn get_unless(game: &People<'_>, tag: &str) -> Response {
    let request = game.request(Who::Stranger, Method::GET, "").header("if-none-match", tag);
    game.server.send(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_etag_of_a_seated_game_names_where_its_people_are() {
    let server = start().await;
    let game = People::begin(&server, json!({})).await;
    let nobody = game.get(Who::Stranger, "").await;
    assert!(nobody.header("etag").ends_with("-aa\""), "{}", nobody.header("etag"));
    assert_eq!(nobody.body["presence"], json!({"red": "away", "black": "away"}));
    game.get(Who::Red, "").await.expect(200);
    let red = game.get(Who::Stranger, "").await;
    let tag = red.header("etag").to_owned();
    assert!(tag.ends_with("-ha\""), "{tag}");
    let unchanged = get_unless(&game, &tag).await;
    assert_eq!((unchanged.status.as_u16(), unchanged.header("etag")), (304, &*tag));
    assert_eq!(get_unless(&game, &format!("\"none\", W/{tag}")).await.status, 304);
    let plain = tag.replace("-ha", "");
    assert_eq!(get_unless(&game, &plain).await.status, 200, "a tag without the people is none of the game");
    assert_eq!(get_unless(&game, nobody.header("etag")).await.status, 200);

    game.get(Who::Black, "").await.expect(200);
    let both = get_unless(&game, &tag).await;
    assert_eq!(both.status, 200, "the same version, but Black is here now");
    assert!(both.header("etag").ends_with("-hh\""), "{}", both.header("etag"));
    assert_eq!(both.body["presence"], json!({"red": "here", "black": "here"}));
    assert_eq!(both.body["version"], nobody.body["version"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_does_not_depend_on_where_the_people_are() {
    let server = start().await;
    let game = People::begin(&server, json!({})).await;
    let play = async |tag: &str, who: Who, mv: &str| {
        let request = game.request(who, Method::POST, "/moves").header("if-match", tag);
        server.send(request.json(&json!({"move": mv}))).await
    };
    let tag = async || game.get(Who::Stranger, "").await.header("etag").to_owned();
    let first = tag().await;
    assert!(first.ends_with("-aa\""), "{first}");
    play(&first, Who::Red, "h2e2").await.expect(200);
    play(&first, Who::Black, "h9g7").await.expect_problem(412, "version_mismatch");
    let second = tag().await;
    assert!(second.ends_with("-hh\""), "{second}");
    play(&second.replace("-hh", ""), Who::Black, "h9g7").await.expect(200);
    let third = tag().await.replace("-hh", "-aa");
    play(&third.replace("-aa", "-zz"), Who::Red, "h0g2").await.expect_problem(412, "version_mismatch");
    play(&third, Who::Red, "h0g2").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_people_of_a_game_with_seats_are_named() {
    let server = start().await;
    let open = server.human_game().await;
    let read = server.get(&open).await;
    assert_eq!((&read.body["presence"], read.header("etag").matches('-').count()), (&Value::Null, 1));

    let engine = json!({"kind": "engine", "limits": {"depth": 1}});
    let body = json!({"ruleset": "xiangqi", "seats": true, "players": {"black": engine}});
    let made = server.post("/v1/games", body).await;
    assert_eq!(made.body["presence"], json!({"red": "away"}));
    assert!(made.header("etag").ends_with("-a\""), "{}", made.header("etag"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_with_a_seat_token_shows_that_its_player_is_here() {
    let server = start().await;
    let requests: [(Method, &str, Value); 4] = [
        (Method::GET, "", Value::Null),
        (Method::GET, "/record?format=pgn", Value::Null),
        (Method::POST, "/moves", json!({"move": "h2e2"})),
        (Method::POST, "/draw", offer("black", "accept")),
    ];
    for (method, what, body) in requests {
        let game = People::begin(&server, json!({})).await;
        let mut events = listen(&game, Who::Stranger).await;
        let request = game.request(Who::Red, method, what);
        // The last request is refused, but still counts as a sign of presence.
        server.send(if body.is_null() { request } else { request.json(&body) }).await;
        wait_for(&mut events, json!({"red": "here", "black": "away"})).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_tokens_show_nothing() {
    let server = start().await;
    let game = People::begin(&server, json!({"private": true})).await;
    game.get(Who::Spectator, "").await.expect(200);
    let _events = listen(&game, Who::Spectator).await;
    let read = game.get(Who::Spectator, "").await;
    assert_eq!(read.body["presence"], json!({"red": "away", "black": "away"}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_here_while_a_stream_is_open_and_for_ten_seconds_after() {
    let server = start().await;
    let game = People::begin(&server, json!({})).await;
    let mut watching = listen(&game, Who::Stranger).await;
    let _red = listen(&game, Who::Red).await;
    wait_for(&mut watching, json!({"red": "here", "black": "away"})).await;
    let black = listen(&game, Who::Black).await;
    wait_for(&mut watching, json!({"red": "here", "black": "here"})).await;
    let left = Instant::now();
    drop(black);
    let (name, data) = loop {
        match watching.next().await.unwrap() {
            (name, _) if name == "watchers" => {}
            other => break other,
        }
    };
    assert_eq!((&*name, &data), ("presence", &json!({"red": "here", "black": "away"})));
    assert!(left.elapsed() >= Duration::from_millis(9900), "{:?}", left.elapsed());
    let read = game.get(Who::Stranger, "").await;
    assert_eq!(read.body["presence"], data, "Red has sent no request for as long, but listens");
}

/// Sends the request again, after both players have been here.
async fn assert_replayed(server: &Server, game: &People<'_>, who: Who, what: &str, body: &Value) {
    let send = async || {
        let request =
            game.request(who, Method::POST, what).header("idempotency-key", format!("the key of {what}"));
        server.send(request.json(body)).await
    };
    let first = send().await;
    assert!(first.status.is_success(), "{}", first.text);
    game.get(Who::Red, "").await.expect(200);
    game.get(Who::Black, "").await.expect(200);
    let again = send().await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!((&again.text, again.header("etag")), (&first.text, first.header("etag")), "{what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replayed_response_is_the_first_one_in_every_byte() {
    let server = start().await;
    for (who, what, body) in [
        (Who::Red, "/moves", json!({"move": "h2e2"})),
        (Who::Black, "/draw", offer("black", "offer")),
        (Who::Red, "/abort", json!({"side": "red"})),
        (Who::Red, "/resign", json!({"side": "red"})),
    ] {
        let game = People::begin(&server, json!({"clock": {"initial_ms": 60_000}})).await;
        assert_replayed(&server, &game, who, what, &body).await;
    }
    let game = People::waiting(&server, json!({})).await;
    let join = async || {
        let request = game.request(Who::Stranger, Method::POST, "/join");
        let request = request.header("idempotency-key", "7d444840-9dc0-11d1-b245-5ffdce74fad2");
        server.send(request.json(&json!({"invitation": game.invitation}))).await
    };
    let first = join().await;
    game.get(Who::Red, "").await.expect(200);
    let again = join().await;
    assert_eq!((again.text.as_str(), again.header("etag")), (first.text.as_str(), first.header("etag")));
}
