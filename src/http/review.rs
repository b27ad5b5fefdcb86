//! The reviews of a stored game and of any other, as a stream: an event for each move, with the ply as its id, then a summary.
//! The same as one JSON document, for clients that ask for one.

use super::extract::{GameId, JsonCall};
use super::negotiate::{names_json, stream_format};
use super::problem::Result;
use super::state::AppState;
use super::stream::{Format, StreamEvent, respond, respond_with_document};
use crate::dto::{json_text, request};
use crate::headers::last_event_id;
use crate::service::{EndReason, ReviewEvent, ReviewEventKind, StreamGuard};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::{Stream, StreamExt};

#[axum::debug_handler(state = AppState)]
pub async fn review(
    State(state): State<AppState>,
    GameId(id): GameId,
    headers: HeaderMap,
    JsonCall { fields, call, .. }: JsonCall,
) -> Result<Response> {
    let options = request::review(fields, state.service().config())?;
    let guard = state.service().open_stream(call.client.clone())?;
    let form = Form::asked_for(&headers);
    let events = state.service().review(id, call, &options, form.seen(&headers)).await?;
    Ok(form.respond(events, guard))
}

#[axum::debug_handler(state = AppState)]
pub async fn review_moves(
    State(state): State<AppState>,
    headers: HeaderMap,
    JsonCall { fields, call, .. }: JsonCall,
) -> Result<Response> {
    let (start, options) = request::review_of_moves(fields, state.service().config())?;
    let guard = state.service().open_stream(call.client.clone())?;
    let form = Form::asked_for(&headers);
    let events = state.service().review_moves(start, call.client, &options, form.seen(&headers));
    Ok(form.respond(Box::pin(events).await?, guard))
}

/// How a client gets a review.
enum Form {
    Stream(Format),
    Document,
}

impl Form {
    fn asked_for(headers: &HeaderMap) -> Form {
        match stream_format(headers) {
            Some(format) => Form::Stream(format),
            None if names_json(headers) => Form::Document,
            None => Form::Stream(Format::ServerSentEvents),
        }
    }

    /// The last event that the client has. A document always begins with the first.
    fn seen(&self, headers: &HeaderMap) -> Option<u64> {
        match self {
            Form::Stream(_) => last_event_id(headers),
            Form::Document => None,
        }
    }

    fn respond(
        self,
        events: impl Stream<Item = ReviewEvent> + Send + 'static,
        guard: StreamGuard,
    ) -> Response {
        match self {
            Form::Stream(format) => respond(format, events.map(event), guard),
            Form::Document => respond_with_document(document(events), guard),
        }
    }
}

fn event(ReviewEvent { id, kind }: ReviewEvent) -> StreamEvent {
    match kind {
        ReviewEventKind::Ply(ply) => StreamEvent::new(id, "ply", ply),
        ReviewEventKind::Result(summary) => StreamEvent::new(id, "result", summary),
        ReviewEventKind::End(reason) => StreamEvent::end(id, reason),
    }
}

/// The parts of a document: `moves`, then `summary`, which is null if this server shut down before it had all moves.
fn document(events: impl Stream<Item = ReviewEvent> + Send) -> impl Stream<Item = Bytes> + Send {
    async_stream::stream! {
        let mut events = std::pin::pin!(events);
        let mut separator = "";
        yield Bytes::from_static(b"{\"moves\":[");
        while let Some(ReviewEvent { kind, .. }) = events.next().await {
            let part = match kind {
                ReviewEventKind::Ply(ply) => format!("{}{}", std::mem::replace(&mut separator, ","), json_text(&ply)),
                ReviewEventKind::Result(summary) => format!("],\"summary\":{}}}", json_text(&summary)),
                ReviewEventKind::End(EndReason::Done) => continue,
                ReviewEventKind::End(_) => "],\"summary\":null}".to_owned(),
            };
            yield part.into();
        }
    }
}
