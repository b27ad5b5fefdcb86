//! Streaming responses: server-sent events, or the same events as newline-delimited JSON.

use crate::connections::WRITE_TIMEOUT;
use crate::dto::json_text;
use crate::service::{EndReason, StreamGuard};
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt};
use serde::Serialize;
use serde_json::json;
use std::convert::Infallible;
use std::fmt::Display;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

/// A stream without events sends a heartbeat at this interval.
const HEARTBEAT: Duration = Duration::from_secs(8);

/// How many events are buffered for a slow client before the producer waits.
const EVENT_BUFFER: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    ServerSentEvents,
    NdJson,
}

/// One event. The ids of a stream increase.
#[derive(Clone, Debug)]
pub struct StreamEvent {
    pub id: u64,
    pub name: &'static str,
    /// The payload, as JSON.
    pub data: Bytes,
    /// Whether a line of JSON has the fields of the payload beside `id` and `event`, not in `data`.
    is_flat: bool,
}

impl StreamEvent {
    pub fn new(id: u64, name: &'static str, data: impl Serialize) -> StreamEvent {
        StreamEvent::of_text(id, name, json_text(&data).into())
    }

    /// An event whose payload is JSON already.
    pub fn of_text(id: u64, name: &'static str, data: Bytes) -> StreamEvent {
        StreamEvent { id, name, data, is_flat: false }
    }

    /// The same, with the fields of its payload, an object that is not empty, beside `id` and `event` in a line of JSON.
    #[must_use]
    pub fn flat(self) -> StreamEvent {
        StreamEvent { is_flat: true, ..self }
    }

    /// The event as one JSON object.
    pub fn to_json(&self) -> Bytes {
        let StreamEvent { id, name, data, is_flat } = self;
        match is_flat {
            true => [format!("{{\"id\":{id},\"event\":\"{name}\",").as_bytes(), &data[1..]].concat().into(),
            false => {
                let head = format!("{{\"id\":{id},\"event\":\"{name}\",\"data\":");
                [head.as_bytes(), data, b"}"].concat().into()
            }
        }
    }

    /// The last event of every stream.
    pub fn end(id: u64, reason: EndReason) -> StreamEvent {
        StreamEvent::new(id, "end", json!({"reason": reason.name()}))
    }
}

impl Format {
    fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Format::ServerSentEvents => "text/event-stream",
            Format::NdJson => "application/x-ndjson",
        })
    }

    fn write(self, event: &StreamEvent) -> Bytes {
        match self {
            Format::ServerSentEvents => self.frame(event.id, event.name, &event.data),
            Format::NdJson => [&event.to_json()[..], b"\n"].concat().into(),
        }
    }

    /// An event whose data name everything themselves, so that they are all that a line of JSON has.
    pub fn frame(self, id: impl Display, name: &str, data: &[u8]) -> Bytes {
        let (head, tail) = match self {
            Format::ServerSentEvents => (format!("id: {id}\nevent: {name}\ndata: "), "\n\n"),
            Format::NdJson => (String::new(), "\n"),
        };
        [head.as_bytes(), data, tail.as_bytes()].concat().into()
    }

    fn heartbeat(self) -> &'static str {
        match self {
            Format::ServerSentEvents => ":\n\n",
            Format::NdJson => "\n",
        }
    }
}

/// Sends the events as they arrive; see [`respond_with`].
pub fn respond(
    format: Format,
    events: impl Stream<Item = StreamEvent> + Send + 'static,
    guard: StreamGuard,
) -> Response {
    respond_with(format, events.map(move |event| format.write(&event)), guard)
}

/// Sends what events are written as.
pub fn respond_with(
    format: Format,
    events: impl Stream<Item = Bytes> + Send + 'static,
    guard: StreamGuard,
) -> Response {
    respond_in_parts(format.content_type(), format.heartbeat(), events, guard)
}

/// Sends a JSON document in parts, as they arrive, with line breaks between them while it waits for one.
pub fn respond_with_document(
    parts: impl Stream<Item = Bytes> + Send + 'static,
    guard: StreamGuard,
) -> Response {
    respond_in_parts(HeaderValue::from_static("application/json"), "\n", parts, guard)
}

/// A separate task polls the parts, so that a slow client does not block the producer at once. The task ends when the client
/// disconnects, or reads nothing for [`WRITE_TIMEOUT`].
fn respond_in_parts(
    content_type: HeaderValue,
    heartbeat: &'static str,
    parts: impl Stream<Item = Bytes> + Send + 'static,
    guard: StreamGuard,
) -> Response {
    let (sender, mut receiver) = mpsc::channel(EVENT_BUFFER);
    let made = async move {
        let _guard = guard;
        let mut parts = std::pin::pin!(parts);
        loop {
            let bytes = match tokio::time::timeout(HEARTBEAT, parts.next()).await {
                Ok(Some(part)) => part,
                Ok(None) => break,
                Err(_) => Bytes::from_static(heartbeat.as_bytes()),
            };
            if sender.send_timeout(bytes, WRITE_TIMEOUT).await.is_err() {
                break;
            }
        }
    };
    let task = AbortOnDropHandle::new(tokio::spawn(made.in_current_span()));
    let bytes = async_stream::stream! {
        let _task = task;
        while let Some(bytes) = receiver.recv().await {
            yield Ok::<_, Infallible>(bytes);
        }
    };
    let headers = [
        (header::CONTENT_TYPE, content_type),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::VARY, HeaderValue::from_static("accept")),
        (header::HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    (headers, Body::from_stream(bytes)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::service::{Client, OpenStreams};
    use http_body_util::BodyExt;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_nothing_loses_its_stream() {
        let streams = Arc::new(OpenStreams::new(&Config::default()));
        let made = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&made);
        let endless = async_stream::stream! {
            loop {
                let id = count.fetch_add(1, Ordering::Relaxed);
                yield StreamEvent::new(id as u64, "info", json!({}));
            }
        };
        let guard = streams.open(Client::named("a")).unwrap();
        let mut body = respond(Format::NdJson, endless, guard).into_body();
        for _ in 0..100 {
            tokio::time::sleep(WRITE_TIMEOUT - Duration::from_secs(1)).await;
            body.frame().await.unwrap().unwrap();
        }
        assert_eq!(streams.count(), 1, "a slow client keeps its stream");
        tokio::time::sleep(WRITE_TIMEOUT + Duration::from_secs(1)).await;
        assert_eq!(streams.count(), 0);
        // The buffer is bounded. A client that reads again gets what is in it.
        let left = body.collect().await.unwrap().to_bytes();
        assert_eq!(left.iter().filter(|&&byte| byte == b'\n').count(), EVENT_BUFFER);
        assert!(made.load(Ordering::Relaxed) <= 100 + EVENT_BUFFER + 1);
    }

    #[tokio::test(start_paused = true)]
    async fn the_producer_runs_ahead_of_the_client_and_stops_when_it_disconnects() {
        let streams = Arc::new(OpenStreams::new(&Config::default()));
        let (progress, mut steps) = mpsc::unbounded_channel();
        let events = async_stream::stream! {
            yield StreamEvent::new(0, "info", json!({}));
            let _ = progress.send("produced although the client has read nothing");
            yield StreamEvent::new(1, "info", json!({}));
            std::future::pending::<()>().await;
            drop(progress);
        };
        let response = respond(Format::NdJson, events, streams.open(Client::named("a")).unwrap());
        assert!(steps.recv().await.is_some());
        drop(response);
        assert_eq!(steps.recv().await, None);
    }
}
