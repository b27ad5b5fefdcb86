//! A file with very many games: `cargo bench --bench service -- million --games 1000000`. The store writes them without HTTP,
//! then a server opens the file. `TMPDIR` names the folder for the file, and needs room for three of them.

use super::games::{self, Games};
use super::{PLIES, moves};
use duiyi::game::{Player, Session};
use duiyi::rules::{BySide, Game, Options, Ruleset};
use duiyi::store::{GameFile, LocalStore, RecordLimits};
use duiyi_testkit::server::{self, Server};
use futures_util::future::join_all;
use rand::RngExt;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use uuid::Uuid;

/// Clients that ask for random games at the same time.
const CLIENTS: usize = 8;
/// How many requests each of them sends.
const REQUESTS: usize = 1000;

fn mib(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |file| file.len() >> 20)
}

/// Prints the memory, the size, the startup and the response times of a server with this many games, and what is left of the
/// file once half of them are deleted.
pub async fn run(number: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.redb");
    let max_games = (number + 1).to_string();
    let settings = [
        ("DUIYI_STORE", "redb"),
        ("DUIYI_REDB_PATH", path.to_str().expect("plain text")),
        ("DUIYI_MAX_GAMES", &max_games),
    ];
    let moves = moves(PLIES + 1);
    let mut ids = fill(&path, number, &moves[..PLIES]).await;
    println!("\n{number} games of {PLIES} plies in a file of {} MiB", mib(&path));
    let mut server = Server::start(&settings).expect("the server starts");
    Games::new(&server).create(1, &moves[..PLIES]).await;
    server.kill().expect("it runs");
    let started = Instant::now();
    let mut server = Server::start(&settings).expect("the server starts");
    println!("  after kill -9 it listens after {} ms", started.elapsed().as_millis());
    println!("  {} MiB resident then", games::resident_bytes(&server) >> 20);
    print_times("GET", CLIENTS, measure(&server, &ids, None).await);
    print_times("POST of a move", CLIENTS, measure(&server, &ids, Some(&moves[PLIES])).await);
    println!("  {} MiB resident after these requests", games::resident_bytes(&server) >> 20);

    let half = ids.split_off(number / 2);
    Games::new(&server).delete(half).await;
    println!("  after half of them are deleted, the file has {} MiB", mib(&path));
    server.terminate().expect("it runs");
    server.wait().expect("it ends");
    let started = Instant::now();
    compact(&path);
    println!("  {} MiB compacted after {} ms", mib(&path), started.elapsed().as_millis());
    let mut server = Server::start(&settings).expect("the server starts");
    print_times("GET", CLIENTS, measure(&server, &ids, None).await);
    server.kill().expect("it runs");
    let copy = folder.path().join("copy.redb");
    backup(&path, &copy);
    println!("  {} MiB in a backup, which has no free pages", mib(&copy));
}

/// Writes games to a new file; returns their ids.
async fn fill(path: &Path, number: usize, moves: &[String]) -> Vec<String> {
    const AT_ONCE: usize = 1000;
    let day = Duration::from_secs(86_400);
    let store = LocalStore::open(path, number, day, RecordLimits::default()).expect("a new file");
    let mut game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).expect("the start position");
    for mv in moves {
        let mv = game.parse(mv).expect("a move");
        game.play(mv).expect("it is legal");
    }
    let template = Session::new(game, BySide { first: Player::Human, second: Player::Human }, None);
    let mut ids = Vec::with_capacity(number);
    while ids.len() < number {
        let sessions = (0..AT_ONCE.min(number - ids.len()))
            .map(|_| Arc::new(Session { id: Uuid::new_v4(), ..template.clone() }));
        for written in join_all(sessions.map(|session| store.insert(session, None))).await {
            ids.push(written.expect("the file takes it").id.to_string());
        }
    }
    drop(store);
    // The writer thread closes the file a moment later.
    while GameFile::open(path).is_err() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    ids
}

fn compact(path: &Path) {
    let status = Command::new(server::program()).arg("compact").arg(path).status();
    assert!(status.expect("the program starts").success());
}

fn backup(path: &Path, copy: &Path) {
    let mut backup = Command::new(server::program());
    let status =
        backup.arg("backup").arg(copy).env("DUIYI_REDB_PATH", path).env("DUIYI_STORE", "redb").status();
    assert!(status.expect("the program starts").success());
}

/// The response times of requests for random games: of `GET`, or of `POST` if there is a move to play.
async fn measure(server: &Server, ids: &[String], mv: Option<&str>) -> Vec<Duration> {
    let mut clients = JoinSet::new();
    for client in 0..CLIENTS {
        let games = Games::new(server);
        // Each client has games of its own, and plays in each of them once.
        let mut own: Vec<String> = ids.iter().skip(client).step_by(CLIENTS).cloned().collect();
        let mv = mv.map(str::to_owned);
        clients.spawn(async move {
            let mut times = Vec::new();
            for _ in 0..REQUESTS.min(own.len()) {
                let id = own.swap_remove(rand::rng().random_range(0..own.len()));
                let started = Instant::now();
                match &mv {
                    Some(mv) => games.play_move(&id, mv).await,
                    None => games.body(&id).await,
                };
                times.push(started.elapsed());
            }
            times
        });
    }
    let mut times = clients.join_all().await.concat();
    times.sort_unstable();
    times
}

pub fn print_times(what: &str, clients: usize, times: Vec<Duration>) {
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    println!(
        "  {what} by {clients} clients: p50 {:.2} ms, p99 {:.2} ms, at most {:.2} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// What follows the name of an option in the arguments.
pub fn value_of<'a>(arguments: &'a [String], option: &str) -> Option<&'a str> {
    arguments.iter().skip_while(|argument| *argument != option).nth(1).map(String::as_str)
}

/// The number after `--games` in the arguments.
pub fn number_of_games(arguments: &[String]) -> usize {
    value_of(arguments, "--games").map_or(1_000_000, |number| number.parse().expect("--games takes a number"))
}
