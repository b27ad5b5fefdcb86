//! Clients that listen to games.

use super::load::client;
use super::server::Server;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::task::JoinSet;

/// Streams of games in which moves are played and taken back, as long as this is there.
#[derive(Debug)]
pub struct Listeners {
    _tasks: JoinSet<()>,
}

/// So many streams are open and read, of a tenth as many games.
pub async fn listen(server: &Server, streams: usize) -> Listeners {
    const A_GAME: usize = 10;
    let http = client();
    let mut tasks = JoinSet::new();
    let mut games = Vec::new();
    for _ in 0..streams / A_GAME {
        let begun = http.post(server.url("/v1/games")).json(&json!({"ruleset": "xiangqi"})).send().await;
        let game: Value = begun.expect("the server answers").json().await.expect("a game");
        let url = server.url(&format!("/v1/games/{}", game["id"].as_str().expect("it has an id")));
        for _ in 0..A_GAME {
            let stream = http.get(format!("{url}/events")).send().await.expect("the server answers");
            let mut stream = stream.error_for_status().expect("a stream");
            tasks.spawn(async move { while let Ok(Some(_)) = stream.chunk().await {} });
        }
        games.push(url);
    }
    tasks.spawn(async move {
        let changes = [("moves", json!({"move": "h2e2"})), ("undo", json!({}))];
        for (kind, body) in changes.iter().cycle() {
            for url in &games {
                let changed = http.post(format!("{url}/{kind}")).json(body).send().await;
                changed.expect("the server answers").error_for_status().expect("the game is changed");
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    });
    Listeners { _tasks: tasks }
}
