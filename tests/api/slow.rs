//! Slow clients and too many connections do not keep the server from serving others.

use crate::support::{Server, config, start_with};
use duiyi::config::Config;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Sends the text and nothing more; returns what the server sends until it closes the connection.
async fn send_only(server: &Server, text: &str) -> String {
    let mut stream = server.connect().await;
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut response = Vec::new();
    let _may_be_reset = stream.read_to_end(&mut response).await;
    String::from_utf8(response).unwrap()
}

fn problem(response: &str) -> Value {
    let (head, body) = response.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no response: {response:?}"));
    assert!(head.to_lowercase().contains("content-type: application/problem+json"), "{head}");
    assert!(head.to_lowercase().contains("x-content-type-options: nosniff"), "{head}");
    serde_json::from_str(body).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_with_an_incomplete_head_is_closed() {
    let server = start_with(Config { header_timeout_ms: 1_500, ..config() }).await;
    let served = async {
        for _ in 0..10 {
            server.get("/healthz").await.expect(200);
        }
    };
    // Nothing at all; half a head; part of the HTTP/2 preface; a whole request and half of the next.
    let (nothing, half, preface, second, ()) = tokio::join!(
        send_only(&server, ""),
        send_only(&server, "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-"),
        send_only(&server, "PRI * HT"),
        send_only(&server, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /hea"),
        served,
    );
    assert_eq!((&*nothing, &*preface), ("", ""));
    assert!(!half.contains("200"), "{half}");
    assert_eq!(second.matches("HTTP/1.1 200").count(), 1, "{second}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_trickles_in_is_cut_off() {
    let server = start_with(Config { header_timeout_ms: 300, ..config() }).await;
    let mut stream = server.connect().await;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nX-Long: ").await.unwrap();
    while stream.write_all(b"x").await.is_ok() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_incomplete_body_gets_request_timeout() {
    let server = start_with(Config { header_timeout_ms: 1_500, ..config() }).await;
    let head = "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    let half = |more: &str| format!("{head}{more}\r\n{{\"ruleset\": ");
    let (plain, with_key, chunked) = (
        half("Content-Length: 100\r\n"),
        half("Content-Length: 100\r\nIdempotency-Key: 3d1f4a52-8f0b-4a64\r\n"),
        format!("{head}Transfer-Encoding: chunked\r\n\r\n5\r\n{{\"rul"),
    );
    let served = async { server.human_game().await };
    let (plain, with_key, chunked, _) = tokio::join!(
        send_only(&server, &plain),
        send_only(&server, &with_key),
        send_only(&server, &chunked),
        served
    );
    for response in [plain, with_key, chunked] {
        let problem = problem(&response);
        crate::support::assert_valid("Problem", &problem);
        assert_eq!(
            (problem["status"].as_u64(), problem["code"].as_str()),
            (Some(408), Some("request_timeout"))
        );
        assert!(problem["detail"].as_str().unwrap().contains("within 1500 ms"), "{problem}");
    }
    // An incomplete request does not use up its idempotency key.
    let again = server.request(Method::POST, "/v1/games").header("idempotency-key", "3d1f4a52-8f0b-4a64");
    server.send(again.json(&json!({"ruleset": "xiangqi"}))).await.expect(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_over_the_limit_is_refused_early() {
    let server = start_with(Config { body_limit_bytes: 100, ..config() }).await;
    let head = "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    // `Content-Length` alone is enough to refuse the body before it is sent.
    let named = send_only(&server, &format!("{head}Content-Length: 101\r\nConnection: close\r\n\r\n")).await;
    assert_eq!(problem(&named)["code"], "body_too_large");
    let chunks =
        format!("{head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n80\r\n{}\r\n", " ".repeat(128));
    assert_eq!(problem(&send_only(&server, &chunks).await)["code"], "body_too_large");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_over_the_limit_wait_until_one_closes() {
    let server = start_with(Config { max_connections: 2, ..config() }).await;
    let request = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    let mut response = [0; 12];
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut stream = server.connect().await;
        stream.write_all(request).await.unwrap();
        stream.read_exact(&mut response).await.unwrap();
        open.push(stream);
    }
    let mut third = server.connect().await;
    third.write_all(request).await.unwrap();
    let early = tokio::time::timeout(Duration::from_millis(200), third.read_exact(&mut response)).await;
    assert!(early.is_err(), "the third connection was served over the limit");
    open.pop();
    third.read_exact(&mut response).await.unwrap();
    assert_eq!(&response, b"HTTP/1.1 200");
}

#[tokio::test(flavor = "multi_thread")]
async fn http_2_works_with_prior_knowledge() {
    let mut server = start_with(config()).await;
    let client = reqwest::Client::builder().no_proxy().http2_prior_knowledge().build().unwrap();
    let response = client.get(format!("{}/readyz", server.base)).send().await.unwrap();
    assert_eq!((response.version(), response.status().as_u16()), (reqwest::Version::HTTP_2, 200));
    // Idle connections of either protocol do not delay the shutdown.
    server.get("/readyz").await.expect(200);
    server.shut_down();
    (&mut server.running).await.unwrap().unwrap();
}
