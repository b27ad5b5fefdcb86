//! A Redis that refuses changes.

use super::players::{client, create_game, play, read_game};
use duiyi_testkit::processes::TestStore;
use reqwest::StatusCode;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_full_redis_still_serves_reads_and_deletes() {
    let store = TestStore::redis();
    let TestStore::Redis(redis) = &store else { unreachable!() };
    let server = store.serve();
    let http = client();
    let game = create_game(&http, &server.url("")).await.unwrap();
    let unused = create_game(&http, &server.url("")).await.unwrap();
    let body = json!({"ruleset": "renju", "seats": true});
    let seated = http.post(server.url("/v1/games")).json(&body).send().await.unwrap();
    let seated: Value = seated.json().await.unwrap();
    let (id, token) = (seated["id"].as_str().unwrap(), seated["tokens"]["black"].as_str().unwrap());
    redis.execute("CONFIG SET maxmemory 1");

    assert_eq!(read_game(&http, &server, &game.id).await.moves, game.moves);
    let read = http.get(server.url(&format!("/v1/games/{id}"))).bearer_auth(token).send().await.unwrap();
    assert_eq!(read.status(), StatusCode::OK);
    let url = server.url(&format!("/v1/games/{}/moves", game.id));
    let refused = http.post(url).json(&json!({"move": game.legal[0]})).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    let problem: Value = refused.json().await.unwrap();
    assert_eq!(problem["code"], "store_unavailable");
    assert!(problem["detail"].as_str().unwrap().contains("memory is full"), "{problem}");
    let deleted = http.delete(server.url(&format!("/v1/games/{}", unused.id))).send().await.unwrap();
    assert_eq!(deleted.status(), StatusCode::NO_CONTENT);

    redis.execute("CONFIG SET maxmemory 0");
    play(&http, &server.url(""), &game).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn a_redis_without_its_replicas_is_named_in_the_refusal() {
    let store = TestStore::redis();
    let TestStore::Redis(redis) = &store else { unreachable!() };
    let server = store.serve();
    let http = client();
    let game = create_game(&http, &server.url("")).await.unwrap();
    redis.execute("CONFIG SET min-replicas-to-write 1");

    // A primary that was cut off from its replicas may have a successor with newer moves, so it serves no reads either.
    let refused = http.get(server.url(&format!("/v1/games/{}", game.id))).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    let problem: Value = refused.json().await.unwrap();
    assert!(problem["detail"].as_str().unwrap().contains("too few replicas"), "{problem}");

    redis.execute("CONFIG SET min-replicas-to-write 0");
    play(&http, &server.url(""), &game).await.unwrap();
}
