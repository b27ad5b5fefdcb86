//! Requests for a game that wait for its next state: `If-None-Match` with `Prefer: wait`.

use crate::lines::Lines;
use crate::people::{People, Who};
use crate::support::{Response, Server, config, start, start_with};
use duiyi::config::Config;
use reqwest::{Method, RequestBuilder};
use serde_json::json;

async fn wait_by(server: &Server, request: RequestBuilder, tag: &str, seconds: u32) -> Response {
    let request = request.header("if-none-match", tag).header("prefer", format!("wait={seconds}"));
    server.send(request).await
}

async fn wait(server: &Server, game: &str, tag: &str, seconds: u32) -> Response {
    wait_by(server, server.request(Method::GET, game), tag, seconds).await
}

/// Resolves once a request waits.
async fn somebody_waits(server: &Server) {
    server.wait_for_metric("duiyi_streams 1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_waits_is_answered_when_the_game_changes() {
    let server = start().await;
    let game = server.human_game().await;
    let tag = server.get(&game).await.header("etag").to_owned();
    let (answer, played) = tokio::join!(wait(&server, &game, &tag, 600), async {
        somebody_waits(&server).await;
        server.play(&game, &["h2e2"]).await
    });
    assert_eq!(answer.header("preference-applied"), "wait=60", "the longest that there is");
    assert!(answer.header("etag").starts_with("\"2-"), "{}", answer.header("etag"));
    assert_eq!(answer.expect(200), played);
    server.wait_for_metric("duiyi_streams 0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_with_another_state_does_not_wait() {
    let server = start().await;
    let game = server.human_game().await;
    let first = server.get(&game).await.header("etag").to_owned();
    server.play(&game, &["h2e2"]).await;
    assert_eq!(wait(&server, &game, &first, 60).await.expect(200)["version"], 2);
    let without_state = server.request(Method::GET, &game).header("prefer", "wait=60");
    let at_once = server.send(without_state).await;
    assert_eq!((at_once.status.as_u16(), at_once.header("preference-applied")), (200, ""));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_change_the_answer_is_the_tag_that_the_client_has() {
    // Less than the wait, so that the server would give up the request before its time.
    let server = start_with(Config { request_timeout_ms: 2000, ..config() }).await;
    let game = server.human_game().await;
    let tag = server.get(&game).await.header("etag").to_owned();
    let unchanged = wait(&server, &game, &tag, 30).await;
    assert_eq!((unchanged.status.as_u16(), unchanged.header("etag")), (304, &*tag));
    assert_eq!(unchanged.header("preference-applied"), "wait=1");
    let of_any_state = wait(&server, &game, "*", 1).await;
    assert_eq!((of_any_state.status.as_u16(), of_any_state.header("etag")), (304, &*tag));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_and_goes_is_no_change() {
    let server = start().await;
    let game = People::begin(&server, json!({})).await;
    let tag = game.get(Who::Stranger, "").await.header("etag").to_owned();
    assert!(tag.ends_with("-aa\""), "{tag}");
    let red = game.request(Who::Red, Method::GET, "");
    let (unchanged, ()) = tokio::join!(wait_by(&server, red, &tag, 2), async {
        somebody_waits(&server).await;
        let both = game.get(Who::Black, "").await;
        assert!(both.header("etag").ends_with("-hh\""), "{}", both.header("etag"));
    });
    assert_eq!((unchanged.status.as_u16(), unchanged.header("etag")), (304, &*tag));

    let black = game.request(Who::Black, Method::GET, "");
    let (changed, _) = tokio::join!(wait_by(&server, black, &tag, 60), async {
        somebody_waits(&server).await;
        game.play(&["h2e2"]).await
    });
    assert!(changed.header("etag").ends_with("-hh\""), "{}", changed.header("etag"));
    assert_eq!(changed.expect(200)["presence"], json!({"red": "here", "black": "here"}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_waits_is_here() {
    let server = start().await;
    let game = People::begin(&server, json!({})).await;
    let tag = game.get(Who::Stranger, "").await.header("etag").to_owned();
    // Any other request shows a player for 10 seconds.
    let unchanged = wait_by(&server, game.request(Who::Red, Method::GET, ""), &tag, 11).await;
    assert_eq!(unchanged.status, 304);
    let read = game.get(Who::Stranger, "").await;
    assert_eq!(read.body["presence"], json!({"red": "here", "black": "away"}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_waits_ends_with_the_game() {
    let server = start().await;
    let game = server.human_game().await;
    let tag = server.get(&game).await.header("etag").to_owned();
    let (answer, ()) = tokio::join!(wait(&server, &game, &tag, 60), async {
        somebody_waits(&server).await;
        assert_eq!(server.send(server.request(Method::DELETE, &game)).await.status, 204);
    });
    answer.expect_problem(404, "game_not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_waits_ends_when_the_server_shuts_down() {
    let mut server = start().await;
    let game = server.human_game().await;
    let tag = server.get(&game).await.header("etag").to_owned();
    let request = server.request(Method::GET, &game).header("if-none-match", &tag);
    let waiting = tokio::spawn(request.header("prefer", "wait=60").send());
    somebody_waits(&server).await;
    server.shut_down();
    assert_eq!(waiting.await.unwrap().unwrap().status(), 304);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_waits_counts_as_a_stream() {
    let server = start_with(Config { max_streams_per_client: 1, ..config() }).await;
    let game = server.human_game().await;
    let tag = server.get(&game).await.header("etag").to_owned();
    let mut stream = Lines::open(&server, server.request(Method::GET, &format!("{game}/events"))).await;
    stream.next().await.unwrap();
    wait(&server, &game, &tag, 60).await.expect_problem(429, "rate_limited");
    wait(&server, &game, "\"another\"", 60).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_bearers_of_its_tokens_wait_for_a_private_game() {
    let server = start().await;
    let game = People::begin(&server, json!({"private": true})).await;
    let tag = game.get(Who::Spectator, "").await.header("etag").to_owned();
    let request = |who| game.request(who, Method::GET, "");
    wait_by(&server, request(Who::Stranger), &tag, 60).await.expect_problem(401, "unauthorized");
    wait_by(&server, request(Who::Guest), &tag, 60).await.expect_problem(401, "unauthorized");
    let (answer, _) = tokio::join!(wait_by(&server, request(Who::Spectator), &tag, 60), async {
        somebody_waits(&server).await;
        game.play(&["h2e2"]).await
    });
    assert_eq!(answer.expect(200)["ply"], 1);
}
