//! Puzzles: one to solve next, and one by its id.

use crate::support::start;
use serde_json::json;
use std::collections::HashSet;

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_near_the_level_comes_with_a_solution_that_wins() {
    let server = start().await;
    for ruleset in ["xiangqi", "gomoku", "renju"] {
        let path = format!("/v1/puzzles/next?ruleset={ruleset}&level=8");
        let response = server.get(&path).await;
        assert_eq!(response.header("cache-control"), "no-store");
        let puzzle = response.expect(200);
        assert_eq!(puzzle["ruleset"], ruleset);
        let level = puzzle["level"].as_i64().unwrap();
        assert!((level - 8).abs() <= 4, "{puzzle}");
        let body = json!({"ruleset": ruleset, "fen": puzzle["fen"]});
        let position = server.post("/v1/positions", body).await.expect(200);
        assert_eq!((&position["turn"], &position["status"]), (&puzzle["turn"], &json!("playing")));
        let body = json!({"ruleset": ruleset, "fen": puzzle["fen"], "moves": puzzle["solution"]});
        let end = server.post("/v1/positions", body).await.expect(200);
        assert_eq!((&end["status"], &end["winner"]), (&json!("won"), &puzzle["turn"]));
        let moves = puzzle["solution"].as_array().unwrap().len() as u64;
        assert_eq!(puzzle["goal_moves"], moves.div_ceil(2));
        let again = server.get(&format!("/v1/puzzles/{}", puzzle["id"].as_str().unwrap())).await;
        assert_eq!(again.expect(200), puzzle);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_that_were_seen_do_not_come_again() {
    let server = start().await;
    let mut seen = HashSet::new();
    for _ in 0..30 {
        let ids = seen.iter().cloned().collect::<Vec<String>>().join(",");
        let puzzle = server.get(&format!("/v1/puzzles/next?ruleset=renju&seen={ids}")).await.expect(200);
        assert!(seen.insert(puzzle["id"].as_str().unwrap().to_owned()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_parameters_and_unknown_ids_are_problems() {
    let server = start().await;
    for (query, expected) in [
        ("", &["ruleset"][..]),
        ("?ruleset=caro", &["ruleset"]),
        ("?ruleset=xiangqi&level=0", &["level"]),
        ("?ruleset=xiangqi&level=21", &["level"]),
        ("?ruleset=xiangqi&level=easy", &["level"]),
        ("?ruleset=caro&level=easy", &["ruleset", "level"]),
    ] {
        let refused = server.get(&format!("/v1/puzzles/next{query}")).await;
        let problem = refused.expect_problem(400, "invalid_request");
        let errors = problem["errors"].as_array().unwrap().iter();
        assert_eq!(errors.map(|error| &error["pointer"]).collect::<Vec<_>>(), expected, "{query}");
    }
    server.get("/v1/puzzles/nothing").await.expect_problem(404, "not_found");
    server.get("/v1/puzzles/%ff").await.expect_problem(404, "not_found");
}
