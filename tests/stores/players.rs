//! Clients that play random moves and remember what the server acknowledged.

use duiyi_testkit::processes::Server;
use rand::seq::IndexedRandom;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

pub fn client() -> Client {
    Client::builder().no_proxy().build().unwrap()
}

/// A game as its client last saw it.
#[derive(Clone, Debug)]
pub struct KnownGame {
    pub id: String,
    pub version: u64,
    pub moves: Vec<String>,
    pub legal: Vec<String>,
}

fn texts(values: &Value) -> Vec<String> {
    values.as_array().unwrap().iter().map(|value| value.as_str().unwrap().to_owned()).collect()
}

impl KnownGame {
    pub fn of(game: &Value) -> KnownGame {
        let moves = game["moves"].as_array().unwrap().iter();
        KnownGame {
            id: game["id"].as_str().unwrap().to_owned(),
            version: game["version"].as_u64().unwrap(),
            moves: moves.map(|mv| mv["move"].as_str().unwrap().to_owned()).collect(),
            legal: texts(&game["legal_moves"]),
        }
    }

    /// Fails unless `now` is this game, with at most one more move, which was not acknowledged.
    pub fn assert_is_not_lost(&self, now: &KnownGame) {
        assert!(now.version == self.version || now.version == self.version + 1, "{self:?}\n{now:?}");
        assert_eq!(now.moves[..self.moves.len()], self.moves[..]);
        assert_eq!(
            now.moves.len() as u64 + 1,
            now.version,
            "the version counts the moves, so no change is half stored"
        );
    }
}

/// Creates a game of two people; `None` when the server is gone.
pub async fn create_game(http: &Client, server: &str) -> Option<KnownGame> {
    let url = format!("{server}/v1/games");
    let response = http.post(url).json(&json!({"ruleset": "xiangqi"})).send().await.ok()?;
    assert_eq!(response.status(), StatusCode::CREATED);
    Some(KnownGame::of(&response.json().await.ok()?))
}

/// Plays a random legal move; returns the game after it, or `None` when no response came.
pub async fn play(http: &Client, server: &str, game: &KnownGame) -> Option<KnownGame> {
    let mv = game.legal.choose(&mut rand::rng())?.clone();
    let url = format!("{server}/v1/games/{}/moves", game.id);
    let response = http.post(url).json(&json!({"move": mv})).send().await.ok()?;
    let status = response.status();
    let body: Value = response.json().await.ok()?;
    assert_eq!(status, StatusCode::OK, "{body}");
    Some(KnownGame::of(&body["game"]))
}

/// Sends a request until the store is available.
pub async fn send_until_available(request: RequestBuilder) -> Response {
    loop {
        let response = request.try_clone().unwrap().send().await.unwrap();
        if response.status() != StatusCode::SERVICE_UNAVAILABLE {
            return response;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Reads a game, as soon as the store answers. Fails if the server does not have it.
pub async fn read_game(http: &Client, server: &Server, id: &str) -> KnownGame {
    let response = send_until_available(http.get(server.url(&format!("/v1/games/{id}")))).await;
    assert_eq!(response.status(), StatusCode::OK, "game {id} is lost");
    KnownGame::of(&response.json().await.unwrap())
}
