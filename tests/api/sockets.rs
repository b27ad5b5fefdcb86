//! The events of a game over a WebSocket.

use crate::lines::Lines;
use crate::people::{People, Who};
use crate::support::{Server, assert_valid, config, start, start_with, start_with_seated_game};
use duiyi::config::Config;
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

/// A client of a WebSocket.
struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// The subprotocol that the server has chosen.
    protocol: Option<String>,
}

/// Opens a socket with these headers. If the server refuses, returns the status and the problem.
async fn try_open(
    server: &Server,
    path: &str,
    headers: &[(&'static str, &str)],
) -> Result<Socket, (u16, Value)> {
    let url = format!("{}{path}", server.base.replace("http://", "ws://"));
    let mut request = url.into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, HeaderValue::from_str(value).unwrap());
    }
    match tokio_tungstenite::client_async(request, server.connect().await).await {
        Ok((stream, response)) => {
            let protocol = response.headers().get("sec-websocket-protocol");
            let protocol = protocol.map(|protocol| protocol.to_str().unwrap().to_owned());
            Ok(Socket { stream, protocol })
        }
        Err(Error::Http(response)) => {
            let body = response.body().clone().unwrap_or_default();
            Err((response.status().as_u16(), serde_json::from_slice(&body).unwrap_or_default()))
        }
        Err(error) => panic!("{error}"),
    }
}

