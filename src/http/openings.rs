//! The endpoint that says what is known about an opening.

use super::extract::JsonCall;
use super::games::json_response;
use super::problem::Result;
use super::state::AppState;
use crate::dto::{self, json_text, request};
use axum::extract::State;
use axum::response::Response;

#[axum::debug_handler(state = AppState)]
pub async fn opening(State(state): State<AppState>, JsonCall { fields, .. }: JsonCall) -> Result<Response> {
    let game = request::position(fields)?.game(state.service().config().max_plies)?;
    Ok(json_response(json_text(&dto::opening(&game))))
}
