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
}

impl StreamEvent {
    pub fn new(id: u64, name: &'static str, data: impl Serialize) -> StreamEvent {
        StreamEvent { id, name, data: json_text(&data).into() }
    }

    /// The event as one JSON object.
    pub fn to_json(&self) -> Bytes {
        let StreamEvent { id, name, data } = self;
        let head = format!("{{\"id\":{id},\"event\":\"{name}\",\"data\":");
        [head.as_bytes(), data, b"}"].concat().into()
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
        let StreamEvent { id, name, data } = event;
        match self {
            Format::ServerSentEvents => {
                let head = format!("id: {id}\nevent: {name}\ndata: ");
                [head.as_bytes(), data, b"\n\n"].concat().into()
            }
            Format::NdJson => [&event.to_json()[..], b"\n"].concat().into(),
        }
    }

    fn heartbeat(self) -> &'static str {
        match self {
            Format::ServerSentEvents => ":\n\n",
            Format::NdJson => "\n",
        }
    }
}

/// Sends the events as they arrive. A separate task polls them, so that a slow client does not block the producer at once.
/// The task ends when the client disconnects, or reads nothing for [`WRITE_TIMEOUT`].
pub fn respond(
    format: Format,
    events: impl Stream<Item = StreamEvent> + Send + 'static,
    guard: StreamGuard,
) -> Response {
    let (sender, mut receiver) = mpsc::channel(EVENT_BUFFER);
    let made = async move {
        let _guard = guard;
        let mut events = std::pin::pin!(events);
        loop {
            let bytes = match tokio::time::timeout(HEARTBEAT, events.next()).await {
                Ok(Some(event)) => format.write(&event),
                Ok(None) => break,
                Err(_) => Bytes::from_static(format.heartbeat().as_bytes()),
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
        (header::CONTENT_TYPE, format.content_type()),
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
