//! The event streams of a game between people: offers, the end and the rematch, and a client that comes back.

use super::{People, Who, offer};
use crate::lines::Lines;
use crate::support::start;
use reqwest::Method;
use serde_json::{Value, json};

async fn open(game: &People<'_>, who: Who, seen: Option<u64>) -> Lines {
    let mut request = game.request(who, Method::GET, "/events");
    if let Some(seen) = seen {
        request = request.header("last-event-id", seen.to_string());
    }
    // `Lines` then checks that every id is greater than the last one seen.
    Lines { last_id: seen, ..Lines::open(game.server, request).await }
}

/// The next event that is not about presence.
async fn next(events: &mut Lines) -> (String, Value) {
    loop {
        let event = events.next().await.expect("the stream goes on");
        if event.0 != "presence" {
            return event;
        }
    }
}

#[track_caller]
fn assert_offer((name, data): &(String, Value), expected: Value) {
    assert_eq!((&**name, data), ("offer", &expected));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_event_comes_before_the_game_that_it_led_to() {
    let server = start().await;
    let game = People::after(&server, &["h2e2", "h9g7", "h0g2", "i9h9"]).await;
    let mut events = open(&game, Who::Stranger, None).await;
    assert_eq!(next(&mut events).await.0, "game");
    let takeback =
        |side: &str, action: &str| json!({"kind": "takeback", "side": side, "action": action, "plies": 2});
    let draw = |side: &str, action: &str| json!({"kind": "draw", "side": side, "action": action});
    for (who, what, body, expected, field, shown) in [
        (Who::Red, "draw", offer("red", "offer"), draw("red", "offer"), "draw_offer", json!("red")),
        (Who::Black, "draw", offer("black", "decline"), draw("black", "decline"), "draw_offer", Value::Null),
        (
            Who::Red,
            "takeback",
            offer("red", "offer"),
            takeback("red", "offer"),
            "takeback_offer",
            json!({"side": "red", "plies": 2}),
        ),
        (
            Who::Black,
            "takeback",
            offer("black", "accept"),
            takeback("black", "accept"),
            "takeback_offer",
            Value::Null,
        ),
    ] {
        let changed = game.act(who, what, body).await.expect(200);
        assert_offer(&next(&mut events).await, expected);
        let (name, data) = next(&mut events).await;
        assert_eq!((&*name, &data[field], &data["version"]), ("game", &shown, &changed["version"]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stream_of_a_player_stays_open_for_a_rematch_and_ends_with_it() {
    let server = start().await;
    let game = People::after(&server, &["h2e2", "h9g7"]).await;
    let mut red = open(&game, Who::Red, None).await;
    assert_eq!(next(&mut red).await.0, "game");
    let watching = open(&game, Who::Stranger, None).await;
    let over = game.end().await;
    let watched: Vec<_> = watching.all().await.into_iter().filter(|(name, _)| name != "presence").collect();
    let [_, (_, last), (end, reason)] = &watched[..] else { panic!("{watched:?}") };
    assert_eq!((&last["version"], &**end), (&over["version"], "end"));
    assert_eq!(reason, &json!({"reason": "game_over", "next_game": null}), "who only watches is done");

    assert_eq!(next(&mut red).await.1["status"], "won");
    let rematch = |side: &str, action: &str| json!({"kind": "rematch", "side": side, "action": action});
    game.act(Who::Red, "rematch", offer("red", "offer")).await.expect(200);
    assert_offer(&next(&mut red).await, rematch("red", "offer"));
    assert_eq!(next(&mut red).await.1["rematch_offer"], "red");
    // A stream of a player that is opened after the end stays open, too.
    let mut black = open(&game, Who::Black, None).await;
    assert_eq!(next(&mut black).await.1["rematch_offer"], "red");
    let agreed = game.act(Who::Black, "rematch", offer("black", "accept")).await.expect(200);
    assert!(agreed["next_game"].is_string());
    for events in [&mut red, &mut black] {
        assert_offer(&next(events).await, rematch("black", "accept"));
        assert_eq!(next(events).await.1["next_game"], agreed["next_game"]);
        let end = json!({"reason": "game_over", "next_game": agreed["next_game"]});
        assert_eq!(next(events).await, ("end".to_owned(), end));
        assert!(events.next().await.is_none());
    }
    let late = open(&game, Who::Stranger, None).await.all().await;
    assert_eq!(late.last().unwrap().1["next_game"], agreed["next_game"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_comes_back_sees_the_state_as_it_is() {
    let server = start().await;
    let game = People::after(&server, &["h2e2"]).await;
    let mut events = open(&game, Who::Red, None).await;
    assert_eq!(next(&mut events).await.0, "game");
    let seen = events.last_id;
    drop(events);
    game.act(Who::Black, "moves", json!({"move": "h9g7"})).await.expect(200);
    game.act(Who::Black, "takeback", offer("black", "offer")).await.expect(200);
    let mut events = open(&game, Who::Red, seen).await;
    let (name, state) = next(&mut events).await;
    assert_eq!((&*name, &state["ply"]), ("game", &json!(2)), "one event tells the whole state");
    assert_eq!(state["takeback_offer"], json!({"side": "black", "plies": 1}));
    assert_eq!(state["presence"]["red"], "here");

    // The offer has an id, too. A client that has seen it but not the game after it gets the game.
    game.act(Who::Red, "takeback", offer("red", "decline")).await.expect(200);
    let (name, _) = next(&mut events).await;
    assert_eq!(name, "offer");
    let seen = events.last_id;
    drop(events);
    let mut events = open(&game, Who::Red, seen).await;
    let (name, state) = next(&mut events).await;
    assert_eq!((&*name, &state["takeback_offer"]), ("game", &Value::Null));

    // After a store has lost writes, a client may send the id of a later version. It still gets the state.
    let mut events = open(&game, Who::Red, None).await;
    assert_eq!(next(&mut events).await.0, "game");
    let first = events.last_id.unwrap();
    let later =
        game.request(Who::Red, Method::GET, "/events").header("last-event-id", (first * 3).to_string());
    let mut events = Lines::open(&server, later).await;
    assert_eq!(next(&mut events).await.0, "game");
    assert!(events.last_id.unwrap() <= first + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_comes_back_after_the_end_gets_the_result_and_the_end() {
    let server = start().await;
    let game = People::after(&server, &["h2e2", "h9g7"]).await;
    let mut events = open(&game, Who::Stranger, None).await;
    assert_eq!(next(&mut events).await.0, "game");
    let seen = events.last_id;
    drop(events);
    game.end().await;
    let events: Vec<_> = open(&game, Who::Stranger, seen).await.all().await;
    let [(_, state), (_, end)] = &events[..] else { panic!("{events:?}") };
    assert_eq!((&state["winner"], &end["reason"]), (&json!("red"), &json!("game_over")));
}
