use crate::lines::Lines;
use crate::support::{config, start, start_with};
use duiyi::config::Config;
use reqwest::Method;
use serde_json::{Value, json};

fn searched(response: &Value) -> (&str, &str) {
    (response["source"].as_str().unwrap(), response["best_move"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_respects_every_field_of_its_request() {
    let server = start().await;
    let analyse = async |mut body: Value| {
        body["ruleset"] = json!("xiangqi");
        server.post("/v1/analysis", body).await.expect(200)
    };
    let response =
        analyse(json!({"limits": {"depth": 6, "time_ms": 60000}, "lines": 3, "book": false})).await;
    assert_eq!((response["source"].as_str(), response["depth"].as_u64()), (Some("search"), Some(6)));
    let lines = response["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["pv"], &lines[0]["pv"][0]), (&response["pv"], &response["best_move"]));
    let scores: Vec<i64> = lines.iter().map(|line| line["score"]["cp"].as_i64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");

    let only = analyse(json!({"limits": {"depth": 3}, "search_moves": ["炮二平五", "b0c2"]})).await;
    assert!(["h2e2", "b0c2"].contains(&searched(&only).1));
    let without =
        analyse(json!({"limits": {"depth": 3}, "avoid_moves": ["h2e2", "b2e2"], "book": false})).await;
    assert!(!["h2e2", "b2e2"].contains(&searched(&without).1));
    assert_eq!(searched(&analyse(json!({})).await).0, "book");

    let mate = analyse(json!({"fen": "3k5/R8/9/9/9/9/9/9/7R1/4K4 w - - 0 1"})).await;
    assert_eq!(mate["score"], json!({"mate": 1}));
    // An analysis wants to know what the only legal move is worth.
    let only_move = analyse(json!({"fen": "4k4/9/9/9/9/9/9/r8/9/3K1r3 w - - 0 1"})).await;
    assert_eq!(only_move["source"], "search");
    assert!(only_move["score"]["mate"].as_i64().is_some_and(|moves| moves < 0), "{only_move}");

    let same =
        json!({"limits": {"nodes": 5000, "time_ms": 60000}, "seed": 7, "isolated": true, "book": false});
    let (one, other) = (analyse(same.clone()).await, analyse(same).await);
    for field in ["best_move", "score", "nodes", "depth", "lines"] {
        assert_eq!(one[field], other[field], "{field}");
    }

    let an_attacked_rook = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/2r6/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let limits = json!({"nodes": 40_000, "time_ms": 60_000, "early": true});
    let easy = analyse(json!({"fen": an_attacked_rook, "limits": limits, "isolated": true})).await;
    assert_eq!(searched(&easy), ("search", "c3c4"));
    assert!(easy["nodes"].as_u64().unwrap() < 40_000, "{easy}");
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_search_fields_are_refused() {
    let server = start().await;
    let refuse = async |mut body: Value, status: u16, code: &str| {
        body["ruleset"] = json!("xiangqi");
        server.post("/v1/analysis", body).await.expect_problem(status, code)
    };
    let problem = refuse(
        json!({"limits": {"time_ms": 9, "depth": 0, "nodes": -1, "early": 1, "days": 1}, "level": 0, "lines": 101, "seed": "x"}),
        400,
        "invalid_request",
    )
    .await;
    assert_eq!(problem["errors"].as_array().unwrap().len(), 8, "{problem:#}");
    refuse(json!({"search_moves": ["a0a9"]}), 422, "illegal_move").await;
    refuse(json!({"search_moves": ["zzz"]}), 422, "invalid_move_text").await;
    refuse(json!({"search_moves": ["h2e2"], "avoid_moves": ["h2e2"]}), 400, "invalid_request").await;
    refuse(json!({"fen": "3k4R/R8/9/9/9/9/9/9/9/4K4 b - - 0 1"}), 409, "game_over").await;
}

/// As many searches of more than 50 ms as one client may have on one thread.
const LONG_SEARCHES: usize = 6;

#[tokio::test(flavor = "multi_thread")]
async fn when_the_server_is_busy_an_analysis_is_refused_and_a_move_is_made_with_few_nodes() {
    let server = start_with(Config { search_threads: 1, ..config() }).await;
    let limits = server.get("/v1/rulesets").await.expect(200)["limits"].clone();
    assert_eq!(limits["searches_per_client"], LONG_SEARCHES);
    let engine = json!({"kind": "engine", "limits": {"time_ms": 1000}, "book": false});
    let game = server.game(json!({"ruleset": "xiangqi", "players": {"black": engine}})).await;
    let mut busy = Vec::new();
    for place in 0..LONG_SEARCHES {
        let limits = json!({"time_ms": 30_000 + place});
        let request = server.request(Method::POST, "/v1/analysis");
        let body = json!({"ruleset": "xiangqi", "book": false, "limits": limits});
        let mut stream = Lines::open(&server, request.json(&body)).await;
        // All of them go on.
        stream.next().await.unwrap();
        busy.push(stream);
    }
    let long = json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": 29_000}});
    let refused = server.post("/v1/analysis", long).await;
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 5);
    refused.expect_problem(503, "overloaded");
    let played = server.post(&format!("{game}/moves"), json!({"move": "h2e2"})).await.expect(200);
    let reply = &played["reply"];
    assert!(reply["reduced"] == true && reply["nodes"].as_u64().unwrap() <= 500, "{reply}");
    let metrics = server.get("/metrics").await.text;
    assert!(metrics.contains("duiyi_search_reduced_total 1"), "{metrics}");
    // A short search waits for none of them.
    let short = json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": 40}});
    server.post("/v1/analysis", short).await.expect(200);
    // The clients disconnect, which frees the thread.
    drop(busy);
    server.wait_for_metric("duiyi_search_threads_idle 1").await;
    let played = server.post(&format!("{game}/moves"), json!({"move": "h0g2"})).await.expect(200);
    assert_eq!(played["reply"]["reduced"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_caps_search_time_and_the_number_of_games() {
    let server = start_with(Config { max_time_ms: 100, default_time_ms: 50, max_games: 1, ..config() }).await;
    let response = server
        .post("/v1/analysis", json!({"ruleset": "xiangqi", "book": false, "limits": {"time_ms": 3600000}}))
        .await
        .expect(200);
    assert!(response["time_ms"].as_u64().unwrap() < 5000);
    server.human_game().await;
    server.post("/v1/games", json!({"ruleset": "xiangqi"})).await.expect_problem(503, "overloaded");
}
