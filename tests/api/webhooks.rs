//! Webhooks: receivers that answer, fail, hang and redirect.

use crate::support::{api_key, config, start_with};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use duiyi::config::{Config, Webhook};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

struct Received {
    path: String,
    headers: HeaderMap,
    body: Value,
}

#[derive(Clone)]
struct Receiver {
    requests: UnboundedSender<Received>,
    /// The events that each path has had.
    refused: Arc<Mutex<HashSet<(String, HeaderValue)>>>,
}

/// Answers by the path: `/ok`, `/fails` at the first try, `/hangs`, `/redirects`.
async fn receive(State(receiver): State<Receiver>, uri: Uri, headers: HeaderMap, body: String) -> Response {
    let path = uri.path().to_owned();
    let is_first = receiver.refused.lock().unwrap().insert((path.clone(), headers["webhook-id"].clone()));
    let body = serde_json::from_str(&body).unwrap();
    receiver.requests.send(Received { path: path.clone(), headers, body }).unwrap();
    match &path[..] {
        "/fails" if is_first => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        "/hangs" => std::future::pending().await,
        "/redirects" => (StatusCode::FOUND, [(header::LOCATION, "/elsewhere")]).into_response(),
        _ => StatusCode::NO_CONTENT.into_response(),
    }
}

async fn start_receiver() -> (String, UnboundedReceiver<Received>) {
    let (sender, requests) = unbounded_channel();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let receiver = Receiver { requests: sender, refused: Arc::default() };
    let app = Router::new().fallback(any(receive)).with_state(receiver);
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    (base, requests)
}

fn hook(url: String, events: &[&str], key: Option<&str>) -> Webhook {
    let events = events.iter().map(|&event| event.to_owned()).collect();
    Webhook { url, secret: SECRET.to_owned(), events, key: key.map(str::to_owned) }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_reach_a_receiver_whatever_the_others_do() {
    let (base, mut requests) = start_receiver().await;
    let webhooks = vec![
        hook(format!("{base}/hangs"), &[], None),
        hook(format!("{base}/redirects"), &["game_created"], None),
        hook(format!("{base}/ok"), &[], Some("shop")),
        hook(format!("{base}/fails"), &["game_finished"], None),
    ];
    let server =
        start_with(Config { api_keys: vec![api_key("shop"), api_key("club")], webhooks, ..config() }).await;
    // A webhook begins with what happens from now on: once each has noted where that is.
    server.wait_for_metric(&format!("duiyi_webhook_oldest_undelivered_seconds{{url=\"{base}/ok\"}} 0")).await;
    server
        .wait_for_metric(&format!("duiyi_webhook_oldest_undelivered_seconds{{url=\"{base}/fails\"}} 0"))
        .await;
    let send = async |key: &str, path: &str, body: Value| {
        let request = server.request(Method::POST, path).header("x-api-key", key).json(&body);
        let response = server.send(request).await;
        assert!(response.status.is_success(), "{}", response.text);
        response.body
    };
    for caller in ["club", "shop"] {
        let game = send(caller, "/v1/games", json!({"ruleset": "xiangqi", "reference": caller})).await;
        let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
        send(caller, &format!("{path}/moves"), json!({"move": "h2e2"})).await;
        send(caller, &format!("{path}/resign"), json!({"side": "black"})).await;
    }
    let (mut ok, mut fails, mut elsewhere) = (Vec::new(), Vec::new(), 0);
    while ok.len() < 3 || fails.len() < 4 {
        let request = requests.recv().await.unwrap();
        for name in ["webhook-id", "webhook-timestamp"] {
            assert!(request.headers.contains_key(name), "{name}");
        }
        assert!(request.headers["webhook-signature"].to_str().unwrap().starts_with("v1,"));
        assert_eq!(request.body["id"], request.headers["webhook-id"].to_str().unwrap());
        let of = (request.body["event"].as_str().unwrap().to_owned(), request.body["reference"].clone());
        match &request.path[..] {
            "/ok" => ok.push(of),
            "/fails" => fails.push(of),
            "/elsewhere" => elsewhere += 1,
            _ => {}
        }
    }
    let shop = ["game_created", "game_started", "game_finished"].map(|name| (name.to_owned(), json!("shop")));
    assert_eq!(ok, shop, "in order, and only the games of the key");
    let tries = |caller: &str| fails.iter().filter(|(_, reference)| reference == caller).count();
    assert_eq!((tries("shop"), tries("club")), (2, 2), "each again after the first refusal");
    assert_eq!(elsewhere, 0, "no other address is called");
}
