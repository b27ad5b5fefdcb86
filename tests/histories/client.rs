//! A client that repeats a change under its key until it is answered, whatever happens to its connections.

use super::cluster::Cluster;
use super::history::{Answer, Attempt, Change, History, Moment, Operation, Outcome, Read};
use super::wire::{self, Leaves, Reply};
use rand::RngExt;
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;
use uuid::Uuid;

/// What all clients of a run share.
#[derive(Debug)]
pub struct Run {
    pub cluster: Arc<Cluster>,
    pub history: Mutex<History>,
    /// How many operations are still to be done.
    pub left: AtomicUsize,
    /// Whether clients leave before they have their answers, and how often they did.
    clients_leave: bool,
    pub drops: AtomicUsize,
    /// No more faults are made.
    pub is_quiet: AtomicBool,
    started: Instant,
}

impl Run {
    pub fn new(cluster: Arc<Cluster>, operations: usize, clients_leave: bool) -> Run {
        Run {
            cluster,
            history: Mutex::default(),
            left: AtomicUsize::new(operations),
            clients_leave,
            drops: AtomicUsize::new(0),
            is_quiet: AtomicBool::new(false),
            started: Instant::now(),
        }
    }

    pub fn now(&self) -> Moment {
        self.started.elapsed().as_nanos() as Moment
    }

    /// Whether one more operation is to be done.
    pub fn takes_one_more(&self) -> bool {
        let less = |left: usize| left.checked_sub(1);
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }
}

/// What a change is made with beside its body.
#[derive(Clone, Copy, Default, Debug)]
pub struct Conditions<'a> {
    /// The seat's, if the game has seats.
    pub token: Option<&'a str>,
    pub if_match: Option<&'a str>,
    pub has_sole_writer: bool,
}

/// The final answer to a change, as its client goes on with it.
#[derive(Debug)]
pub struct Final {
    pub status: u16,
    pub tag: Option<String>,
    pub body: Value,
}

#[derive(Debug)]
pub struct Client {
    pub run: Arc<Run>,
    /// Each client has its own, as clients have.
    address: Ipv4Addr,
    /// So many clients play at once. One whose change hangs lets another play.
    place: Option<OwnedSemaphorePermit>,
}

/// After so many tries a client lets another play.
const TRIES_IN_PLACE: usize = 40;
/// So often a client tries after the last fault, before it is said that it never gets an answer: minutes.
const TRIES_WHEN_QUIET: usize = 1000;
const BETWEEN_TRIES_MS: std::ops::Range<u64> = 10..300;

impl Client {
    pub fn new(run: Arc<Run>, number: usize, place: Option<OwnedSemaphorePermit>) -> Client {
        let [_, _, high, low] = (number as u32 + 2).to_be_bytes();
        Client { run, address: Ipv4Addr::new(127, 1, high, low), place }
    }

    pub fn has_place(&self) -> bool {
        self.place.is_some()
    }

    fn some_server(&self) -> usize {
        rand::rng().random_range(0..self.run.cluster.len())
    }

    async fn ask(&self, server: usize, request: &[u8], leaves: Option<Leaves>) -> Option<Reply> {
        wire::ask(self.address, self.run.cluster.address(server), request, leaves).await
    }

    /// Makes a change, if need be by many tries at several servers; none when it was never answered.
    pub async fn change(
        &mut self,
        game: Option<&str>,
        change: Change,
        conditions: Conditions<'_>,
    ) -> Option<Final> {
        let key = Uuid::new_v4().to_string();
        let request = written(game, &change, conditions, &key);
        let mut operation = Operation {
            key,
            game: game.map(str::to_owned),
            change,
            has_sole_writer: conditions.has_sole_writer,
            attempts: Vec::new(),
        };
        let reply = self.until_answered(&request, &mut operation.attempts).await;
        if reply.is_some() && rand::rng().random_bool(0.3) {
            self.attempt(&request, None, &mut operation.attempts).await;
        }
        self.run.history.lock().unwrap().operations.push(operation);
        let reply = reply?;
        Some(Final { status: reply.status, tag: reply.header("etag").map(str::to_owned), body: reply.body })
    }

    async fn until_answered(&mut self, request: &[u8], attempts: &mut Vec<Attempt>) -> Option<Reply> {
        let mut tries_when_quiet = 0;
        while tries_when_quiet < TRIES_WHEN_QUIET {
            if self.run.is_quiet.load(Ordering::Relaxed) {
                tries_when_quiet += 1;
            }
            let leaves = self.run.clients_leave.then(|| some_leave(attempts.len())).flatten();
            if let Some(reply) = self.attempt(request, leaves, attempts).await {
                return Some(reply);
            }
            if attempts.len() == TRIES_IN_PLACE {
                self.place = None;
            }
            let pause = Duration::from_millis(rand::rng().random_range(BETWEEN_TRIES_MS));
            // A client whose connection broke often comes back at once.
            if attempts.len() > 1 || rand::rng().random_bool(0.5) {
                tokio::time::sleep(pause).await;
            }
        }
        None
    }

