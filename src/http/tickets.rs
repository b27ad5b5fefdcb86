//! The endpoint of tickets, which open a stream of a game.

use super::extract::{GameId, JsonCall};
use super::games::json_response;
use super::problem::Result;
use super::state::AppState;
use crate::dto::json_text;
use crate::service::{StreamTicket, Viewer};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

#[axum::debug_handler(state = AppState)]
pub async fn issue(
    State(state): State<AppState>,
    GameId(id): GameId,
    JsonCall { fields, call, .. }: JsonCall,
) -> Result<Response> {
    fields.finish(Some(()))?;
    let viewer = Viewer::new(&call.client, call.token.as_deref());
    let StreamTicket { ticket, expires_at } = state.service().issue_ticket(id, viewer).await?;
    let text = json_text(&json!({"ticket": ticket, "expires_at": expires_at}));
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")], json_response(text)).into_response())
}
