//! Many lines of a search, and the shares of wins, draws and losses of each.

use crate::support::{Server, start};
use serde_json::{Value, json};

async fn analyse(server: &Server, body: Value) -> Value {
    server.post("/v1/analysis", body).await.expect(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_returns_as_many_lines_as_there_are_legal_moves() {
    let server = start().await;
    let search =
        json!({"ruleset": "xiangqi", "lines": 100, "limits": {"depth": 2, "time_ms": 60000}, "book": false});
    let found = analyse(&server, search).await;
    let lines = found["lines"].as_array().unwrap();
    let mut moves: Vec<_> = lines.iter().map(|line| line["pv"][0].as_str().unwrap()).collect();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 44, "every first move once");
    let search = json!({"ruleset": "xiangqi", "lines": 101});
    server.post("/v1/analysis", search).await.expect_problem(400, "invalid_request");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_win_rate_of_a_line_is_its_wins_and_half_its_draws() {
    let server = start().await;
    for ruleset in ["xiangqi", "gomoku", "gomoku_standard", "renju", "caro"] {
        let limits = json!({"depth": 3, "time_ms": 60000});
        let found =
            analyse(&server, json!({"ruleset": ruleset, "lines": 7, "limits": limits, "book": false})).await;
        let lines = found["lines"].as_array().unwrap();
        for line in lines {
            let share = |name: &str| line["wdl"][name].as_u64().unwrap();
            let (win, draw, loss) = (share("win"), share("draw"), share("loss"));
            assert_eq!(win + draw + loss, 1000, "{ruleset}");
            let win_rate = line["win_rate"].as_f64().unwrap();
            assert!((win_rate - (win as f64 + draw as f64 / 2.0) / 1000.0).abs() < 1e-9, "{ruleset}: {line}");
        }
        assert_eq!(found["win_rate"], lines[0]["win_rate"], "{ruleset}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mate_is_a_certain_win() {
    let server = start().await;
    let mate =
        json!({"ruleset": "xiangqi", "fen": "3k5/9/9/9/9/9/9/9/R8/1R2K4 w - - 0 1", "limits": {"depth": 6}});
    let found = analyse(&server, mate).await;
    assert_eq!(found["lines"][0]["wdl"], json!({"win": 1000, "draw": 0, "loss": 0}));
    assert_eq!((&found["win_rate"], &found["score"]["mate"].is_number()), (&json!(1.0), &true));
}
