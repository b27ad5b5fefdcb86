//! `max_plies` limits the length of a game on every path that adds moves.

use crate::support::{config, start_with};
use duiyi::config::Config;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_over_max_plies_is_refused_everywhere() {
    let server = start_with(Config { max_plies: 4, ..config() }).await;
    assert_eq!(server.get("/v1/rulesets").await.expect(200)["limits"]["plies"], 4);
    let moves = ["h2e2", "h9g7", "h0g2", "g7h9", "g2h0"];
    let game = server.human_game().await;
    server.play(&game, &moves[..4]).await;
    let refused = server.post(&format!("{game}/moves"), json!({"move": moves[4]})).await;
    let problem = refused.expect_problem(409, "game_too_long");
    assert!(problem["detail"].as_str().unwrap().contains("at most 4"), "{problem}");
    let search = json!({"play": true, "limits": {"depth": 1}});
    server.post(&format!("{game}/best-move"), search).await.expect_problem(409, "game_too_long");
    assert_eq!(server.get(&game).await.expect(200)["ply"], 4);
    // An undo is still allowed.
    server.post(&format!("{game}/undo"), json!({"plies": 1})).await.expect(200);

    let (long, record) = (json!({"ruleset": "xiangqi", "moves": moves}), moves.join(" "));
    for path in ["/v1/games", "/v1/positions", "/v1/analysis", "/v1/analyses"] {
        server.post(path, long.clone()).await.expect_problem(409, "game_too_long");
    }
    let import = server.post("/v1/games", json!({"ruleset": "xiangqi", "record": record})).await;
    import.expect_problem(409, "game_too_long");
    server.post("/v1/games", json!({"ruleset": "xiangqi", "moves": moves[..4]})).await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_first_fifty_errors_are_reported() {
    let server = start_with(config()).await;
    let fields: serde_json::Map<_, _> = (0..5000).map(|number| (format!("x{number}"), json!(1))).collect();
    let problem = server.post("/v1/games", fields.into()).await.expect_problem(400, "invalid_request");
    assert_eq!(problem["errors"].as_array().unwrap().len(), 50);
}
