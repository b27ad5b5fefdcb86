//! The review of a game as a stream: an event for each move, with the ply as its id, then a summary.

use super::extract::{GameId, JsonCall};
use super::negotiate::stream_format;
use super::problem::Result;
use super::state::AppState;
use super::stream::{Format, StreamEvent, respond};
use crate::dto::request;
use crate::headers::last_event_id;
use crate::service::{ReviewEvent, ReviewEventKind};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::StreamExt;

#[axum::debug_handler(state = AppState)]
pub async fn review(
    State(state): State<AppState>,
    GameId(id): GameId,
    headers: HeaderMap,
    JsonCall { fields, call, .. }: JsonCall,
) -> Result<Response> {
    let options = request::review(fields)?;
    let format = stream_format(&headers).unwrap_or(Format::ServerSentEvents);
    let guard = state.service().open_stream(call.client.clone())?;
    let events = state.service().review(id, call, &options, last_event_id(&headers)).await?;
    Ok(respond(format, events.map(event), guard))
}

fn event(ReviewEvent { id, kind }: ReviewEvent) -> StreamEvent {
    match kind {
        ReviewEventKind::Ply(ply) => StreamEvent::new(id, "ply", ply),
        ReviewEventKind::Result(summary) => StreamEvent::new(id, "result", summary),
        ReviewEventKind::End(reason) => StreamEvent::end(id, reason),
    }
}
