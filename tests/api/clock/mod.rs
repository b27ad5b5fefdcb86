//! Clocks through a real server: what a new game may set, what the game shows, how time is charged, and how it ends a game.
//!
//! Times are short, and no test assumes that the machine is fast: a longer time than a limit is waited for, and everything
//! that is compared with a limit has a minute.

mod creation;
mod engine;
mod flags;
mod running;

use crate::lines::Lines;
use crate::support::Server;
use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

const MINUTE: u64 = 60_000;

/// Creates a game of Xiangqi with a clock and without seats; returns its path.
async fn timed_game(server: &Server, clock: Value) -> String {
    server.game(json!({"ruleset": "xiangqi", "clock": clock})).await
}

/// The same after the first moves of both sides, so that Red's time runs.
async fn running_game(server: &Server, clock: Value) -> String {
    let path = timed_game(server, clock).await;
    server.play(&path, &["h2e2", "h9g7"]).await;
    path
}

/// Waits until the server has ended the game, without asking for it; returns the game in its last event.
async fn ended(server: &Server, path: &str) -> Value {
    let events =
        Lines::open(server, server.request(Method::GET, &format!("{path}/events"))).await.all().await;
    let [.., (last, game), (end, data)] = &events[..] else { panic!("{events:?}") };
    assert_eq!((&**last, &**end, &data["reason"]), ("game", "end", &json!("game_over")));
    game.clone()
}

/// Milliseconds from the last change of the clock to its deadline.
fn until_deadline(game: &Value) -> i64 {
    let time = |name: &str| game["clock"][name].as_str().unwrap().parse::<Timestamp>().unwrap();
    time("deadline").as_millisecond() - time("at").as_millisecond()
}

fn remaining(game: &Value, side: &str) -> u64 {
    game["clock"]["remaining_ms"][side].as_u64().unwrap()
}

/// What the mover of a ply, counted from 1, had left after it.
fn clock_ms(game: &Value, ply: usize) -> u64 {
    game["moves"][ply - 1]["clock_ms"].as_u64().unwrap()
}

/// Lets real time pass: the clocks of a whole server go by that of the system. What clocks compute is tested where games are, with times
/// that are given.
async fn wait(milliseconds: u64) {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
}
