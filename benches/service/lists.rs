//! The lists of an API key with very many games: `cargo bench --bench service -- lists --store redb --games 1000000`. `--store
//! redis` needs `redis-server`.

use super::million::print_times;
use duiyi_testkit::processes::{Server, TestStore};
use duiyi_testkit::resident::resident_kib;
use rand::RngExt;
use reqwest::Client;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// `printf %s bench | sha256sum`
const KEYS: &str =
    "[{name = \"bench\", sha256 = \"1b32c28cb38c05480eccc1bd60ff97029b57a05c96718b96dad7e9d84894f549\"}]";
/// The users among whom the games are shared out.
const USERS: usize = 2000;
/// Clients that ask at the same time.
const CLIENTS: usize = 4;
/// How many requests each of them sends.
const REQUESTS: usize = 2000;
/// Games of one request that creates them.
const BATCH: usize = 500;

/// Prints what the games take, and how long lists of them take while other games change.
pub async fn run(store: &str, number: usize) {
    let store = match store {
        "redis" => TestStore::redis(),
        _ => TestStore::redb(),
    };
    let max_games = (number + 1).to_string();
    let server = store.serve_with(&[("DUIYI_API_KEYS", KEYS), ("DUIYI_MAX_GAMES", &max_games)]);
    let before = (resident_bytes(server.id()), stored_bytes(&store));
    let started = Instant::now();
    let some = create(&server, number).await;
    let rate = number as f64 / started.elapsed().as_secs_f64();
    println!("\n{number} games of one key and {USERS} users, {rate:.0} created per second");
    let each = |after: usize, before: usize| after.saturating_sub(before) / number;
    println!(
        "  a game takes {} bytes of the server's memory and {} bytes of the store",
        each(resident_bytes(server.id()), before.0),
        each(stored_bytes(&store), before.1)
    );
    let writer = tokio::spawn(change(client(), server.url("/v1/games"), some));
    for (name, query) in [
        ("by user", user as fn(usize) -> String),
        ("by reference", reference),
        ("all, playing", |_| "status=playing".to_owned()),
    ] {
        print_times(name, CLIENTS, measure(&server, number, query).await);
    }
    writer.abort();
}

/// Changes games, one after another, until it is aborted.
async fn change(http: Client, url: String, ids: Vec<String>) {
    for (count, id) in ids.iter().cycle().enumerate() {
        let change = json!({"metadata": {"count": count.to_string()}});
        let request = http.patch(format!("{url}/{id}")).header("x-api-key", "bench").json(&change);
        assert_eq!(request.send().await.expect("a response").status(), 200);
    }
}

fn resident_bytes(process: u32) -> usize {
    resident_kib(process).expect("it runs") as usize * 1024
}

fn user(number: usize) -> String {
    format!("user=user-{}", number % USERS)
}

fn reference(number: usize) -> String {
    format!("reference=game-{number}")
}

/// What the games take in the file, or in the memory of Redis.
fn stored_bytes(store: &TestStore) -> usize {
    match store {
        TestStore::Redis(redis) => resident_bytes(redis.id()),
        _ => std::fs::metadata(store.file()).map_or(0, |file| file.len() as usize),
    }
}

fn client() -> Client {
    Client::builder().no_proxy().build().expect("a client")
}

/// Creates games. Returns the ids of some of them.
async fn create(server: &Server, number: usize) -> Vec<String> {
    let mut some = Vec::new();
    let http = client();
    let url = server.url("/v1/games/batch");
    for from in (0..number).step_by(BATCH) {
        // All games of a request belong to one user.
        let games: Vec<_> = (from..(from + BATCH).min(number))
            .map(|number| json!({"ruleset": "xiangqi", "reference": format!("game-{number}")}))
            .collect();
        let request = http.post(&url).header("x-api-key", "bench");
        let request = request.header("duiyi-user", format!("user-{}", from / BATCH % USERS));
        let response = request.json(&json!({"games": games})).send().await.expect("a response");
        assert_eq!(response.status(), 201);
        if some.is_empty() {
            let created: Value = response.json().await.expect("JSON");
            let created = created["games"].as_array().expect("games").iter();
            some.extend(created.map(|game| game["id"].as_str().expect("an id").to_owned()));
        }
    }
    some
}

/// The response times of lists.
async fn measure(server: &Server, number: usize, query: fn(usize) -> String) -> Vec<Duration> {
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        let (http, url) = (client(), server.url("/v1/games"));
        clients.spawn(async move {
            let mut times = Vec::with_capacity(REQUESTS);
            for _ in 0..REQUESTS {
                let query = query(rand::rng().random_range(0..number));
                let request = http.get(format!("{url}?{query}&limit=50")).header("x-api-key", "bench");
                let started = Instant::now();
                let response = request.send().await.expect("a response");
                assert_eq!(response.status(), 200);
                response.bytes().await.expect("a body");
                times.push(started.elapsed());
            }
            times
        });
    }
    let mut times = clients.join_all().await.concat();
    times.sort_unstable();
    times
}
