//! Reviews of games that are not stored, and reviews as one document.

use crate::lines::Lines;
use crate::support::{Response, Server, assert_valid, start};
use reqwest::Method;
use serde_json::{Value, json};

const REVIEWS: &str = "/v1/reviews";

fn short() -> Value {
    json!({"ruleset": "xiangqi", "moves": ["h2e2", "h9g7", "h0g2"], "limits": {"depth": 2}, "isolated": true, "seed": 1})
}

async fn document(server: &Server, path: &str, body: Value) -> Response {
    let request = server.request(Method::POST, path).header("accept", "application/json");
    server.send(request.json(&body)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_not_stored_is_reviewed_as_a_stream_or_as_one_document() {
    let server = start().await;
    let stream = Lines::open(&server, server.request(Method::POST, REVIEWS).json(&short())).await.all().await;
    let names: Vec<_> = stream.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["ply", "ply", "ply", "result", "end"]);
    let review = document(&server, REVIEWS, short()).await.expect(200);
    assert_valid("ReviewDocument", &review);
    let moves: Vec<_> = review["moves"].as_array().unwrap().iter().map(|ply| &ply["move"]).collect();
    assert_eq!(moves, ["h2e2", "h9g7", "h0g2"]);
    assert_eq!(review["summary"]["plies"], 3);
    assert!(review["summary"]["accuracy"]["red"].is_number());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stored_game_has_the_same_document() {
    let server = start().await;
    let game = server.game(json!({"ruleset": "xiangqi", "moves": ["h2e2", "h9g7", "h0g2"]})).await;
    let search = json!({"limits": {"depth": 2}, "isolated": true, "seed": 1});
    let stored = document(&server, &format!("{game}/review"), search).await.expect(200);
    let given = document(&server, REVIEWS, short()).await.expect(200);
    let judged = |review: &Value| {
        let moves = review["moves"].as_array().unwrap().clone();
        moves.into_iter().map(|ply| (ply["move"].clone(), ply["best_move"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(judged(&stored), judged(&given));
    // Without a preference it is the stream, as before.
    let request =
        server.request(Method::POST, &format!("{game}/review")).json(&json!({"limits": {"depth": 1}}));
    let response = request.send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_reviewed() {
    let server = start().await;
    let body = json!({"ruleset": "xiangqi", "record": "1. 炮二平五 马８进７", "limits": {"depth": 1}});
    let review = document(&server, REVIEWS, body).await.expect(200);
    assert_eq!(review["moves"][1]["move"], "h9g7");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_of_moves_resumes_after_the_last_event() {
    let server = start().await;
    let request = server.request(Method::POST, REVIEWS).header("last-event-id", "2").json(&short());
    let rest = Lines::open(&server, request).await.all().await;
    assert_eq!((rest[0].0.as_str(), &rest[0].1["ply"]), ("ply", &json!(3)));
    assert_eq!(rest.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_needs_a_game_with_legal_moves() {
    let server = start().await;
    for (body, status, code) in [
        (json!({}), 400, "invalid_request"),
        (json!({"ruleset": "xiangqi"}), 400, "invalid_request"),
        (json!({"ruleset": "xiangqi", "moves": ["a0a9"]}), 422, "illegal_move"),
        (json!({"ruleset": "xiangqi", "moves": ["h2e2"], "lines": 0}), 400, "invalid_request"),
        (json!({"ruleset": "xiangqi", "moves": ["h2e2"], "record": "h2e2"}), 400, "invalid_request"),
        (json!({"ruleset": "xiangqi", "moves": ["h2e2"], "players": {}}), 400, "invalid_request"),
    ] {
        document(&server, REVIEWS, body).await.expect_problem(status, code);
    }
}
