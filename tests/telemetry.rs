//! The server exports spans to a collector, as part of the caller's trace.
#![allow(clippy::unwrap_used, reason = "a test")]

use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use duiyi_testkit::server::Server;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_becomes_a_span_of_the_callers_trace() {
    let (sender, mut exported) = mpsc::unbounded_channel();
    let collector =
        Router::new().route("/v1/traces", post(async move |body: Bytes| sender.send(body).unwrap()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, collector).await });

    let mut server = Server::start(&[
        ("DUIYI_OTLP_ENDPOINT", &*endpoint),
        ("DUIYI_LOG", "info"),
        ("DUIYI_TABLE_MIB", "1"),
    ])
    .unwrap();
    let trace: [u8; 16] = *b"sixteen bytes id";
    let hexadecimal: String = trace.iter().map(|byte| format!("{byte:02x}")).collect();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = http.get(server.url("/v1/rulesets"));
    let response =
        request.header("traceparent", format!("00-{hexadecimal}-00f067aa0ba902b7-01")).send().await;
    assert!(response.unwrap().status().is_success());
    // The server exports the remaining spans when it stops.
    server.terminate().unwrap();
    assert!(tokio::task::spawn_blocking(move || server.wait().unwrap()).await.unwrap().success());
    let mut all = Vec::new();
    while let Ok(body) = exported.try_recv() {
        all.extend_from_slice(&body);
    }
    assert!(contains(&all, &trace), "the caller's trace");
    assert!(contains(&all, b"GET /v1/rulesets") && contains(&all, b"duiyi"));
}
