//! The requests about one game.

use super::super::Error;
use super::connection::{Connection, WAIT, problem};
use super::state::{GameState, Turn};
use crate::headers::API_KEY;
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde_json::json;
use std::time::Instant;

/// What lets the bot play.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Credential {
    /// The token of a seat.
    Token(String),
    /// The API key that owns a game without seats.
    Key(String),
}

/// A game on a server, and the right to play a side of it.
pub struct Api {
    connection: Connection,
    game: String,
    credential: Credential,
}

/// A state of the game.
pub struct Seen {
    pub state: GameState,
    tag: String,
    /// The time of the server, in milliseconds.
    server_ms: Option<i64>,
    received: Instant,
}

impl Seen {
    pub fn turn(&self) -> Result<Turn, Error> {
        self.state.turn_to_think(self.server_ms, self.received)
    }
}

impl Api {
    pub fn new(connection: Connection, id: &str, credential: Credential) -> Api {
        Api { connection, game: format!("/v1/games/{id}"), credential }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.connection.request(method, &format!("{}{path}", self.game));
        match &self.credential {
            Credential::Token(token) => request.bearer_auth(token),
            Credential::Key(key) => request.header(API_KEY, key),
        }
    }

    async fn send(&self, request: impl Fn() -> RequestBuilder) -> Result<Response, Error> {
        self.connection.send(request).await
    }

    /// The state of the game.
    pub async fn read(&self) -> Result<Seen, Error> {
        loop {
            let response = self.send(|| self.request(Method::GET, "")).await?;
            if let Some(seen) = seen(response).await? {
                return Ok(seen);
            }
        }
    }

    /// The state of the game when it is another than this one.
    pub async fn next(&self, last: &Seen) -> Result<Seen, Error> {
        loop {
            let wait = || {
                let request = self.request(Method::GET, "").header("if-none-match", &last.tag);
                request.header("prefer", format!("wait={WAIT}"))
            };
            if let Some(seen) = seen(self.send(wait).await?).await? {
                return Ok(seen);
            }
        }
    }

    /// The side of the token: the other one may not answer an offer for it.
    pub async fn own_side(&self, state: &GameState) -> Result<String, Error> {
        for side in state.sides() {
            let body = json!({"side": side, "action": "decline"});
            let response = self.send(|| self.request(Method::POST, "/takeback").json(&body)).await?;
            match response.status() {
                StatusCode::FORBIDDEN => {}
                StatusCode::UNAUTHORIZED => return Err(problem(response).await),
                _ => return Ok(side.to_owned()),
            }
        }
        Err("the token is of neither side".into())
    }

    /// Makes a move, once however often it is sent. A move that does not fit the game any more is none.
    pub async fn play(&self, state: &GameState, mv: &str) -> Result<(), Error> {
        let key = format!("\"bot-{}-{mv}\"", state.version);
        let body = json!({"move": mv});
        let send = || self.request(Method::POST, "/moves").header("idempotency-key", &key).json(&body);
        let response = self.send(send).await?;
        match response.status() {
            status if status.is_success() => Ok(()),
            StatusCode::CONFLICT | StatusCode::PRECONDITION_FAILED => Ok(()),
            _ => Err(problem(response).await),
        }
    }

    /// Offers a draw or a rematch, or answers such an offer. One that does not fit the game any more is none.
    pub async fn offer(&self, offer: &str, side: &str, action: &str) -> Result<(), Error> {
        let body = json!({"side": side, "action": action});
        let response = self.send(|| self.request(Method::POST, &format!("/{offer}")).json(&body)).await?;
        match response.status() {
            status if status.is_success() || status == StatusCode::CONFLICT => Ok(()),
            _ => Err(problem(response).await),
        }
    }
}

/// None if the game has not changed.
async fn seen(response: Response) -> Result<Option<Seen>, Error> {
    let received = Instant::now();
    match response.status() {
        StatusCode::NOT_MODIFIED => return Ok(None),
        status if status.is_success() => {}
        _ => return Err(problem(response).await),
    }
    let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let tag = header("etag").ok_or("the server sent no ETag")?;
    let server_ms = header("duiyi-time").and_then(|text| text.parse().ok());
    match response.json().await {
        Ok(state) => Ok(Some(Seen { state, tag, server_ms, received })),
        // The connection was lost within the body, so ask again.
        Err(error) if !error.is_decode() => Ok(None),
        Err(error) => Err(error.into()),
    }
}
