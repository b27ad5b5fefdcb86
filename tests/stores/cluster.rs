//! Two servers that share a Redis with replicas: a cluster, or a primary that sentinels watch.

use super::players::{KnownGame, client, create_game, play, read_game, send_until_available};
use super::ready::until_ready;
use super::replicas::{Events, until};
use duiyi_testkit::processes::redis_sentinel::RedisSentinel;
use duiyi_testkit::processes::{Server, TestStore};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

/// Enough games to have some on every primary.
const GAMES: usize = 12;

/// Plays a legal move. If the response is an error because an earlier attempt was executed, returns the game as it is.
async fn play_in_time(http: &Client, server: &Server, game: &KnownGame) -> KnownGame {
    let game = read_game(http, server, &game.id).await;
    let url = server.url(&format!("/v1/games/{}/moves", game.id));
    let response = send_until_available(http.post(url).json(&json!({"move": game.legal[0]}))).await;
    match response.status() {
        StatusCode::OK => KnownGame::of(&response.json::<Value>().await.unwrap()["game"]),
        _ => read_game(http, server, &game.id).await,
    }
}

/// Plays until a listener hears of a move: events may be missed while the store is unavailable.
async fn play_until_heard(http: &Client, server: &Server, game: &mut KnownGame, events: &mut Events) {
    loop {
        *game = play_in_time(http, server, game).await;
        let heard =
            async { while events.next("game").await.unwrap()["data"]["version"] != json!(game.version) {} };
        if tokio::time::timeout(Duration::from_secs(1), heard).await.is_ok() {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn servers_share_the_games_of_a_cluster_and_a_replica_takes_over() {
    play_on_through_a_failover(TestStore::cluster()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn servers_follow_the_primary_that_sentinels_name() {
    play_on_through_a_failover(TestStore::sentinel()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn sentinels_may_ask_for_a_password() {
    let servers = RedisSentinel::start_with_password("guard");
    let url = format!("{}?sentinel_password=guard", servers.url());
    let store = TestStore::Sentinel(servers);
    let http = client();
    let (without, with) = (store.serve(), store.serve_with(&[("DUIYI_REDIS_URL", &url)]));
    until_ready(&http, &with, 200, "store", "available").await;
    create_game(&http, &with.url("")).await.unwrap();
    let refused =
        http.post(without.url("/v1/games")).json(&json!({"ruleset": "renju"})).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
}

/// Plays games on two servers while a primary dies and its replica takes over.
async fn play_on_through_a_failover(mut store: TestStore) {
    let (first, second) = (store.serve(), store.serve());
    let http = client();
    let (mut games, mut feeds) = (Vec::new(), Vec::new());
    for _ in 0..GAMES {
        let game = create_game(&http, &first.url("")).await.unwrap();
        feeds.push(Events::listen(&http, &second, &game.id, None).await);
        games.push(game);
    }
    for (game, events) in games.iter_mut().zip(&mut feeds) {
        *game = play(&http, &second.url(""), game).await.unwrap();
        *game = play(&http, &first.url(""), game).await.unwrap();
        while events.next("game").await.unwrap()["data"]["version"] != json!(game.version) {}
    }
    let submit = json!({"ruleset": "xiangqi", "book": false, "limits": {"depth": 2}});
    let submitted = http.post(first.url("/v1/analyses")).json(&submit).send().await.unwrap();
    let job = submitted.headers()["location"].to_str().unwrap().to_owned();
    until(&http, &second, &job, |job| job["status"] == "done").await;

    match &mut store {
        TestStore::Cluster(cluster) => cluster.fail_over(Duration::ZERO),
        TestStore::Sentinel(servers) => servers.fail_over(Duration::ZERO),
        store => panic!("{store:?} has no replicas"),
    }
    for (game, events) in games.iter_mut().zip(&mut feeds) {
        play_until_heard(&http, &first, game, events).await;
        assert_eq!(read_game(&http, &second, &game.id).await.moves, game.moves);
        send_until_available(http.delete(second.url(&format!("/v1/games/{}", game.id)))).await;
        assert_eq!(events.next("end").await.unwrap()["data"]["reason"], "deleted");
    }
}
