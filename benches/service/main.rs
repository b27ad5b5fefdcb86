//! Measures the service without the engines. `cargo bench --bench service` prints the requests per second, compared
//! with a handler that only returns the same bytes; the memory of games; the startup time with many games after a
//! crash; the memory of stored responses to retries; and the memory over time while games come and go. Needs `wrk` in
//! the path.

mod bare;
mod games;
mod lists;
mod million;
mod wrk;

use duiyi_testkit::long_games;
use duiyi_testkit::moves::moves;
use duiyi_testkit::processor;
use duiyi_testkit::server::Server;
use games::Games;
use std::time::{Duration, Instant};

const MANY_GAMES: usize = 100_000;
const PLAYED_GAMES: usize = 20_000;
/// Their responses fill the server's cache of 32 MiB.
const WARM_UP_GAMES: usize = 6_000;
/// 40 moves of each side.
const PLIES: usize = 80;
/// With [`PLIES`] each they have more moves than a server makes within [`MEASURE_FOR`] on two cores.
const POSTED_GAMES: usize = 16_000;
const MEASURE_FOR: Duration = Duration::from_secs(10);
const SOAK_FOR: Duration = Duration::from_secs(120);
/// The plies of a game with long responses.
const LONG_GAME_PLIES: usize = 1900;

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, bare, get, post] = &arguments[..]
        && bare == "--bare"
    {
        return bare::serve(get, post).await;
    }
    // `cargo test --benches` runs this binary without `--bench`; it must measure nothing then.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    // Arguments select parts: `cargo bench --bench service -- throughput`.
    let names: Vec<&String> = arguments[1..].iter().filter(|argument| !argument.starts_with('-')).collect();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| *wanted == name);
    if wanted("throughput") {
        throughput().await;
    }
    if wanted("memory") {
        memory().await;
    }
    if wanted("start_up") {
        start_up().await;
    }
    if wanted("stored_responses") {
        stored_responses().await;
    }
    if wanted("soak") {
        soak().await;
    }
    // These take long, so they have to be named.
    if names.iter().any(|name| *name == "million") {
        million::run(million::number_of_games(&arguments)).await;
    }
    if names.iter().any(|name| *name == "lists") {
        let store = million::value_of(&arguments, "--store").unwrap_or("redb");
        lists::run(store, million::number_of_games(&arguments)).await;
    }
}

async fn throughput() {
    let server = Server::start(&[("DUIYI_LOG", "warn,duiyi::server=info")]).expect("the server starts");
    let games = Games::new(&server);
    let moves = moves(PLIES);
    let ids = games.create(POSTED_GAMES, &[]).await;
    let game = games.create(1, &moves[..PLIES / 2]).await.remove(0);
    let get = games.body(&game).await;
    let post = games.play_move(&games.create(1, &moves[..PLIES / 2]).await[0], &moves[PLIES / 2]).await;
    let bare = bare::Bare::start(&get, &post);
    println!("requests per second, responses of {} and {} bytes", get.len(), post.len());
    let short_ids = games.create(POSTED_GAMES, &[]).await;
    for (name, script) in [
        ("GET a game of 40 plies", wrk::get(&game)),
        ("POST a move (of 0 to 80 plies)", wrk::play(&ids, &moves, "return=representation")),
        ("POST a move, return=minimal", wrk::play(&short_ids, &moves, "return=minimal")),
    ] {
        let bare = wrk::run(&bare.address, &script, MEASURE_FOR);
        let before = processor::time_of(server.id());
        let ours = wrk::run(&server.address, &script, MEASURE_FOR);
        let processor_time = processor::time_of(server.id()) - before;
        println!(
            "  {name}: {:.0}; bare: {:.0}; share {:.0} %",
            ours.rate,
            bare.rate,
            100.0 * ours.rate / bare.rate
        );
        println!(
            "    processor time of the server: {:.1} µs a request",
            1e6 * processor_time.as_secs_f64() / ours.requests
        );
        println!("    not 2xx: {}, bare: {}", ours.refused, bare.refused);
    }
}

