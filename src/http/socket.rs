//! The events of a game over a WebSocket.

use super::events::Opening;
use super::extract::GameId;
use super::problem::{Problem, Result};
use super::state::AppState;
use super::stream::StreamEvent;
use crate::connections::{OpenConnection, WRITE_TIMEOUT};
use crate::headers::{bearer, protocol_token};
use crate::json::MAX_INTEGER;
use crate::service::{Client, Code};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocketUpgrade, close_code};
use axum::extract::{Extension, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use std::collections::HashMap;
use std::pin::pin;
use std::time::Duration;
use tokio::time::{Instant, interval_at, timeout};

/// How often the server sends a ping.
const PING_EVERY: Duration = Duration::from_secs(20);
/// How long the server waits for the client's part of the closing handshake.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// The longest message that a client may send. All of them are ignored.
const LONGEST_MESSAGE: usize = 4 << 10;

#[axum::debug_handler(state = AppState)]
pub async fn socket(
    State(state): State<AppState>,
    GameId(id): GameId,
    client: Client,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    connection: Option<Extension<OpenConnection>>,
    upgrade: std::result::Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response> {
    let upgrade = upgrade.map_err(|rejection| {
        let detail =
            format!("expected the handshake of a WebSocket over HTTP/1.1: {}", rejection.body_text());
        Problem::new(Code::UpgradeRequired, detail)
    })?;
    check_origin(&headers, &state.service().config().cors_origins)?;
    let from_protocol = protocol_token(&headers);
    let opening = Opening {
        token: bearer(&headers).or(from_protocol),
        ticket: query.get("ticket").map(String::as_str),
        seen: query.get("last_event_id").map(|id| event_id(id)).transpose()?,
    };
    let (events, guard) = opening.open(&state, id, client).await?;
    // A browser fails the handshake unless the server chooses a protocol that it has offered.
    let protocol = from_protocol.map(|token| format!("bearer.{token}"));
    let upgrade =
        upgrade.protocols(protocol).max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    let running = state.service().running();
    Ok(upgrade.on_upgrade(async move |socket| {
        send_all(socket, events).await;
        drop((guard, connection, running));
    }))
}

/// The rules for other origins do not hold for WebSockets, so browsers leave this check to the server. Its own pages are
/// always allowed.
fn check_origin(headers: &HeaderMap, allowed: &[String]) -> Result<()> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    if allowed.is_empty() || allowed.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes()) {
        return Ok(());
    }
    let host = headers.get(header::HOST).map(HeaderValue::as_bytes);
    let authority =
        ["http://", "https://"].iter().find_map(|scheme| origin.as_bytes().strip_prefix(scheme.as_bytes()));
    if authority.is_some() && authority == host {
        return Ok(());
    }
    Err(Problem::new(Code::Forbidden, "pages of this origin may not open a WebSocket here: see cors_origins"))
}

fn event_id(text: &str) -> Result<u64> {
    let id = text.parse().ok().filter(|id| *id <= MAX_INTEGER);
    id.ok_or_else(|| {
        Problem::field("last_event_id", format!("expected an integer from 0 to {MAX_INTEGER}, got {text:?}"))
    })
}

/// Sends the events as messages, then closes the connection. Ends when the client closes it, or reads nothing for
/// [`WRITE_TIMEOUT`].
async fn send_all<E>(
    mut socket: impl Stream<Item = std::result::Result<Message, E>> + Sink<Message, Error = E> + Unpin,
    events: impl Stream<Item = StreamEvent>,
) {
    let mut events = pin!(events);
    let mut pings = interval_at(Instant::now() + PING_EVERY, PING_EVERY);
    loop {
        let message = tokio::select! {
            event = events.next() => match event {
                Some(event) => text(&event),
                None => Message::Close(Some(CloseFrame { code: close_code::NORMAL, reason: "".into() })),
            },
            received = socket.next() => match received {
                Some(Ok(Message::Close(_))) => break,
                Some(Ok(_)) => continue,
                Some(Err(_)) | None => return,
            },
            _ = pings.tick() => Message::Ping("".into()),
        };
        let is_last = matches!(message, Message::Close(_));
        if !matches!(timeout(WRITE_TIMEOUT, socket.send(message)).await, Ok(Ok(()))) {
            return;
        }
        if is_last {
            break;
        }
    }
    // Reading to the end sends the server's answer to a close frame, or waits for the client's.
    let rest = async { while let Some(Ok(_)) = socket.next().await {} };
    let _the_client_is_gone = timeout(CLOSE_TIMEOUT, rest).await;
}

fn text(event: &StreamEvent) -> Message {
    Message::Text(Utf8Bytes::try_from(event.to_json()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    /// A client that sends nothing, and reads a number of messages.
    struct Reading(usize);

    impl Stream for Reading {
        type Item = std::result::Result<Message, ()>;

        fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
            Poll::Pending
        }
    }

    impl Sink<Message> for Reading {
        type Error = ();

        fn poll_ready(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::result::Result<(), ()>> {
            if self.0 > 0 { Poll::Ready(Ok(())) } else { Poll::Pending }
        }

        fn start_send(mut self: Pin<&mut Self>, _: Message) -> std::result::Result<(), ()> {
            self.0 -= 1;
            Ok(())
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::result::Result<(), ()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::result::Result<(), ()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_pings_loses_its_socket() {
        let began = Instant::now();
        send_all(Reading(3), futures_util::stream::pending()).await;
        assert_eq!(began.elapsed().as_secs(), (4 * PING_EVERY + WRITE_TIMEOUT).as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_events_loses_its_socket() {
        let began = Instant::now();
        let event = StreamEvent::new(1, "info", json!({}));
        send_all(Reading(5), futures_util::stream::repeat(event)).await;
        assert_eq!(began.elapsed().as_secs(), WRITE_TIMEOUT.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_close_its_side_is_left() {
        let began = Instant::now();
        send_all(Reading(2), futures_util::stream::iter([StreamEvent::new(1, "end", json!({}))])).await;
        assert_eq!(began.elapsed().as_secs(), CLOSE_TIMEOUT.as_secs());
    }
}
