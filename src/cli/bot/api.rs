//! The requests of a bot. Each is sent again until the server answers, so a lost connection costs time only.

use super::super::Error;
use super::state::{GameState, Turn};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// How long the server keeps a request that waits for a change, in seconds.
const WAIT: u64 = 30;
const TIMEOUT: Duration = Duration::from_secs(WAIT + 15);

/// A game on a server, and the token of a side.
pub struct Api {
    client: Client,
    game: String,
    token: String,
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
    pub fn new(server: &str, id: &str, token: &str) -> Result<Api, Error> {
        let game = format!("{}/v1/games/{id}", server.trim_end_matches('/'));
        let client = Client::builder().timeout(TIMEOUT).build()?;
        Ok(Api { client, game, token: token.to_owned() })
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.game)).bearer_auth(&self.token)
    }

    /// Sends a request until it has an answer that sending it again would not change.
    async fn send(&self, request: impl Fn() -> RequestBuilder) -> Result<Response, Error> {
        let mut pause = FIRST_PAUSE;
        loop {
            match request().send().await {
                Ok(response) if !is_passing(response.status()) => return Ok(response),
                Ok(response) => eprintln!("the server answers {}: trying again", response.status()),
                Err(error) if error.is_builder() => return Err(error.into()),
                Err(error) => eprintln!("{error}: trying again"),
            }
            tokio::time::sleep(pause).await;
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
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

    /// Answers an offer. One that is not open any more needs no answer.
    pub async fn answer(&self, offer: &str, side: &str, action: &str) -> Result<(), Error> {
        let body = json!({"side": side, "action": action});
        let response = self.send(|| self.request(Method::POST, &format!("/{offer}")).json(&body)).await?;
        match response.status() {
            status if status.is_success() || status == StatusCode::CONFLICT => Ok(()),
            _ => Err(problem(response).await),
        }
    }
}

/// Whether another try may have another answer.
fn is_passing(status: StatusCode) -> bool {
    status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS
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

async fn problem(response: Response) -> Error {
    let status = response.status();
    let document: Value = response.json().await.unwrap_or_default();
    let detail = document["detail"].as_str().or(document["title"].as_str()).unwrap_or_default();
    format!("the server answers {status}: {detail}").into()
}
