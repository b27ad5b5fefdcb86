//! A client that sends the requests and measures their responses.

use super::requests::{Reads, Request};
use duiyi_testkit::server::Server;
use reqwest::StatusCode;
use serde_json::Value;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The id and the entity tag of a game on the server.
#[derive(Clone, Debug)]
pub struct Game {
    id: String,
    tag: String,
}

#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    server: String,
}

impl Client {
    pub fn of(server: &Server) -> Client {
        Client { http: duiyi_testkit::load::client(), server: server.url("") }
    }

    /// Creates a game; `None` if the server refuses it.
    pub async fn create(&self, creation: &Value) -> Option<Game> {
        let response = self.http.post(format!("{}/v1/games", self.server)).json(creation).send().await;
        let response = response.expect("the server answers").error_for_status().ok()?;
        let tag = response.headers()["etag"].to_str().expect("plain text").to_owned();
        let game: Value = response.json().await.expect("a game");
        Some(Game { id: game["id"].as_str().expect("an id").to_owned(), tag })
    }

    /// Sends a request; returns the status and how many bytes of the body were read.
    pub async fn send(&self, request: &Request, game: Option<&Game>) -> (StatusCode, usize) {
        static NEW: AtomicUsize = AtomicUsize::new(0);
        let new = format!("benchmark key {}", NEW.fetch_add(1, Ordering::Relaxed));
        let (id, tag) = game.map_or(("", ""), |game| (&game.id, &game.tag));
        let fill = |text: &str| text.replace("{id}", id).replace("{tag}", tag).replace("{new}", &new);
        let url = format!("{}{}", self.server, fill(&request.path));
        let mut sent = self.http.request(request.method.clone(), url);
        for (name, value) in &request.headers {
            sent = sent.header(*name, fill(value));
        }
        if let Some(body) = &request.body {
            sent = sent.header("content-type", "application/json").body(body.clone());
        }
        let mut response = sent.send().await.expect("the server answers");
        let status = response.status();
        let mut bytes = 0;
        while let Ok(Some(chunk)) = response.chunk().await {
            bytes += chunk.len();
            if request.reads == Reads::Beginning {
                break;
            }
        }
        (status, bytes)
    }
}
