//! A client that repeats each change with its idempotency key until it gets a final response.

use super::history::{Attempt, Change, History, Operation, Outcome, Read, Response, Timestamp};
use super::wire::{self, Disconnect, HttpResponse};
use rand::RngExt;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::Interval;
use uuid::Uuid;

/// The servers of a run, which share one store.
pub trait Servers: std::fmt::Debug + Send + Sync {
    fn count(&self) -> usize;

    /// The current address of the server.
    fn address(&self, server: usize) -> SocketAddr;
}

/// How often the clients of several runs start a change, until the faults stop. They start in the order in which they ask.
pub type Pace = tokio::sync::Mutex<Interval>;

/// State that all clients of a run share.
#[derive(Debug)]
pub struct Run {
    pub servers: Arc<dyn Servers>,
    /// The first half of the clients' addresses.
    pub network: [u8; 2],
    /// As fast as the servers answer if `None`.
    pub pace: Option<Arc<Pace>>,
    /// How many milliseconds a client waits between two attempts.
    pub pause_ms: Range<u64>,
    pub history: Mutex<History>,
    /// How many operations the clients may still start.
    pub remaining: AtomicUsize,
    /// Whether clients disconnect before they get their responses.
    clients_disconnect: bool,
    /// How many times a client disconnected early.
    pub disconnects: AtomicUsize,
    /// No more faults are injected.
    pub faults_stopped: AtomicBool,
    pub started: Instant,
    /// The API key of all requests. With one, clients also change what needs one.
    pub api_key: Option<&'static str>,
}

impl Run {
    pub fn new(servers: Arc<dyn Servers>, operations: usize, clients_disconnect: bool) -> Run {
        Run {
            servers,
            network: [127, 1],
            pace: None,
            pause_ms: BETWEEN_ATTEMPTS_MS,
            history: Mutex::default(),
            remaining: AtomicUsize::new(operations),
            clients_disconnect,
            disconnects: AtomicUsize::new(0),
            faults_stopped: AtomicBool::new(false),
            started: Instant::now(),
            api_key: None,
        }
    }

    pub fn now(&self) -> Timestamp {
        self.started.elapsed().as_nanos() as Timestamp
    }

    /// Takes one operation; `false` when none remain.
    pub fn take_operation(&self) -> bool {
        let less = |remaining: usize| remaining.checked_sub(1);
        self.remaining.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }
}

/// The credentials and conditions of a change.
#[derive(Clone, Copy, Default, Debug)]
pub struct Conditions<'a> {
    /// The token of the seat, if the game has seats.
    pub token: Option<&'a str>,
    pub if_match: Option<&'a str>,
    pub has_sole_writer: bool,
}

#[derive(Debug)]
pub struct Client {
    pub run: Arc<Run>,
    /// Each client has its own address, so the server sees different clients.
    address: Ipv4Addr,
    /// A fixed number of slots limits how many clients play at once. A client whose change hangs gives up its slot.
    slot: Option<OwnedSemaphorePermit>,
}

/// After this many attempts a client gives up its slot.
const ATTEMPTS_WITH_SLOT: usize = 40;
/// After the last fault a client makes this many attempts, which takes minutes, before a change counts as never
/// answered.
const ATTEMPTS_AFTER_FAULTS: usize = 1000;
const BETWEEN_ATTEMPTS_MS: Range<u64> = 10..300;

impl Client {
    pub fn new(run: Arc<Run>, number: usize, slot: Option<OwnedSemaphorePermit>) -> Client {
        let [_, _, high, low] = (number as u32 + 2).to_be_bytes();
        let [first, second] = run.network;
        Client { run, address: Ipv4Addr::new(first, second, high, low), slot }
    }

    pub fn has_slot(&self) -> bool {
        self.slot.is_some()
    }

    fn random_server(&self) -> usize {
        rand::rng().random_range(0..self.run.servers.count())
    }

