//! How time is charged while a game is played.

use super::{MINUTE, clock_ms, remaining, running_game, timed_game, until_deadline, wait};
use crate::support::start;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn first_moves_are_free_and_then_the_time_of_the_side_to_move_runs() {
    let server = start().await;
    let path = timed_game(&server, json!({"initial_ms": MINUTE, "increment_ms": 1000})).await;
    wait(100).await;
    let one = server.play(&path, &["h2e2"]).await;
    assert_eq!((&one["clock"]["running"], clock_ms(&one, 1)), (&Value::Null, MINUTE));
    assert_eq!(until_deadline(&one), 30_000, "Black has its own time for its first move");
    wait(100).await;
    let both = server.play(&path, &["h9g7"]).await;
    assert_eq!((&both["clock"]["running"], clock_ms(&both, 2)), (&json!("red"), MINUTE));
    assert_eq!(both["clock"]["remaining_ms"], json!({"red": MINUTE, "black": MINUTE}));
    assert_eq!(until_deadline(&both), MINUTE as i64);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_charged_and_earns_the_increment() {
    let server = start().await;
    let path = running_game(&server, json!({"initial_ms": MINUTE, "increment_ms": 1000})).await;
    wait(200).await;
    let game = server.play(&path, &["h0g2"]).await;
    let left = remaining(&game, "red");
    assert!(left <= MINUTE - 200 + 1000, "{left}");
    assert_eq!((clock_ms(&game, 3), remaining(&game, "black")), (left, MINUTE));
    assert_eq!((&game["clock"]["running"], until_deadline(&game)), (&json!("black"), MINUTE as i64));
    let game = server.play(&path, &["i9h9"]).await;
    assert_eq!(remaining(&game, "red"), left, "the time of the other side stands still");
    assert_eq!(until_deadline(&game), left as i64);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_move_does_not_stop_the_clock() {
    let server = start().await;
    let path = running_game(&server, json!({"initial_ms": MINUTE})).await;
    let before = server.get(&path).await.expect(200)["clock"].clone();
    server.post(&format!("{path}/draw"), json!({"side": "red", "action": "offer"})).await.expect(200);
    server.post(&format!("{path}/moves"), json!({"move": "a0a9"})).await.expect_problem(422, "illegal_move");
    server
        .post(&format!("{path}/best-move"), json!({"limits": {"depth": 1}, "book": false}))
        .await
        .expect(200);
    let after = server.get(&path).await.expect(200)["clock"].clone();
    assert_eq!(after, before, "neither an offer nor a mistake nor a hint changes the clock");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_byoyomi_begins_when_the_initial_time_is_used_up_and_is_new_for_each_move() {
    let server = start().await;
    let path = running_game(&server, json!({"initial_ms": 1000, "byoyomi_ms": MINUTE})).await;
    let fresh = server.get(&path).await.expect(200);
    assert_eq!(until_deadline(&fresh), 1000 + MINUTE as i64);
    wait(1300).await;
    let game = server.play(&path, &["h0g2"]).await;
    assert_eq!(game["clock"]["byoyomi"], json!({"red": true, "black": false}));
    assert!(clock_ms(&game, 3) <= MINUTE - 300, "{}", clock_ms(&game, 3));
    assert_eq!(remaining(&game, "red"), MINUTE, "the next move has all of it");
    let game = server.play(&path, &["i9h9"]).await;
    assert_eq!(until_deadline(&game), MINUTE as i64);
    wait(200).await;
    let game = server.play(&path, &["b0c2"]).await;
    assert!(clock_ms(&game, 5) <= MINUTE - 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_for_one_move_is_new_for_each_move() {
    let server = start().await;
    let path = running_game(&server, json!({"move_ms": MINUTE})).await;
    wait(200).await;
    let game = server.play(&path, &["h0g2"]).await;
    assert!(clock_ms(&game, 3) <= MINUTE - 200, "{}", clock_ms(&game, 3));
    assert_eq!(game["clock"]["remaining_ms"], json!({"red": MINUTE, "black": MINUTE}));
    assert_eq!(until_deadline(&game), MINUTE as i64);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_earlier_one_of_two_limits_is_the_deadline() {
    let server = start().await;
    for (clock, deadline) in [
        (json!({"initial_ms": 300_000, "move_ms": MINUTE}), 60_000),
        (json!({"initial_ms": MINUTE, "move_ms": 300_000}), 60_000),
        (json!({"initial_ms": MINUTE, "byoyomi_ms": MINUTE, "move_ms": 90_000}), 90_000),
    ] {
        let path = running_game(&server, clock.clone()).await;
        assert_eq!(until_deadline(&server.get(&path).await.expect(200)), deadline, "{clock}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_taken_back_gives_no_time() {
    let server = start().await;
    let path = running_game(&server, json!({"initial_ms": MINUTE, "increment_ms": 10_000})).await;
    wait(100).await;
    let moved = server.play(&path, &["h0g2"]).await;
    let back = server.post(&format!("{path}/undo"), json!({})).await.expect(200);
    assert_eq!(
        (&back["clock"]["running"], remaining(&back, "red")),
        (&json!("red"), remaining(&moved, "red"))
    );
    assert_eq!(back["moves"].as_array().unwrap().len(), 2);
    wait(100).await;
    let again = server.play(&path, &["h0g2"]).await;
    assert!(remaining(&again, "red") <= remaining(&moved, "red") - 100, "no second increment");
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_follow_the_players_when_an_opening_exchanges_the_colors() {
    let server = start().await;
    let body = json!({
        "ruleset": "gomoku", "options": {"opening": "swap"}, "clock": {"initial_ms": MINUTE, "increment_ms": 500},
    });
    let path = server.game(body).await;
    server.play(&path, &["h8"]).await;
    wait(200).await;
    let before = server.play(&path, &["i9", "j10"]).await;
    let (black, white) = (remaining(&before, "black"), remaining(&before, "white"));
    assert_ne!(black, white, "who places the first stones has been charged and has increments");
    let after = server.play(&path, &["swap"]).await;
    assert_eq!((remaining(&after, "black"), remaining(&after, "white")), (white, black));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_game_stops_its_clock() {
    let server = start().await;
    let path = running_game(&server, json!({"initial_ms": MINUTE})).await;
    wait(100).await;
    let over = server.post(&format!("{path}/resign"), json!({"side": "black"})).await.expect(200);
    assert_eq!((&over["clock"]["running"], &over["clock"]["deadline"]), (&Value::Null, &Value::Null));
    assert!(remaining(&over, "red") <= MINUTE - 100, "the last turn is charged");
    assert_eq!(remaining(&over, "black"), MINUTE);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_of_a_game_has_the_times_of_its_moves() {
    let server = start().await;
    let path = running_game(&server, json!({"initial_ms": 5 * MINUTE, "increment_ms": 1000})).await;
    let game = server.play(&path, &["h0g2"]).await;
    let pgn = server.get(&format!("{path}/record?format=pgn")).await.text;
    assert!(pgn.contains("1. H2-E2 {[%clk 0:05:00.0]} H9-G7 {[%clk 0:05:00.0]}"), "{pgn}");
    let left = clock_ms(&game, 3);
    let (minutes, seconds, tenths) = (left / 60_000, left / 1000 % 60, left % 1000 / 100);
    assert!(
        pgn.contains(&format!("2. H0-G2 {{[%clk 0:{minutes:02}:{seconds:02}.{tenths}]}}")),
        "{left} {pgn}"
    );
    let body = json!({"ruleset": "xiangqi", "record": pgn});
    let imported = server.post("/v1/games", body).await.expect(201);
    assert_eq!((&imported["ply"], &imported["import"]["notes"]), (&json!(3), &json!([])));
    assert_eq!(imported["clock"], Value::Null, "a record has times, but no time control");
}
