//! The time control of a new game, and how a game shows its clock.

use super::{MINUTE, timed_game, until_deadline};
use crate::lines::Lines;
use crate::support::{config, start, start_with};
use duiyi::config::Config;
use jiff::Timestamp;
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

const DAY: i64 = 86_400_000;

/// What is wrong, the clock, and the field that the error names.
fn mistakes() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("a clock is an object", json!(300), "/clock"),
        ("a clock is no list", json!([1000]), "/clock"),
        ("a clock has a time", json!({}), "/clock/initial_ms"),
        ("an increment alone is no clock", json!({"increment_ms": 1000}), "/clock/initial_ms"),
        ("a byo-yomi alone is no clock", json!({"byoyomi_ms": 1000}), "/clock/initial_ms"),
        ("null is no time", json!({"initial_ms": null, "move_ms": null}), "/clock/initial_ms"),
        (
            "an increment needs an initial time",
            json!({"move_ms": 1000, "increment_ms": 1}),
            "/clock/increment_ms",
        ),
        ("a byo-yomi needs an initial time", json!({"move_ms": 1000, "byoyomi_ms": 1}), "/clock/byoyomi_ms"),
        ("the initial time is a second at least", json!({"initial_ms": 999}), "/clock/initial_ms"),
        ("the initial time is a day at most", json!({"initial_ms": DAY + 1}), "/clock/initial_ms"),
        ("times are integers", json!({"initial_ms": 1000.5}), "/clock/initial_ms"),
        ("times are numbers", json!({"initial_ms": "5 min"}), "/clock/initial_ms"),
        (
            "an increment is not negative",
            json!({"initial_ms": 1000, "increment_ms": -1}),
            "/clock/increment_ms",
        ),
        (
            "an increment is a day at most",
            json!({"initial_ms": 1000, "increment_ms": DAY + 1}),
            "/clock/increment_ms",
        ),
        ("a move takes time", json!({"move_ms": 0}), "/clock/move_ms"),
        ("a move takes a day at most", json!({"move_ms": DAY + 1}), "/clock/move_ms"),
        ("a byo-yomi takes time", json!({"initial_ms": 1000, "byoyomi_ms": 0}), "/clock/byoyomi_ms"),
        (
            "a byo-yomi takes a day at most",
            json!({"initial_ms": 1000, "byoyomi_ms": DAY + 1}),
            "/clock/byoyomi_ms",
        ),
        ("a first move takes time", json!({"initial_ms": 1000, "first_move_ms": 0}), "/clock/first_move_ms"),
        (
            "a first move takes a day at most",
            json!({"initial_ms": 1000, "first_move_ms": DAY + 1}),
            "/clock/first_move_ms",
        ),
        ("a game by correspondence has a day at least", json!({"days_per_move": 0}), "/clock/days_per_move"),
        ("and two weeks at most", json!({"days_per_move": 15}), "/clock/days_per_move"),
        ("days are the whole clock", json!({"days_per_move": 3, "initial_ms": 60_000}), "/clock/initial_ms"),
        ("a clock has no other fields", json!({"initial_ms": 1000, "time_ms": 1}), "/clock/time_ms"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mistake_in_a_clock_is_refused_with_the_field() {
    let server = start().await;
    for (mistake, clock, pointer) in mistakes() {
        let body = json!({"ruleset": "xiangqi", "clock": clock});
        let problem = server.post("/v1/games", body).await.expect_problem(400, "invalid_request");
        let errors = problem["errors"].as_array().unwrap();
        assert_eq!((errors.len(), &errors[0]["pointer"]), (1, &json!(pointer)), "{mistake}: {problem}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_mistake_in_a_clock_is_named_at_once() {
    let server = start().await;
    let clock = json!({"initial_ms": 1, "move_ms": 0, "byoyomi_ms": 0, "first_move_ms": 0});
    let body = json!({"ruleset": "xiangqi", "clock": clock});
    let problem = server.post("/v1/games", body).await.expect_problem(400, "invalid_request");
    assert_eq!(problem["errors"].as_array().unwrap().len(), 4, "{problem}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_game_shows_its_clock() {
    let server = start_with(Config { first_move_ms: 45_000, ..config() }).await;
    let least = json!({"initial_ms": 1000, "increment_ms": 0, "move_ms": 1, "byoyomi_ms": 1, "first_move_ms": 20_000});
    let most = json!({
        "initial_ms": 86_400_000, "increment_ms": 86_400_000, "move_ms": 86_400_000, "byoyomi_ms": 86_400_000,
        "first_move_ms": 86_400_000,
    });
    for (clock, shown, first_move) in [
        (json!({"initial_ms": 300_000}), 300_000, 45_000),
        (json!({"initial_ms": 300_000, "increment_ms": null, "first_move_ms": null}), 300_000, 45_000),
        (json!({"move_ms": 90_000}), 90_000, 45_000),
        (json!({"initial_ms": 300_000, "move_ms": 90_000}), 300_000, 45_000),
        (least, 1000, 20_000),
        (most, 86_400_000, 86_400_000),
    ] {
        let body = json!({"ruleset": "xiangqi", "clock": clock});
        let game = server.post("/v1/games", body).await.expect(201);
        let read = server.get(&format!("/v1/games/{}", game["id"].as_str().unwrap())).await.expect(200);
        assert_eq!(read["clock"], game["clock"], "a state has one clock");
        let shows = &game["clock"];
        for name in ["initial_ms", "increment_ms", "move_ms", "byoyomi_ms"] {
            assert_eq!(shows[name], clock[name], "{name}");
        }
        assert_eq!(shows["first_move_ms"], first_move);
        assert_eq!(shows["remaining_ms"], json!({"red": shown, "black": shown}));
        assert_eq!(shows["byoyomi"], json!({"red": false, "black": false}));
        assert_eq!(shows["running"], Value::Null, "no time is charged before both first moves");
        assert_eq!(until_deadline(&game), first_move);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_names_the_sides_of_the_ruleset() {
    let server = start().await;
    for (ruleset, names) in [("xiangqi", ["red", "black"]), ("gomoku", ["black", "white"])] {
        let body = json!({"ruleset": ruleset, "clock": {"initial_ms": MINUTE}});
        let clock = server.post("/v1/games", body).await.expect(201)["clock"].clone();
        for field in ["remaining_ms", "byoyomi"] {
            let mut shown: Vec<_> = clock[field].as_object().unwrap().keys().map(String::as_str).collect();
            shown.sort_unstable_by_key(|name| names.iter().position(|other| other == name));
            assert_eq!(shown, names, "{ruleset} {field}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_a_clock_says_so() {
    let server = start().await;
    for clock in [Value::Null, json!(null)] {
        let path = server.game(json!({"ruleset": "xiangqi", "clock": clock})).await;
        let game = server.play(&path, &["h2e2"]).await;
        assert_eq!(game.get("clock"), Some(&Value::Null));
        assert!(game["moves"][0].get("clock_ms").is_none());
    }
}

fn server_time(headers: &HeaderMap) -> i64 {
    headers["duiyi-time"].to_str().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_response_about_a_game_has_the_time_of_the_server() {
    let server = start().await;
    let before = Timestamp::now().as_millisecond();
    let created =
        server.post("/v1/games", json!({"ruleset": "xiangqi", "clock": {"initial_ms": MINUTE}})).await;
    let path = created.header("location").to_owned();
    let mut times = vec![server_time(&created.headers)];
    times.push(server_time(&server.get(&path).await.headers));
    times.push(server_time(&server.post(&format!("{path}/moves"), json!({"move": "h2e2"})).await.headers));
    times.push(server_time(&server.post(&format!("{path}/moves"), json!({"move": "h2e2"})).await.headers));
    times.push(server_time(&server.get(&format!("{path}/record?format=pgn")).await.headers));
    times.push(server_time(&server.get("/v1/games/5f0c4f6e-8a5e-4b1c-9d1c-2f6f0a4b7c11").await.headers));
    let events = server.request(Method::GET, &format!("{path}/events")).send().await.unwrap();
    times.push(server_time(events.headers()));
    let not_modified = server.get(&path).await.header("etag").to_owned();
    let read = server.request(Method::GET, &path).header("if-none-match", not_modified);
    let read = server.send(read).await;
    assert_eq!(read.status, 304);
    times.push(server_time(&read.headers));
    times.push(Timestamp::now().as_millisecond());
    assert!(times.is_sorted() && times[0] >= before, "{before} {times:?}");
    assert!(server.get("/v1/rulesets").await.headers.get("duiyi-time").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_shows_the_same_clock_as_a_read() {
    let server = start().await;
    let path = timed_game(&server, json!({"initial_ms": MINUTE})).await;
    let mut events = Lines::open(&server, server.request(Method::GET, &format!("{path}/events"))).await;
    assert_eq!(events.next().await.unwrap().1, server.get(&path).await.expect(200));
    server.play(&path, &["h2e2", "h9g7"]).await;
    for _ in 0..2 {
        assert_eq!(events.next().await.unwrap().0, "game");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn by_correspondence_nobody_is_present_or_away_and_nobody_can_claim_the_game() {
    let server = start().await;
    let new = |more: Value| {
        let mut body =
            json!({"ruleset": "xiangqi", "seats": true, "clock": {"days_per_move": 3, "move_ms": null}});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.post("/v1/games", body)
    };
    let refused = new(json!({"abandon_ms": 1000})).await.expect_problem(400, "invalid_request");
    assert_eq!(refused["errors"][0]["pointer"], "/abandon_ms");
    let game = new(json!({})).await.expect(201);
    assert_eq!((&game["presence"], &game["abandon_ms"]), (&Value::Null, &Value::Null));
    assert_eq!((&game["clock"]["days_per_move"], &game["clock"]["move_ms"]), (&json!(3), &json!(3 * DAY)));
    assert_eq!(until_deadline(&game), 3 * DAY);
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let read = server.get(&path).await;
    let last = read.header("etag").trim_matches('"').rsplit('-').next().unwrap();
    assert!(!last.chars().all(|letter| "ha".contains(letter)), "{last} says who is here and who is away");
    let claim = server.request(Method::POST, &format!("{path}/claim"));
    let claim = claim.bearer_auth(game["tokens"]["black"].as_str().unwrap());
    let claim = claim.json(&json!({"side": "black", "result": "win"}));
    server.send(claim).await.expect_problem(409, "nothing_to_claim");
}
