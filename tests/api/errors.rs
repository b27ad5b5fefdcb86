use crate::support::{config, start, start_with};
use duiyi::config::Config;
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn one_response_lists_every_error_of_a_body() {
    let server = start().await;
    let body = json!({
        "ruleset": "xiangqi",
        "options": {"repetition": "asain", "no_capture_limit": -1, "komi": 6},
        "moves": "h2e2",
        "players": {"red": {"kind": "engine", "level": 21}, "white": {}},
        "seat": true,
    });
    let problem = server.post("/v1/games", body).await.expect_problem(400, "invalid_request");
    let mut pointers: Vec<&str> = problem["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["pointer"].as_str().unwrap())
        .collect();
    pointers.sort();
    let expected = [
        "/moves",
        "/options/komi",
        "/options/no_capture_limit",
        "/options/repetition",
        "/players/red/level",
        "/players/white",
        "/seat",
    ];
    assert_eq!(pointers, expected);
    assert!(
        problem.to_string().contains("expected one of asian, checks_only, draw, tiantian, got \\\"asain\\\""),
        "{problem}"
    );
    let items = json!({"ruleset": "xiangqi", "moves": ["h2e2", 5]});
    let problem = server.post("/v1/positions", items).await.expect_problem(400, "invalid_request");
    assert_eq!(problem["errors"][0]["pointer"], "/moves/1");
    server.post("/v1/games", json!({})).await.expect_problem(400, "invalid_request");
    server.post("/v1/games", json!([])).await.expect_problem(400, "invalid_request");
    server.post("/v1/games", json!({"ruleset": "shogi"})).await.expect_problem(400, "invalid_request");
    server.get("/v1/games/x/record?format=doc").await.expect_problem(404, "game_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_of_the_framework_are_problem_documents_too() {
    let server = start_with(Config { body_limit_bytes: 1000, ..config() }).await;
    let post = |path: &str| server.request(Method::POST, path);
    let json_body =
        |text: &'static str| post("/v1/games").header("content-type", "application/json").body(text);
    server.send(json_body("{\"ruleset\": ")).await.expect_problem(400, "invalid_json");
    server.send(json_body("not json")).await.expect_problem(400, "invalid_json");
    server.send(post("/v1/games").body("{}")).await.expect_problem(415, "unsupported_media_type");
    let large = "x".repeat(1001);
    server
        .send(post("/v1/games").header("content-type", "application/json").body(large))
        .await
        .expect_problem(413, "body_too_large");
    server.get("/v1/nothing").await.expect_problem(404, "not_found");
    let refused = server.send(server.request(Method::PUT, "/v1/games")).await;
    assert_eq!(refused.header("allow"), "GET,HEAD,POST");
    refused.expect_problem(405, "method_not_allowed");
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_games_and_analyses_are_not_found() {
    let server = start().await;
    for id in ["0", "00000000-0000-4000-8000-000000000000", "a%00b", "%ff"] {
        server.get(&format!("/v1/games/{id}")).await.expect_problem(404, "game_not_found");
        server
            .post(&format!("/v1/games/{id}/moves"), json!({"move": "h2e2"}))
            .await
            .expect_problem(404, "game_not_found");
    }
    server.get("/v1/analyses/%ff").await.expect_problem(404, "not_found");
    let cancel = server.request(Method::DELETE, "/v1/analyses/%ff");
    server.send(cancel).await.expect_problem(404, "not_found");
    let game = server.human_game().await;
    let delete = || server.send(server.request(Method::DELETE, &game));
    assert_eq!(delete().await.status, 204);
    delete().await.expect_problem(404, "game_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_illegal_move_is_refused_with_its_reason_and_changes_nothing() {
    let server = start().await;
    let game = server.human_game().await;
    let before = server.get(&game).await.expect(200);
    for (text, reason) in [
        ("a0a9", "piece_cannot_move_so"),
        ("a0b0", "own_piece"),
        ("e4e5", "no_piece"),
        ("h9g7", "not_your_piece"),
        ("h2k2", "off_board"),
        ("马八进六", "own_piece"),
        ("车五进一", "no_piece"),
    ] {
        let problem = server
            .post(&format!("{game}/moves"), json!({"move": text}))
            .await
            .expect_problem(422, "illegal_move");
        assert!(problem["reason"] == reason || text.contains('马'), "{text}: {problem}");
    }
    for text in ["", "hello", "♞f3", "炮二平"] {
        server
            .post(&format!("{game}/moves"), json!({"move": text}))
            .await
            .expect_problem(422, "invalid_move_text");
    }
    let after = server.get(&game).await.expect(200);
    assert_eq!(after, before);

    let pinned = "3k5/9/9/3r5/9/9/9/3R5/9/3K5 w - - 0 1";
    let between = "3k5/9/9/9/9/9/9/3N5/9/3K5 w - - 0 1";
    for (fen, mv, reason) in [(pinned, "d2e2", "leaves_general_in_check"), (between, "d2e4", "generals_face")]
    {
        let game = server.game(json!({"ruleset": "xiangqi", "fen": fen})).await;
        let problem = server
            .post(&format!("{game}/moves"), json!({"move": mv}))
            .await
            .expect_problem(422, "illegal_move");
        assert_eq!(problem["reason"], reason);
    }
    let tandem = "3k5/9/9/4R4/9/9/4R4/9/9/5K3 w - - 0 1";
    let game = server.game(json!({"ruleset": "xiangqi", "fen": tandem})).await;
    let problem = server
        .post(&format!("{game}/moves"), json!({"move": "车五平六"}))
        .await
        .expect_problem(422, "ambiguous_move");
    assert_eq!(problem["candidates"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_position_is_refused_with_every_reason() {
    let server = start().await;
    let ask = async |fen: &str| {
        let body = json!({"ruleset": "xiangqi", "fen": fen});
        server.post("/v1/positions", body).await.expect_problem(422, "invalid_position")
    };
    let problem = ask("4k4/9/9/9/9/9/4P4/9/3B5/9 w - - 0 1").await;
    assert_eq!(
        problem["errors"].as_array().unwrap().len(),
        2,
        "no red general, an elephant where none can stand: {problem}"
    );
    let problem = ask("RRRRkRRRR/RRRR1RRRR/9/9/9/9/9/9/9/5K3 b - - 0 1").await;
    assert!(problem["detail"].as_str().unwrap().contains("at most 16 red pieces"), "{problem}");
    let problem = ask("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1").await;
    assert!(problem["detail"].as_str().unwrap().contains("face each other"));
    let problem = ask("3k5/9/9/3R5/9/9/9/9/9/4K4 w - - 0 1").await;
    assert!(problem["detail"].as_str().unwrap().contains("already attacked"));
    for fen in ["", "9/9", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNX w", "🀄"] {
        ask(fen).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_composed_position_is_played_and_searched_with_a_warning() {
    let server = start().await;
    // Seven soldiers, one of them on its own first rank, and three rooks.
    let fen = "3k5/9/9/PPPPPP3/9/9/9/9/3R5/P3K1RR1 b - - 0 1";
    let game = server.game(json!({"ruleset": "xiangqi", "fen": fen})).await;
    let state = server.get(&game).await.expect(200);
    let warning = &state["warnings"][0];
    assert_eq!(
        (&warning["code"], &warning["side"], &warning["move"]),
        (&json!("composed_position"), &Value::Null, &Value::Null)
    );
    let detail = warning["detail"].as_str().unwrap();
    for expected in
        ["red soldier: a set has 5, and here are 7", "red rook: a set has 2, and here are 3", "a0"]
    {
        assert!(detail.contains(expected), "{detail}");
    }
    let hint =
        server.post(&format!("{game}/best-move"), json!({"limits": {"nodes": 2000}})).await.expect(200);
    assert!(state["legal_moves"].as_array().unwrap().contains(&hint["best_move"]));
    let played = server.post(&format!("{game}/moves"), json!({"move": hint["best_move"]})).await.expect(200);
    assert_eq!(played["game"]["turn"], "red");
    let usual = server.post("/v1/positions", json!({"ruleset": "xiangqi"})).await.expect(200);
    assert_eq!(usual["warnings"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_in_a_list_of_moves_names_the_ply() {
    let server = start().await;
    let moves = json!({"ruleset": "xiangqi", "moves": ["h2e2", "h9g7", "a0a9"]});
    let problem = server.post("/v1/games", moves.clone()).await.expect_problem(422, "illegal_move");
    assert_eq!((problem["ply"].as_u64(), problem["move"].as_str()), (Some(3), Some("a0a9")));
    server.post("/v1/analysis", moves).await.expect_problem(422, "illegal_move");
    let record = json!({"ruleset": "xiangqi", "record": "1. 炮二平五 马8进7 2. 车九平八 *"});
    let problem = server.post("/v1/games", record).await.expect_problem(422, "illegal_move");
    assert_eq!(problem["ply"], 3);
    let both = json!({"ruleset": "xiangqi", "record": "h2e2", "moves": ["h2e2"]});
    server.post("/v1/games", both).await.expect_problem(400, "invalid_request");
}
