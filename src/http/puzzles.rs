//! The endpoints of puzzles: one to solve next, one by its id.

use super::problem::Result;
use crate::dto;
use crate::engine::Level;
use crate::engine::puzzle::RULESETS;
use crate::rules::Ruleset;
use crate::service::puzzles::{self, Wanted};
use crate::service::{Error, FieldError};
use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Query};
use axum::http::header;
use axum::response::IntoResponse;
use serde_json::Value;
use std::collections::HashMap;

type Parameters = HashMap<String, String>;

#[axum::debug_handler]
pub async fn next(Query(query): Query<Parameters>) -> Result<impl IntoResponse> {
    let seen = query.get("seen").map(String::as_str).unwrap_or_default();
    let seen = seen.split(',').filter(|id| !id.is_empty()).map(str::to_owned).collect();
    let wanted = match (ruleset(&query), level(&query)) {
        (Ok(ruleset), Ok(level)) => Wanted { ruleset, level, seen },
        (ruleset, level) => {
            let errors = [ruleset.err(), level.err()].into_iter().flatten();
            return Err(Error::fields(errors.collect()).into());
        }
    };
    let puzzle = puzzles::next_puzzle(&wanted)?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(dto::puzzle(puzzle))))
}

#[axum::debug_handler]
pub async fn show(id: std::result::Result<Path<String>, PathRejection>) -> Result<Json<Value>> {
    let id = id.map_or_else(|_| String::new(), |Path(id)| id);
    Ok(Json(dto::puzzle(puzzles::puzzle(&id)?)))
}

fn ruleset(query: &Parameters) -> std::result::Result<Ruleset, FieldError> {
    let given = query.get("ruleset");
    let known = RULESETS.into_iter().find(|ruleset| given.is_some_and(|given| given == ruleset.name()));
    known.ok_or_else(|| {
        let names = RULESETS.map(Ruleset::name).join(", ");
        let got = given.map_or("nothing".to_owned(), |given| format!("{given:?}"));
        FieldError::new("ruleset", format!("expected one of {names}, got {got}"))
    })
}

fn level(query: &Parameters) -> std::result::Result<Option<Level>, FieldError> {
    let Some(given) = query.get("level") else { return Ok(None) };
    let level = given.parse().ok().and_then(Level::new);
    let expected = || format!("expected an integer from {} to {}, got {given:?}", Level::MIN, Level::MAX);
    level.map(Some).ok_or_else(|| FieldError::new("level", expected()))
}
