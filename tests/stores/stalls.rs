//! A server stands still, or its link to Redis does, while a player thinks. Nobody is charged for time that he could not use, and no
//! clock starts in the past.

use super::deadlines::{post, running_game};
use super::players::client;
use duiyi_testkit::processes::link::Link;
use duiyi_testkit::processes::{Server, TestStore, signal};
use jiff::Timestamp;
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

const INITIAL_MS: i64 = 60_000;
/// Longer than a server counts on without Redis.
const STALL: Duration = Duration::from_secs(3);
/// How much two servers' times may differ, in milliseconds.
const SLACK_MS: i64 = 300;

fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

fn remaining(clock: &Value, side: &str) -> i64 {
    clock["remaining_ms"][side].as_i64().unwrap()
}

/// Red's third move through a server, and when each thing happened, in milliseconds of the time of day.
struct Move {
    /// Before Red's clock started, and after.
    started: (i64, i64),
    /// The clock of the game after the move.
    clock: Value,
}

impl Move {
    fn charged(&self) -> i64 {
        INITIAL_MS - remaining(&self.clock, "red")
    }

    /// When Black's clock started.
    fn black_started(&self) -> i64 {
        let deadline: Timestamp = self.clock["deadline"].as_str().unwrap().parse().unwrap();
        deadline.as_millisecond() - remaining(&self.clock, "black")
    }

    fn assert_charged_between(&self, least: i64, most: i64) {
        let charged = self.charged();
        assert!((least..=most).contains(&charged), "{charged} of {least} to {most} ms: {}", self.clock);
    }

    fn assert_black_started_after(&self, time: i64) {
        let early = time - self.black_started();
        assert!(early <= SLACK_MS, "Black's clock started {early} ms before: {}", self.clock);
    }
}

/// A game in which Red's clock runs, and before and after it started.
async fn start(http: &Client, server: &Server, initial_ms: i64) -> (String, (i64, i64)) {
    let before = now();
    (running_game(http, server, json!({"initial_ms": initial_ms})).await, (before, now()))
}

/// Makes Red's move, and repeats it as long as the store does not answer.
async fn play(http: &Client, server: &Server, path: &str) -> Value {
    loop {
        let body = json!({"move": "h0g2", "reply": false});
        match post(http, server, &format!("{path}/moves"), &Value::Null, body).await {
            (StatusCode::SERVICE_UNAVAILABLE, _) => {}
            (status, played) => {
                assert_eq!(status, 200, "{played}");
                return played["game"]["clock"].clone();
            }
        }
    }
}

/// Stops the server `through` which Red moves, and resumes it. Red sends the move `sent_after` the stop. Returns the move, and
/// when the server was stopped and resumed.
async fn move_around_a_stall(
    http: &Client,
    (creating, through): (&Server, &Server),
    sent_after: Duration,
) -> (Move, i64, i64) {
    let (path, started) = start(http, creating, INITIAL_MS).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    signal(through.id(), "STOP");
    let stopped = now();
    let played = async {
        tokio::time::sleep(sent_after).await;
        play(http, through, &path).await
    };
    let resumed = async {
        tokio::time::sleep(STALL).await;
        let resumed = now();
        signal(through.id(), "CONT");
        resumed
    };
    let (clock, resumed) = tokio::join!(played, resumed);
    (Move { started, clock }, stopped, resumed)
}

async fn assert_a_move_during_a_stall_is_charged_until_it_began(servers: (&Server, &Server)) {
    let (played, stopped, resumed) = move_around_a_stall(&client(), servers, STALL / 2).await;
    played.assert_charged_between(0, stopped - played.started.0 + SLACK_MS);
    played.assert_black_started_after(resumed);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_move_that_came_while_a_server_of_redis_stood_still_is_charged_until_that_began() {
    let store = TestStore::redis();
    let (stalled, other) = (store.serve(), store.serve());
    assert_a_move_during_a_stall_is_charged_until_it_began((&other, &stalled)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_came_while_the_only_server_stood_still_is_charged_until_that_began() {
    for store in [TestStore::InMemory, TestStore::redb()] {
        let server = store.serve();
        assert_a_move_during_a_stall_is_charged_until_it_began((&server, &server)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_move_after_a_stall_is_charged_by_what_another_server_has_counted() {
    let (store, http) = (TestStore::redis(), client());
    let (stalled, other) = (store.serve(), store.serve());
    let after = STALL + Duration::from_secs(1);
    let (played, _, resumed) = move_around_a_stall(&http, (&other, &stalled), after).await;
    played.assert_charged_between(resumed - played.started.1 - SLACK_MS, now() - played.started.0);
    played.assert_black_started_after(resumed);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_loses_on_time_while_the_server_stands_still_and_the_move_has_been_sent() {
    let (http, server) = (client(), TestStore::InMemory.serve());
    let (path, _) = start(&http, &server, 2000).await;
    signal(server.id(), "STOP");
    let resume = async {
        tokio::time::sleep(STALL).await;
        signal(server.id(), "CONT");
    };
    let (clock, ()) = tokio::join!(play(&http, &server, &path), resume);
    assert_eq!(clock["running"], "black", "{clock}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_move_that_came_while_the_link_to_redis_stood_still_is_charged_by_its_arrival() {
    let (store, http) = (TestStore::redis(), client());
    let TestStore::Redis(redis) = &store else { unreachable!() };
    let link = Link::to(redis);
    let (cut_off, other) = (store.serve_with(&[("DUIYI_REDIS_URL", &link.url())]), store.serve());
    let (path, started) = start(&http, &other, INITIAL_MS).await;
    link.set_stands_still(true);
    tokio::time::sleep(STALL).await;
    let sent = now();
    let resume = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let resumed = now();
        link.set_stands_still(false);
        resumed
    };
    let (clock, resumed) = tokio::join!(play(&http, &cut_off, &path), resume);
    let played = Move { started, clock };
    played.assert_charged_between(sent - played.started.1 - SLACK_MS, now() - played.started.0);
    played.assert_black_started_after(resumed);
}
