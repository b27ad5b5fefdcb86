//! The endpoint that exports the record of a game.

use super::conditions::{etag_header, not_modified};
use super::extract::GameId;
use super::problem::{Problem, Result};
use super::state::AppState;
use crate::record::{Export, ExportError, PgnMoves, Tags};
use crate::rules::Side;
use crate::session::{Player, Session};
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;

/// The query parameters: the format, or none for JSON.
fn read_format(query: &HashMap<String, String>) -> Result<Option<Export>> {
    let name = query.get("format").map_or("json", String::as_str);
    let format = Export::ALL.into_iter().find(|format| format.name() == name);
    if format.is_none() && name != "json" {
        let names = Export::ALL.map(Export::name).join(", ");
        return Err(Problem::field("format", format!("expected one of json, {names}, got {name:?}")));
    }
    match (format, query.get("notation").map(String::as_str)) {
        (format, None) => Ok(format),
        (Some(Export::Pgn(_)), Some("iccs")) => Ok(Some(Export::Pgn(PgnMoves::Coordinates))),
        (Some(Export::Pgn(_)), Some("chinese")) => Ok(Some(Export::Pgn(PgnMoves::Chinese))),
        (Some(Export::Pgn(_)), Some("wxf")) => Ok(Some(Export::Pgn(PgnMoves::Wxf))),
        (Some(Export::Pgn(_)), Some(other)) => {
            Err(Problem::field("notation", format!("expected one of iccs, chinese, wxf, got {other:?}")))
        }
        (_, Some(_)) => Err(Problem::field("notation", format!("expected format=pgn beside it, got {name}"))),
    }
}

#[axum::debug_handler(state = AppState)]
pub async fn record(
    State(state): State<AppState>,
    GameId(id): GameId,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response> {
    let format = read_format(&query)?;
    if let Some(response) = not_modified(state.service(), id, &headers).await? {
        return Ok(response);
    }
    let session = state.service().find(id).await?;
    let (media_type, extension, text) = match format {
        None => ("application/json", "json", state.game_json(&session)),
        Some(format) => {
            let text = format.write(&session.game, &tags(&session)).map_err(refusal)?;
            (format.content_type(), format.extension(), Bytes::from(text))
        }
    };
    // Browsers show what they can, and save the rest under this name.
    let name = format!("inline; filename=\"duiyi-{id}.{extension}\"");
    let headers = [(header::CONTENT_TYPE, media_type.to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, etag_header(&session), text).into_response())
}

fn refusal(error: ExportError) -> Problem {
    match error {
        ExportError::Format(message) => Problem::field("format", message),
        ExportError::Notation(message) => Problem::field("notation", message),
    }
}

/// The headers of the record: those of the record that the game was imported from, and the names of its players.
fn tags(session: &Session) -> Tags {
    let imported = session.import.as_ref().map(|import| import.tags.clone()).unwrap_or_default();
    let name = |side: Side, imported: &str| match &session.players[side] {
        Player::Human if imported.is_empty() => "Human".to_owned(),
        Player::Human => imported.to_owned(),
        Player::Engine(engine) => match engine.level {
            Some(level) => format!("Duiyi, level {level}"),
            None => "Duiyi".to_owned(),
        },
    };
    let date = match imported.date.is_empty() {
        true => session.created_at.strftime("%Y.%m.%d").to_string(),
        false => imported.date.clone(),
    };
    let (first, second) = (name(Side::First, &imported.first), name(Side::Second, &imported.second));
    Tags { first, second, date, ..imported }
}
