//! Reviews of games that are not stored, and reviews as one document.

use crate::lines::Lines;
use crate::support::{Response, Server, assert_valid, start};
use reqwest::Method;
use serde_json::{Value, json};

const REVIEWS: &str = "/v1/reviews";

fn short() -> Value {
    json!({"ruleset": "xiangqi", "moves": ["h2e2", "h9g7", "h0g2"], "limits": {"depth": 2, "time_ms": 60_000}, "isolated": true, "seed": 1})
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
    // Both moves of Red are good ones, and the figure has one decimal.
    let accuracy = review["summary"]["accuracy"]["red"].as_f64().unwrap();
    assert!(accuracy > 80.0 && (accuracy * 10.0).fract().abs() < 1e-6, "{accuracy}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stored_game_has_the_same_document() {
    let server = start().await;
    let game = server.game(json!({"ruleset": "xiangqi", "moves": ["h2e2", "h9g7", "h0g2"]})).await;
    let search = json!({"limits": {"depth": 2, "time_ms": 60_000}, "isolated": true, "seed": 1});
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

/// A game of Xiangqi in which Red loses a chariot for nothing.
const WITH_BLUNDER: [&str; 9] = ["a0a1", "h9g7", "a1d1", "a9a8", "d1d9", "e9d9", "h2e2", "d9e9", "h0g2"];

/// Searches whose clients wait for nothing else, so that the processors are busy.
fn make_busy(server: &Server) -> Vec<tokio::task::JoinHandle<()>> {
    let search = json!({"ruleset": "gomoku", "moves": ["h8"], "limits": {"time_ms": 3000}, "threads": 2});
    let ask = |_| {
        let request = server.request(Method::POST, "/v1/analysis").json(&search);
        tokio::spawn(async move { drop(request.send().await) })
    };
    (0..4).map(ask).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_without_limits_is_the_same_each_time_on_a_busy_server() {
    let server = start().await;
    let body = json!({"ruleset": "xiangqi", "moves": WITH_BLUNDER});
    let quiet = document(&server, REVIEWS, body.clone()).await.expect(200);
    assert_valid("ReviewDocument", &quiet);
    let labels: Vec<_> = quiet["moves"].as_array().unwrap().iter().map(|ply| &ply["label"]).collect();
    assert!(labels.contains(&&json!("blunder")), "{labels:?}");
    let busy = make_busy(&server);
    for round in 0..5 {
        assert_eq!(document(&server, REVIEWS, body.clone()).await.expect(200), quiet, "round {round}");
    }
    busy.iter().for_each(tokio::task::JoinHandle::abort);
}

/// A line of the opening book. `choice` tells lines apart.
async fn book_line(server: &Server, choice: usize) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for ply in 0..12 {
        let body = json!({"ruleset": "xiangqi", "moves": moves});
        let known = server.post("/v1/openings", body).await.expect(200)["book"].as_array().unwrap().clone();
        let Some(entry) = known.get((choice >> (ply / 2)) % known.len().max(1)) else { break };
        moves.push(entry["move"].as_str().unwrap().to_owned());
    }
    moves
}

#[tokio::test(flavor = "multi_thread")]
async fn no_move_of_forty_lines_of_the_opening_book_is_a_mistake() {
    let server = start().await;
    for choice in 0..40 {
        let moves = book_line(&server, choice).await;
        assert!(moves.len() >= 4, "{moves:?}");
        // Within so few nodes, scores differ by more than a mistake costs.
        let body = json!({"ruleset": "xiangqi", "moves": moves, "limits": {"nodes": 300}, "isolated": true, "seed": 1});
        let review = document(&server, REVIEWS, body).await.expect(200);
        for ply in review["moves"].as_array().unwrap() {
            assert_eq!(ply["exempt"], "book", "{ply}");
            assert!(["best", "good"].contains(&ply["label"].as_str().unwrap()), "{ply}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_only_legal_move_is_no_mistake() {
    let server = start().await;
    let body = json!({"ruleset": "xiangqi", "fen": "3k1r3/9/9/9/9/9/9/9/4r4/4K4 w", "moves": ["e0e1"]});
    let review = document(&server, REVIEWS, body).await.expect(200);
    assert_eq!(review["moves"][0]["exempt"], "forced");
    assert_eq!(review["moves"][0]["loss"], 0);
}

/// The last stone before the choice of colors in swap, after two stones in the middle.
async fn last_stone_of_swap(server: &Server, stone: &str) -> Value {
    let options = json!({"opening": "swap"});
    let body = json!({"ruleset": "gomoku", "options": options, "moves": ["h8", "i9", stone]});
    document(server, REVIEWS, body).await.expect(200)["moves"][2].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_stone_before_a_choice_of_colors_is_judged_by_the_balance() {
    let server = start().await;
    // Two stones of Black in the middle decide the game for Black, whom the other player then chooses.
    let winning = last_stone_of_swap(&server, "i8").await;
    assert!(["mistake", "blunder"].contains(&winning["label"].as_str().unwrap()), "{winning}");
    let even = last_stone_of_swap(&server, winning["best_move"].as_str().unwrap()).await;
    assert!(["best", "good"].contains(&even["label"].as_str().unwrap()), "{even}");
    assert_eq!(even["exempt"], Value::Null);
}
