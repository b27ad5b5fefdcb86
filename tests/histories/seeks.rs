//! Strangers who look for an opponent on three servers with one Redis, while servers and Redis are killed: two meet exactly once, and
//! no two stay open that fit each other. `SEEKERS` is their number.

use duiyi_testkit::histories::cluster::Cluster;
use duiyi_testkit::histories::nemesis::{BETWEEN_FAULTS_MS, Fault, Nemesis};
use duiyi_testkit::processes::TestStore;
use jiff::Timestamp;
use rand::RngExt;
use rand::seq::IndexedRandom;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::task::JoinSet;
use uuid::Uuid;

const SETTINGS: &[(&str, &str)] = &[
    ("DUIYI_MAX_SEEKS_PER_CLIENT", "0"),
    ("DUIYI_MAX_STREAMS_PER_CLIENT", "0"),
    ("DUIYI_SEARCH_THREADS", "1"),
];
/// How many seekers come in a second.
const COME_PER_SECOND: u64 = 25;
/// Every tenth seeker leaves without waiting for a game.
const LEAVES: usize = 10;
/// The longest that two seeks that fit may be open beside each other while a server is up.
const LONGEST_BESIDE: Duration = Duration::from_secs(2);
/// How long a request waits for the game of a seek, unless the server has news of it.
const WAIT_S: u64 = 15;
/// How soon a seeker hears of its game while a server is up: some of those who hear of it only by their next requests wait longer.
const LONGEST_WAIT: Duration = Duration::from_secs(WAIT_S * 2 / 3);
const CLOCKS: [u64; 3] = [60_000, 300_000, 600_000];

fn seekers() -> usize {
    std::env::var("SEEKERS").map_or(150, |seekers| seekers.parse().unwrap())
}

/// A seek that a server has acknowledged.
#[derive(Clone, Debug)]
struct Life {
    seeker: usize,
    id: String,
    secret: String,
    terms: (u64, &'static str),
    acknowledged: Timestamp,
}

/// A seeker who knows of a game.
#[derive(Clone, Debug)]
struct Told {
    life: Life,
    game: String,
    side: String,
    token: String,
    at: Timestamp,
}

struct World {
    cluster: Arc<Cluster>,
    http: Client,
    is_over: AtomicBool,
    /// How many seekers are still looking.
    looking: AtomicUsize,
}

impl World {
    /// A response of any server that is up. None if it did not come, or says that the request can be repeated.
    async fn send(
        &self,
        method: Method,
        path: &str,
        life: Option<&Life>,
        body: Option<(&str, Value)>,
    ) -> Option<(StatusCode, Value)> {
        let server = self.cluster.address(rand::rng().random_range(0..self.cluster.count()));
        let mut request = self
            .http
            .request(method, format!("http://{server}{path}"))
            .header("prefer", format!("wait={WAIT_S}"));
        if let Some(life) = life {
            request = request.bearer_auth(&life.secret);
        }
        if let Some((key, body)) = body {
            request = request.header("idempotency-key", key).json(&body);
        }
        let response = request.send().await.ok()?;
        let status = response.status();
        let body: Value = response.json().await.ok()?;
        let may_repeat = status.is_server_error() || body["code"] == "request_in_flight";
        (!may_repeat).then_some((status, body))
    }

