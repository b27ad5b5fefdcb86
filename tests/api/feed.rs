//! The events of all games of an API key.

use crate::support::{Server, api_key, assert_valid, config, start, start_with};
use duiyi::config::Config;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

async fn start_for_two() -> Server {
    start_with(Config { api_keys: vec![api_key("shop"), api_key("club")], ..config() }).await
}

async fn send(server: &Server, key: &str, method: Method, path: &str, body: Value) -> Value {
    let request = server.request(method, path).header("x-api-key", key).json(&body);
    let response = server.send(request).await;
    assert!(response.status.is_success(), "{}", response.text);
    response.body
}

/// The lines of a response that does not end.
pub struct Lines {
    bytes: BoxStream<'static, reqwest::Result<bytes::Bytes>>,
    buffer: String,
}

impl Lines {
    async fn open(request: RequestBuilder) -> Lines {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        Lines { bytes: response.bytes_stream().boxed(), buffer: String::new() }
    }

    async fn next(&mut self) -> String {
        loop {
            if let Some((line, rest)) = self.buffer.split_once('\n') {
                let (line, rest) = (line.to_owned(), rest.to_owned());
                self.buffer = rest;
                if !line.is_empty() {
                    return line;
                }
            } else {
                let bytes = self.bytes.next().await.unwrap().unwrap();
                self.buffer.push_str(std::str::from_utf8(&bytes).unwrap());
            }
        }
    }
}

pub async fn follow(server: &Server, key: &str, query: &str, after: Option<&str>) -> Lines {
    let request = server.request(Method::GET, &format!("/v1/events{query}"));
    let request = request.header("x-api-key", key).header("accept", "application/x-ndjson");
    Lines::open(after.iter().fold(request, |request, id| request.header("last-event-id", *id))).await
}

