//! Arbiters: they pause and resume games, add time, and decide; and everybody sees who did it.

use crate::feed::{follow, next};
use crate::lines::Lines;
use crate::support::{Response, Server, api_key, config, start, start_with};
use duiyi::config::{ApiKey, Config, Scope};
use reqwest::Method;
use serde_json::{Value, json};

/// A server with the keys `club`, `shop` and, for arbiters of all games, `root`.
async fn start_for_arbiters() -> Server {
    let root = ApiKey { scopes: vec![Scope::Admin], ..api_key("root") };
    start_with(Config { api_keys: vec![api_key("club"), api_key("shop"), root], ..config() }).await
}

async fn post(server: &Server, key: &str, path: &str, body: Value) -> Response {
    server.send(server.request(Method::POST, path).header("x-api-key", key).json(&body)).await
}

async fn post_as(server: &Server, token: &Value, path: &str, body: Value) -> Response {
    let token = token.as_str().unwrap();
    server.send(server.request(Method::POST, path).bearer_auth(token).json(&body)).await
}

/// A game of the key `club` in which both sides have moved. Returns its path and the tokens.
async fn begin(server: &Server, more: Value) -> (String, Value) {
    let mut body = json!({"ruleset": "xiangqi", "seats": true, "clock": {"initial_ms": 600_000}});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let game = post(server, "club", "/v1/games", body).await.expect(201);
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    for (side, mv) in [("red", "h2e2"), ("black", "h9g7")] {
        let moves = format!("{path}/moves");
        post_as(server, &game["tokens"][side], &moves, json!({"move": mv})).await.expect(200);
    }
    (path, game["tokens"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_game_takes_nothing_from_its_players_until_an_arbiter_resumes_it() {
    let server = start_for_arbiters().await;
    let (path, tokens) = begin(&server, json!({})).await;
    let events = server.request(Method::GET, &format!("{path}/events"));
    let mut events = Lines::open(&server, events.header("x-api-key", "club")).await;
    assert_eq!(events.next().await.unwrap().0, "game");
    let paused = post(&server, "club", &format!("{path}/pause"), json!({})).await.expect(200);
    assert_eq!((&paused["paused"], &paused["status"]), (&json!(true), &json!("playing")));
    assert_eq!((&paused["ruling"]["action"], &paused["ruling"]["by"]), (&json!("pause"), &json!("club")));
    assert_eq!((&paused["clock"]["running"], &paused["clock"]["deadline"]), (&Value::Null, &Value::Null));
    let (name, data) = events.next().await.unwrap();
    assert_eq!((&*name, &data), ("arbiter", &paused["ruling"]));
    assert_eq!(events.next().await.unwrap().1["paused"], true);

    for (action, body) in [
        ("moves", json!({"move": "h0g2"})),
        ("resign", json!({"side": "red"})),
        ("draw", json!({"side": "red", "action": "offer"})),
        ("takeback", json!({"side": "red", "action": "offer"})),
        ("abort", json!({"side": "red"})),
        ("best-move", json!({"play": true})),
        ("claim", json!({"side": "red", "result": "win"})),
    ] {
        let refused = post_as(&server, &tokens["red"], &format!("{path}/{action}"), body).await;
        let code = if action == "best-move" { (403, "hints_off") } else { (409, "game_paused") };
        refused.expect_problem(code.0, code.1);
    }
    post(&server, "root", &format!("{path}/pause"), json!({})).await.expect_problem(409, "game_paused");
    let resumed = post(&server, "root", &format!("{path}/resume"), json!({})).await.expect(200);
    assert_eq!((&resumed["paused"], &resumed["ruling"]["by"]), (&json!(false), &json!("root")));
    assert_eq!(resumed["clock"]["running"], "red");
    post(&server, "root", &format!("{path}/resume"), json!({})).await.expect_problem(409, "game_not_paused");
    post_as(&server, &tokens["red"], &format!("{path}/moves"), json!({"move": "h0g2"})).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_an_arbiter_rules() {
    let server = start_for_arbiters().await;
    let (path, tokens) = begin(&server, json!({})).await;
    let rulings = [
        ("pause", json!({})),
        ("resume", json!({})),
        ("add-time", json!({"side": "red", "ms": 1000})),
        ("adjudicate", json!({"result": "draw"})),
    ];
    for (action, body) in &rulings {
        let path = format!("{path}/{action}");
        post(&server, "shop", &path, body.clone()).await.expect_problem(403, "forbidden");
        post_as(&server, &tokens["red"], &path, body.clone()).await.expect_problem(403, "forbidden");
    }
    let open = start().await;
    let game = open.human_game().await;
    for (action, body) in rulings {
        open.post(&format!("{game}/{action}"), body).await.expect_problem(403, "forbidden");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiter_adds_time_to_a_side() {
    let server = start_for_arbiters().await;
    let (path, _) = begin(&server, json!({})).await;
    let add = format!("{path}/add-time");
    let more = post(&server, "club", &add, json!({"side": "black", "ms": 90_000})).await.expect(200);
    assert_eq!(more["clock"]["remaining_ms"]["black"], 690_000);
    assert_eq!((&more["ruling"]["side"], &more["ruling"]["ms"]), (&json!("black"), &json!(90_000)));
    for (body, pointer) in [
        (json!({"side": "white", "ms": 1}), "/side"),
        (json!({"ms": 1}), "/side"),
        (json!({"side": "red"}), "/ms"),
        (json!({"side": "red", "ms": 0}), "/ms"),
        (json!({"side": "red", "ms": 1_209_600_001}), "/ms"),
        (json!({"side": "red", "ms": 1, "minutes": 1}), "/minutes"),
    ] {
        let problem = post(&server, "club", &add, body).await.expect_problem(400, "invalid_request");
        assert_eq!(problem["errors"][0]["pointer"], pointer);
    }
    let (untimed, _) = begin(&server, json!({"clock": null})).await;
    let add = format!("{untimed}/add-time");
    let refused = post(&server, "club", &add, json!({"side": "red", "ms": 1})).await;
    refused.expect_problem(409, "no_clock");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_decision_of_an_arbiter_is_in_the_game_the_record_and_the_feed() {
    let server = start_for_arbiters().await;
    let (path, _) = begin(&server, json!({"clock": null})).await;
    let mut feed = follow(&server, "club", "", None).await;
    post(&server, "club", &format!("{path}/pause"), json!({})).await.expect(200);
    let adjudicate = format!("{path}/adjudicate");
    for (body, pointer) in [
        (json!({"result": "white"}), "/result"),
        (json!({"result": "won"}), "/result"),
        (json!({"result": "draw", "detail": ""}), "/detail"),
        (json!({"result": "draw", "why": "late"}), "/why"),
    ] {
        let problem = post(&server, "club", &adjudicate, body).await.expect_problem(400, "invalid_request");
        assert_eq!(problem["errors"][0]["pointer"], pointer);
    }
    let body = json!({"result": "black", "detail": "Red used an engine."});
    let won = post(&server, "club", &adjudicate, body).await.expect(200);
    assert_eq!(
        (&won["status"], &won["winner"], &won["reason"], &won["paused"]),
        (&json!("won"), &json!("black"), &json!("adjudication"), &json!(false))
    );
    assert_eq!(won["ruling"]["detail"], "Red used an engine.");
    let again = post(&server, "club", &adjudicate, json!({"result": "draw"})).await;
    again.expect_problem(409, "game_over");
    let record = server.request(Method::GET, &format!("{path}/record?format=pgn"));
    let record = server.send(record.header("x-api-key", "club")).await;
    assert!(record.text.contains("[Termination \"adjudication\"]"), "{}", record.text);

    let mut told = Vec::new();
    while told.len() < 3 {
        let event = next(&mut feed).await;
        let what =
            [&event["data"]["action"], &event["data"]["reason"]].map(|it| it.as_str().map(String::from));
        told.push((event["event"].as_str().unwrap().to_owned(), what.into_iter().flatten().next()));
    }
    let told: Vec<_> = told.iter().map(|(event, what)| (&**event, what.as_deref())).collect();
    let expected = [("arbiter", "pause"), ("arbiter", "adjudicate"), ("game_finished", "adjudication")];
    assert_eq!(told, expected.map(|(event, what)| (event, Some(what))));
}
