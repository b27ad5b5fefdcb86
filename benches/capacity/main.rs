//! Measures how many players a server carries: `cargo bench --bench capacity` prints, for players who move at random against a level
//! every two to six seconds, what they see and what the server uses. `-- LEVEL:PLAYERS…` measures others, `--store redb` or `--store
//! redis=URL` another store, and `--analyses N` with N analyses of 60 s by another client beside them. The players are one client, as
//! those of a site with one API key, or with `--clients` one each. A player who is refused tries again when `Retry-After` says so.

use duiyi::rules::{Game, Options, Ruleset};
use duiyi_testkit::server::Server;
use rand::RngExt;
use rand::seq::IndexedRandom;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const MOVE_EVERY: Duration = Duration::from_secs(4);
const MEASURE_FOR: Duration = Duration::from_secs(40);
/// Players whose game is over or too long begin another.
const LONGEST_GAME: u64 = 60;
/// The first game of a player begins after as many random plies as this at most, as if the players had come one after another: what a
/// search costs changes in the course of a game.
const MOST_PLAYED: usize = 40;
const LOADS: [(u8, usize); 7] = [(1, 1600), (6, 400), (6, 1600), (12, 400), (12, 800), (12, 1600), (16, 200)];

/// What a player sees.
#[derive(Clone, Copy, Debug, Default)]
struct Move {
    elapsed: Duration,
    refusals: usize,
    is_reduced: bool,
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --benches` runs this binary without `--bench`; it must measure nothing then.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let value = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1).cloned()
    };
    let analyses = value("--analyses").map_or(0, |number| number.parse().expect("a number of analyses"));
    let are_clients = arguments.iter().any(|argument| argument == "--clients");
    let mut loads: Vec<(u8, usize)> = arguments.iter().filter_map(|argument| load(argument)).collect();
    if loads.is_empty() {
        loads = LOADS.to_vec();
    }
    println!(
        "level | players | moves a second | refused | reduced | p50, p99, max in ms | processor time a move | processors, those of the clients"
    );
    for (level, players) in loads {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.redb").display().to_string();
        let settings = match value("--store").as_deref() {
            Some("redb") => vec![("DUIYI_STORE", "redb".to_owned()), ("DUIYI_REDB_PATH", file)],
            Some(redis) if redis.starts_with("redis=") => {
                let url = redis.trim_start_matches("redis=").to_owned();
                vec![("DUIYI_STORE", "redis".to_owned()), ("DUIYI_REDIS_URL", url)]
            }
            _ => Vec::new(),
        };
        let settings: Vec<(&str, &str)> =
            settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let server = Server::start(&settings).expect("the server starts");
        measure(&server, level, Players { number: players, are_clients }, analyses).await;
    }
}

/// `12:800` is 800 players against level 12.
fn load(argument: &str) -> Option<(u8, usize)> {
    let (level, players) = argument.split_once(':')?;
    Some((level.parse().ok()?, players.parse().ok()?))
}

#[derive(Clone, Copy)]
struct Players {
    number: usize,
    /// Whether each has an address of its own.
    are_clients: bool,
}

async fn measure(server: &Server, level: u8, players: Players, analyses: usize) {
    let end = Instant::now() + MOVE_EVERY + MEASURE_FOR;
    let analysts: JoinSet<()> =
        (0..analyses).map(|number| analyse(server.url("/v1/analysis"), number)).collect();
    let mut tasks: JoinSet<Vec<Move>> =
        (0..players.number).map(|number| play(server.url(""), level, number, players, end)).collect();
    tokio::time::sleep(MOVE_EVERY).await;
    let processes = [server.id(), std::process::id()];
    let (before, started) = (processes.map(processor_time), Instant::now());
    let mut moves = Vec::new();
    while let Some(seen) = tasks.join_next().await {
        moves.extend(seen.expect("no player fails"));
    }
    let (after, elapsed) = (processes.map(processor_time), started.elapsed());
    drop(analysts);
    print(level, players.number, &moves, [after[0] - before[0], after[1] - before[1]], elapsed);
}

fn print(level: u8, players: usize, moves: &[Move], [used, by_clients]: [Duration; 2], elapsed: Duration) {
    let mut times: Vec<Duration> = moves.iter().map(|seen| seen.elapsed).collect();
    times.sort_unstable();
    let Some(last) = times.len().checked_sub(1) else {
        println!("{level} | {players} | none");
        return;
    };
    let ms = |share: f64| times[(last as f64 * share).round() as usize].as_secs_f64() * 1000.0;
    let number = moves.len() as f64;
    let refused = moves.iter().filter(|seen| seen.refusals > 0).count() as f64;
    let twice = moves.iter().filter(|seen| seen.refusals > 1).count();
    let reduced = moves.iter().filter(|seen| seen.is_reduced).count() as f64;
    let cores = std::thread::available_parallelism().map_or(1.0, |cores| cores.get() as f64);
    let share = |used: Duration| 100.0 * used.as_secs_f64() / elapsed.as_secs_f64() / cores;
    println!(
        "{level} | {players} | {:.0} | {:.1} %, {twice} twice | {:.1} % | {:.1}, {:.1}, {:.0} | {:.2} ms | {:.0}, {:.0} %",
        number / elapsed.as_secs_f64(),
        100.0 * refused / number,
        100.0 * reduced / number,
        ms(0.5),
        ms(0.99),
        ms(1.0),
        used.as_secs_f64() * 1000.0 / number,
        share(used),
        share(by_clients),
    );
}

/// A player who moves at random until `end`. Only moves after the first round count.
async fn play(server: String, level: u8, number: usize, players: Players, end: Instant) -> Vec<Move> {
    let place = if players.are_clients { number } else { 0 };
    let [low, high] = [place % 250, place / 250].map(|part| part as u8 + 1);
    let http = Client::builder().no_proxy().local_address(Some(Ipv4Addr::new(127, 9, high, low).into()));
    let http = http.build().expect("nothing in it depends on the system");
    let mut next = Instant::now() + MOVE_EVERY.mul_f64(rand::rng().random());
    let first = Instant::now() + MOVE_EVERY;
    let (mut seen, mut game, mut played) = (Vec::new(), Value::Null, random_plies());
    while next < end {
        tokio::time::sleep_until(next.into()).await;
        next += MOVE_EVERY.mul_f64(rand::rng().random_range(0.5..1.5));
        if game["status"] != "playing" || game["ply"].as_u64() > Some(LONGEST_GAME) {
            let players = json!({"black": {"kind": "engine", "level": level}});
            let body =
                json!({"ruleset": "xiangqi", "players": players, "moves": std::mem::take(&mut played)});
            game = request(&http, &format!("{server}/v1/games"), &body).await.0;
        }
        let moves = game["legal_moves"].as_array().expect("a game that goes on has moves");
        let chosen = &moves[rand::rng().random_range(0..moves.len())];
        let url = format!("{server}/v1/games/{}/moves", game["id"].as_str().expect("an id"));
        let (response, mut result) = request(&http, &url, &json!({"move": chosen})).await;
        result.is_reduced = response["reply"]["reduced"] == true;
        game = response["game"].clone();
        if Instant::now() > first {
            seen.push(result);
        }
    }
    seen
}

/// A game of random moves that is not over, with Red to move.
fn random_plies() -> Vec<String> {
    loop {
        let mut game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).expect("a start position");
        let mut played = Vec::new();
        for _ in 0..rand::rng().random_range(0..=MOST_PLAYED / 2) * 2 {
            let Some(&mv) = game.legal_moves().choose(&mut rand::rng()) else { break };
            played.push(game.coordinates(mv));
            game.play(mv).expect("a legal move");
        }
        if game.outcome().is_none() {
            return played;
        }
    }
}

/// Posts until it is not refused, with a key, because a refusal may come when the player's move is made already. The time is that of the response that counts.
async fn request(http: &Client, url: &str, body: &Value) -> (Value, Move) {
    let mut seen = Move::default();
    let key = uuid::Uuid::new_v4().to_string();
    loop {
        let started = Instant::now();
        let request = http.post(url).header("idempotency-key", &key).json(body);
        let response = request.send().await.expect("the server answers");
        seen.elapsed = started.elapsed();
        if response.status() != StatusCode::SERVICE_UNAVAILABLE {
            let response = response.error_for_status().expect("a success");
            return (response.json().await.expect("JSON"), seen);
        }
        seen.refusals += 1;
        let after = response.headers()["retry-after"].to_str().ok().and_then(|after| after.parse().ok());
        tokio::time::sleep(Duration::from_secs(after.expect("a number of seconds"))).await;
    }
}

/// Analyzes for 60 s again and again, all from one address.
async fn analyse(url: String, number: usize) {
    let http = Client::builder().no_proxy().local_address(Some(Ipv4Addr::new(127, 8, 0, 1).into()));
    let http = http.build().expect("as above");
    let body = json!({"ruleset": "xiangqi", "book": false, "seed": number, "limits": {"time_ms": 60_000}});
    loop {
        request(&http, &url, &body).await;
    }
}

/// The processor time of a process so far, in ticks of 10 ms.
fn processor_time(process: u32) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("it runs, on Linux");
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |place: usize| fields[place].parse::<u64>().expect("a number");
    Duration::from_millis(10 * (ticks(11) + ticks(12)))
}
