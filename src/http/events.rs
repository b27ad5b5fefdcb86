//! The event stream of a game.

use super::extract::GameId;
use super::negotiate::stream_format;
use super::problem::Result;
use super::state::AppState;
use super::stream::{Format, StreamEvent, respond};
use crate::dto;
use crate::headers::{bearer, last_event_id};
use crate::service::{Client, GameEvent, GameEventKind};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::StreamExt;

#[axum::debug_handler(state = AppState)]
pub async fn events(
    State(state): State<AppState>,
    GameId(id): GameId,
    client: Client,
    headers: HeaderMap,
) -> Result<Response> {
    let format = stream_format(&headers).unwrap_or(Format::ServerSentEvents);
    let guard = state.service().streams.open(client)?;
    let events = state.service().game_events(id, bearer(&headers), last_event_id(&headers)).await?;
    Ok(respond(format, events.map(move |event| render(&state, event)), guard))
}

fn render(state: &AppState, GameEvent { id, kind }: GameEvent) -> StreamEvent {
    match kind {
        GameEventKind::Game(session) => StreamEvent { id, name: "game", data: state.game_json(&session) },
        GameEventKind::Thinking(session, report) => {
            StreamEvent::new(id, "thinking", dto::report(&session.game, &report))
        }
        GameEventKind::End(reason) => StreamEvent::end(id, reason),
    }
}
