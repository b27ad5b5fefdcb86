use crate::support::start;
use reqwest::Method;
use serde_json::json;

const FIRST: &str = "11111111-1111-4111-8111-111111111111";
const SECOND: &str = "22222222-2222-4222-8222-222222222222";
const THIRD: &str = "33333333-3333-4333-8333-333333333333";

#[tokio::test(flavor = "multi_thread")]
async fn a_change_can_be_made_conditional() {
    let server = start().await;
    let game = server.human_game().await;
    let play = async |mv: &str, tag: &str| {
        let request = server.request(Method::POST, &format!("{game}/moves")).header("if-match", tag);
        server.send(request.json(&json!({"move": mv}))).await
    };
    assert_eq!(play("h2e2", "\"1\"").await.header("etag"), "\"2\"");
    let late = play("h9g7", "\"1\"").await.expect_problem(412, "version_mismatch");
    assert_eq!(late["version"], 2);
    play("h9g7", "*").await.expect(200);
    let get =
        async |tag: &str| server.send(server.request(Method::GET, &game).header("if-none-match", tag)).await;
    assert_eq!(get("\"3\"").await.status, 304);
    assert_eq!(get("W/\"3\"").await.status, 304);
    assert_eq!(get("\"2\"").await.status, 200);
    let record = server.request(Method::GET, &format!("{game}/record?format=svg"));
    assert_eq!(server.send(record.header("if-none-match", "\"3\"")).await.status, 304);
    let delete = server.request(Method::DELETE, &game).header("if-match", "\"1\"");
    server.send(delete).await.expect_problem(412, "version_mismatch");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_move_at_once_one_wins() {
    let server = start().await;
    for _ in 0..20 {
        let game = server.human_game().await;
        let path = format!("{game}/moves");
        let (one, other) = tokio::join!(
            server.post(&path, json!({"move": "h2e2"})),
            server.post(&path, json!({"move": "b2e2"}))
        );
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort();
        // Whoever is late finds the game changed, or already Black's turn.
        assert!(statuses[0] == 200 && matches!(statuses[1], 409 | 422), "{statuses:?}");
        assert_eq!(server.get(&game).await.expect(200)["ply"], 1);
    }
}

/// An engine thinks about a position that is changed meanwhile: its move is not made, and nothing is lost.
#[tokio::test(flavor = "multi_thread")]
async fn a_reply_to_a_position_that_is_gone_is_not_played() {
    let server = start().await;
    let game = server.human_game().await;
    let path = format!("{game}/best-move");
    let think = server.post(&path, json!({"play": true, "book": false, "limits": {"time_ms": 1500}}));
    let resign = async {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        server.post(&format!("{game}/resign"), json!({"side": "black"})).await
    };
    let (think, resign) = tokio::join!(think, resign);
    resign.expect(200);
    let problem = think.expect_problem(409, "game_changed");
    assert_eq!(problem["version"], 2);
    assert_eq!(server.get(&game).await.expect(200)["ply"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_with_the_same_key_gets_the_first_answer() {
    let server = start().await;
    let create = async |key: &str, body: serde_json::Value| {
        server
            .send(server.request(Method::POST, "/v1/games").header("idempotency-key", key).json(&body))
            .await
    };
    let body = json!({"ruleset": "xiangqi"});
    let (first, again) = (create(FIRST, body.clone()).await, create(FIRST, body.clone()).await);
    assert_eq!((first.body["id"].clone(), first.status), (again.body["id"].clone(), again.status));
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_ne!(create(SECOND, body.clone()).await.body["id"], first.body["id"]);
    create(FIRST, json!({"ruleset": "xiangqi", "seats": true}))
        .await
        .expect_problem(422, "idempotency_key_reused");
    create("", body.clone()).await.expect_problem(400, "invalid_request");

    let refused = create(THIRD, json!({"ruleset": "go"})).await.expect_problem(400, "invalid_request");
    let again = create(THIRD, json!({"ruleset": "go"})).await.expect_problem(400, "invalid_request");
    assert_eq!(refused["errors"], again["errors"]);

    let game = server.human_game().await;
    let think = async || {
        let body = json!({"book": false, "limits": {"time_ms": 800}});
        let path = format!("{game}/best-move");
        server.send(server.request(Method::POST, &path).header("idempotency-key", FIRST).json(&body)).await
    };
    let later = async {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        think().await
    };
    let (first, second) = tokio::join!(think(), later);
    first.expect(200);
    second.expect_problem(409, "request_in_flight");
}
