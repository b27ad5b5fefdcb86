//! What is known about an opening: its name and the moves of the book.

use crate::support::start;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn an_opening_has_a_name_in_both_languages_and_the_moves_of_the_book() {
    let server = start().await;
    let known = server.post("/v1/openings", json!({"ruleset": "xiangqi", "moves": ["h2e2", "h9g7"]})).await;
    let known = known.expect(200);
    assert_eq!(known["name"], json!({"english": "Central Cannon", "chinese": "中炮局"}));
    let start = server.post("/v1/openings", json!({"ruleset": "xiangqi"})).await.expect(200);
    assert!(start.get("name").is_none());
    let book = start["book"].as_array().unwrap();
    assert!(book.iter().any(|entry| entry["move"] == "h2e2" && entry["chinese"] == "炮二平五"), "{start}");
    let sum: f64 = book.iter().map(|entry| entry["share"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let weights: Vec<u64> = book.iter().map(|entry| entry["weight"].as_u64().unwrap()).collect();
    assert!(weights.is_sorted_by(|a, b| a >= b), "{weights:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_games_have_no_book() {
    let server = start().await;
    let known = server.post("/v1/openings", json!({"ruleset": "renju", "moves": ["h8", "h9", "i9"]})).await;
    assert_eq!(known.expect(200), json!({"book": [], "name": {"english": "Kagetsu", "chinese": "花月"}}));
    let unknown = server.post("/v1/openings", json!({"ruleset": "gomoku"})).await.expect(200);
    assert_eq!(unknown, json!({"book": []}));
    let wrong = server.post("/v1/openings", json!({"ruleset": "gomoku", "moves": ["z9"]})).await;
    wrong.expect_problem(422, "invalid_move_text");
}
