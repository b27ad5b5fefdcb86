//! The events of all games of an API key.

use super::negotiate::stream_format;
use super::problem::{Problem, Result};
use super::state::AppState;
use super::stream::{Format, respond_with};
use crate::headers::last_event;
use crate::service::Client;
use crate::store::{NewsId, NewsIdError};
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::StreamExt;
use std::collections::HashMap;
use std::future::ready;

#[axum::debug_handler(state = AppState)]
pub async fn feed(
    State(state): State<AppState>,
    client: Client,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Result<Response> {
    let with_moves = match query.get("moves").map(String::as_str) {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(Problem::field("moves", "expected true or false")),
    };
    let after = last_event(&headers).map(str::parse::<NewsId>).transpose();
    let after = after.map_err(|error: NewsIdError| Problem::field("Last-Event-ID", error.to_string()))?;
    let format = stream_format(&headers).unwrap_or(Format::ServerSentEvents);
    let guard = state.service().open_stream(client.clone())?;
    let events = state.service().feed(client.caller(), after).await?;
    let events = events.filter(move |event| ready(with_moves || event.name != "move_played"));
    let events = events.map(move |event| format.frame(event.id, &event.name, event.json().as_bytes()));
    Ok(respond_with(format, events, guard))
}