async fn open(server: &Server, path: &str, headers: &[(&'static str, &str)]) -> Socket {
    try_open(server, path, headers).await.map_err(|refused| panic!("{refused:?}")).unwrap()
}

async fn refused(server: &Server, path: &str, headers: &[(&'static str, &str)]) -> (u16, String) {
    let (status, problem) = try_open(server, path, headers).await.err().expect("it is refused");
    (status, problem["code"].as_str().unwrap_or_default().to_owned())
}

impl Socket {
    /// The next event. None once the server has closed the socket as it should.
    async fn next(&mut self) -> Option<Value> {
        loop {
            match self.stream.next().await.expect("a close frame comes last").unwrap() {
                Message::Text(text) => {
                    let event = serde_json::from_str(&text).unwrap();
                    assert_valid("StreamEvent", &event);
                    return Some(event);
                }
                Message::Close(frame) => {
                    assert_eq!(frame.unwrap().code, CloseCode::Normal);
                    return None;
                }
                Message::Ping(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    async fn all(mut self) -> Vec<Value> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_has_the_events_of_a_stream() {
    let server = start().await;
    let game = server.human_game().await;
    let socket = open(&server, &format!("{game}/socket"), &[]).await;
    let lines = Lines::open(&server, server.request(Method::GET, &format!("{game}/events"))).await;
    server.play(&game, &["h2e2", "h9g7"]).await;
    server.post(&format!("{game}/draw"), json!({"side": "red", "action": "offer"})).await.expect(200);
    server.post(&format!("{game}/resign"), json!({"side": "black"})).await.expect(200);
    let events = socket.all().await;
    let names = ["game", "game", "game", "offer", "game", "game", "end"];
    assert_eq!(events.iter().map(|event| event["event"].as_str().unwrap()).collect::<Vec<_>>(), names);
    let from_lines = lines.all().await.into_iter();
    let from_lines: Vec<Value> =
        from_lines.map(|(name, data)| json!({"event": name, "data": data})).collect();
    let without_ids = |mut event: Value| {
        event.as_object_mut().unwrap().remove("id").unwrap();
        event
    };
    assert_eq!(events.into_iter().map(without_ids).collect::<Vec<_>>(), from_lines);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_is_opened_with_a_token_or_a_ticket() {
    let server = start().await;
    let game = People::begin(&server, json!({"private": true})).await;
    let path = format!("{}/socket", game.path);
    let presence = async |mut socket: Socket| socket.next().await.unwrap()["data"]["presence"].clone();
    for headers in
        [vec![], vec![("authorization", "Bearer guess")], vec![("sec-websocket-protocol", "bearer.guess")]]
    {
        assert_eq!(refused(&server, &path, &headers).await, (401, "unauthorized".to_owned()));
    }
    let spectator = [("authorization", &*format!("Bearer {}", game.spectator))];
    let watching = open(&server, &path, &spectator).await;
    assert_eq!(watching.protocol, None);
    assert_eq!(presence(watching).await, json!({"red": "away", "black": "away"}));

    let wanted = format!("chat, bearer.{}", game.red);
    let red = open(&server, &path, &[("sec-websocket-protocol", &wanted)]).await;
    assert_eq!(red.protocol, Some(format!("bearer.{}", game.red)));
    assert_eq!(presence(red).await, json!({"red": "here", "black": "away"}));

    let ticket = game.act(Who::Black, "tickets", json!({})).await.expect(201)["ticket"].clone();
    let with_ticket = format!("{path}?ticket={}", ticket.as_str().unwrap());
    let black = open(&server, &with_ticket, &[]).await;
    assert_eq!(presence(black).await, json!({"red": "here", "black": "here"}));
    assert_eq!(refused(&server, &with_ticket, &[]).await, (401, "unauthorized".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_opens_a_socket_without_an_api_key() {
    let (server, created) = start_with_seated_game().await;
    let path = format!("/v1/games/{}/socket", created["id"].as_str().unwrap());
    assert_eq!(refused(&server, &path, &[]).await.0, 401);
    let protocol = format!("bearer.{}", created["tokens"]["red"].as_str().unwrap());
    let mut socket = open(&server, &path, &[("sec-websocket-protocol", &protocol)]).await;
    assert_eq!(socket.next().await.unwrap()["data"]["presence"]["red"], "here");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_resumes_after_the_last_event() {
    let server = start().await;
    let game = server.human_game().await;
    let mut socket = open(&server, &format!("{game}/socket"), &[]).await;
    let seen = socket.next().await.unwrap()["id"].as_u64().unwrap();
    drop(socket);
    let mut again = open(&server, &format!("{game}/socket?last_event_id={seen}"), &[]).await;
    assert!(again.next().await.unwrap()["id"].as_u64().unwrap() > seen);
    for wrong in ["last", "-1", "9007199254740992"] {
        let path = format!("{game}/socket?last_event_id={wrong}");
        assert_eq!(refused(&server, &path, &[]).await, (400, "invalid_request".to_owned()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_no_handshake_is_refused() {
    let server = start().await;
    let game = server.human_game().await;
    let plain = server.get(&format!("{game}/socket")).await;
    assert_eq!((plain.header("upgrade"), plain.header("sec-websocket-version")), ("websocket", "13"));
    plain.expect_problem(426, "upgrade_required");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_origins_open_no_socket() {
    let allowed = "https://play.example";
    let server = start_with(Config { cors_origins: vec![allowed.to_owned()], ..config() }).await;
    let path = format!("{}/socket", server.human_game().await);
    for other in ["https://evil.example", "https://play.example.evil.example", "null"] {
        assert_eq!(refused(&server, &path, &[("origin", other)]).await, (403, "forbidden".to_owned()));
    }
    open(&server, &path, &[("origin", allowed)]).await.next().await.unwrap();
    open(&server, &path, &[]).await.next().await.unwrap();
    let own = server.base.clone();
    open(&server, &path, &[("origin", &own)]).await.next().await.unwrap();
    let open_to_all = start().await;
    let path = format!("{}/socket", open_to_all.human_game().await);
    open(&open_to_all, &path, &[("origin", "https://other.example")]).await.next().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_client_sends_is_ignored_and_bounded() {
    let server = start().await;
    let game = server.human_game().await;
    let mut socket = open(&server, &format!("{game}/socket"), &[]).await;
    socket.next().await.unwrap();
    for message in [Message::text("{\"move\": \"h2e2\"}"), Message::binary(vec![0; 4096])] {
        socket.stream.send(message).await.unwrap();
    }
    server.play(&game, &["b2e2"]).await;
    assert_eq!(socket.next().await.unwrap()["data"]["ply"], 1);
    socket.stream.send(Message::text("x".repeat(4097))).await.unwrap();
    while let Some(Ok(message)) = socket.stream.next().await {
        assert!(!message.is_text(), "{message}");
    }
    server.wait_for_metric("duiyi_streams 0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_counts_as_a_stream_until_its_client_leaves() {
    let server = start_with(Config { max_streams_per_client: 1, ..config() }).await;
    let path = format!("{}/socket", server.human_game().await);
    let mut first = open(&server, &path, &[]).await;
    first.next().await.unwrap();
    assert_eq!(refused(&server, &path, &[]).await, (429, "rate_limited".to_owned()));
    first.stream.close(None).await.unwrap();
    server.wait_for_metric("duiyi_streams 0").await;
    let second = open(&server, &path, &[]).await;
    drop(second);
    server.wait_for_metric("duiyi_streams 0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_counts_as_a_connection() {
    let server = start_with(Config { max_connections_per_address: 2, ..config() }).await;
    let path = format!("{}/socket", server.human_game().await);
    let mut socket = open(&server, &path, &[]).await;
    socket.next().await.unwrap();
    // The connection on which the game was created is still open.
    let mut third = server.connect().await;
    let mut response = Vec::new();
    let _may_be_reset =
        third.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    let _may_be_reset = third.read_to_end(&mut response).await;
    assert!(response.is_empty(), "{}", String::from_utf8_lossy(&response));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_ends_when_the_server_shuts_down() {
    let mut server = start().await;
    let path = format!("{}/socket", server.human_game().await);
    let mut socket = open(&server, &path, &[]).await;
    socket.next().await.unwrap();
    server.shut_down();
    let events = socket.all().await;
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!((&events[0]["event"], &events[0]["data"]["reason"]), (&json!("end"), &json!("shutdown")));
}
