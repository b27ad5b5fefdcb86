//! The endpoint that exports the record of a game.

use super::conditions::{etag_header, not_modified};
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
    headers: HeaderMap,
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
    if let Some(response) = not_modified(state.service(), id, &headers).await? {
        return Ok(response);
    }
    let session = state.service().find(id).await?;
    let (media_type, body) = render(&state, &session);
    Ok(([(header::CONTENT_TYPE, media_type)], etag_header(&session), body).into_response())
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
