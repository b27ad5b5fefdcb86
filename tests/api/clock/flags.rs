//! The server ends a game when the time of a side is up, without being asked.

use super::{MINUTE, clock_ms, ended, remaining, running_game, timed_game, until_deadline, wait};
use crate::support::{Server, config, start, start_with};
use duiyi::config::Config;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The status, the winner and the reason.
type Outcome = (Value, Value, Value);

fn result(game: &Value) -> Outcome {
    (game["status"].clone(), game["winner"].clone(), game["reason"].clone())
}

fn lost_by_red() -> Outcome {
    (json!("won"), json!("black"), json!("timeout"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_side_that_runs_out_of_time_has_lost_and_its_move_is_refused() {
    let server = start().await;
    let path = running_game(&server, json!({"initial_ms": 1000})).await;
    let over = ended(&server, &path).await;
    assert_eq!(result(&over), lost_by_red());
    assert_eq!((remaining(&over, "red"), remaining(&over, "black")), (0, 1000));
    assert_eq!((&over["clock"]["running"], &over["clock"]["deadline"]), (&Value::Null, &Value::Null));
    assert_eq!(over["version"], 4, "it ends once, after two moves");
    server.post(&format!("{path}/moves"), json!({"move": "h0g2"})).await.expect_problem(409, "game_over");
    assert_eq!(server.get(&path).await.expect(200), over);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_change_of_any_kind_is_refused() {
    let server = start().await;
    for (what, body) in [
        ("moves", json!({"move": "h0g2"})),
        ("best-move", json!({"play": true, "limits": {"depth": 1}})),
        ("resign", json!({"side": "black"})),
        ("draw", json!({"side": "red", "action": "offer"})),
        ("abort", json!({"side": "red"})),
    ] {
        let path = running_game(&server, json!({"initial_ms": 1000})).await;
        wait(1100).await;
        server.post(&format!("{path}/{what}"), body).await.expect_problem(409, "game_over");
        assert_eq!(result(&server.get(&path).await.expect(200)), lost_by_red(), "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_move_with_a_key_is_refused_in_the_same_way_again() {
    let server = start().await;
    let path = running_game(&server, json!({"initial_ms": 1000})).await;
    wait(1100).await;
    let play = async || {
        let request = server.request(reqwest::Method::POST, &format!("{path}/moves"));
        let request = request.header("idempotency-key", "6ba7b810-9dad-11d1-80b4-00c04fd430c8");
        server.send(request.json(&json!({"move": "h0g2"}))).await
    };
    let first = play().await.expect_problem(409, "game_over");
    assert_eq!(play().await.expect_problem(409, "game_over")["detail"], first["detail"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_first_move_of_either_side_aborts_the_game() {
    let server = start_with(Config { first_move_ms: 300, ..config() }).await;
    let aborted = (json!("aborted"), Value::Null, Value::Null);
    let path = timed_game(&server, json!({"initial_ms": MINUTE})).await;
    let over = ended(&server, &path).await;
    assert_eq!((result(&over), remaining(&over, "red")), (aborted.clone(), MINUTE));
    let path = timed_game(&server, json!({"initial_ms": MINUTE, "first_move_ms": 2000})).await;
    server.play(&path, &["h2e2"]).await;
    assert_eq!(result(&ended(&server, &path).await), aborted);
    server.post(&format!("{path}/moves"), json!({"move": "h9g7"})).await.expect_problem(409, "game_over");
}

/// Plays the first moves from a position in which Red has a rook and Black nothing to attack with.
async fn bare_black(server: &Server) -> String {
    let fen = "3ak4/9/4b4/9/9/9/9/4R4/9/4K4 w - - 0 1";
    let path = server.game(json!({"ruleset": "xiangqi", "fen": fen, "clock": {"initial_ms": 2500}})).await;
    server.play(&path, &["e2f2", "e9e8"]).await;
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_nothing_left_to_win_with_only_draws_when_the_other_is_late() {
    let server = start().await;
    let path = bare_black(&server).await;
    let drawn = (json!("drawn"), Value::Null, json!("insufficient_material"));
    assert_eq!(result(&ended(&server, &path).await), drawn, "Red is late");
    let path = bare_black(&server).await;
    server.play(&path, &["f2e2"]).await;
    let won = (json!("won"), json!("red"), json!("timeout"));
    assert_eq!(result(&ended(&server, &path).await), won, "Black is late");
}

/// Nine rows in which every five points in a row have a stone of both sides.
fn without_room() -> String {
    let row = |rank: usize| match rank % 5 {
        0 => "bw3bw2",
        1 => "3bw3b",
        2 => "1bw3bw1",
        3 => "w3bw3",
        _ => "2bw3bw",
    };
    (0..9).map(row).collect::<Vec<_>>().join("/")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_side_without_room_for_five_only_draws_when_the_other_is_late() {
    let server = start().await;
    let start_from = async |fen: Option<String>, moves: [&str; 2]| {
        let options = json!({"board_size": 9});
        let clock = json!({"initial_ms": 1000});
        let body = json!({"ruleset": "gomoku", "options": options, "fen": fen, "clock": clock});
        let path = server.game(body).await;
        server.play(&path, &moves).await;
        result(&ended(&server, &path).await)
    };
    let drawn = (json!("drawn"), Value::Null, json!("insufficient_material"));
    assert_eq!(start_from(Some(without_room()), ["c1", "d1"]).await, drawn);
    let won = (json!("won"), json!("white"), json!("timeout"));
    assert_eq!(start_from(None, ["e5", "d4"]).await, won);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_for_one_move_ends_the_game_too() {
    let server = start().await;
    for clock in [json!({"move_ms": 400}), json!({"initial_ms": MINUTE, "move_ms": 400})] {
        let path = running_game(&server, clock).await;
        assert_eq!(result(&ended(&server, &path).await), lost_by_red());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_ends_when_the_byoyomi_is_used_up_and_not_before() {
    let server = start().await;
    let path = timed_game(&server, json!({"initial_ms": 1000, "byoyomi_ms": 700})).await;
    server.play(&path, &["h2e2"]).await;
    let started = Instant::now();
    server.play(&path, &["h9g7"]).await;
    let over = ended(&server, &path).await;
    assert!(started.elapsed() >= Duration::from_millis(1700), "{:?}", started.elapsed());
    assert_eq!(result(&over), lost_by_red());
    assert_eq!((remaining(&over, "red"), &over["clock"]["byoyomi"]["red"]), (0, &json!(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn increments_keep_a_side_in_the_game() {
    let server = start().await;
    let path = running_game(&server, json!({"initial_ms": 2000, "increment_ms": 20_000})).await;
    let game = server.play(&path, &["h0g2", "i9h9"]).await;
    assert!(clock_ms(&game, 3) > 20_000 && clock_ms(&game, 4) > 20_000);
    wait(2500).await;
    assert_eq!(server.play(&path, &["b0c2"]).await["status"], "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_time_runs_while_a_game_waits_for_its_second_player() {
    let server = start().await;
    let clock = json!({"initial_ms": MINUTE, "first_move_ms": 400});
    let body = json!({"ruleset": "xiangqi", "seats": "invite", "side": "red", "clock": clock});
    let created = server.post("/v1/games", body).await.expect(201);
    let path = format!("/v1/games/{}", created["id"].as_str().unwrap());
    assert_eq!((&created["status"], &created["clock"]["deadline"]), (&json!("waiting"), &Value::Null));
    wait(800).await;
    assert_eq!(server.get(&path).await.expect(200)["status"], "waiting");
    let invitation = json!({"invitation": created["invitation"]});
    let joined = server.post(&format!("{path}/join"), invitation).await.expect(200);
    assert_eq!((&joined["status"], until_deadline(&joined)), (&json!("playing"), 400));
    assert_eq!(ended(&server, &path).await["status"], "aborted");
}
