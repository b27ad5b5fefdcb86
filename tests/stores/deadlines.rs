//! A server ends a game at its deadline, also after a restart and after another server died; and a player who stays away
//! loses the game to a claim.

use super::players::client;
use duiyi_testkit::processes::{Server, TestStore};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

pub async fn post(
    http: &Client,
    server: &Server,
    path: &str,
    token: &Value,
    body: Value,
) -> (StatusCode, Value) {
    let mut request = http.post(server.url(path)).json(&body);
    if let Some(token) = token.as_str() {
        request = request.bearer_auth(token);
    }
    let response = request.send().await.unwrap();
    (response.status(), response.json().await.unwrap())
}

/// A game whose first two moves are made, so that Red's clock runs. Returns its path.
pub async fn running_game(http: &Client, server: &Server, clock: Value) -> String {
    let body = json!({"ruleset": "xiangqi", "clock": clock});
    let (status, game) = post(http, server, "/v1/games", &Value::Null, body).await;
    assert_eq!(status, 201, "{game}");
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    for mv in ["h2e2", "h9g7"] {
        let (status, body) =
            post(http, server, &format!("{path}/moves"), &Value::Null, json!({"move": mv})).await;
        assert_eq!(status, 200, "{body}");
    }
    path
}

async fn read(http: &Client, server: &Server, path: &str) -> Value {
    http.get(server.url(path)).send().await.unwrap().json().await.unwrap()
}

