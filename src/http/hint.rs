//! A hint for the side to move, or its move made.

use super::dto;
use super::extract::{Body, Current, check_seat, check_version};
use super::games::{reply, tag};
use super::input::{SearchFields, default_settings};
use super::problem::{Code, Problem, Result};
use super::search::job;
use super::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};

#[axum::debug_handler(state = AppState)]
pub async fn best_move(
    State(state): State<AppState>,
    Current(session): Current,
    headers: HeaderMap,
    body: Body,
) -> Result<Response> {
    let Body { mut fields, client, arrived } = body;
    let search = SearchFields::read(&mut fields);
    let plays = fields.boolean("play").unwrap_or(false);
    fields.finish()?;
    check_version(&headers, &session)?;
    if session.game.outcome().is_some() {
        return Err(Problem::new(Code::GameOver, "the game is over: no move can be played"));
    }
    if plays {
        check_seat(&headers, &session, &[session.game.turn()])?;
    }
    // On its own turn an engine searches as it was set up to, unless the request says otherwise.
    let base = session.engine_to_move().cloned().unwrap_or_else(|| default_settings(&state.config));
    let settings = search.settings(&base, &session.game, &state.config)?;
    let granted = state.admit(&client, &settings, arrived)?;
    if plays {
        let (session, reply) = reply(&state, session, &settings, &granted, arrived).await?;
        return Ok(state.played(&session, Some(reply)));
    }
    let answer = state.search_for(&session, job(&session.game, &settings, arrived), &granted).await?;
    Ok((tag(&session), Json(dto::search(&session.game, &answer))).into_response())
}
