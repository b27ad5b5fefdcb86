//! A game by correspondence over a month: its deadlines are exact over restarts, and it is kept while it runs.

use super::deadlines::{post, running_game};
use super::players::client;
use duiyi_testkit::processes::TestStore;
use redb::{Database, ReadableTable, TableDefinition};
use serde_json::{Value, json};
use std::path::Path;

const GAME_TIME: TableDefinition<'_, (), i64> = TableDefinition::new("game_time");
const IDLE_TIME: TableDefinition<'_, (), (i64, i64)> = TableDefinition::new("idle_time");
const DAY_MS: i64 = 86_400_000;
const RESTARTS: i64 = MOVES.len() as i64;
/// Moves after the first two in which no position occurs twice.
const MOVES: [&str; 20] = [
    "a3a4", "a6a5", "c3c4", "c6c5", "g3g4", "g6g5", "i3i4", "i6i5", "h0g2", "b9c7", "b0c2", "a9a8", "a0a1",
    "i9i8", "i0i1", "d9e8", "d0e1", "c9a7", "c0a2", "g9i7",
];
/// Twenty turns make thirty days.
const TURNED_MS: i64 = DAY_MS * 3 / 2;

/// Turns the clocks of a store on, as if a server had been up meanwhile.
fn turn(store: &TestStore, by_ms: i64) {
    match store {
        TestStore::Redis(redis) => redis.execute(&format!("EVAL \"{ADVANCE}\" 1 duiyi:game_time {by_ms}")),
        file => turn_file(&file.file(), by_ms),
    }
}

const ADVANCE: &str = "redis.call('HINCRBY', KEYS[1], 'value', ARGV[1]) return redis.status_reply('OK')";
const IS_KEPT: &str = "return redis.call('PTTL', KEYS[1]) == -1 and redis.status_reply('OK') or 'it expires'";

/// Redis counts the time to keep a game by its own clock, which cannot be turned: a game that runs is to have no such time.
fn assert_kept(store: &TestStore, path: &str) {
    if let TestStore::Redis(redis) = store {
        let game = path.rsplit('/').next().unwrap();
        redis.execute(&format!("EVAL \"{IS_KEPT}\" 1 duiyi:game:{game}"));
    }
}

fn turn_file(file: &Path, by_ms: i64) {
    let database = Database::open(file).unwrap();
    let transaction = database.begin_write().unwrap();
    {
        let mut times = transaction.open_table(GAME_TIME).unwrap();
        let time = times.get(()).unwrap().unwrap().value();
        times.insert((), time + by_ms).unwrap();
        let mut times = transaction.open_table(IDLE_TIME).unwrap();
        let (written, less) = times.get(()).unwrap().unwrap().value();
        times.insert((), (written, less - by_ms / 1000)).unwrap();
    }
    transaction.commit().unwrap();
}

/// Plays a game by correspondence over thirty turned days and twenty restarts, until the time of a move is up.
async fn play_for_a_month(store: &TestStore) {
    let http = client();
    let mut server = store.serve();
    let path = running_game(&http, &server, json!({"days_per_move": 2})).await;
    for mv in MOVES {
        server.kill().unwrap();
        turn(store, TURNED_MS);
        server = store.serve();
        assert_kept(store, &path);
        let moves = format!("{path}/moves");
        let played = loop {
            let (status, played) = post(&http, &server, &moves, &Value::Null, json!({"move": mv})).await;
            match status.as_u16() {
                200 => break played["game"].clone(),
                // The server gives the game a new version with the right times of day.
                refused => assert_eq!((refused, &played["code"]), (409, &json!("game_changed")), "{played}"),
            }
        };
        let left = played["moves"].as_array().unwrap().last().unwrap()["clock_ms"].as_i64().unwrap();
        let charged = 2 * DAY_MS - left;
        // A clock starts a moment after the move before it, and servers take a while to start.
        assert!((TURNED_MS - 1_000..TURNED_MS + 120_000).contains(&charged), "{charged} for {mv}");
    }
    server.kill().unwrap();
    turn(store, 2 * DAY_MS);
    let server = store.serve();
    let game: Value = loop {
        let game: Value = http.get(server.url(&path)).send().await.unwrap().json().await.unwrap();
        if game["status"] != "playing" {
            break game;
        }
    };
    assert_eq!((&game["reason"], &game["ply"]), (&json!("timeout"), &json!(2 + RESTARTS)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_by_correspondence_goes_on_for_thirty_days_and_twenty_restarts_and_ends_at_its_deadline() {
    play_for_a_month(&TestStore::redb()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_game_by_correspondence_in_redis_goes_on_for_a_month_and_is_kept_meanwhile() {
    play_for_a_month(&TestStore::redis()).await;
}
