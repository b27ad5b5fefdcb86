//! The phrases of players.

use super::extract::{GameId, JsonCall};
use super::games::json_response;
use super::problem::Result;
use super::state::AppState;
use crate::dto::{json_text, request, said};
use axum::extract::State;
use axum::response::Response;

#[axum::debug_handler(state = AppState)]
pub async fn say(
    State(state): State<AppState>,
    GameId(id): GameId,
    JsonCall { fields, call, .. }: JsonCall,
) -> Result<Response> {
    let phrase = request::phrase(fields)?;
    let (ruleset, it) = state.service().say(id, &call, phrase).await?;
    Ok(json_response(json_text(&said(ruleset, &it))))
}
