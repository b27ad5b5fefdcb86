//! Webhooks whose receiver and whose server are away.

use super::players::client;
use axum::Router;
use axum::extract::State;
use axum::routing::post;
use duiyi_testkit::processes::{Server, TestStore};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::net::SocketAddr;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// `printf %s shop | sha256sum`
const KEYS: &str =
    "[{name = \"shop\", sha256 = \"8d9001d32c6a703d95921a77115050f33dd823d3f1730bd35215dcbecad6dc20\"}]";
const GAMES: usize = 20;

async fn receive(State(received): State<UnboundedSender<String>>, body: String) {
    let event: Value = serde_json::from_str(&body).unwrap();
    received.send(event["game"].as_str().unwrap().to_owned()).unwrap();
}

/// Receives at an address, and passes the game of each event.
async fn receive_at(address: SocketAddr) -> UnboundedReceiver<String> {
    let (sender, received) = unbounded_channel();
    let app = Router::new().fallback(post(receive)).with_state(sender);
    let listener = TcpListener::bind(address).await.unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    received
}

async fn create_games(server: &Server) -> HashSet<String> {
    let request = client().post(server.url("/v1/games/batch")).header("x-api-key", "shop");
    let request = request.json(&json!({"games": vec![json!({"ruleset": "gomoku"}); GAMES]}));
    let created: Value = request.send().await.unwrap().json().await.unwrap();
    let games = created["games"].as_array().unwrap().iter();
    games.map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

/// Waits until the webhook has noted where it begins: it is for what happens from then on.
async fn until_it_begins(server: &Server) {
    let metric = "duiyi_webhook_oldest_undelivered_seconds";
    loop {
        let text = client().get(server.url("/metrics")).send().await.unwrap().text().await.unwrap();
        if text.lines().any(|line| line.starts_with(metric)) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

async fn assert_events_are_delivered_after_a_kill(store: &TestStore) {
    let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let webhook = format!(
        "[{{url = \"http://{address}/\", secret = \"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\", events = [\"game_created\"]}}]"
    );
    let settings = [("DUIYI_API_KEYS", KEYS), ("DUIYI_WEBHOOKS", &webhook)];
    let mut server = store.serve_with(&settings);
    until_it_begins(&server).await;
    let mut games = create_games(&server).await;
    server.kill().unwrap();
    let server = store.serve_with(&settings);
    games.extend(create_games(&server).await);
    let mut received = receive_at(address).await;
    while !games.is_empty() {
        games.remove(&received.recv().await.unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_are_delivered_though_receiver_and_server_were_away_in_redb() {
    assert_events_are_delivered_after_a_kill(&TestStore::redb()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn events_are_delivered_though_receiver_and_server_were_away_in_redis() {
    assert_events_are_delivered_after_a_kill(&TestStore::redis()).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server"]
async fn events_are_delivered_though_receiver_and_server_were_away_in_a_cluster() {
    assert_events_are_delivered_after_a_kill(&TestStore::cluster()).await;
}
