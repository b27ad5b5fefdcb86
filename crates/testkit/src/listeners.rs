//! Clients that listen to the event streams of games.

use super::load::{client, client_at};
use super::server::Server;
use reqwest::Client;
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::time::Duration;
use tokio::task::JoinSet;

/// Open event streams of games in which moves are played and undone. Dropping it closes them.
#[derive(Debug)]
pub struct Listeners {
    _tasks: JoinSet<()>,
}

/// Opens and reads `streams` streams, ten for each game.
pub async fn listen(server: &Server, streams: usize) -> Listeners {
    const STREAMS_PER_GAME: usize = 10;
    /// An address may not open more than 2000.
    const GAMES_PER_ADDRESS: usize = 100;
    let http = client();
    let address = |number: usize| Ipv4Addr::new(127, 0, 1, u8::try_from(number).expect("few addresses"));
    let clients: Vec<Client> = (0..=streams / STREAMS_PER_GAME / GAMES_PER_ADDRESS)
        .map(|number| client_at(address(number).into()))
        .collect();
    let mut tasks = JoinSet::new();
    let mut games = Vec::new();
    for number in 0..streams / STREAMS_PER_GAME {
        let listener = &clients[number / GAMES_PER_ADDRESS];
        let begun = http.post(server.url("/v1/games")).json(&json!({"ruleset": "xiangqi"})).send().await;
        let game: Value = begun.expect("the server answers").json().await.expect("a game");
        let url = server.url(&format!("/v1/games/{}", game["id"].as_str().expect("it has an id")));
        for _ in 0..STREAMS_PER_GAME {
            let stream = listener.get(format!("{url}/events")).send().await.expect("the server answers");
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