    async fn post(&self, seeker: usize, terms: (u64, &'static str)) -> Option<Life> {
        let key = Uuid::new_v4().to_string();
        let body = json!({"ruleset": "xiangqi", "side": terms.1, "clock": {"initial_ms": terms.0}});
        while !self.is_over.load(Ordering::Relaxed) {
            if let Some((status, seek)) =
                self.send(Method::POST, "/v1/seeks", None, Some((&key, body.clone()))).await
            {
                assert_eq!(status, 201, "{seek}");
                let text = |name: &str| seek[name].as_str().unwrap().to_owned();
                let (id, secret) = (text("id"), text("secret"));
                return Some(Life { seeker, id, secret, terms, acknowledged: Timestamp::now() });
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        None
    }

    /// Seeks until there is a game, or the end. Returns all seeks, and the game if there is one.
    async fn seek(&self, seeker: usize) -> (Vec<Life>, Option<Told>) {
        let terms = (
            *CLOCKS.choose(&mut rand::rng()).unwrap(),
            *["red", "black", "random"].choose(&mut rand::rng()).unwrap(),
        );
        let mut lives = Vec::new();
        while let Some(life) = self.post(seeker, terms).await {
            lives.push(life.clone());
            if seeker.is_multiple_of(LEAVES) {
                return (lives, None);
            }
            let path = format!("/v1/seeks/{}", life.id);
            loop {
                if self.is_over.load(Ordering::Relaxed) {
                    return (lives, None);
                }
                match self.send(Method::GET, &path, Some(&life), None).await {
                    Some((StatusCode::OK, found)) if found["status"] == "matched" => {
                        let text = |name: &str| found[name].as_str().unwrap().to_owned();
                        let (game, side, token) = (text("game"), text("side"), text("token"));
                        return (lives, Some(Told { life, game, side, token, at: Timestamp::now() }));
                    }
                    Some((StatusCode::OK, _)) => {}
                    Some((StatusCode::NOT_FOUND, _)) => break,
                    Some((status, body)) => panic!("{status} {body}"),
                    None => tokio::time::sleep(Duration::from_millis(20)).await,
                }
            }
        }
        (lives, None)
    }

    async fn lobby(&self) -> Option<Vec<Value>> {
        let (status, list) = self.send(Method::GET, "/v1/seeks", None, None).await?;
        assert_eq!(status, 200);
        Some(list["seeks"].as_array().unwrap().clone())
    }

    /// Looks at the lobby again and again. Returns the longest that the same two who fit were seen beside each other.
    async fn watch_lobby(&self) -> Duration {
        let (mut beside, mut longest) = (HashMap::<[String; 2], Timestamp>::new(), Duration::ZERO);
        while !self.is_over.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let Some(open) = self.lobby().await else { continue };
            let fitting: HashSet<[String; 2]> = fitting(&open).collect();
            beside.retain(|pair, _| fitting.contains(pair));
            for pair in fitting {
                let since = *beside.entry(pair).or_insert_with(Timestamp::now);
                longest = longest.max(Timestamp::now().duration_since(since).unsigned_abs());
            }
        }
        longest
    }
}

/// The seeks of a lobby that fit each other.
fn fitting(open: &[Value]) -> impl Iterator<Item = [String; 2]> {
    let pairs =
        open.iter().enumerate().flat_map(|(index, one)| open[..index].iter().map(move |other| (one, other)));
    let fit = |(one, other): &(&Value, &Value)| {
        one["clock"] == other["clock"] && (one["side"] == "random" || one["side"] != other["side"])
    };
    let ids =
        |(one, other): (&Value, &Value)| [one, other].map(|seek| seek["id"].as_str().unwrap().to_owned());
    pairs.filter(fit).map(ids)
}

/// How long it took from one time to another, without the outages in between.
fn time_up(from: Timestamp, to: Timestamp, outages: &[Range<Timestamp>]) -> Duration {
    let down = outages.iter().map(|outage| outage.end.min(to).duration_since(outage.start.max(from)));
    let down: Duration = down.filter(|time| time.is_positive()).map(jiff::SignedDuration::unsigned_abs).sum();
    let all = to.duration_since(from);
    if all.is_negative() { Duration::ZERO } else { all.unsigned_abs().saturating_sub(down) }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn strangers_meet_exactly_once_whatever_is_killed() {
    let cluster = Arc::new(Cluster::start(TestStore::redis(), 3, SETTINGS));
    let http = Client::builder().no_proxy().timeout(Duration::from_secs(WAIT_S + 5)).build().unwrap();
    let world = Arc::new(World {
        cluster: Arc::clone(&cluster),
        http,
        is_over: AtomicBool::new(false),
        looking: AtomicUsize::new(0),
    });
    let faults = &[Fault::KillServer, Fault::KillStore];
    let nemesis =
        Nemesis::start(Arc::clone(&cluster), faults, BETWEEN_FAULTS_MS.start..BETWEEN_FAULTS_MS.end * 4);
    let watching = tokio::spawn({
        let world = Arc::clone(&world);
        async move { world.watch_lobby().await }
    });
    let mut running = JoinSet::new();
    for seeker in 0..seekers() {
        let world = Arc::clone(&world);
        running.spawn(async move {
            world.looking.fetch_add(1, Ordering::Relaxed);
            let sought = world.seek(seeker).await;
            world.looking.fetch_sub(1, Ordering::Relaxed);
            sought
        });
        tokio::time::sleep(Duration::from_millis(1000 / COME_PER_SECOND)).await;
    }
    let made = tokio::task::spawn_blocking(|| nemesis.stop()).await.unwrap();
    // Those who can meet have met soon, or have to seek again because nothing was up for too long.
    let mut last = Vec::new();
    for _ in 0..40 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        if let Some(open) = world.lobby().await {
            last = open;
            if fitting(&last).next().is_none() && last.len() == world.looking.load(Ordering::Relaxed) {
                break;
            }
        }
    }
    assert_eq!(fitting(&last).next(), None, "they wait beside each other");
    world.is_over.store(true, Ordering::Relaxed);
    let (mut lives, mut told) = (Vec::new(), Vec::new());
    while let Some(sought) = running.join_next().await {
        let (of_one, found) = sought.unwrap();
        lives.extend(of_one);
        told.extend(found);
    }
    check(&world, &lives, &told, watching.await.unwrap()).await;
    println!("{} seekers, {} kills", seekers(), made.kills);
}

async fn check(world: &World, lives: &[Life], told: &[Told], beside: Duration) {
    let mut games: HashMap<&str, Vec<&Told>> = HashMap::new();
    told.iter().for_each(|told| games.entry(&told.game).or_default().push(told));
    let outages = world.cluster.outages();
    let (mut alone, mut waits) = (0, Vec::new());
    for (game, players) in &games {
        for one in players {
            assert!(one.life.terms.1 == "random" || one.life.terms.1 == one.side, "{one:?} has another side");
        }
        match players[..] {
            // The other one has left, or had not asked before the end.
            [_] => alone += 1,
            [one, other] => {
                assert_ne!(
                    (one.life.seeker, &one.side, &one.token),
                    (other.life.seeker, &other.side, &other.token),
                    "{game}"
                );
                assert_ne!(one.side, other.side, "{game}");
                assert_eq!(one.life.terms.0, other.life.terms.0, "{game}: other terms");
                let met = one.life.acknowledged.max(other.life.acknowledged);
                waits.extend([one, other].map(|told| time_up(met, told.at, &outages)));
            }
            _ => panic!("{game} has {} players", players.len()),
        }
        let (status, found) = loop {
            if let Some(read) = world.send(Method::GET, &format!("/v1/games/{game}"), None, None).await {
                break read;
            }
        };
        assert_eq!((status.as_u16(), &found["seats"]), (200, &json!(true)), "{game}");
    }
    // What a seek has come to stays what it is.
    for told in told {
        let path = format!("/v1/seeks/{}", told.life.id);
        if let Some((StatusCode::OK, again)) = world.send(Method::GET, &path, Some(&told.life), None).await {
            assert_eq!(
                (again["game"].as_str(), again["token"].as_str()),
                (Some(&*told.game), Some(&*told.token))
            );
        }
    }
    waits.sort();
    let at =
        |share: f64| waits.get(((waits.len() as f64 - 1.0) * share) as usize).copied().unwrap_or_default();
    println!(
        "{} seeks, {} games, {alone} with one who did not ask, known {:?} after both were there (median), {:?} (99 of 100), {:?} at most; \
         seen beside each other for {beside:?} at most",
        lives.len(),
        games.len(),
        at(0.5),
        at(0.99),
        at(1.0),
    );
    assert!(beside <= LONGEST_BESIDE, "two who fit were open for {beside:?}");
    assert!(at(1.0) <= LONGEST_WAIT, "a seeker heard of the game {:?} after an opponent was there", at(1.0));
    assert!(games.len() * 2 >= seekers() * 7 / 10, "most meet: {} games", games.len());
}