    async fn send(
        &self,
        server: usize,
        request: &[u8],
        disconnect: Option<Disconnect>,
    ) -> Option<HttpResponse> {
        let response =
            wire::send(self.address, self.run.servers.address(server), request, disconnect).await?;
        if response.status == 500 {
            self.run.history.lock().unwrap().internal_errors.push(response.body.to_string());
        }
        Some(response)
    }

    /// Makes a change. Repeats it at random servers until the response is final, and sometimes once more. `None` if no
    /// attempt got a final response.
    pub async fn change(
        &mut self,
        game: Option<&str>,
        change: Change,
        conditions: Conditions<'_>,
    ) -> Option<HttpResponse> {
        self.await_turn().await;
        let key = Uuid::new_v4().to_string();
        let request = self.encode(game, &change, conditions, &key);
        let mut operation = Operation {
            key,
            game: game.map(str::to_owned),
            change,
            has_sole_writer: conditions.has_sole_writer,
            attempts: Vec::new(),
        };
        let response = self.until_answered(&request, &mut operation.attempts).await;
        if response.is_some() && rand::rng().random_bool(0.3) {
            self.attempt(&request, None, &mut operation.attempts).await;
        }
        self.run.history.lock().unwrap().operations.push(operation);
        response
    }

    /// The headers that say who calls.
    fn credentials(&self) -> Vec<(&'static str, String)> {
        let key = self
            .run
            .api_key
            .map(|key| [("x-api-key", key.to_owned()), ("duiyi-user", self.address.to_string())]);
        key.into_iter().flatten().collect()
    }

    fn encode(&self, game: Option<&str>, change: &Change, conditions: Conditions<'_>, key: &str) -> Vec<u8> {
        let path = format!(
            "/v1/games{}{}",
            game.map(|game| format!("/{game}")).unwrap_or_default(),
            endpoint(change)
        );
        let method = if matches!(change, Change::Rename { .. }) { "PATCH" } else { "POST" };
        let mut headers = self.credentials();
        headers.push(("idempotency-key", key.to_owned()));
        headers.extend(conditions.token.map(|token| ("authorization", format!("Bearer {token}"))));
        headers.extend(conditions.if_match.map(|tag| ("if-match", tag.to_owned())));
        wire::request(method, &path, &headers, Some(&body(change)))
    }

    async fn await_turn(&self) {
        let Some(pace) = &self.run.pace else { return };
        let mut pace = pace.lock().await;
        if !self.run.faults_stopped.load(Ordering::Relaxed) {
            pace.tick().await;
        }
    }

    async fn until_answered(&mut self, request: &[u8], attempts: &mut Vec<Attempt>) -> Option<HttpResponse> {
        let mut attempts_after_faults = 0;
        while attempts_after_faults < ATTEMPTS_AFTER_FAULTS {
            if self.run.faults_stopped.load(Ordering::Relaxed) {
                attempts_after_faults += 1;
            }
            let disconnect = self.run.clients_disconnect.then(|| random_disconnect(attempts.len())).flatten();
            if let Some(response) = self.attempt(request, disconnect, attempts).await {
                return Some(response);
            }
            if attempts.len() == ATTEMPTS_WITH_SLOT {
                self.slot = None;
            }
            let pause = Duration::from_millis(rand::rng().random_range(self.run.pause_ms.clone()));
            // Half of the first retries follow at once, like those of real clients.
            if attempts.len() > 1 || rand::rng().random_bool(0.5) {
                tokio::time::sleep(pause).await;
            }
        }
        None
    }

    async fn attempt(
        &self,
        request: &[u8],
        disconnect: Option<Disconnect>,
        attempts: &mut Vec<Attempt>,
    ) -> Option<HttpResponse> {
        let invoked = self.run.now();
        let response = self.send(self.random_server(), request, disconnect).await;
        let completed = self.run.now();
        self.run.disconnects.fetch_add(usize::from(disconnect.is_some()), Ordering::Relaxed);
        let outcome = match &response {
            None => Outcome::Lost,
            Some(response) if is_retryable(response) => Outcome::Retryable,
            Some(response) => Outcome::Answered(Box::new(read_response(response))),
        };
        let is_final = matches!(outcome, Outcome::Answered(_));
        attempts.push(Attempt { invoked, completed, outcome });
        response.filter(|_| is_final)
    }

