use crate::support::{Server, config, start, start_with};
use duiyi::config::Config;
use reqwest::Method;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn conditional_requests_compare_the_etag_or_the_version_of_a_game() {
    let server = start().await;
    let game = server.human_game().await;
    let play = async |mv: &str, tag: &str| {
        let request = server.request(Method::POST, &format!("{game}/moves")).header("if-match", tag);
        server.send(request.json(&json!({"move": mv}))).await
    };
    let first = server.get(&game).await.header("etag").to_owned();
    let played = play("h2e2", &first).await;
    let tag = played.header("etag").to_owned();
    assert!(tag.starts_with("\"2-") && tag.ends_with('"'), "{tag}");
    assert_eq!(server.get(&game).await.header("etag"), tag);
    let late = play("h9g7", &first).await.expect_problem(412, "version_mismatch");
    assert_eq!(late["version"], 2);
    // An older version does not match, and a weak ETag never matches `If-Match`.
    play("h9g7", "\"1\"").await.expect_problem(412, "version_mismatch");
    play("h9g7", &format!("W/{tag}")).await.expect_problem(412, "version_mismatch");
    play("h9g7", "2").await.expect_problem(412, "version_mismatch");
    play("h9g7", "\"7\", \"2\"").await.expect(200);
    play("b2e2", "*").await.expect_problem(422, "illegal_move");
    let get =
        async |tag: &str| server.send(server.request(Method::GET, &game).header("if-none-match", tag)).await;
    let now = server.get(&game).await.header("etag").to_owned();
    assert_eq!(get(&now).await.status, 304);
    assert_eq!(get(&format!("W/{now}")).await.status, 304);
    assert_eq!(get(&tag).await.status, 200);
    assert_eq!(
        get("\"3\"").await.status,
        200,
        "a version alone is not enough for a 304: another store may have given it to another state"
    );
    let record = server.request(Method::GET, &format!("{game}/record?format=svg"));
    assert_eq!(server.send(record.header("if-none-match", &now)).await.status, 304);
    let delete = server.request(Method::DELETE, &game).header("if-match", "\"1\"");
    server.send(delete).await.expect_problem(412, "version_mismatch");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compressed_game_has_an_etag_of_its_own_that_names_the_same_state() {
    let server = start().await;
    let game = server.human_game().await;
    let tag = server.get(&game).await.header("etag").to_owned();
    let get = || server.request(Method::GET, &game).header("accept-encoding", "gzip");
    let zipped = get().send().await.unwrap().headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(zipped, tag.trim_end_matches('"').to_owned() + "-gzip\"");
    for known in [&tag, &zipped] {
        let unchanged = server.send(get().header("if-none-match", known)).await;
        assert_eq!((unchanged.status.as_u16(), unchanged.header("etag")), (304, known.as_str()));
    }
    let request = server.request(Method::POST, &format!("{game}/moves")).header("if-match", zipped);
    server.send(request.json(&json!({"move": "h2e2"}))).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_of_two_concurrent_moves_is_played() {
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
        // The later move finds that the game changed, or that it is Black's turn.
        assert!(statuses[0] == 200 && matches!(statuses[1], 409 | 422), "{statuses:?}");
        assert_eq!(server.get(&game).await.expect(200)["ply"], 1);
    }
}

async fn with_one_search_thread() -> Server {
    start_with(Config { search_threads: 1, ..config() }).await
}

async fn search_begins(server: &Server) {
    server.wait_for_metric("duiyi_search_threads_idle 0").await;
}

/// The game changes while the engine searches. The server drops the engine's move and keeps the change.
#[tokio::test(flavor = "multi_thread")]
async fn an_engine_move_for_an_outdated_position_is_not_played() {
    let server = with_one_search_thread().await;
    let game = server.human_game().await;
    let path = format!("{game}/best-move");
    let think = server.post(&path, json!({"play": true, "book": false, "limits": {"time_ms": 1500}}));
    let resign = async {
        search_begins(&server).await;
        server.post(&format!("{game}/resign"), json!({"side": "black"})).await
    };
    let (think, resign) = tokio::join!(think, resign);
    resign.expect(200);
    let problem = think.expect_problem(409, "game_changed");
    assert_eq!(problem["version"], 2);
    assert_eq!(server.get(&game).await.expect(200)["ply"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conditional_engine_move_that_loses_the_race_fails_its_condition() {
    let server = with_one_search_thread().await;
    let game = server.human_game().await;
    let tag = server.get(&game).await.header("etag").to_owned();
    let body = json!({"play": true, "book": false, "limits": {"time_ms": 1500}});
    let think = server.request(Method::POST, &format!("{game}/best-move")).header("if-match", tag);
    let (think, ()) = tokio::join!(server.send(think.json(&body)), async {
        search_begins(&server).await;
        server.play(&game, &["h2e2"]).await;
    });
    think.expect_problem(412, "version_mismatch");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_with_the_same_idempotency_key_gets_the_first_response() {
    let server = with_one_search_thread().await;
    let create = async |key: &str, body: serde_json::Value| {
        server
            .send(server.request(Method::POST, "/v1/games").header("idempotency-key", key).json(&body))
            .await
    };
    let body = json!({"ruleset": "xiangqi"});
    let (first, again) = (
        create("key-of-the-first-request", body.clone()).await,
        create("key-of-the-first-request", body.clone()).await,
    );
    assert_eq!((first.body["id"].clone(), first.status), (again.body["id"].clone(), again.status));
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_ne!(create("key-of-the-second-request", body.clone()).await.body["id"], first.body["id"]);
    create("key-of-the-first-request", json!({"ruleset": "xiangqi", "seats": true}))
        .await
        .expect_problem(422, "idempotency_key_reused");
    create("", body.clone()).await.expect_problem(400, "invalid_request");

    let refused = create("key-of-a-refused-request", json!({"ruleset": "go"}))
        .await
        .expect_problem(400, "invalid_request");
    let again = create("key-of-a-refused-request", json!({"ruleset": "go"}))
        .await
        .expect_problem(400, "invalid_request");
    assert_eq!(refused["errors"], again["errors"]);

    let game = server.human_game().await;
    let think = async || {
        let body = json!({"play": true, "book": false, "limits": {"time_ms": 800}});
        let path = format!("{game}/best-move");
        server
            .send(
                server
                    .request(Method::POST, &path)
                    .header("idempotency-key", "key-of-a-long-request")
                    .json(&body),
            )
            .await
    };
    let later = async {
        search_begins(&server).await;
        think().await
    };
    let (first, second) = tokio::join!(think(), later);
    first.expect(200);
    second.expect_problem(409, "request_in_flight");
}
