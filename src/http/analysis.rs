//! Positions judged and searched without a game: nothing is stored.

use super::dto::{self, GameText, json_text};
use super::extract::Received;
use super::games::{json, notation};
use super::idempotency::replayed;
use super::layers::REQUEST_ID;
use super::negotiate::stream_format;
use super::problem::{Problem, Result};
use super::request;
use super::state::AppState;
use super::stream::{StreamEvent, last_event_id, respond};
use crate::rules::Game;
use crate::service::{EndReason, Listener, Step};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use std::collections::HashMap;

#[axum::debug_handler(state = AppState)]
pub async fn position(
    State(state): State<AppState>,
    Query(query): Query<HashMap<String, String>>,
    Received { fields, call }: Received,
) -> Result<Response> {
    let notation = notation(&query)?;
    let start = request::position(fields)?;
    let service = state.service();
    let answered = service
        .answer_once(call.key, async {
            let game = start.game(service.config.max_plies)?;
            Ok(GameText::of_position(&game, notation).into_string())
        })
        .await?;
    Ok((replayed(&answered), json(answered.value)).into_response())
}

#[axum::debug_handler(state = AppState)]
pub async fn analyse(
    State(state): State<AppState>,
    headers: HeaderMap,
    Received { fields, call }: Received,
) -> Result<Response> {
    let service = state.service();
    let analysis = request::analysis(fields, &service.config)?;
    if let Some(format) = stream_format(&headers) {
        let guard = service.streams.open(call.client.clone())?;
        let listener = service.analyse(&call.client, &analysis, call.arrived)?;
        return Ok(respond(format, events(state, headers, analysis.game, listener), guard));
    }
    let answered = service
        .answer_once(call.key, async {
            let finding = service.analyse(&call.client, &analysis, call.arrived)?.answer().await?;
            Ok(json_text(&dto::finding(&analysis.game, &finding)))
        })
        .await?;
    let vary = [(header::VARY, HeaderValue::from_static("accept"))];
    Ok((vary, replayed(&answered), json(answered.value)).into_response())
}

/// An `info` event for each finished depth, then exactly one `result`, then `end`. A client that resumes goes on with the
/// last finished depth of the search, which is a new search if the first one has ended; ids grow beyond what it saw.
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
                Step::Depth(finding) => {
                    id += 1;
                    yield StreamEvent::new(id, "info", dto::finding(&game, &finding));
                }
                Step::End(result) => break result,
            }
        };
        yield match result {
            Ok(finding) => StreamEvent::new(id + 1, "result", dto::finding(&game, &finding)),
            Err(error) => {
                let request_id = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default();
                StreamEvent::new(id + 1, "error", Problem(error).document("/v1/analysis", request_id))
            }
        };
        let is_draining = state.service().draining.is_cancelled();
        yield StreamEvent::end(id + 2, if is_draining { EndReason::Shutdown } else { EndReason::Done });
    }
}