async fn memory() {
    let moves = moves(PLIES);
    let created =
        bytes_per_game(MANY_GAMES, &moves, async |games| _ = games.create(MANY_GAMES, &moves).await).await;
    println!("\nmemory of {MANY_GAMES} games created with {PLIES} plies: {created} bytes a game");
    let play = async |games: &Games| games.play(PLAYED_GAMES, &moves).await;
    let played = bytes_per_game(PLAYED_GAMES, &moves, play).await;
    println!("  of {PLAYED_GAMES} played move by move: {played} bytes a game");
}

/// What each of `number` games that `make` makes adds to the memory of a server whose caches are full.
async fn bytes_per_game(number: usize, moves: &[String], make: impl AsyncFnOnce(&Games)) -> usize {
    let server = Server::start(&[("DUIYI_MAX_GAMES", "200000")]).expect("the server starts");
    let games = Games::new(&server);
    games.play(WARM_UP_GAMES, moves).await;
    let before = games::resident_bytes(&server);
    make(&games).await;
    (games::resident_bytes(&server) - before) / number
}

async fn start_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.redb");
    let settings = [("DUIYI_STORE", "redb"), ("DUIYI_REDB_PATH", path.to_str().expect("plain text"))];
    let mut server = Server::start(&settings).expect("the server starts");
    let games = Games::new(&server);
    let started = Instant::now();
    games.create(MANY_GAMES - 1, &moves(PLIES)).await;
    let rate = MANY_GAMES as f64 / started.elapsed().as_secs_f64();
    let game = games.create(1, &[]).await.remove(0);
    server.kill().expect("it runs");
    let started = Instant::now();
    let server = Server::start(&settings).expect("the server starts");
    let listening = started.elapsed();
    Games::new(&server).body(&game).await;
    println!("\nredb, {MANY_GAMES} games, after kill -9: listens after {} ms", listening.as_millis());
    println!("  the first game read after {} ms", started.elapsed().as_millis());
    println!("  {rate:.0} games created per second, each on disk before its response");
    println!("  {} MiB of file", std::fs::metadata(&path).map_or(0, |file| file.len() >> 20));
}

/// Prints the memory of the server while one client sends a new `Idempotency-Key` with each request.
async fn stored_responses() {
    let server = Server::start(&[]).expect("the server starts");
    let games = Games::new(&server);
    let long = long_games::quiet(None, LONG_GAME_PLIES, long_games::Notation::Coordinates);
    let game = games.create_one(&long.fields()).await;
    let path = format!("/v1/games/{game}/draw");
    let offer = serde_json::json!({"side": "red", "action": "offer"});
    let mut sent = 0;
    let length = games.body(&game).await.len() >> 10;
    println!("\nmemory while one client sends requests with new Idempotency-Keys, responses of {length} KiB");
    for until in [0, 100, 2000, 6000] {
        while sent < until {
            sent += 1;
            games.post_once(&path, &offer).await;
        }
        println!("  after {sent} requests {} MiB resident", games::resident_bytes(&server) >> 20);
    }
}

/// Prints the memory of the server while thousands of games are played and abandoned.
async fn soak() {
    let server = Server::start(&[("DUIYI_GAME_IDLE_SECONDS", "2")]);
    let server = server.expect("the server starts");
    let games = Games::new(&server);
    let moves = moves(PLIES);
    let started = Instant::now();
    let mut created = 0;
    println!("\ngames created, listened to, played, and abandoned or deleted");
    while started.elapsed() < SOAK_FOR {
        let round = Instant::now();
        while round.elapsed() < SOAK_FOR / 8 {
            created += games.play_and_leave(500, &moves).await;
        }
        let resident = games::resident_bytes(&server) >> 20;
        println!("  {:4} s: {created} games so far, {resident} MiB resident", started.elapsed().as_secs());
    }
}
