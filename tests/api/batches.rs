//! Many positions at once: a batch searches them one after another in the background.

use crate::support::{Server, assert_valid, config, start, start_with};
use duiyi::config::Config;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

const BATCH: &str = "/v1/analyses/batch";
const KEY: &str = "1c1f0c9e-55c5-4d0e-93d8-4f2a9c6f1f57";

/// Positions of every ruleset, with searches that end at once.
fn small() -> Value {
    let positions =
        ["xiangqi", "gomoku", "gomoku_standard", "renju", "caro"].map(|ruleset| json!({"ruleset": ruleset}));
    json!({"positions": positions, "limits": {"depth": 1}, "book": false})
}

async fn submit(server: &Server, body: Value) -> String {
    let response = server.post(BATCH, body).await;
    assert_eq!(response.status, 202, "{}", response.text);
    assert_eq!(
        response.header("location"),
        format!("/v1/analyses/{}", response.body["id"].as_str().unwrap())
    );
    response.header("location").to_owned()
}

/// Polls the batch until the condition holds.
async fn until(server: &Server, batch: &str, condition: impl Fn(&Value) -> bool) -> Value {
    loop {
        let now = server.get(batch).await.expect(200);
        assert_valid("Analysis", &now);
        if condition(&now) {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn is_done(batch: &Value) -> bool {
    batch["status"] == "done"
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_has_a_result_for_each_position_in_their_order() {
    let server = start().await;
    let batch = submit(&server, small()).await;
    let done = until(&server, &batch, is_done).await;
    assert_eq!(done["progress"], json!({"done": 5, "positions": 5}));
    let results = done["results"].as_array().unwrap();
    for (index, found) in results.iter().enumerate() {
        assert_eq!(found["index"], index);
        assert!(found["result"]["best_move"].is_string(), "{found}");
    }
    assert_eq!(results.len(), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_that_is_not_valid_fails_alone() {
    let server = start().await;
    let mut body = small();
    body["positions"][1] = json!({"ruleset": "gomoku", "fen": "nonsense"});
    body["positions"][2] = json!({"ruleset": "caro", "moves": ["a1", "a1"]});
    body["positions"][3] = json!({"ruleset": "renju", "lines": 3});
    let batch = submit(&server, body).await;
    let done = until(&server, &batch, is_done).await;
    let code = |index: usize| done["results"][index]["problem"]["code"].clone();
    assert_eq!([code(0), code(4)], [Value::Null, Value::Null]);
    assert_eq!([code(1), code(2), code(3)], ["invalid_position", "illegal_move", "invalid_request"]);
    assert_eq!(done["results"][3]["problem"]["errors"][0]["pointer"], "/positions/3/lines");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_concerns_all_positions_fails_at_once() {
    let server = start().await;
    let position = json!({"ruleset": "xiangqi"});
    for (body, pointer) in [
        (json!({}), "/positions"),
        (json!({"positions": []}), "/positions"),
        (json!({"positions": vec![&position; 257]}), "/positions"),
        (json!({"positions": [1]}), "/positions/0"),
        (json!({"positions": [&position], "level": 21}), "/level"),
        (json!({"positions": [&position], "fen": "x"}), "/fen"),
        (json!({"positions": vec![&position; 256], "lines": 6}), "/lines"),
    ] {
        let problem = server.post(BATCH, body).await.expect_problem(400, "invalid_request");
        assert_eq!(problem["errors"][0]["pointer"], pointer);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_streams_its_results_as_lines_and_resumes() {
    let server = start().await;
    let batch = submit(&server, small()).await;
    for (seen, first) in [(None, 0), (Some("3"), 3)] {
        let mut request = server.request(Method::GET, &batch).header("accept", "application/x-ndjson");
        if let Some(seen) = seen {
            request = request.header("last-event-id", seen);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        let text = response.text().await.unwrap();
        let lines: Vec<Value> = text
            .lines()
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        lines.iter().for_each(|line| assert_valid("BatchLine", line));
        let (end, results) = lines.split_last().unwrap();
        assert_eq!((&end["event"], &end["data"]), (&json!("end"), &json!({"reason": "done"})));
        let indexes: Vec<_> = results.iter().map(|line| line["index"].as_u64().unwrap()).collect();
        assert_eq!(indexes, (first..5).collect::<Vec<_>>());
        assert!(results.iter().all(|line| line["result"]["pv"].is_array()));
    }
}

/// Positions that take longer than the test.
fn endless(positions: usize) -> Value {
    let position = json!({"ruleset": "xiangqi"});
    json!({"positions": vec![position; positions], "limits": {"time_ms": 600_000}, "book": false})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_batch_keeps_its_results() {
    let server = start().await;
    let mut body = endless(2);
    body["positions"][0] = json!({"ruleset": "xiangqi", "fen": "nonsense"});
    let batch = submit(&server, body).await;
    until(&server, &batch, |now| now["progress"]["done"] == 1).await;
    let cancelled = server.send(server.request(Method::DELETE, &batch)).await.expect(200);
    assert_eq!((&cancelled["status"], &cancelled["results"][0]["index"]), (&json!("cancelled"), &json!(0)));
    assert_eq!(server.get(&batch).await.expect(200)["progress"], json!({"done": 1, "positions": 2}));
}

/// With one search thread, an analysis that comes after a batch does not wait for all of its positions.
#[tokio::test(flavor = "multi_thread")]
async fn a_batch_takes_turns_with_other_analyses() {
    let server = start_with(Config { search_threads: 1, ..config() }).await;
    let position = json!({"ruleset": "xiangqi"});
    let body = json!({"positions": vec![position; 256], "limits": {"time_ms": 200}, "book": false});
    let batch = submit(&server, body).await;
    let other = server.post("/v1/analyses", json!({"ruleset": "xiangqi", "limits": {"depth": 1}})).await;
    let other = other.header("location").to_owned();
    until(&server, &other, is_done).await;
    let now = server.get(&batch).await.expect(200);
    assert!(now["progress"]["done"].as_u64().unwrap() < 256, "{}", now["progress"]);
    assert!(now["status"] == "running" || now["status"] == "queued");
    server.send(server.request(Method::DELETE, &batch)).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_with_the_same_key_gets_the_same_batch() {
    let server = start().await;
    let send = || server.request(Method::POST, BATCH).header("idempotency-key", KEY).json(&small());
    let first = server.send(send()).await;
    let again = server.send(send()).await;
    assert_eq!((first.status, again.header("idempotency-replayed")), (reqwest::StatusCode::ACCEPTED, "true"));
    assert_eq!(first.body["id"], again.body["id"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_charged_at_once_and_gets_back_what_it_did_not_search() {
    let server = start_with(Config { search_ms_per_minute: Some(60_000), ..config() }).await;
    let left = |response: &crate::support::Response| -> u64 {
        let quota = response.header("ratelimit");
        quota.split(';').find_map(|part| part.strip_prefix("r=")).unwrap().parse().unwrap()
    };
    let position = json!({"ruleset": "xiangqi"});
    let body =
        json!({"positions": vec![position; 40], "limits": {"time_ms": 1000, "depth": 1}, "book": false});
    let response = server.post(BATCH, body).await;
    assert!(left(&response) <= 21_000, "40 of 60 seconds are reserved");
    let batch = response.header("location").to_owned();
    until(&server, &batch, is_done).await;
    // The refund follows the end. Filling up by time alone would take half a minute.
    while left(&server.get(&batch).await) < 40_000 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
