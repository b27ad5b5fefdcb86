//! Positions judged and searched without a game: nothing is kept.

use super::dto::{self, GameText};
use super::extract::Body;
use super::fields::Fields;
use super::games::{json, notation};
use super::input::{SearchFields, Start, default_settings};
use super::layers::REQUEST_ID;
use super::problem::{Code, Problem, Result};
use super::shared::{Found, Part, Step};
use super::state::AppState;
use super::stream::{Format, StreamEvent, last_event_id, respond};
use crate::config::Config;
use crate::rules::Game;
use crate::session::SearchSettings;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use serde_json::Value;
use std::collections::HashMap;

#[axum::debug_handler(state = AppState)]
pub async fn position(Query(query): Query<HashMap<String, String>>, body: Body) -> Result<Response> {
    let notation = notation(&query)?;
    let mut fields = body.fields;
    let start = Start::read(&mut fields);
    fields.finish()?;
    Ok(json(GameText::of_position(&start.game()?, notation).text))
}

#[axum::debug_handler(state = AppState)]
pub async fn analyse(State(state): State<AppState>, headers: HeaderMap, body: Body) -> Result<Response> {
    let Body { fields, client, arrived } = body;
    let (game, settings) = read_analysis(fields, &state.config)?;
    let Some(format) = Format::accepted(&headers) else {
        let found = state.analyse(&client, &game, &settings, arrived)?.answer().await?;
        return Ok(Json(told(&game, &found)).into_response());
    };
    let guard = state.streams.open(client.clone())?;
    let part = state.analyse(&client, &game, &settings, arrived)?;
    Ok(respond(format, events(state, headers, game, part), guard))
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

fn told(game: &Game, found: &Found) -> Value {
    dto::found(game, &found.report, found.time, found.queued)
}

/// An `info` event per finished depth, then exactly one `result`, then `end`. To resume is to go on with the last
/// finished depth of the search, which is another one if it ended meanwhile; ids grow beyond what the client saw.
fn events(
    state: AppState,
    headers: HeaderMap,
    game: Game,
    mut part: Part,
) -> impl Stream<Item = StreamEvent> + Send {
    async_stream::stream! {
        let mut id = match last_event_id(&headers) {
            Some(seen) => seen.max(part.skip_to_last() as u64),
            None => 0,
        };
        let result = loop {
            match part.next().await {
                Step::Depth(found) => {
                    id += 1;
                    yield StreamEvent::new(id, "info", told(&game, &found));
                }
                Step::End(result) => break result,
            }
        };
        yield match result {
            Ok(found) => StreamEvent::new(id + 1, "result", told(&game, &found)),
            Err(problem) => {
                let request_id = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default();
                StreamEvent::new(id + 1, "error", problem.document("/v1/analysis", request_id))
            }
        };
        let reason = if state.draining.is_cancelled() { "shutdown" } else { "done" };
        yield StreamEvent::end(id + 2, reason);
    }
}
