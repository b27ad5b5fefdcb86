//! Positions judged and searched without a game: nothing is kept.

use super::dto;
use super::extract::Body;
use super::fields::Fields;
use super::games::notation;
use super::input::{SearchFields, Start, default_settings};
use super::problem::{Code, Problem, Result};
use super::search::job;
use super::state::AppState;
use super::stream::{Format, StreamEvent, respond};
use crate::config::Config;
use crate::pool::{Admission, Job, PROGRESS_CAPACITY};
use crate::rules::Game;
use crate::session::SearchSettings;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use std::collections::HashMap;
use tokio::sync::mpsc;

#[axum::debug_handler(state = AppState)]
pub async fn position(Query(query): Query<HashMap<String, String>>, body: Body) -> Result<Json<Value>> {
    let notation = notation(&query)?;
    let mut fields = body.fields;
    let start = Start::read(&mut fields);
    fields.finish()?;
    Ok(Json(Value::Object(dto::position(&start.game()?, notation))))
}

#[axum::debug_handler(state = AppState)]
pub async fn analyse(State(state): State<AppState>, headers: HeaderMap, body: Body) -> Result<Response> {
    let Body { fields, arrived } = body;
    let (game, settings) = read_analysis(fields, &state.config)?;
    let admission = state.admit(&settings, arrived)?;
    let job = job(&game, &settings, arrived);
    match Format::accepted(&headers) {
        Some(format) => Ok(stream(state, format, game, job, admission)),
        None => {
            let answer = state.search(job, &admission, None).await?;
            Ok(Json(dto::search(&game, &answer)).into_response())
        }
    }
}

/// The position of an analysis, and how it is to be searched.
///
/// # Errors
/// When a field is wrong, or there is nothing to search.
pub(super) fn read_analysis(mut fields: Fields, config: &Config) -> Result<(Game, SearchSettings)> {
    let start = Start::read(&mut fields);
    let search = SearchFields::read(&mut fields);
    fields.finish()?;
    let game = start.game()?;
    if game.outcome().is_some() {
        return Err(Problem::new(
            Code::GameOver,
            "the game is over in this position: there is nothing to search",
        ));
    }
    let settings = search.settings(&default_settings(config), &game, config)?;
    if settings.request.avoid_moves.len() >= game.legal_moves().len() {
        return Err(Problem::field("/avoid_moves", "leaves no legal move to search"));
    }
    Ok((game, settings))
}

/// An `info` event per finished depth, then exactly one `result`, then `end`. The search is part of the stream:
/// it ends when the client goes.
fn stream(state: AppState, format: Format, game: Game, job: Job, admission: Admission) -> Response {
    let guard = state.metrics.stream();
    let events = async_stream::stream! {
        let (progress, mut reports) = mpsc::channel(PROGRESS_CAPACITY);
        let mut id = 0;
        let mut search = std::pin::pin!(state.search(job, &admission, Some(progress)));
        let result = loop {
            tokio::select! {
                biased;
                Some(report) = reports.recv() => {
                    id += 1;
                    yield StreamEvent::new(id, "info", dto::report(&game, &report));
                }
                result = &mut search => break result,
            }
        };
        while let Ok(report) = reports.try_recv() {
            id += 1;
            yield StreamEvent::new(id, "info", dto::report(&game, &report));
        }
        match result {
            Ok(answer) => {
                yield StreamEvent::new(id + 1, "result", dto::search(&game, &answer));
                let reason = if state.draining.0.is_cancelled() { "shutdown" } else { "done" };
                yield StreamEvent::end(id + 2, reason);
            }
            Err(problem) => {
                yield StreamEvent::new(id + 1, "error", problem.document("/v1/analysis", ""));
                yield StreamEvent::end(id + 2, "shutdown");
            }
        }
    };
    respond(format, events, guard)
}
