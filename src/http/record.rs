//! The endpoint that exports the record of a game.

use super::conditions::{client_has, etag, has_if_none_match, not_modified};
use super::extract::GameId;
use super::problem::{Problem, Result};
use super::state::AppState;
use crate::record::{self, Tags};
use crate::rules::Side;
use crate::session::{Player, Session};
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;

#[axum::debug_handler(state = AppState)]
pub async fn record(
    State(state): State<AppState>,
    GameId(id): GameId,
    Query(query): Query<HashMap<String, String>>,
    request: HeaderMap,
) -> Result<Response> {
    let render: fn(&AppState, &Session) -> (&'static str, Bytes) =
        match query.get("format").map_or("json", String::as_str) {
            "json" => |state, session| ("application/json", state.game_json(session)),
            "pgn" => |_, session| {
                let text = record::pgn(&session.game, &tags(session));
                ("application/x-chess-pgn; charset=utf-8", text.into())
            },
            "text" => |_, session| {
                let text = record::text(&session.game, &tags(session));
                ("text/plain; charset=utf-8", text.into())
            },
            "svg" => |_, session| ("image/svg+xml", record::svg(&session.game).into()),
            other => {
                let message = format!("expected one of json, pgn, text, svg, got {other:?}");
                return Err(Problem::field("format", message));
            }
        };
    if has_if_none_match(&request) {
        let tag = state.service().tag(id).await?;
        if client_has(&request, &etag(tag)) {
            return Ok(not_modified(tag));
        }
    }
    let session = state.service().find(id).await?;
    let (kind, text) = render(&state, &session);
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::ETAG, etag(session.tag()))];
    Ok((headers, text).into_response())
}

fn tags(session: &Session) -> Tags {
    let name = |side: Side| match &session.players[side] {
        Player::Human => "Human".to_owned(),
        Player::Engine(engine) => match engine.level {
            Some(level) => format!("Duiyi, level {level}"),
            None => "Duiyi".to_owned(),
        },
    };
    Tags {
        first: name(Side::First),
        second: name(Side::Second),
        date: session.created_at.strftime("%Y.%m.%d").to_string(),
    }
}
