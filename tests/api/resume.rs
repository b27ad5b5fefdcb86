//! A client resumes a stream after its connection broke.

use crate::lines::Lines;
use crate::support::{Server, config, start, start_with};
use duiyi::config::Config;
use reqwest::Method;
use serde_json::{Value, json};

type Events = Vec<(String, Value)>;

async fn open(server: &Server, path: &str, body: &Value, seen: Option<u64>) -> Lines {
    let mut request = server.request(Method::POST, path).json(body);
    if let Some(seen) = seen {
        request = request.header("last-event-id", seen.to_string());
    }
    // `Lines` then checks that every id is greater than the last one seen.
    Lines { last_id: seen, ..Lines::open(server, request).await }
}

fn names(events: &Events) -> Vec<&str> {
    events.iter().map(|(name, _)| name.as_str()).collect()
}

/// The metric that counts searches.
async fn searches(server: &Server) -> String {
    let text = server.get("/metrics").await.text;
    text.lines().find(|line| line.starts_with("duiyi_search_seconds_count")).unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resumed_analysis_starts_with_the_latest_depth() {
    let server = start_with(Config { search_threads: 1, ..config() }).await;
    let body = json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": 60000}});
    let mut lost = open(&server, "/v1/analysis", &body, None).await;
    // A second client runs the same analysis, so the search continues.
    let mut other = open(&server, "/v1/analysis", &body, None).await;
    lost.next().await.unwrap();
    let seen = lost.last_id;
    drop(lost);
    let deepest = loop {
        let depth = other.next().await.unwrap().1["depth"].as_u64();
        if depth >= Some(4) {
            break depth;
        }
    };
    let mut resumed = open(&server, "/v1/analysis", &body, seen).await;
    let (name, state) = resumed.next().await.unwrap();
    assert_eq!(name, "info");
    assert!(state["depth"].as_u64() >= deepest, "only the last finished depth, without the earlier ones");
    assert_eq!(resumed.last_id, state["depth"].as_u64(), "every client sees the same id");
    // A client that has already seen this depth gets it again with a greater id.
    let mut again = open(&server, "/v1/analysis", &body, Some(1000)).await;
    assert!(again.next().await.unwrap().1["depth"].as_u64() >= deepest);
    assert_eq!(again.last_id, Some(1001));
    server.wait_for_metric("duiyi_analyses_shared_total 3").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resuming_a_finished_analysis_runs_it_again() {
    let server = start().await;
    let body = json!({"ruleset": "xiangqi", "book": false, "limits": {"depth": 4, "time_ms": 60000}});
    let whole = open(&server, "/v1/analysis", &body, None).await.all().await;
    assert_eq!(names(&whole), ["info", "info", "info", "info", "result", "end"]);
    let resumed = open(&server, "/v1/analysis", &body, Some(3)).await.all().await;
    let count = resumed.len();
    assert_eq!(names(&resumed)[count - 2..], ["result", "end"]);
    assert_eq!(resumed[count - 2].1["depth"], 4);
    let nonsense =
        server.request(Method::POST, "/v1/analysis").json(&body).header("last-event-id", "the third");
    assert_eq!(Lines::open(&server, nonsense).await.all().await.len(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resumed_review_does_not_search_again() {
    let server = start().await;
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "e2e6", "g7e6"];
    let game = server.game(json!({"ruleset": "xiangqi", "moves": moves})).await;
    let path = format!("{game}/review");
    let body = json!({"limits": {"depth": 3, "time_ms": 60000}});

    let mut lost = open(&server, &path, &body, None).await;
    let mut events = vec![lost.next().await.unwrap(), lost.next().await.unwrap()];
    let seen = lost.last_id;
    assert_eq!(seen, Some(2));
    drop(lost);
    events.extend(open(&server, &path, &body, seen).await.all().await);
    assert_eq!(names(&events), ["ply", "ply", "ply", "ply", "ply", "ply", "result", "end"]);
    let plies: Vec<u64> = events[..6].iter().map(|(_, data)| data["ply"].as_u64().unwrap()).collect();
    assert_eq!(plies, [1, 2, 3, 4, 5, 6]);
    assert_eq!(events[6].1["plies"], 6);

    let before = searches(&server).await;
    let from = async |seen: u64| open(&server, &path, &body, Some(seen)).await.all().await;
    assert_eq!(from(0).await, events, "a resume from the beginning gets every event");
    assert_eq!(from(6).await, events[6..], "the result covers all plies");
    assert_eq!(from(100).await, events[6..]);
    assert_eq!(searches(&server).await, before);

    // Other settings start a new review, and so does a new version of the game.
    let other = json!({"limits": {"depth": 2, "time_ms": 60000}});
    assert_eq!(names(&open(&server, &path, &other, Some(5)).await.all().await), ["ply", "result", "end"]);
    assert_ne!(searches(&server).await, before);
    server.play(&game, &["a0a1"]).await;
    assert_eq!(names(&from(6).await), ["ply", "result", "end"]);
}
