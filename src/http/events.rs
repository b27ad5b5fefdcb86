//! The event stream of a game.

use super::extract::GameId;
use super::negotiate::stream_format;
use super::problem::Result;
use super::state::AppState;
use super::stream::{Format, StreamEvent, respond};
use crate::dto;
use crate::headers::{bearer, last_event_id};
use crate::rules::Ruleset;
use crate::service::{Client, GameEvent, GameEventKind, Offer, OfferAction, OfferKind, Viewer};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::StreamExt;
use serde::Serialize;
use serde_json::json;

#[axum::debug_handler(state = AppState)]
pub async fn events(
    State(state): State<AppState>,
    GameId(id): GameId,
    client: Client,
    headers: HeaderMap,
) -> Result<Response> {
    let format = stream_format(&headers).unwrap_or(Format::ServerSentEvents);
    let guard = state.service().open_stream(client.clone())?;
    let viewer = Viewer::new(&client, bearer(&headers));
    let events = state.service().game_events(id, viewer, last_event_id(&headers)).await?;
    Ok(respond(format, events.map(move |event| render(&state, event)), guard))
}

fn render(state: &AppState, GameEvent { id, kind }: GameEvent) -> StreamEvent {
    match kind {
        GameEventKind::Game(session, presence) => {
            StreamEvent::of_text(id, "game", state.game_json(&session, presence))
        }
        GameEventKind::Presence(session, presence) => {
            StreamEvent::new(id, "presence", dto::presence(&session.game, &presence))
        }
        GameEventKind::Offer(session, offer) => {
            StreamEvent::new(id, "offer", OfferJson::new(session.game.ruleset(), offer))
        }
        GameEventKind::Thinking(session, report) => {
            StreamEvent::new(id, "thinking", dto::report(&session.game, &report))
        }
        GameEventKind::End { reason, next_game } => {
            StreamEvent::new(id, "end", json!({"reason": reason.name(), "next_game": next_game}))
        }
    }
}

#[derive(Debug, Serialize)]
struct OfferJson {
    kind: &'static str,
    side: &'static str,
    action: OfferAction,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
}

impl OfferJson {
    fn new(ruleset: Ruleset, Offer { kind, side, action }: Offer) -> OfferJson {
        let plies = match kind {
            OfferKind::Takeback { plies } => Some(plies),
            OfferKind::Draw | OfferKind::Rematch => None,
        };
        OfferJson { kind: kind.name(), side: ruleset.side_names()[side], action, plies }
    }
}
