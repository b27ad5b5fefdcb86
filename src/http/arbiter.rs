//! The requests of the arbiter of a game.

use super::extract::{GameId, JsonCall};
use super::games::change_response;
use super::problem::Result;
use super::state::AppState;
use crate::dto::request;
use crate::game::Act;
use crate::json::Fields;
use crate::rules::Ruleset;
use crate::service;
use axum::extract::State;
use axum::response::Response;

/// Executes what an arbiter does, and responds with the game.
async fn arbitrate<A>(
    state: &AppState,
    GameId(id): GameId,
    JsonCall { fields, call, to }: JsonCall,
    parse: fn(Fields) -> service::Result<A>,
) -> Result<Response>
where
    A: FnOnce(Ruleset) -> service::Result<Act> + Send + 'static,
{
    let act = parse(fields)?;
    let result = Box::pin(state.service().arbitrate(id, call, act)).await?;
    Ok(change_response(state, &result, &to))
}

#[axum::debug_handler(state = AppState)]
pub async fn pause(State(state): State<AppState>, id: GameId, body: JsonCall) -> Result<Response> {
    arbitrate(&state, id, body, request::pause).await
}

#[axum::debug_handler(state = AppState)]
pub async fn resume(State(state): State<AppState>, id: GameId, body: JsonCall) -> Result<Response> {
    arbitrate(&state, id, body, request::resume).await
}

#[axum::debug_handler(state = AppState)]
pub async fn add_time(State(state): State<AppState>, id: GameId, body: JsonCall) -> Result<Response> {
    arbitrate(&state, id, body, request::add_time).await
}

#[axum::debug_handler(state = AppState)]
pub async fn adjudicate(State(state): State<AppState>, id: GameId, body: JsonCall) -> Result<Response> {
    arbitrate(&state, id, body, request::adjudicate).await
}
