//! Asynchronous analyses: a client submits a job and polls for its result.

use crate::support::{Server, config, start, start_with};
use duiyi::config::Config;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

async fn submit(server: &Server, body: Value) -> String {
    let response = server.post("/v1/analyses", body).await;
    assert_eq!(response.status, StatusCode::ACCEPTED, "{}", response.text);
    assert_eq!(response.body["status"], "queued");
    response.header("location").to_owned()
}

/// Polls the job until the condition holds.
async fn until(server: &Server, job: &str, condition: impl Fn(&Value) -> bool) -> Value {
    loop {
        let now = server.get(job).await.expect(200);
        if condition(&now) {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submitted_job_runs_and_its_result_can_be_read() {
    let server = start().await;
    let request = json!({"ruleset": "xiangqi", "book": false, "limits": {"depth": 5, "time_ms": 60000}});
    let job = submit(&server, request.clone()).await;
    let done = until(&server, &job, |job| job["status"] == "done").await;
    assert_eq!((&done["request"], &done["result"]["depth"]), (&request, &json!(5)));
    assert_eq!(done["result"]["pv"][0], done["result"]["best_move"]);
    // A `DELETE` does not change a finished job.
    let cancelled = server.send(server.request(Method::DELETE, &job)).await.expect(200);
    assert_eq!(cancelled, done);
}

#[tokio::test(flavor = "multi_thread")]
async fn prefer_wait_holds_the_response_until_the_job_is_done_or_time_is_up() {
    let server = start().await;
    let ask = async |seconds: &str, limits: Value| {
        let request =
            server.request(Method::POST, "/v1/analyses").header("prefer", format!("wait={seconds}"));
        let body = json!({"ruleset": "xiangqi", "book": false, "limits": limits});
        let response = server.send(request.json(&body)).await;
        assert_eq!(response.header("preference-applied"), format!("wait={seconds}"));
        assert!(response.header("location").starts_with("/v1/analyses/"));
        (response.status.as_u16(), response.body["status"].as_str().unwrap().to_owned())
    };
    assert_eq!(ask("30", json!({"depth": 2})).await, (200, "done".to_owned()));
    let (status, state) = ask("0", json!({"time_ms": 60_000})).await;
    assert!(status == 202 && ["queued", "running"].contains(&&*state), "{status} {state}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_job_keeps_its_partial_result() {
    let server = start_with(Config { search_threads: 1, ..config() }).await;
    let long = json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": 600_000}});
    let job = submit(&server, long.clone()).await;
    let waiting = submit(&server, long).await;
    until(&server, &job, |job| job["result"]["depth"].as_u64() >= Some(3)).await;
    let cancelled = server.send(server.request(Method::DELETE, &waiting)).await.expect(200);
    assert_eq!((&cancelled["status"], &cancelled["result"]), (&json!("cancelled"), &Value::Null));
    let cancelled = server.send(server.request(Method::DELETE, &job)).await.expect(200);
    assert_eq!(cancelled["status"], "cancelled");
    assert!(cancelled["result"]["depth"].as_u64() >= Some(3));
    // Its thread is free again.
    let search = json!({"ruleset": "xiangqi", "book": false, "limits": {"depth": 2}});
    server.post("/v1/analysis", search).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_cannot_fill_the_queue() {
    let settings = Config { max_jobs_per_client: 1, search_ms_per_minute: Some(60_000), ..config() };
    let server = start_with(settings).await;
    let long = json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": 30_000}});
    let job = submit(&server, long.clone()).await;
    let refused = server.post("/v1/analyses", long.clone()).await;
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    refused.expect_problem(429, "rate_limited");
    server.send(server.request(Method::DELETE, &job)).await.expect(200);
    // The refused analysis has cost no search time.
    submit(&server, long).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn interactive_searches_run_before_jobs() {
    let server = start_with(Config { search_threads: 1, ..config() }).await;
    let job =
        submit(&server, json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": 600_000}})).await;
    let running = until(&server, &job, |job| job["result"]["depth"].as_u64() >= Some(3)).await;
    for _ in 0..3 {
        let search = json!({"ruleset": "renju", "moves": ["h8"], "limits": {"nodes": 1000, "time_ms": 5000}});
        server.post("/v1/analysis", search).await.expect(200);
    }
    // The job then continues.
    let depth = running["result"]["depth"].as_u64();
    until(&server, &job, |job| job["result"]["depth"].as_u64() > depth).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_job_is_refused_when_it_is_submitted() {
    let server = start_with(Config { max_jobs: 1, search_threads: 1, ..config() }).await;
    let refused = async |body: Value| server.post("/v1/analyses", body).await;
    refused(json!({"ruleset": "chess"})).await.expect_problem(400, "invalid_request");
    refused(json!({"ruleset": "xiangqi", "fen": "9/9"})).await.expect_problem(422, "invalid_position");
    let mated = json!({"ruleset": "xiangqi", "fen": "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b"});
    refused(mated).await.expect_problem(409, "game_over");
    submit(&server, json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": 600_000}})).await;
    refused(json!({"ruleset": "xiangqi"})).await.expect_problem(503, "overloaded");
    for id in ["00000000-0000-4000-8000-000000000000", "nonsense"] {
        let path = format!("/v1/analyses/{id}");
        server.get(&path).await.expect_problem(404, "not_found");
        server.send(server.request(Method::DELETE, &path)).await.expect_problem(404, "not_found");
    }
}
