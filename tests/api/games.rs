use crate::support::{Server, start};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_created_played_and_undone() {
    let server = start().await;
    let game = server.human_game().await;
    let fresh = server.get(&game).await;
    assert!(fresh.header("etag").starts_with("\"1-"), "{}", fresh.header("etag"));
    let fresh = fresh.expect(200);
    assert_eq!(
        (fresh["turn"].as_str(), fresh["legal_moves"].as_array().map(Vec::len)),
        (Some("red"), Some(44))
    );

    let played = server.play(&game, &["炮二平五", "H8+7"]).await;
    assert_eq!((played["ply"].as_u64(), played["version"].as_u64()), (Some(2), Some(3)));
    let first = &played["moves"][0];
    assert_eq!(
        (first["move"].as_str(), first["chinese"].as_str(), first["wxf"].as_str(), first["by"].as_str()),
        (Some("h2e2"), Some("炮二平五"), Some("C2=5"), Some("human"))
    );
    let all = server.get(&format!("{game}?notation=all")).await.expect(200);
    assert!(all["legal_moves"][0]["wxf"].is_string());
    server.get(&format!("{game}?notation=none")).await.expect_problem(400, "invalid_request");

    let undone = server.post(&format!("{game}/undo"), json!({"plies": 2})).await.expect(200);
    assert_eq!((undone["fen"].clone(), undone["ply"].as_u64()), (fresh["fen"].clone(), Some(0)));
    server.post(&format!("{game}/undo"), json!({})).await.expect_problem(409, "nothing_to_undo");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_replies_at_once_or_on_request() {
    let server = start().await;
    let engine = json!({"kind": "engine", "level": 2, "limits": {"time_ms": 100}});
    let game = server.game(json!({"ruleset": "xiangqi", "players": {"black": engine}})).await;
    let response = server.post(&format!("{game}/moves"), json!({"move": "h2e2"})).await.expect(200);
    assert_eq!(response["game"]["ply"], 2);
    assert_eq!(response["game"]["moves"][1]["move"], response["reply"]["best_move"]);
    assert_eq!(response["game"]["moves"][1]["by"], "engine");

    let without_reply =
        server.post(&format!("{game}/moves"), json!({"move": "h0g2", "reply": false})).await.expect(200);
    assert_eq!((without_reply["game"]["ply"].as_u64(), without_reply["reply"].is_null()), (Some(3), true));
    let mv = without_reply["game"]["legal_moves"][0].clone();
    server.post(&format!("{game}/moves"), json!({"move": mv})).await.expect_problem(409, "not_your_turn");
    let played = server.post(&format!("{game}/best-move"), json!({"play": true})).await.expect(200);
    assert_eq!((played["game"]["ply"].as_u64(), played["game"]["turn"].as_str()), (Some(4), Some("red")));

    let first =
        json!({"ruleset": "xiangqi", "players": {"red": {"kind": "engine", "limits": {"time_ms": 50}}}});
    let made = server.post("/v1/games", first).await.expect(201);
    assert_eq!(
        (made["ply"].as_u64(), made["version"].as_u64(), made["turn"].as_str()),
        (Some(1), Some(1), Some("black"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn games_end_by_mate_stalemate_resignation_and_agreement() {
    let server = start().await;
    let ends = async |fen: &str, mv: &str, status: &str, reason: &str| {
        let game = server.game(json!({"ruleset": "xiangqi", "fen": fen})).await;
        let end = server.play(&game, &[mv]).await;
        assert_eq!((end["status"].as_str(), end["reason"].as_str()), (Some(status), Some(reason)), "{fen}");
        assert_eq!(end["legal_moves"], json!([]));
        server.post(&format!("{game}/moves"), json!({"move": "a0a1"})).await.expect_problem(409, "game_over");
        server.post(&format!("{game}/best-move"), json!({})).await.expect_problem(409, "game_over");
        server.post(&format!("{game}/resign"), json!({"side": "red"})).await.expect_problem(409, "game_over");
        server
            .post(&format!("{game}/draw"), json!({"side": "red", "action": "offer"}))
            .await
            .expect_problem(409, "game_over");
    };
    ends("3k5/R8/9/9/9/9/9/9/7R1/4K4 w - - 0 1", "h1h9", "won", "checkmate").await;
    ends("3k5/2P6/9/9/5R3/9/9/9/9/5K3 w - - 0 1", "f5e5", "won", "stalemate").await;
    ends("3k5/9/4b4/9/9/9/9/5p3/4A4/3AK4 w - - 0 1", "e1f2", "drawn", "insufficient_material").await;

    let game = server.human_game().await;
    let resigned = server.post(&format!("{game}/resign"), json!({"side": "red"})).await.expect(200);
    assert_eq!(
        (resigned["winner"].as_str(), resigned["reason"].as_str()),
        (Some("black"), Some("resignation"))
    );
    let undone = server.post(&format!("{game}/undo"), json!({"plies": 1})).await;
    undone.expect_problem(409, "nothing_to_undo");

    let game = server.human_game().await;
    let draw = async |side: &str, action: &str| {
        server.post(&format!("{game}/draw"), json!({"side": side, "action": action})).await
    };
    draw("black", "accept").await.expect_problem(409, "no_draw_offer");
    assert_eq!(draw("red", "offer").await.expect(200)["draw_offer"], "red");
    draw("red", "accept").await.expect_problem(409, "no_draw_offer");
    assert!(draw("black", "decline").await.expect(200)["draw_offer"].is_null());
    draw("red", "offer").await.expect(200);
    assert_eq!(draw("black", "accept").await.expect(200)["reason"], "agreement");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_accepts_a_draw_unless_it_is_better() {
    let server = start().await;
    let offer = async |fen: &str| {
        let black = json!({"kind": "engine", "limits": {"time_ms": 50}});
        let game = server.game(json!({"ruleset": "xiangqi", "fen": fen, "players": {"black": black}})).await;
        server.post(&format!("{game}/draw"), json!({"side": "red", "action": "offer"})).await.expect(200)
    };
    let lost = offer("3k5/9/9/9/9/9/9/9/r8/R3K4 w - - 0 1").await;
    assert_eq!(lost["status"], "drawn");
    let won = offer("3k5/9/9/9/9/9/9/r8/1r7/4K4 w - - 0 1").await;
    assert_eq!((won["status"].as_str(), won["draw_offer"].is_null()), (Some("playing"), true));
}

/// Repeats the four moves until the referee ends the game, for three cycles at most.
async fn shuttle(server: &Server, options: Value, fen: &str, cycle: [&str; 4]) -> Value {
    let game = server.game(json!({"ruleset": "xiangqi", "options": options, "fen": fen})).await;
    for mv in cycle.iter().cycle().take(12) {
        let now = server.play(&game, &[mv]).await;
        if now["status"] != "playing" {
            return now;
        }
    }
    server.get(&game).await.expect(200)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repetition_is_warned_of_and_ends_the_game_with_a_verdict() {
    let server = start().await;
    let fen = "4k4/9/9/9/9/9/9/9/5R3/3K5 w - - 0 1";
    let lost = shuttle(&server, json!({}), fen, ["f1e1", "e9f9", "e1f1", "f9e9"]).await;
    assert_eq!(
        (lost["winner"].as_str(), lost["reason"].as_str()),
        (Some("black"), Some("perpetual_check")),
        "{lost:#}"
    );
    assert_eq!(
        (lost["verdict"]["side"].as_str(), lost["verdict"]["kind"].as_str()),
        (Some("red"), Some("perpetual_check"))
    );
    assert!(!lost["verdict"]["cycle"].as_array().unwrap().is_empty());
    let drawn = shuttle(&server, json!({"repetition": "draw"}), fen, ["f1e1", "e9f9", "e1f1", "f9e9"]).await;
    assert_eq!((drawn["status"].as_str(), drawn["reason"].as_str()), (Some("drawn"), Some("repetition")));

    let game = server.game(json!({"ruleset": "xiangqi", "fen": fen})).await;
    let now = server.play(&game, &["f1e1", "e9f9", "e1f1", "f9e9", "f1e1", "e9f9", "e1f1"]).await;
    assert!(
        now["warnings"].as_array().unwrap().iter().any(|warning| warning["code"] == "perpetual_check"),
        "{now:#}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_too_many_is_refused_where_checks_are_counted() {
    let server = start().await;
    let fen = "4k4/9/3R5/9/9/4P4/9/9/9/3K5 w - - 0 1";
    let options = json!({"repetition": "tiantian"});
    let game = server.game(json!({"ruleset": "xiangqi", "fen": fen, "options": options})).await;
    let round = ["d7e7", "e9f9", "e7f7", "f9e9"];
    let again = ["f7e7", "e9f9", "e7f7", "f9e9"];
    let now = server.play(&game, &[round, again].concat()).await;
    let warned = now["warnings"].as_array().unwrap().iter().find(|it| it["move"] == "f7e7").unwrap();
    assert_eq!((&warned["code"], &warned["remaining"]), (&json!("perpetual_check"), &json!(1)), "{now:#}");
    let now = server.play(&game, &again).await;
    assert_eq!(now["options"]["repetition_penalty"], "refuse");
    let legal = now["legal_moves"].as_array().unwrap();
    assert!(!legal.contains(&json!("f7e7")) && legal.contains(&json!("f7g7")), "{legal:?}");
    for text in ["f7e7", "车四平五"] {
        let refused = server.post(&format!("{game}/moves"), json!({"move": text})).await;
        assert_eq!(refused.expect_problem(422, "illegal_move")["reason"], "forbidden_repetition");
    }
    let hint = server.post(&format!("{game}/best-move"), json!({"limits": {"depth": 3}})).await.expect(200);
    assert!(legal.contains(&hint["best_move"]), "{hint:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_captures_is_drawn_at_the_limit() {
    let server = start().await;
    let options = json!({"no_capture_limit": 3, "repetition": "asian"});
    let game = server.game(json!({"ruleset": "xiangqi", "options": options})).await;
    let end = server.play(&game, &["h2e2", "h9g7", "h0g2"]).await;
    assert_eq!((end["status"].as_str(), end["reason"].as_str()), (Some("drawn"), Some("no_capture_limit")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_exported_and_imported() {
    let server = start().await;
    let game = server.human_game().await;
    server.play(&game, &["h2e2", "h9g7", "h0g2"]).await;
    let record = async |format: &str| server.get(&format!("{game}/record?format={format}")).await;
    let pgn = record("pgn").await;
    assert!(
        pgn.text.contains("[Game \"Chinese Chess\"]") && pgn.text.contains("1. H2-E2 H9-G7"),
        "{}",
        pgn.text
    );
    assert!(record("text").await.text.contains("炮二平五"));
    let svg = record("svg").await;
    assert!(svg.header("content-type").starts_with("image/svg+xml") && svg.text.starts_with("<svg"));
    assert_eq!(record("json").await.expect(200)["ply"], 3);
    record("doc").await.expect_problem(400, "invalid_request");

    let again = server.post("/v1/games", json!({"ruleset": "xiangqi", "record": pgn.text})).await.expect(201);
    assert_eq!(again["ply"], 3);
}
