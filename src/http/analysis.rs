//! The endpoints that judge and search a position without a game. They store nothing.

use super::extract::JsonCall;
use super::games::{json_response, parse_notation};
use super::negotiate::stream_format;
use super::problem::{Problem, Result};
use super::state::AppState;
use super::stream::{StreamEvent, respond};
use crate::dto::{self, PositionJson, json_text, request};
use crate::headers::{REQUEST_ID, last_event_id};
use crate::rules::Game;
use crate::service::{EndReason, Listener, SearchProgress};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use std::collections::HashMap;

#[axum::debug_handler(state = AppState)]
pub async fn position(
    State(state): State<AppState>,
    Query(query): Query<HashMap<String, String>>,
    JsonCall { fields, .. }: JsonCall,
) -> Result<Response> {
    let notation = parse_notation(&query)?;
    let game = request::position(fields)?.game(state.service().config().max_plies)?;
    Ok(json_response(json_text(&PositionJson::new(&game, notation))))
}

#[axum::debug_handler(state = AppState)]
pub async fn analyse(
    State(state): State<AppState>,
    headers: HeaderMap,
    JsonCall { fields, call, .. }: JsonCall,
) -> Result<Response> {
    let service = state.service();
    let analysis = request::analysis(fields, service.config())?;
    if let Some(format) = stream_format(&headers) {
        let guard = service.open_stream(call.client.clone())?;
        let listener = service.analyse(&call.client, &analysis, call.arrived)?;
        return Ok(respond(format, events(state, headers, analysis.game, listener), guard));
    }
    let timed_report = service.analyse(&call.client, &analysis, call.arrived)?.answer().await?;
    let vary = [(header::VARY, HeaderValue::from_static("accept"))];
    let text = json_text(&dto::timed_report(&analysis.game, &timed_report));
    Ok((vary, json_response(text)).into_response())
}

/// The events: `info` for each completed depth, one `result` or `error`, then `end`. A client that resumes joins the search
/// at its last completed depth, or starts a new search if it has ended. Its event ids continue after the last one it saw.
fn events(
    state: AppState,
    headers: HeaderMap,
    game: Game,
    mut listener: Listener,
) -> impl Stream<Item = StreamEvent> + Send {
    async_stream::stream! {
        let mut id = match last_event_id(&headers) {
            Some(seen) => seen.max(listener.skip_to_last() as u64),
            None => 0,
        };
        let result = loop {
            match listener.next().await {
                SearchProgress::Depth(timed_report) => {
                    id += 1;
                    yield StreamEvent::new(id, "info", dto::timed_report(&game, &timed_report));
                }
                SearchProgress::End(result) => break result,
            }
        };
        yield match result {
            Ok(timed_report) => StreamEvent::new(id + 1, "result", dto::timed_report(&game, &timed_report)),
            Err(error) => {
                let request_id = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default();
                StreamEvent::new(id + 1, "error", Problem(error).document("/v1/analysis", request_id))
            }
        };
        let is_draining = state.service().is_draining();
        yield StreamEvent::end(id + 2, if is_draining { EndReason::Shutdown } else { EndReason::Done });
    }
}
