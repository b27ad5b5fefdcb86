//! Streams as a response: server-sent events, or the same as lines of JSON.

use super::metrics::StreamGuard;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;

/// After so much silence a sign of life is sent.
const HEARTBEAT: Duration = Duration::from_secs(8);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    ServerSentEvents,
    NdJson,
}

/// One event. Ids grow.
#[derive(Clone, Debug)]
pub struct StreamEvent {
    pub id: u64,
    pub name: &'static str,
    pub data: Value,
}

impl StreamEvent {
    pub fn new(id: u64, name: &'static str, data: Value) -> StreamEvent {
        StreamEvent { id, name, data }
    }

    /// The last event of every stream.
    pub fn end(id: u64, reason: &'static str) -> StreamEvent {
        StreamEvent::new(id, "end", json!({"reason": reason}))
    }
}

impl Format {
    /// The format the client asks for; none when it asks for no stream, or for plain JSON before one.
    pub fn accepted(headers: &HeaderMap) -> Option<Format> {
        let accept = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        accept.flat_map(|value| value.split(',')).find_map(|range| {
            match range.split(';').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
                "text/event-stream" => Some(Some(Format::ServerSentEvents)),
                "application/x-ndjson" | "application/ndjson" => Some(Some(Format::NdJson)),
                "application/json" => Some(None),
                _ => None,
            }
        })?
    }

    fn content_type(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Format::ServerSentEvents => "text/event-stream",
            Format::NdJson => "application/x-ndjson",
        })
    }

    fn write(self, event: &StreamEvent) -> String {
        let StreamEvent { id, name, data } = event;
        match self {
            Format::ServerSentEvents => format!("id: {id}\nevent: {name}\ndata: {data}\n\n"),
            Format::NdJson => format!("{}\n", json!({"id": id, "event": name, "data": data})),
        }
    }

    fn heartbeat(self) -> &'static str {
        match self {
            Format::ServerSentEvents => ":\n\n",
            Format::NdJson => "\n",
        }
    }
}

/// Sends the events as they come. When the client goes away the events are dropped, and what makes them ends.
pub fn respond(
    format: Format,
    events: impl Stream<Item = StreamEvent> + Send + 'static,
    guard: StreamGuard,
) -> Response {
    let bytes = async_stream::stream! {
        let _guard = guard;
        let mut events = std::pin::pin!(events);
        loop {
            match tokio::time::timeout(HEARTBEAT, futures_util::StreamExt::next(&mut events)).await {
                Ok(Some(event)) => yield Ok::<_, Infallible>(Bytes::from(format.write(&event))),
                Ok(None) => break,
                Err(_) => yield Ok(Bytes::from_static(format.heartbeat().as_bytes())),
            }
        }
    };
    let headers = [
        (header::CONTENT_TYPE, format.content_type()),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    (headers, Body::from_stream(bytes)).into_response()
}
