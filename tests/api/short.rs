//! `Prefer: return=minimal`.

use crate::support::{Response, Server, start};
use reqwest::Method;
use serde_json::{Value, json};

const MINIMAL: &str = "return=minimal";

async fn post(server: &Server, path: &str, body: Value) -> Response {
    server.send(server.request(Method::POST, path).header("prefer", MINIMAL).json(&body)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_response_has_the_moves_of_the_request_and_the_new_state() {
    let server = start().await;
    let engine = json!({"ruleset": "xiangqi", "players": {"black": {"kind": "engine", "level": 1, "seed": 7, "limits": {"nodes": 1000}}}});
    let created = post(&server, "/v1/games", engine).await;
    assert_eq!(created.header("preference-applied"), MINIMAL);
    let path = created.header("location").to_owned();
    let created = created.expect(201);
    assert_eq!(
        (&created["moves"], &created["reply"], &created["ply"]),
        (&json!([]), &Value::Null, &json!(0))
    );
    for (mv, plies) in [("h2e2", 2), ("a3a4", 4)] {
        let short = post(&server, &format!("{path}/moves"), json!({"move": mv})).await;
        let etag = short.header("etag").to_owned();
        let short = short.expect(200);
        let whole = server.get(&path).await;
        assert_eq!(whole.header("etag"), etag);
        let whole = whole.expect(200);
        for field in ["id", "version", "ply", "turn", "fen", "status", "winner", "reason"] {
            assert_eq!(short[field], whole[field], "{field}");
        }
        assert_eq!(short["moves"], json!(whole["moves"].as_array().unwrap()[plies - 2..]));
        assert_eq!(short["reply"]["best_move"], short["moves"][1]["move"]);
        assert!(short["reply"]["score"].is_object() && short["reply"]["source"].is_string());
        assert!((0.0..=1.0).contains(&short["reply"]["win_rate"].as_f64().unwrap()));
        assert!(short.get("legal_moves").is_none() && short.get("clock").is_none());
    }
    let undone = post(&server, &format!("{path}/undo"), json!({"plies": 2})).await.expect(200);
    assert_eq!((&undone["ply"], &undone["moves"]), (&json!(2), &json!([])));
    let resigned = post(&server, &format!("{path}/resign"), json!({"side": "red"})).await.expect(200);
    assert_eq!((&resigned["status"], &resigned["winner"]), (&json!("won"), &json!("black")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_moves_a_game_is_created_with_are_not_those_of_its_creation() {
    let server = start().await;
    let engine = json!({"kind": "engine", "level": 1, "limits": {"nodes": 1000}});
    let body = json!({"ruleset": "xiangqi", "moves": ["h2e2"], "players": {"black": engine}});
    let short = post(&server, "/v1/games", body).await.expect(201);
    assert_eq!((&short["ply"], short["moves"].as_array().unwrap().len()), (&json!(2), 1));
    assert_eq!(short["moves"][0]["by"], "engine");
}

#[tokio::test(flavor = "multi_thread")]
async fn short_responses_about_seats_and_clocks_keep_their_secrets_and_times() {
    let server = start().await;
    let clock = json!({"initial_ms": 60_000, "increment_ms": 1000});
    let body =
        json!({"ruleset": "gomoku", "seats": "invite", "side": "black", "private": true, "clock": clock});
    let created = post(&server, "/v1/games", body).await;
    let path = created.header("location").to_owned();
    let created = created.expect(201);
    assert_eq!(created["status"], "waiting");
    let (token, invitation) = (&created["tokens"]["black"], &created["invitation"]);
    assert!(token.is_string() && invitation.is_string() && created["spectator"].is_string());
    let joined = post(&server, &format!("{path}/join"), json!({"invitation": invitation})).await.expect(200);
    assert!(joined["tokens"]["white"].is_string() && joined["tokens"].get("black").is_none());
    assert_eq!(
        (&joined["status"], &joined["clock"]["remaining_ms"]["white"]),
        (&json!("playing"), &json!(60_000))
    );
    let play = server.request(Method::POST, &format!("{path}/moves")).header("prefer", MINIMAL);
    let play = play.bearer_auth(token.as_str().unwrap()).json(&json!({"move": "h8"}));
    let played = server.send(play).await.expect(200);
    assert_eq!(played["moves"][0]["clock_ms"], 60_000);
    assert!(played.get("tokens").is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_gets_the_same_short_response_and_may_ask_for_the_whole_one() {
    let server = start().await;
    let game = server.human_game().await;
    let play = |prefer: &'static str| {
        let request = server.request(Method::POST, &format!("{game}/moves")).header("prefer", prefer);
        let request = request.header("idempotency-key", "0f8fad5b-d9cb-469f-a165-70867728950e");
        server.send(request.json(&json!({"move": "h2e2"})))
    };
    let first = play("wait=5, Return=\"minimal\"").await;
    server.play(&game, &["h9g7"]).await;
    let retry = play(MINIMAL).await;
    assert_eq!(retry.header("idempotency-replayed"), "true");
    assert_eq!(retry.text, first.text);
    assert_eq!(retry.body["moves"].as_array().unwrap().len(), 1);
    let whole = play("return=representation").await;
    assert_eq!((whole.header("preference-applied"), &whole.body["game"]["ply"]), ("", &json!(1)));
}
