//! Sends requests to random servers until one responds, and records everything that clients see.

use super::sightings::{Change, Sighting, Source, State};
use duiyi_testkit::histories::cluster::Cluster;
use jiff::Timestamp;
use rand::RngExt;
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::Value;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use uuid::Uuid;

/// How long a client waits for a response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(3);
const BETWEEN_ATTEMPTS_MS: std::ops::Range<u64> = 10..100;

/// Everything that the clients of a run saw.
#[derive(Debug, Default)]
pub struct Record {
    pub sightings: Vec<Sighting>,
    pub changes: Vec<Change>,
    /// The rematch that each player found: the game, its side, and the next game.
    pub rematches: Vec<(String, &'static str, String)>,
    /// Responses that no order of events allows.
    pub violations: Vec<String>,
}

/// The clients of a run.
#[derive(Debug)]
pub struct Caller {
    http: Client,
    pub cluster: Arc<Cluster>,
    pub record: Mutex<Record>,
}

/// A final response.
#[derive(Debug)]
pub struct FinalResponse {
    pub status: u16,
    pub body: Value,
    pub is_replay: bool,
}

impl FinalResponse {
    /// The game in the response.
    pub fn game(&self) -> &Value {
        if self.body["game"].is_object() { &self.body["game"] } else { &self.body }
    }

    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Whether a retry of the same request would get the same response.
    fn is_final(&self) -> bool {
        self.status < 500
            && !matches!(self.status, 408 | 429)
            && !(self.status == 409 && self.body["code"] == "request_in_flight")
    }
}

impl Caller {
    pub fn new(cluster: Arc<Cluster>) -> Caller {
        let http = Client::builder().no_proxy().build().unwrap();
        Caller { http, cluster, record: Mutex::default() }
    }

    fn request(&self, server: usize, method: Method, path: &str, token: Option<&str>) -> RequestBuilder {
        let request = self.http.request(method, format!("http://{}{path}", self.cluster.address(server)));
        match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    fn random_server(&self) -> usize {
        rand::rng().random_range(0..self.cluster.count())
    }

    async fn send(request: RequestBuilder) -> Option<FinalResponse> {
        let response = request.timeout(RESPONSE_TIMEOUT).send().await.ok()?;
        let status = response.status().as_u16();
        let is_replay = response.headers().contains_key("idempotency-replayed");
        let response = FinalResponse { status, body: response.json().await.ok()?, is_replay };
        Some(response).filter(FinalResponse::is_final)
    }

    /// Makes a change. Repeats the request with its idempotency key until the response is final. The path of the game is
    /// empty for the creation.
    pub async fn change(
        &self,
        game: &str,
        action: &'static str,
        token: Option<&str>,
        body: Value,
    ) -> FinalResponse {
        let key = Uuid::new_v4().to_string();
        let path = match game {
            "" => "/v1/games".to_owned(),
            game => format!("/v1/games/{game}/{action}"),
        };
        for attempts in 1.. {
            let asked = Timestamp::now();
            let server = self.random_server();
            let request = self.request(server, Method::POST, &path, token);
            let request = request.header("idempotency-key", &key).json(&body);
            if let Some(response) = Caller::send(request).await {
                self.note_change(
                    game,
                    Change {
                        game: game.to_owned(),
                        action,
                        body,
                        attempts,
                        sent: asked,
                        server,
                        is_replay: response.is_replay,
                        status: response.status,
                        code: response.body["code"].as_str().unwrap_or_default().to_owned(),
                        plies: response.game()["moves"].as_array().map(Vec::len),
                    },
                );
                let source = if response.is_replay { Source::Replay } else { Source::Response };
                self.note_state(asked, source, response.game());
                return response;
            }
            pause().await;
        }
        unreachable!("the attempts do not end")
    }

    fn note_change(&self, game: &str, change: Change) {
        /// Refusals of an action that another one has overtaken.
        const OVERTAKEN: [&str; 9] = [
            "game_over",
            "not_your_turn",
            "game_changed",
            "illegal_move",
            "no_draw_offer",
            "no_takeback_offer",
            "no_rematch_offer",
            "nothing_to_claim",
            "nothing_to_undo",
        ];
        let mut record = self.record.lock().unwrap();
        if !change.is_success() && !OVERTAKEN.contains(&&*change.code) {
            record.violations.push(format!("game {game}: unexpected response to {change:?}"));
        }
        record.changes.push(change);
    }

    /// Records a state that a client requested at `asked` and sees now.
    pub fn note_state(&self, asked: Timestamp, source: Source, game: &Value) {
        let (Some(id), Some(state)) = (game["id"].as_str(), State::read(game)) else { return };
        let sighting = Sighting { game: id.to_owned(), asked, seen: Timestamp::now(), source, state };
        self.record.lock().unwrap().sightings.push(sighting);
    }

    /// Reads a game from a random server.
    pub async fn read(&self, game: &str, token: Option<&str>) -> Option<Value> {
        self.read_from(self.random_server(), game, token, Source::Response).await
    }

    pub async fn read_from(
        &self,
        server: usize,
        game: &str,
        token: Option<&str>,
        source: Source,
    ) -> Option<Value> {
        let asked = Timestamp::now();
        let request = self.request(server, Method::GET, &format!("/v1/games/{game}"), token);
        let response = Caller::send(request).await?;
        if !response.is_success() {
            let violation = format!("game {game}: a read got {} {}", response.status, response.body);
            self.record.lock().unwrap().violations.push(violation);
            return None;
        }
        self.note_state(asked, source, &response.body);
        Some(response.body)
    }

    /// Opens the event stream of a game on a random server, as lines of JSON.
    pub async fn open_events(&self, game: &str, token: &str) -> Option<Events> {
        let asked = Timestamp::now();
        let path = format!("/v1/games/{game}/events");
        let request = self.request(self.random_server(), Method::GET, &path, Some(token));
        let sent = request.header("accept", "application/x-ndjson").send();
        let response = tokio::time::timeout(RESPONSE_TIMEOUT, sent).await.ok()?.ok()?;
        response.status().is_success().then(|| Events { response, read: Vec::new(), asked })
    }

    /// The number of games in the store by the metric of a server.
    pub async fn count_games(&self) -> Option<usize> {
        let response = self.request(0, Method::GET, "/metrics", None).send().await.ok()?;
        let text = response.text().await.ok()?;
        text.lines().find_map(|line| line.strip_prefix("duiyi_games "))?.parse().ok()
    }
}

/// The pause between two attempts.
pub async fn pause() {
    let pause = rand::rng().random_range(BETWEEN_ATTEMPTS_MS);
    tokio::time::sleep(Duration::from_millis(pause)).await;
}

/// An open event stream.
#[derive(Debug)]
pub struct Events {
    response: Response,
    read: Vec<u8>,
    pub asked: Timestamp,
}

impl Events {
    /// The next event; `None` once the connection is closed or broken.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.read.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                match serde_json::from_slice(&line) {
                    Ok(event) => return Some(event),
                    // An empty line keeps the connection open.
                    Err(_) => continue,
                }
            }
            let chunk = self.response.chunk().await.ok()??;
            self.read.extend_from_slice(&chunk);
        }
    }
}