    async fn attempt(
        &self,
        request: &[u8],
        leaves: Option<Leaves>,
        attempts: &mut Vec<Attempt>,
    ) -> Option<Reply> {
        let invoked = self.run.now();
        let reply = self.ask(self.some_server(), request, leaves).await;
        let completed = self.run.now();
        self.run.drops.fetch_add(usize::from(leaves.is_some()), Ordering::Relaxed);
        let outcome = match &reply {
            None => Outcome::Lost,
            Some(reply) if is_to_be_tried_again(reply) => Outcome::Postponed,
            Some(reply) => Outcome::Answered(Box::new(read_answer(reply))),
        };
        let is_final = matches!(outcome, Outcome::Answered(_));
        attempts.push(Attempt { invoked, completed, outcome });
        reply.filter(|_| is_final)
    }

    /// Looks at a game at some server; the answer if there is one, which is 304 when the game still has the tag.
    pub async fn read(&self, game: &str, tag: Option<&str>) -> Option<Final> {
        let (reply, read) = self.read_at(self.some_server(), game, tag).await?;
        self.run.history.lock().unwrap().reads.push(read);
        Some(Final { status: reply.status, tag: reply.header("etag").map(str::to_owned), body: reply.body })
    }

    /// Looks at the game once more at every server, now that no faults are made.
    pub async fn read_at_last(&self, game: &str) {
        for server in 0..self.run.cluster.len() {
            for _ in 0..TRIES_WHEN_QUIET {
                if let Some((_, read)) = self.read_at(server, game, None).await {
                    self.run.history.lock().unwrap().last_reads.push(read);
                    break;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }

    async fn read_at(&self, server: usize, game: &str, tag: Option<&str>) -> Option<(Reply, Read)> {
        let headers: Vec<_> = tag.map(|tag| ("if-none-match", tag.to_owned())).into_iter().collect();
        let request = wire::request("GET", &format!("/v1/games/{game}"), &headers, None);
        let invoked = self.run.now();
        let reply = self.ask(server, &request, None).await?;
        if reply.status >= 500 {
            return None;
        }
        let answer = read_answer(&reply);
        let completed = self.run.now();
        Some((reply, Read { game: game.to_owned(), invoked, completed, answer }))
    }

    /// How many games the first server counts, looked at until it is as many as expected or will not be.
    pub async fn count_games(&self, expected: usize) -> Option<usize> {
        let request = wire::request("GET", "/metrics", &[], None);
        let mut count = None;
        for _ in 0..20 {
            if let Some(reply) = self.ask(0, &request, None).await {
                let text = reply.body.as_str().unwrap_or_default();
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

fn read_answer(reply: &Reply) -> Answer {
    let is_replay = reply.header("idempotency-replayed") == Some("true");
    Answer::new(reply.status, reply.header("etag"), is_replay, &reply.body)
}

fn is_to_be_tried_again(reply: &Reply) -> bool {
    reply.status >= 500
        || matches!(reply.status, 408 | 429)
        || (reply.status == 409 && reply.body["code"] == "request_in_flight")
}

/// Whether and how the client leaves in this try: often in the first, never for ever.
fn some_leave(tries_before: usize) -> Option<Leaves> {
    let random = &mut rand::rng();
    let often = if tries_before == 0 { 0.4 } else { 0.15 };
    random.random_bool(often).then(|| Leaves {
        half_way: random.random_bool(0.1),
        after: Duration::from_micros(if random.random_bool(0.3) {
            0
        } else {
            random.random_range(0..60_000)
        }),
        by_reset: random.random_bool(0.7),
    })
}

fn written(game: Option<&str>, change: &Change, conditions: Conditions<'_>, key: &str) -> Vec<u8> {
    let path = match game {
        Some(game) => format!("/v1/games/{game}{}", endpoint(change)),
        None => "/v1/games".to_owned(),
    };
    let mut headers = vec![("idempotency-key", key.to_owned())];
    headers.extend(conditions.token.map(|token| ("authorization", format!("Bearer {token}"))));
    headers.extend(conditions.if_match.map(|tag| ("if-match", tag.to_owned())));
    wire::request("POST", &path, &headers, Some(&body(change)))
}

fn endpoint(change: &Change) -> &'static str {
    match change {
        Change::Create { .. } => "",
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
        Change::Move { text, is_replied_to } => json!({"move": text, "reply": is_replied_to}),
        Change::EngineMove => json!({"play": true, "book": false, "limits": {"time_ms": 30}}),
        Change::Undo { plies } => json!({"plies": plies}),
        Change::Resign { side } => json!({"side": side}),
        Change::OfferDraw { side, .. } => json!({"side": side, "action": "offer"}),
    }
}
