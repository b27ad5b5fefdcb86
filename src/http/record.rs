//! The endpoint that exports the record of a game.

use super::conditions::not_modified;
use super::extract::GameId;
use super::problem::Result;
use super::state::AppState;
use crate::headers::bearer;
use crate::record::Export;
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
    let given = |name| query.get(name).map(String::as_str);
    let format = Export::named(given("format"), given("notation"))?;
    if let Some(response) = not_modified(state.service(), id, &headers).await? {
        return Ok(response);
    }
    let session = state.service().read(id, bearer(&headers)).await?;
    let (etag, game) = state.show(&session).await;
    let (media_type, extension, text) = match format {
        None => ("application/json", "json", game),
        Some(format) => {
            let clocks: Vec<_> = session.clock.iter().flat_map(|clock| clock.moves.iter()).collect();
            let text = format.write(&session.game, &session.tags(), &clocks)?;
            (format.content_type(), format.extension(), Bytes::from(text))
        }
    };
    // Browsers show what they can, and save the rest under this name.
    let name = format!("inline; filename=\"duiyi-{id}.{extension}\"");
    let headers = [(header::CONTENT_TYPE, media_type.to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, etag, text).into_response())
}