    /// Reads a game from a random server; the status is 304 when the game still has the ETag.
    pub async fn read(&self, game: &str, tag: Option<&str>) -> Option<HttpResponse> {
        let (response, read) = self.read_from(self.random_server(), game, tag).await?;
        self.run.history.lock().unwrap().reads.push(read);
        Some(response)
    }

    /// Reads the game from every server after the faults.
    pub async fn read_from_every_server(&self, game: &str) {
        for server in 0..self.run.servers.count() {
            for _ in 0..ATTEMPTS_AFTER_FAULTS {
                if let Some((_, read)) = self.read_from(server, game, None).await {
                    self.run.history.lock().unwrap().final_reads.push(read);
                    break;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }

    async fn read_from(&self, server: usize, game: &str, tag: Option<&str>) -> Option<(HttpResponse, Read)> {
        let mut headers = self.credentials();
        headers.extend(tag.map(|tag| ("if-none-match", tag.to_owned())));
        let request = wire::request("GET", &format!("/v1/games/{game}"), &headers, None);
        let invoked = self.run.now();
        let response = self.send(server, &request, None).await?;
        if response.status >= 500 {
            return None;
        }
        let completed = self.run.now();
        let read = Read { game: game.to_owned(), invoked, completed, response: read_response(&response) };
        Some((response, read))
    }

    /// The number of games by the first server's metric. Polls until it is the expected number, for 35 seconds at most: a server counts every
    /// half minute.
    pub async fn count_games(&self, expected: usize) -> Option<usize> {
        let request = wire::request("GET", "/metrics", &[], None);
        let mut count = None;
        for _ in 0..140 {
            if let Some(response) = self.send(0, &request, None).await {
                let text = response.body.as_str().unwrap_or_default();
                let line = text.lines().find_map(|line| line.strip_prefix("duiyi_games "));
                count = line.and_then(|count| count.parse().ok());
            }
            if count == Some(expected) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
        count
    }
}

fn read_response(response: &HttpResponse) -> Response {
    let is_replay = response.header("idempotency-replayed") == Some("true");
    Response::new(response.status, response.tag(), is_replay, &response.body)
}

fn is_retryable(response: &HttpResponse) -> bool {
    response.status >= 500
        || matches!(response.status, 408 | 429)
        || (response.status == 409 && response.body["code"] == "request_in_flight")
}

/// Whether and how the client disconnects in this attempt. The first attempt is the likeliest; none is certain.
fn random_disconnect(earlier_attempts: usize) -> Option<Disconnect> {
    let random = &mut rand::rng();
    let often = if earlier_attempts == 0 { 0.4 } else { 0.15 };
    random.random_bool(often).then(|| Disconnect {
        mid_request: random.random_bool(0.1),
        after: Duration::from_micros(if random.random_bool(0.3) {
            0
        } else {
            random.random_range(0..60_000)
        }),
        with_rst: random.random_bool(0.7),
    })
}

fn endpoint(change: &Change) -> &'static str {
    match change {
        Change::Create { .. } | Change::Rename { .. } => "",
        Change::CreateAll { .. } => "/batch",
        Change::Move { .. } => "/moves",
        Change::EngineMove => "/best-move",
        Change::Undo { .. } => "/undo",
        Change::Resign { .. } => "/resign",
        Change::OfferDraw { .. } => "/draw",
    }
}

fn body(change: &Change) -> Value {
    match change {
        Change::Create { body } => body.clone(),
        Change::CreateAll { games } => json!({"games": games}),
        Change::Rename { side, name } => json!({"players": {side: {"name": name}}}),
        Change::Move { text, wants_reply } => json!({"move": text, "reply": wants_reply}),
        Change::EngineMove => json!({"play": true, "book": false, "limits": {"time_ms": 30}}),
        Change::Undo { plies } => json!({"plies": plies}),
        Change::Resign { side } => json!({"side": side}),
        Change::OfferDraw { side, .. } => json!({"side": side, "action": "offer"}),
    }
}
