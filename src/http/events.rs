//! The event stream of a game.

use super::extract::GameId;
use super::negotiate::stream_format;
use super::problem::Result;
use super::state::AppState;
use super::stream::{Format, StreamEvent, respond};
use crate::dto;
use crate::headers::{bearer, last_event_id};
use crate::rules::Ruleset;
use crate::service::{
    Client, GameEvent, GameEventKind, Offer, OfferAction, OfferKind, RulingJson, StreamGuard, Viewer,
};
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::{Stream, StreamExt};
use serde::Serialize;
use serde_json::json;
use std::collections::HashMap;
use uuid::Uuid;

#[axum::debug_handler(state = AppState)]
pub async fn events(
    State(state): State<AppState>,
    GameId(id): GameId,
    client: Client,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response> {
    let format = stream_format(&headers).unwrap_or(Format::ServerSentEvents);
    let opening = Opening {
        token: bearer(&headers),
        ticket: query.get("ticket").map(String::as_str),
        seen: last_event_id(&headers),
    };
    let (events, guard) = opening.open(&state, id, client).await?;
    Ok(respond(format, events, guard))
}

/// What a request says that opens a stream of a game.
pub struct Opening<'a> {
    pub token: Option<&'a str>,
    /// Stands for a token, and counts in place of one.
    pub ticket: Option<&'a str>,
    /// The last event that the client has received.
    pub seen: Option<u64>,
}

impl Opening<'_> {
    /// Opens the stream for the client.
    ///
    /// # Errors
    /// When there are too many streams, the ticket is not good, or the game cannot be read.
    pub async fn open(
        self,
        state: &AppState,
        id: Uuid,
        client: Client,
    ) -> Result<(impl Stream<Item = StreamEvent> + Send + use<>, StreamGuard)> {
        let service = state.service();
        // First, so that a refused stream does not use up the ticket.
        let guard = service.open_stream(client.clone())?;
        let viewer = match self.ticket {
            Some(ticket) => Viewer::with_ticket(&client, service.take_ticket(id, ticket).await?),
            None => Viewer::new(&client, self.token),
        };
        let events = service.game_events(id, viewer, self.seen).await?;
        let state = state.clone();
        Ok((events.map(move |event| render(&state, event)), guard))
    }
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
        GameEventKind::Ruling(session) => {
            let names = session.game.ruleset().side_names();
            let ruling = session.ruling.as_deref().map(|ruling| RulingJson::new(ruling, names));
            StreamEvent::new(id, "arbiter", ruling)
        }
        GameEventKind::Said(session, said) => {
            StreamEvent::new(id, "phrase", dto::said(session.game.ruleset(), &said))
        }
        GameEventKind::Watchers(watchers) => StreamEvent::new(id, "watchers", json!({"watchers": watchers})),
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