pub async fn next(lines: &mut Lines) -> Value {
    let event = serde_json::from_str(&lines.next().await).unwrap();
    assert_valid("FeedEvent", &event);
    event
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_follows_all_its_games_and_no_others() {
    let server = start_for_two().await;
    let mut all = follow(&server, "shop", "?moves=true", None).await;
    let mut without_moves = follow(&server, "shop", "", None).await;
    let new = json!({"ruleset": "xiangqi", "reference": "r-1", "seats": "invite", "side": "red"});
    send(&server, "club", Method::POST, "/v1/games", json!({"ruleset": "gomoku"})).await;
    let game = send(&server, "shop", Method::POST, "/v1/games", new).await;
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let join = json!({"invitation": game["invitation"]});
    let joined = server.post(&format!("{path}/join"), join).await.expect(200);
    let red = game["tokens"]["red"].as_str().unwrap();
    let act = |token: String, path: String, body: Value| {
        server.send(server.request(Method::POST, &path).bearer_auth(token).json(&body))
    };
    act(red.to_owned(), format!("{path}/moves"), json!({"move": "h2e2"})).await.expect(200);
    let draw = json!({"side": "red", "action": "offer"});
    act(red.to_owned(), format!("{path}/draw"), draw).await.expect(200);
    let black = joined["tokens"]["black"].as_str().unwrap().to_owned();
    act(black, format!("{path}/resign"), json!({"side": "black"})).await.expect(200);
    send(&server, "shop", Method::DELETE, &path, json!({})).await;

    let mut events = Vec::new();
    while events.len() < 6 {
        events.push(next(&mut all).await);
    }
    let names: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    let expected = ["game_created", "game_started", "move_played", "offer", "game_finished", "game_deleted"];
    assert_eq!(names, expected);
    assert!(events.iter().all(|event| event["game"] == game["id"] && event["reference"] == "r-1"));
    assert_eq!((&events[2]["data"]["move"], &events[2]["data"]["ply"]), (&json!("h2e2"), &json!(1)));
    assert_eq!(events[3]["data"], json!({"kind": "draw", "side": "red", "action": "offer"}));
    let ending = &events[4]["data"];
    assert_eq!((&ending["result"], &ending["reason"]), (&json!("red"), &json!("resignation")));
    assert!(ending["record"].as_str().unwrap().contains("[Result \"1-0\"]"), "{ending}");
    for (event, name) in events
        .iter()
        .filter(|event| event["event"] != "move_played")
        .zip(expected.iter().filter(|name| **name != "move_played"))
    {
        let same = next(&mut without_moves).await;
        assert_eq!((&same, same["event"].as_str()), (event, Some(*name)));
    }

    let mut resumed = follow(&server, "shop", "?moves=true", events[2]["id"].as_str()).await;
    assert_eq!(next(&mut resumed).await, events[3]);
}

/// The first move must come within a second.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_ends_at_its_deadline_although_nobody_reads_it() {
    let server = start_for_two().await;
    let mut feed = follow(&server, "shop", "", None).await;
    let clock = json!({"initial_ms": 60_000, "first_move_ms": 1000});
    let game =
        send(&server, "shop", Method::POST, "/v1/games", json!({"ruleset": "xiangqi", "clock": clock})).await;
    for name in ["game_created", "game_started", "game_finished"] {
        let event = next(&mut feed).await;
        assert_eq!((&event["event"], &event["game"]), (&json!(name), &game["id"]), "{event}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_that_are_gone_are_said_to_be_so() {
    let server = start_for_two().await;
    let ask = |after: &'static str, query: &str| {
        let request = server.request(Method::GET, &format!("/v1/events{query}")).header("x-api-key", "shop");
        server.send(request.header("last-event-id", after))
    };
    let gone = ask("1-0", "").await.expect_problem(410, "events_expired");
    assert!(gone["oldest"].is_null());
    ask("made up", "").await.expect_problem(400, "invalid_request");
    ask("1-0", "?moves=1").await.expect_problem(400, "invalid_request");
    ask("1-0", "?move=true").await.expect_problem(400, "invalid_request");
    start().await.get("/v1/events").await.expect_problem(403, "forbidden");
}

#[tokio::test(flavor = "multi_thread")]
async fn server_sent_events_have_the_same_data() {
    let server = start_for_two().await;
    let mut stream = Lines::open(server.request(Method::GET, "/v1/events").header("x-api-key", "shop")).await;
    send(
        &server,
        "shop",
        Method::POST,
        "/v1/games/batch",
        json!({"games": [{"ruleset": "caro"}, {"ruleset": "renju"}]}),
    )
    .await;
    let mut names = Vec::new();
    while names.len() < 4 {
        let line = stream.next().await;
        if let Some(name) = line.strip_prefix("event: ") {
            names.push(name.to_owned());
        }
        if let Some(data) = line.strip_prefix("data: ") {
            assert_valid("FeedEvent", &serde_json::from_str(data).unwrap());
        }
    }
    assert_eq!(names, ["game_created", "game_started", "game_created", "game_started"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_an_analysis_is_an_event_of_the_key_that_submitted_it() {
    let server = start_for_two().await;
    let mut events = follow(&server, "shop", "", None).await;
    let position = json!({"ruleset": "xiangqi", "limits": {"depth": 2}});
    send(&server, "club", Method::POST, "/v1/analyses", position.clone()).await;
    let single = send(&server, "shop", Method::POST, "/v1/analyses", position).await;
    let told = next(&mut events).await;
    assert_eq!((&told["event"], &told["game"]), (&json!("analysis_finished"), &json!(null)));
    assert_eq!(told["data"], json!({"analysis": single["id"], "status": "done"}));

    let batch = json!({"positions": [{"ruleset": "gomoku"}, {"ruleset": "renju"}], "limits": {"depth": 1}});
    let request = server.request(Method::POST, "/v1/analyses/batch").header("x-api-key", "shop");
    let batch = server.send(request.header("duiyi-user", "anna").json(&batch)).await.expect(202);
    let told = next(&mut events).await;
    assert_eq!((&told["user"], &told["data"]["analysis"]), (&json!("anna"), &batch["id"]));
}
