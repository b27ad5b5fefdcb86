//! The endpoint that says what is known about an opening.

use super::extract::JsonCall;
use super::games::json_response;
use super::idempotency::replayed_header;
use super::problem::Result;
use super::state::AppState;
use crate::dto::{self, json_text, request};
use axum::extract::State;
use axum::response::{IntoResponse, Response};

#[axum::debug_handler(state = AppState)]
pub async fn opening(
    State(state): State<AppState>,
    JsonCall { fields, call, .. }: JsonCall,
) -> Result<Response> {
    let start = request::position(fields)?;
    let service = state.service();
    let result = service
        .query_once(call.key, async {
            let game = start.game(service.config.max_plies)?;
            Ok(json_text(&dto::opening(&game)))
        })
        .await?;
    Ok((replayed_header(&result), json_response(result.value)).into_response())
}
