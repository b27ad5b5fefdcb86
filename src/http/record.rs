//! The endpoints that export the record of a game, and convert records.

use super::conditions::{Fetched, fetch};
use super::extract::{GameId, JsonCall};
use super::games::json_response;
use super::problem::Result;
use super::state::AppState;
use crate::dto::{ConvertedJson, json_text, request};
use crate::game::Session;
use crate::record::{Export, ExportError};
use crate::service::{Client, Viewer};
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::collections::HashMap;

#[axum::debug_handler(state = AppState)]
pub async fn record(
    State(state): State<AppState>,
    client: Client,
    GameId(id): GameId,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response> {
    let given = |name| query.get(name).map(String::as_str);
    let format = Export::named(given("format"), given("notation"))?;
    let (session, presence) = match fetch(state.service(), id, &client, &headers).await? {
        Fetched::Game(session, presence) => (session, presence),
        Fetched::NotModified(response) => return Ok(response),
    };
    let (etag, game) = state.show(&session, presence, Viewer::new(&client, None));
    let (media_type, extension, text) = match format {
        None => ("application/json", "json", game),
        Some(format) => {
            let text = match format.is_slow() || has_many_variations(&session) {
                false => write(format, &session)?,
                true => state.pictures.draw(client, move || write(format, &session)).await??,
            };
            (format.content_type(), format.extension(), Bytes::from(text))
        }
    };
    // Browsers show what they can, and save the rest under this name.
    let name = format!("inline; filename=\"duiyi-{id}.{extension}\"");
    let headers = [(header::CONTENT_TYPE, media_type.to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, etag, text).into_response())
}

/// Converts records. On a thread for slow work, because a collection takes long.
#[axum::debug_handler(state = AppState)]
pub async fn convert(State(state): State<AppState>, body: JsonCall) -> Result<Response> {
    let JsonCall { fields, call, .. } = body;
    let service = state.service();
    service.admit_conversion(&call)?;
    let max_plies = service.config().max_plies;
    let run = move || request::conversion(fields)?.run(max_plies);
    let records = state.pictures.draw(call.client, run).await??;
    let records: Vec<ConvertedJson> = records.into_iter().map(ConvertedJson::new).collect();
    Ok(json_response(json_text(&json!({"records": records}))))
}

/// Whether writing the record takes tens of milliseconds.
fn has_many_variations(session: &Session) -> bool {
    const MANY: usize = 64;
    let tree = session.import.as_deref().and_then(|import| import.tree.as_deref());
    tree.is_some_and(|tree| tree.lines.len() > MANY)
}

fn write(format: Export, session: &Session) -> std::result::Result<Vec<u8>, ExportError> {
    let tree = session.import.as_deref().and_then(|import| import.tree.as_deref());
    format.write_tree(&session.game, &session.tags(), &session.move_clocks(), tree)
}
