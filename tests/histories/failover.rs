//! Redis forgets a change that it acknowledged, as it may when a replica takes over.

use super::processes::{Kept, Server};
use reqwest::Client;
use serde_json::{Value, json};

/// A game as a server shows it, with its tag.
async fn shown(http: &Client, server: &Server, game: &str) -> (String, Value) {
    let answer = http.get(server.url(&format!("/v1/games/{game}"))).send().await.unwrap();
    let tag = answer.headers()["etag"].to_str().unwrap().to_owned();
    (tag, answer.error_for_status().unwrap().json().await.unwrap())
}

/// Plays the move as soon as the server has found its store again; the game's tag.
async fn play(http: &Client, server: &Server, game: &str, mv: &str) -> String {
    loop {
        let request = http.post(server.url(&format!("/v1/games/{game}/moves"))).json(&json!({"move": mv}));
        let answer = request.send().await.unwrap();
        if answer.status() != 503 {
            let tag = answer.headers()["etag"].to_str().unwrap().to_owned();
            answer.error_for_status().unwrap();
            return tag;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn what_redis_lost_is_not_shown_as_what_came_after() {
    let mut kept = Kept::redis();
    let (here, there) = (kept.serve(), kept.serve());
    let http = Client::builder().no_proxy().build().unwrap();
    let created = http.post(here.url("/v1/games")).json(&json!({"ruleset": "xiangqi"})).send().await.unwrap();
    let game = created.json::<Value>().await.unwrap()["id"].as_str().unwrap().to_owned();
    let Kept::Redis(redis) = &mut kept else { unreachable!() };
    let before = redis.written_down();
    let lost = play(&http, &here, &game, "h2e2").await;
    assert_eq!(shown(&http, &here, &game).await.0, lost);

    redis.go_back_to(before);
    let made = play(&http, &there, &game, "b2e2").await;
    assert_ne!(made, lost, "another board has another tag");
    // The first try may meet the connection that broke.
    while http.get(here.url(&format!("/v1/games/{game}"))).send().await.unwrap().status() == 503 {}
    let (by_here, by_there) = (shown(&http, &here, &game).await, shown(&http, &there, &game).await);
    assert_eq!(by_here, by_there);
    assert_eq!((&*by_here.0, by_here.1["moves"][0]["move"].as_str()), (&*made, Some("b2e2")));
}
