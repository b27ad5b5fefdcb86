//! The list of the games that belong to an API key.

use super::games::json_response;
use super::problem::{Problem, Result};
use super::state::AppState;
use crate::dto::{GamesJson, json_text};
use crate::game::GameStatus;
use crate::rules::Ruleset;
use crate::service::{Client, Error, FieldError, GameFilter};
use crate::store::CursorError;
use axum::extract::{Query, State};
use axum::response::Response;

const LIMIT: usize = 50;
const MOST: usize = 200;

#[axum::debug_handler(state = AppState)]
pub async fn list(
    State(state): State<AppState>,
    client: Client,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response> {
    let page = state.service().list_games(client.caller(), &filter(query)?).await?;
    Ok(json_response(json_text(&GamesJson::new(&page))))
}

/// Reads the query parameters.
fn filter(query: Vec<(String, String)>) -> Result<GameFilter> {
    let mut filter = GameFilter { limit: LIMIT, ..GameFilter::default() };
    let mut errors = Vec::new();
    for (name, value) in query {
        if let Err(message) = read(&mut filter, &name, &value) {
            errors.push(FieldError { pointer: name, message });
        }
    }
    if errors.is_empty() { Ok(filter) } else { Err(Problem(Error::fields(errors))) }
}

fn read(filter: &mut GameFilter, name: &str, value: &str) -> std::result::Result<(), String> {
    match name {
        "user" => filter.user = Some(value.to_owned()),
        "reference" => filter.reference = Some(value.to_owned()),
        "status" => filter.status = Some(one_of(&GameStatus::ALL, value)?),
        "ruleset" => {
            let rulesets = Ruleset::ALL.map(|ruleset| (ruleset.name(), ruleset));
            filter.ruleset = Some(one_of(&rulesets, value)?);
        }
        "updated_after" => {
            let time = value.parse().map_err(|_| "expected a time as in 2026-01-31T18:00:00Z".to_owned());
            filter.updated_after = Some(time?);
        }
        "limit" => {
            let limit = value.parse().ok().filter(|limit| (1..=MOST).contains(limit));
            filter.limit = limit.ok_or_else(|| format!("expected an integer from 1 to {MOST}"))?;
        }
        "cursor" => filter.cursor = Some(value.parse().map_err(|error: CursorError| error.to_string())?),
        // The names have been checked.
        _ => {}
    }
    Ok(())
}

fn one_of<T: Copy>(choices: &[(&str, T)], text: &str) -> std::result::Result<T, String> {
    let found = choices.iter().find(|(name, _)| *name == text);
    let names = || choices.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    found.map(|&(_, value)| value).ok_or_else(|| format!("expected one of {}", names()))
}