/// Reads the last events of a game until its stream ends. Nobody asks for the game meanwhile.
async fn events_to_the_end(http: &Client, server: &Server, path: &str) -> Vec<Value> {
    let request = http.get(server.url(&format!("{path}/events"))).header("accept", "application/x-ndjson");
    let text = request.send().await.unwrap().text().await.unwrap();
    text.lines().filter(|line| !line.is_empty()).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn assert_timed_out(game: &Value) {
    assert_eq!(
        (&game["status"], &game["winner"], &game["reason"]),
        (&json!("won"), &json!("black"), &json!("timeout"))
    );
}

async fn assert_ends_at_its_deadline(store: &TestStore) {
    let (http, server) = (client(), store.serve());
    let path = running_game(&http, &server, json!({"initial_ms": 1000})).await;
    let events = events_to_the_end(&http, &server, &path).await;
    let [.., game, end] = &events[..] else { panic!("{events:?}") };
    assert_timed_out(&game["data"]);
    assert_eq!((&end["event"], &end["data"]["reason"]), (&json!("end"), &json!("game_over")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_memory_ends_at_its_deadline() {
    assert_ends_at_its_deadline(&TestStore::InMemory).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_a_file_ends_at_its_deadline() {
    assert_ends_at_its_deadline(&TestStore::redb()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_game_in_redis_ends_at_its_deadline() {
    assert_ends_at_its_deadline(&TestStore::redis()).await;
}

async fn assert_downtime_is_not_charged(store: &TestStore, downtime: Duration) {
    let http = client();
    let mut server = store.serve();
    let path = running_game(&http, &server, json!({"initial_ms": 4000})).await;
    let started = Instant::now();
    server.kill().unwrap();
    tokio::time::sleep(downtime).await;
    let server = store.serve();
    assert_eq!(read(&http, &server, &path).await["status"], "playing");
    let events = events_to_the_end(&http, &server, &path).await;
    assert_timed_out(&events[events.len() - 2]["data"]);
    assert!(started.elapsed() >= downtime + Duration::from_millis(2500), "{:?}", started.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_in_which_the_server_of_a_file_was_down_is_not_charged() {
    assert_downtime_is_not_charged(&TestStore::redb(), Duration::from_secs(5)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn the_time_in_which_no_server_of_redis_was_up_is_not_charged() {
    assert_downtime_is_not_charged(&TestStore::redis(), Duration::from_secs(5)).await;
}

fn milliseconds(time: &Value) -> i64 {
    time.as_str().unwrap().parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

/// After downtime, a new version of the game corrects the clock that clients see.
async fn assert_clock_is_corrected(store: &TestStore) {
    const DOWNTIME: Duration = Duration::from_secs(5);
    let http = client();
    let mut server = store.serve();
    let path = running_game(&http, &server, json!({"initial_ms": 120_000})).await;
    let before = read(&http, &server, &path).await;
    server.kill().unwrap();
    tokio::time::sleep(DOWNTIME).await;
    let server = store.serve();
    let after = loop {
        let now = read(&http, &server, &path).await;
        if now["version"] != before["version"] {
            break now;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    };
    assert_eq!(after["version"].as_u64(), before["version"].as_u64().map(|version| version + 1));
    assert_eq!((&after["moves"], &after["clock"]["running"]), (&before["moves"], &json!("red")));
    let later = milliseconds(&after["clock"]["deadline"]) - milliseconds(&before["clock"]["deadline"]);
    assert!(later >= DOWNTIME.as_millis() as i64 - 100, "the deadline is {later} ms later");
    assert!(milliseconds(&after["clock"]["at"]) > milliseconds(&before["clock"]["at"]));
    assert_eq!(after["clock"]["remaining_ms"]["black"], before["clock"]["remaining_ms"]["black"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_in_a_file_is_corrected_after_a_downtime() {
    assert_clock_is_corrected(&TestStore::redb()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_clock_in_redis_is_corrected_after_a_downtime() {
    assert_clock_is_corrected(&TestStore::redis()).await;
}

/// Somebody deletes the game time while no server is up: game time starts again at 0.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn clocks_run_on_after_redis_has_lost_the_game_time() {
    let (store, http) = (TestStore::redis(), client());
    let TestStore::Redis(redis) = &store else { unreachable!() };
    // The servers of this Redis have been up for a month.
    redis.change("HSET duiyi:game_time value 2592000000");
    let mut server = store.serve();
    let path = running_game(&http, &server, json!({"initial_ms": 3000})).await;
    server.kill().unwrap();
    redis.change("DEL duiyi:game_time");
    let started = Instant::now();
    let server = store.serve();
    let events = events_to_the_end(&http, &server, &path).await;
    assert_timed_out(&events[events.len() - 2]["data"]);
    assert!(started.elapsed() >= Duration::from_millis(2900), "nobody is charged for what was lost");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn another_server_ends_the_games_of_one_that_died() {
    let (store, http) = (TestStore::redis(), client());
    let (mut first, second) = (store.serve(), store.serve());
    let path = running_game(&http, &first, json!({"initial_ms": 1500})).await;
    first.kill().unwrap();
    let events = events_to_the_end(&http, &second, &path).await;
    assert_timed_out(&events[events.len() - 2]["data"]);
}

async fn assert_claimable(store: &TestStore) {
    let (http, server) = (client(), store.serve());
    let body = json!({"ruleset": "xiangqi", "seats": true, "abandon_ms": 300});
    let (_, game) = post(&http, &server, "/v1/games", &Value::Null, body).await;
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let (red, black) = (&game["tokens"]["red"], &game["tokens"]["black"]);
    assert_eq!(game["presence"], json!({"red": "away", "black": "away"}));
    let claim = async |token, side: &str| {
        post(&http, &server, &format!("{path}/claim"), token, json!({"side": side, "result": "win"})).await
    };
    let (status, early) = claim(red, "red").await;
    assert_eq!((status.as_u16(), &early["code"]), (409, &json!("nothing_to_claim")), "it is Red's turn");
    assert_eq!(read(&http, &server, &path).await["presence"], json!({"red": "here", "black": "away"}));
    post(&http, &server, &format!("{path}/moves"), red, json!({"move": "h2e2"})).await;
    let won = loop {
        match claim(red, "red").await {
            (StatusCode::OK, won) => break won,
            (status, refused) => {
                assert_eq!((status.as_u16(), &refused["code"]), (409, &json!("nothing_to_claim")))
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!((&won["winner"], &won["reason"]), (&json!("red"), &json!("abandonment")));
    assert_eq!(claim(black, "black").await.1["code"], "game_over");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abandoned_game_is_claimed() {
    assert_claimable(&TestStore::redb()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn an_abandoned_game_in_redis_is_claimed() {
    assert_claimable(&TestStore::redis()).await;
}
