//! Engines that play by a clock.

use super::{MINUTE, clock_ms, remaining, until_deadline, wait};
use crate::support::{Server, start};
use serde_json::{Value, json};

/// Creates a game against an engine; returns it.
async fn against(server: &Server, side: &str, limits: Value, clock: Value) -> Value {
    let engine = json!({"kind": "engine", "book": false, "limits": limits});
    let body = json!({"ruleset": "xiangqi", "players": {side: engine}, "clock": clock});
    server.post("/v1/games", body).await.expect(201)
}

fn path(game: &Value) -> String {
    format!("/v1/games/{}", game["id"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_is_charged_for_its_time_and_earns_its_increments() {
    let server = start().await;
    let clock = json!({"initial_ms": MINUTE, "increment_ms": 1000});
    let made = against(&server, "black", json!({"time_ms": 200}), clock).await;
    let game = server.play(&path(&made), &["h2e2"]).await;
    assert_eq!((&game["ply"], clock_ms(&game, 2)), (&json!(2), MINUTE), "its first move is free");
    assert_eq!(game["clock"]["running"], "red");
    let game = server.play(&path(&made), &["h0g2"]).await;
    assert_eq!(game["moves"][3]["by"], "engine");
    let left = remaining(&game, "black");
    assert_eq!(clock_ms(&game, 4), left);
    assert!(left <= MINUTE + 1000, "{left}");
    assert_eq!(
        (&game["clock"]["running"], until_deadline(&game)),
        (&json!("red"), remaining(&game, "red") as i64)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_obeys_its_clock_before_its_limits() {
    let server = start().await;
    let clock = json!({"initial_ms": 20_000});
    let made = against(&server, "black", json!({"time_ms": 60_000}), clock).await;
    for mv in ["h2e2", "h0g2", "b0c2"] {
        let game = server.play(&path(&made), &[mv]).await;
        assert_eq!(game["status"], "playing", "the engine has not used up its time");
        assert!(remaining(&game, "black") > 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_moves_first_has_moved_and_the_other_side_has_its_time_for_the_first_move() {
    let server = start().await;
    let clock = json!({"initial_ms": MINUTE, "first_move_ms": 25_000});
    let game = against(&server, "red", json!({"depth": 1}), clock).await;
    assert_eq!((&game["ply"], &game["version"], clock_ms(&game, 1)), (&json!(1), &json!(1), MINUTE));
    assert_eq!((&game["clock"]["running"], until_deadline(&game)), (&Value::Null, 25_000));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_of_an_engine_runs_only_while_it_thinks() {
    let server = start().await;
    let clock = json!({"initial_ms": 3000});
    let made = against(&server, "black", json!({"depth": 1}), clock).await;
    server.play(&path(&made), &["h2e2"]).await;
    let moves = format!("{}/moves", path(&made));
    let game = server.post(&moves, json!({"move": "h0g2", "reply": false})).await.expect(200)["game"].clone();
    assert_eq!(game["turn"], "black");
    assert_eq!((&game["clock"]["running"], &game["clock"]["deadline"]), (&Value::Null, &Value::Null));
    wait(3500).await;
    assert_eq!(server.get(&path(&made)).await.expect(200), game, "nobody has asked the engine to move");
    let best = format!("{}/best-move", path(&made));
    let moved = server.post(&best, json!({"play": true})).await.expect(200)["game"].clone();
    assert_eq!((&moved["status"], &moved["ply"]), (&json!("playing"), &json!(4)));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_engines_with_clocks_play_on_request() {
    let server = start().await;
    let engine = json!({"kind": "engine", "book": false, "limits": {"time_ms": 50}});
    let players = json!({"red": engine, "black": engine});
    let clock = json!({"initial_ms": 20_000, "byoyomi_ms": 5000});
    let made = server
        .post("/v1/games", json!({"ruleset": "xiangqi", "players": players, "clock": clock}))
        .await
        .expect(201);
    let best = format!("{}/best-move", path(&made));
    for ply in 2..=5 {
        let game = server.post(&best, json!({"play": true})).await.expect(200)["game"].clone();
        assert_eq!((&game["ply"], &game["status"]), (&json!(ply), &json!("playing")));
        assert_eq!(game["clock"]["running"], Value::Null, "the other engine has not been asked yet");
    }
}
