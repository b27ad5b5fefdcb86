//! Clients that follow games by their event streams. Each follows a game until it has seen the last state, then another one.

use super::network::CLIENTS;
use super::players::{Played, Players};
use duiyi_testkit::histories::client::Servers;
use duiyi_testkit::histories::history::GameState;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::{Client, Response};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The server sends something every 8 seconds. After this time without anything the client connects again.
const SILENCE: Duration = Duration::from_secs(20);
const CONNECTS_WITHIN: Duration = Duration::from_secs(10);
/// How long after the end of a game every stream has shown its last state. Faults of the store last several seconds.
const CATCHES_UP_WITHIN: Duration = Duration::from_secs(120);
/// As the `Retry-After` of a store that is down says. Browsers wait three seconds before they open an event stream again.
const BETWEEN_ATTEMPTS_MS: std::ops::Range<u64> = 1000..4000;
/// Each of them has an address of its own, because the limits are per address.
const CLIENT_ADDRESSES: u8 = 20;

/// What the streams have seen.
#[derive(Debug, Default)]
pub struct Seen {
    pub open: AtomicUsize,
    pub most_open: AtomicUsize,
    pub connections: AtomicUsize,
    pub refusals: AtomicUsize,
    pub events: AtomicUsize,
    /// First events that were older than what a client knew to be stored.
    pub old_first_events: AtomicUsize,
    pub violations: Mutex<Vec<String>>,
    stop: AtomicBool,
}

impl Seen {
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn violation(&self, text: String) {
        self.violations.lock().unwrap().push(text);
    }
}

/// The clients of all streams.
pub fn clients() -> Vec<Client> {
    let client = |number| {
        let address = Ipv4Addr::new(CLIENTS[0], CLIENTS[1], 255, number);
        let builder = Client::builder().no_proxy().local_address(Some(address.into()));
        builder.pool_max_idle_per_host(0).build().expect("nothing in it depends on the system")
    };
    (1..=CLIENT_ADDRESSES).map(client).collect()
}

/// Follows games until the end.
pub async fn follow(
    http: Client,
    servers: Arc<dyn Servers>,
    players: Arc<Players>,
    seen: Arc<Seen>,
    seed: u64,
) {
    let mut random = StdRng::seed_from_u64(seed);
    while !seen.is_over() {
        let game = players.any(&mut random);
        let found = game.and_then(|game| Some((game.id()?, game)));
        let Some((id, game)) = found else {
            tokio::time::sleep(Duration::from_millis(random.random_range(BETWEEN_ATTEMPTS_MS))).await;
            continue;
        };
        let mut follower = Follower { id, game, last: None, known_final: None };
        while !follower.is_done(&seen) && !seen.is_over() {
            let server = servers.address(random.random_range(0..servers.count()));
            match follower.connect(&http, server, &seen).await {
                Some(events) => follower.read(events, &seen).await,
                None => _ = seen.refusals.fetch_add(1, Ordering::Relaxed),
            }
            if !follower.is_done(&seen) {
                tokio::time::sleep(Duration::from_millis(random.random_range(BETWEEN_ATTEMPTS_MS))).await;
            }
        }
    }
}

/// A client that follows one game.
struct Follower {
    id: String,
    game: Arc<Played>,
    /// The game in the last event. It becomes a [`GameState`], with its digest, only at the end of the game, to spare the
    /// processors that the servers share.
    last: Option<Box<RawValue>>,
    /// Since when the last state of the game is known.
    known_final: Option<Instant>,
}

impl Follower {
    /// Whether it has seen the last state of the game, or should have.
    fn is_done(&mut self, seen: &Seen) -> bool {
        let Some(end) = self.game.last.get() else { return false };
        let Some(end) = end else { return true };
        let since = *self.known_final.get_or_insert_with(Instant::now);
        let last =
            self.last.as_ref().and_then(|last| GameState::read(&serde_json::from_str(last.get()).ok()?));
        match &last {
            Some(last) if last.digest == end.digest => true,
            last if since.elapsed() > CATCHES_UP_WITHIN => {
                let last = last.as_ref().map(GameState::to_string);
                seen.violation(format!("game {}: a stream still shows {last:?} instead of {end}", self.id));
                true
            }
            _ => false,
        }
    }

    async fn connect(
        &self,
        http: &Client,
        server: std::net::SocketAddr,
        seen: &Seen,
    ) -> Option<(Response, u64)> {
        let known = self.game.newest();
        let request = http.get(format!("http://{server}/v1/games/{}/events", self.id));
        let sent = request.header("accept", "application/x-ndjson").send();
        let response = tokio::time::timeout(CONNECTS_WITHIN, sent).await.ok()?.ok()?;
        let status = response.status().as_u16();
        if status == 500 || status == 404 {
            seen.violation(format!("game {}: a stream got {status}", self.id));
        }
        response.status().is_success().then_some((response, known))
    }

    /// Reads events until the connection ends, or the client is done.
    async fn read(&mut self, (mut response, known): (Response, u64), seen: &Seen) {
        seen.connections.fetch_add(1, Ordering::Relaxed);
        let open = seen.open.fetch_add(1, Ordering::Relaxed) + 1;
        seen.most_open.fetch_max(open, Ordering::Relaxed);
        let mut read = Vec::new();
        let mut is_first = true;
        while !self.is_done(seen) && !seen.is_over() {
            let Ok(Ok(Some(chunk))) = tokio::time::timeout(SILENCE, response.chunk()).await else { break };
            read.extend_from_slice(&chunk);
            let mut lines = 0;
            for line in read.split_inclusive(|&byte| byte == b'\n') {
                if line.ends_with(b"\n") {
                    lines += line.len();
                    self.note(line, &mut is_first, known, seen);
                }
            }
            read.drain(..lines);
        }
        seen.open.fetch_sub(1, Ordering::Relaxed);
    }

    fn note(&mut self, line: &[u8], is_first: &mut bool, known: u64, seen: &Seen) {
        // An empty line keeps the connection open.
        let Ok(event) = serde_json::from_slice::<Event<'_>>(line) else { return };
        seen.events.fetch_add(1, Ordering::Relaxed);
        if event.event != "game" {
            return;
        }
        let Some(shown) = event.data.and_then(|data| serde_json::from_str::<ShownGame>(data.get()).ok())
        else {
            return seen.violation(format!("game {}: no game in an event", self.id));
        };
        if std::mem::take(is_first) && shown.version < known {
            seen.old_first_events.fetch_add(1, Ordering::Relaxed);
        }
        self.last = event.data.map(ToOwned::to_owned);
    }
}

#[derive(Deserialize)]
struct Event<'a> {
    event: &'a str,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

/// What [`GameState::read`] needs, without its digest.
#[derive(Deserialize)]
#[allow(dead_code, reason = "a game must have these fields")]
struct ShownGame {
    id: String,
    version: u64,
    status: String,
    turn: String,
    moves: Vec<ShownMove>,
}

#[derive(Deserialize)]
#[allow(dead_code, reason = "as above")]
struct ShownMove {
    #[serde(rename = "move")]
    text: String,
    at: String,
}
