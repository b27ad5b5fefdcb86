//! Clients behind proxies, connections per address, idle connections, and the listener for operators.

use crate::lines::Lines;
use crate::support::{config, start_with};
use duiyi::config::Config;
use reqwest::Method;
use serde_json::json;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const REQUEST: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

/// Whether a request on this connection gets a response.
async fn is_served(stream: &mut TcpStream) -> bool {
    let mut response = [0; 12];
    let sent = stream.write_all(REQUEST).await;
    sent.is_ok() && stream.read_exact(&mut response).await.is_ok() && &response == b"HTTP/1.1 200"
}

fn one_request_a_minute() -> Config {
    Config { requests_per_minute: 1, ..config() }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_client_behind_a_trusted_proxy_has_its_own_quota() {
    let server =
        start_with(Config { trusted_proxies: vec!["127.0.0.0/8".to_owned()], ..one_request_a_minute() })
            .await;
    let get = |clients: &'static str| {
        server.send(server.request(Method::GET, "/v1/rulesets").header("x-forwarded-for", clients))
    };
    get("192.0.2.1").await.expect(200);
    get("192.0.2.2").await.expect(200);
    get("192.0.2.1").await.expect_problem(429, "rate_limited");
    get("203.0.113.9, 192.0.2.2").await.expect_problem(429, "rate_limited");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_trusted_proxies_a_client_cannot_pretend_to_be_another() {
    let server = start_with(one_request_a_minute()).await;
    server.get("/v1/rulesets").await.expect(200);
    let disguised = server.request(Method::GET, "/v1/rulesets").header("x-forwarded-for", "192.0.2.1");
    server.send(disguised).await.expect_problem(429, "rate_limited");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_over_the_limit_of_an_address_are_closed() {
    let server = start_with(Config { max_connections_per_address: 2, ..config() }).await;
    let (mut first, mut second) = (server.connect().await, server.connect().await);
    assert!(is_served(&mut first).await && is_served(&mut second).await);
    assert!(!is_served(&mut server.connect().await).await);
    drop(first);
    while !is_served(&mut server.connect().await).await {}
}

#[tokio::test(flavor = "multi_thread")]
async fn trusted_proxies_may_open_any_number_of_connections() {
    let trusted_proxies = vec!["127.0.0.1".to_owned()];
    let server = start_with(Config { max_connections_per_address: 1, trusted_proxies, ..config() }).await;
    let (mut first, mut second) = (server.connect().await, server.connect().await);
    assert!(is_served(&mut first).await && is_served(&mut second).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_http_2_connection_is_closed() {
    let server = start_with(Config { header_timeout_ms: 300, ..config() }).await;
    let mut stream = server.connect().await;
    // The preface and an empty frame of settings, as a client sends them before its first request.
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
    let mut received = Vec::new();
    let _may_be_reset = stream.read_to_end(&mut received).await;
    assert!(!received.is_empty(), "the server speaks HTTP/2");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_stream_without_events_is_not_idle() {
    let server = start_with(Config { header_timeout_ms: 1_000, ..config() }).await;
    let game = server.human_game().await;
    let mut events = Lines::open(&server, server.request(Method::GET, &format!("{game}/events"))).await;
    assert_eq!(events.next().await.unwrap().0, "game");
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    server.play(&game, &["h2e2"]).await;
    assert_eq!(events.next().await.unwrap().1["ply"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_may_have_a_listener_of_their_own() {
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let server = start_with(Config { admin_listen: Some(free), ..config() }).await;
    server.get("/v1/rulesets").await.expect(200);
    for path in ["/healthz", "/readyz", "/metrics"] {
        let response = server.client.get(format!("http://{free}{path}")).send().await.unwrap();
        assert_eq!(response.status().as_u16(), 200, "{path}");
        server.get(path).await.expect_problem(404, "not_found");
    }
    let backup = server.client.get(format!("http://{free}/backup")).send().await.unwrap();
    assert_eq!(backup.status().as_u16(), 404, "this store has no file");
    server.get("/backup").await.expect_problem(404, "not_found");
    let game = server.client.post(format!("http://{free}/v1/games")).json(&json!({"ruleset": "xiangqi"}));
    assert_eq!(game.send().await.unwrap().status().as_u16(), 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_admin_address_in_use_is_an_error_at_start() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address: SocketAddr = taken.local_addr().unwrap();
    let server = start_with(Config { admin_listen: Some(address), ..config() }).await;
    assert!(server.running.await.unwrap().is_err());
}
