//! The record of a game, to keep or share.

use super::extract::{Current, etag, is_known, not_modified};
use super::problem::{Problem, Result};
use super::state::AppState;
use crate::record::{self, Tags};
use crate::rules::Side;
use crate::session::{Player, Session};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;

#[axum::debug_handler(state = AppState)]
pub async fn record(
    State(state): State<AppState>,
    Current(session): Current,
    Query(query): Query<HashMap<String, String>>,
    request: HeaderMap,
) -> Result<Response> {
    let game = &session.game;
    let (kind, text) = match query.get("format").map_or("json", String::as_str) {
        "json" => ("application/json", state.shown(&session)),
        "pgn" => ("application/x-chess-pgn; charset=utf-8", record::pgn(game, &tags(&session)).into()),
        "text" => ("text/plain; charset=utf-8", record::text(game, &tags(&session)).into()),
        "svg" => ("image/svg+xml", record::svg(game).into()),
        other => {
            return Err(Problem::field(
                "format",
                format!("expected one of json, pgn, text, svg, got {other:?}"),
            ));
        }
    };
    if is_known(&request, session.version) {
        return Ok(not_modified(session.version));
    }
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::ETAG, etag(session.version))];
    Ok((headers, text).into_response())
}

fn tags(session: &Session) -> Tags {
    let name = |side: Side| match &session.players[side] {
        Player::Human => "Human".to_owned(),
        Player::Engine(settings) => match settings.level() {
            Some(level) => format!("Duiyi, level {}", level.get()),
            None => "Duiyi".to_owned(),
        },
    };
    Tags {
        first: name(Side::First),
        second: name(Side::Second),
        date: session.created_at.strftime("%Y.%m.%d").to_string(),
    }
}
