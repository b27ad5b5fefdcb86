//! Engines play by their clocks, on a machine whose cores are all busy with something else.

use super::{MACHINE, games};
use duiyi_testkit::processes::{Server, TestStore};
use rand::seq::IndexedRandom;
use reqwest::Client;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// How many games are played at once.
const SLOTS: usize = 4;
/// A longer game is resigned.
const MOST_PLIES: usize = 60;

/// Keeps every core busy until it is dropped.
struct Load {
    is_done: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    fn start() -> Load {
        let is_done = Arc::new(AtomicBool::new(false));
        let cores = std::thread::available_parallelism().unwrap().get();
        let spin = |_| {
            let is_done = Arc::clone(&is_done);
            std::thread::spawn(move || while !is_done.load(Ordering::Relaxed) {})
        };
        Load { threads: (0..cores).map(spin).collect(), is_done }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            thread.join().unwrap();
        }
    }
}

/// What happened in games with engines.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    lost_by_time: usize,
    /// What an engine had left after each of its moves, in milliseconds.
    left: Vec<u64>,
}

impl Tally {
    fn add(&mut self, game: &Value) {
        self.games += 1;
        let by_time = game["reason"] == "timeout" || game["status"] == "aborted";
        self.lost_by_time +=
            usize::from(by_time && game["players"][game["turn"].as_str().unwrap()]["kind"] == "engine");
        for mv in game["moves"].as_array().unwrap().iter().filter(|mv| mv["by"] == "engine") {
            self.left.extend(mv["clock_ms"].as_u64());
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { games, lost_by_time, left } = self;
        let mut left = left.clone();
        left.sort_unstable();
        let at = |share: usize| left.get(left.len() / share).copied().unwrap_or(0);
        write!(
            formatter,
            "{games} games, {} moves of engines, {lost_by_time} games lost by time; left after a move: median {}, in one of \
             a hundred at most {}, least {} ms",
            left.len(),
            at(2),
            at(100),
            left.first().copied().unwrap_or(0),
        )
    }
}

async fn post(http: &Client, url: &str, body: Value) -> Value {
    let response = http.post(url).json(&body).send().await.unwrap();
    let (status, body): (_, Value) = (response.status(), response.json().await.unwrap());
    assert!(status.is_success() || body["code"] == "game_over", "{status} {body}");
    if body["game"].is_object() { body["game"].clone() } else { body }
}

/// Plays the game with this number: Xiangqi or Gomoku, against itself or against random moves. Returns its end.
async fn play(http: &Client, server: &Server, number: usize, clock: &Value) -> Value {
    let (ruleset, sides) =
        if number.is_multiple_of(2) { ("xiangqi", ["red", "black"]) } else { ("gomoku", ["black", "white"]) };
    let engine = json!({"kind": "engine", "limits": {"time_ms": 60_000}});
    let mut players = json!({sides[0]: engine, sides[1]: engine});
    if (number / 2).is_multiple_of(2) {
        players[sides[number / 4 % 2]] = json!({"kind": "human"});
    }
    let body = json!({"ruleset": ruleset, "players": players, "clock": clock});
    let mut game = post(http, &server.url("/v1/games"), body).await;
    let url = server.url(&format!("/v1/games/{}", game["id"].as_str().unwrap()));
    while game["status"] == "playing" {
        let turn = game["turn"].as_str().unwrap();
        let (action, body) = if game["moves"].as_array().unwrap().len() >= MOST_PLIES {
            ("resign", json!({"side": turn}))
        } else if players[turn]["kind"] == "engine" {
            ("best-move", json!({"play": true}))
        } else {
            let legal = game["legal_moves"].as_array().unwrap();
            ("moves", json!({"move": legal.choose(&mut rand::rng()).unwrap(), "reply": true}))
        };
        post(http, &format!("{url}/{action}"), body).await;
        game = http.get(&url).send().await.unwrap().json().await.unwrap();
    }
    game
}

async fn assert_engines_never_flag(clock: Value) {
    let server = Arc::new(TestStore::InMemory.serve());
    let (http, slots) = (Client::builder().no_proxy().build().unwrap(), Arc::new(Semaphore::new(SLOTS)));
    let load = Load::start();
    let mut playing = JoinSet::new();
    for number in 0..games(4) {
        let slot = Arc::clone(&slots).acquire_owned().await.unwrap();
        let (http, server, clock) = (http.clone(), Arc::clone(&server), clock.clone());
        playing.spawn(async move {
            let end = play(&http, &server, number, &clock).await;
            drop(slot);
            end
        });
    }
    let mut tally = Tally::default();
    playing.join_all().await.iter().for_each(|end| tally.add(end));
    drop(load);
    println!("engines with {clock}: {tally}");
    assert_eq!(tally.lost_by_time, 0, "{tally}");
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_do_not_lose_by_time() {
    let _alone = MACHINE.write().await;
    let with_increment = json!({"initial_ms": 10_000, "increment_ms": 100});
    for clock in [with_increment, json!({"initial_ms": 1000}), json!({"move_ms": 500})] {
        assert_engines_never_flag(clock).await;
    }
}
