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
const RESTARTS: i64 = 20;
/// Twenty turns make thirty days.
const TURNED_MS: i64 = DAY_MS * 3 / 2;

/// Turns the clocks of a file on, as if a server had been up meanwhile.
fn turn(file: &Path, by_ms: i64) {
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

#[tokio::test(flavor = "multi_thread")]
async fn a_game_by_correspondence_goes_on_for_thirty_days_and_twenty_restarts_and_ends_at_its_deadline() {
    let (http, store) = (client(), TestStore::redb());
    let mut server = store.serve();
    let path = running_game(&http, &server, json!({"days_per_move": 2})).await;
    let back_and_forth = ["h0g2", "g7h9", "g2h0", "h9g7"];
    for turn_number in 0..RESTARTS {
        server.kill().unwrap();
        turn(&store.file(), TURNED_MS);
        server = store.serve();
        let mv = back_and_forth[turn_number as usize % 4];
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
        assert!((TURNED_MS..TURNED_MS + 120_000).contains(&charged), "{charged} in turn {turn_number}");
    }
    server.kill().unwrap();
    turn(&store.file(), 2 * DAY_MS);
    let server = store.serve();
    let game: Value = loop {
        let game: Value = http.get(server.url(&path)).send().await.unwrap().json().await.unwrap();
        if game["status"] != "playing" {
            break game;
        }
    };
    assert_eq!((&game["reason"], &game["ply"]), (&json!("timeout"), &json!(2 + RESTARTS)));
}
