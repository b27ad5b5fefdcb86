//! The endpoints about the service itself: health, readiness, metrics, rulesets.

use super::problem::{Problem, Result};
use super::state::AppState;
use crate::config::Config;
use crate::dto;
use crate::engine::Level;
use crate::headers::Accepted;
use crate::options;
use crate::rules::{Game, Options, Ruleset, Side};
use crate::service::{Code, Error, MAX_LINES, MIN_TIME};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::response::IntoResponse;
use serde_json::{Map, Value, json};
use std::time::Duration;

pub async fn healthz() -> Json<Value> {
    Json(json!({"status": "ok"}))
}

#[axum::debug_handler(state = AppState)]
pub async fn readyz(State(state): State<AppState>) -> Result<Json<Value>> {
    if state.service().is_shutting_down() {
        let error = Error::new(Code::ShuttingDown, "the server is shutting down and accepts no new work");
        return Err(Problem(error.retry_after(Duration::from_secs(5))));
    }
    let takes_changes = state.service().takes_changes();
    if !takes_changes && state.service().config().ready_needs_store {
        let error = Error::new(Code::StoreUnavailable, "the store takes no changes at present");
        return Err(Problem(error.retry_after(Duration::from_secs(1))));
    }
    let store = if takes_changes { "available" } else { "unavailable" };
    let engine = |(name, cannot_start): (&str, bool)| {
        (name.to_owned(), json!(if cannot_start { "cannot_start" } else { "available" }))
    };
    let engines: Map<String, Value> = state.service().outside_engines().map(engine).collect();
    Ok(Json(json!({"status": "ready", "store": store, "engines": engines})))
}

#[axum::debug_handler(state = AppState)]
pub async fn metrics(State(state): State<AppState>, headers: HeaderMap) -> impl IntoResponse {
    let kind = match Accepted::of(&headers).wants_plain_text("application", "openmetrics-text") {
        true => "text/plain; charset=utf-8",
        false => "application/openmetrics-text; version=1.0.0; charset=utf-8",
    };
    ([(header::CONTENT_TYPE, kind), (header::VARY, "accept")], state.metrics.text(state.service()))
}

#[axum::debug_handler(state = AppState)]
pub async fn rulesets(State(state): State<AppState>) -> Json<Value> {
    let config = state.service().config();
    let limits = state.service().client_limits();
    Json(json!({
        "rulesets": Ruleset::ALL.map(|it| ruleset(it, config)),
        "levels": {"min": Level::MIN, "max": Level::MAX},
        "limits": {
            "time_ms": {"min": MIN_TIME.as_millis() as u64, "default": config.default_time_ms, "max": config.max_time_ms},
            "lines": {"min": 1, "max": MAX_LINES},
            "threads": {"min": 1, "max": config.max_threads},
            "games": config.max_games,
            "plies": config.max_plies,
            "game_idle_seconds": config.game_idle_seconds,
            "body_bytes": config.body_limit_bytes,
            "requests_per_minute": config.requests_per_minute,
            "games_per_minute": limits.games_per_minute,
            "search_ms_per_minute": limits.search_ms_per_minute,
            "searches_per_client": limits.long_searches,
            "analyses": config.max_jobs,
            "analyses_per_client": config.max_jobs_per_client,
            "seeks": config.max_seeks,
            "seeks_per_client": config.max_seeks_per_client,
            "streams": config.max_streams,
            "streams_per_client": config.max_streams_per_client,
        },
        "engine": dto::ENGINE,
    }))
}

fn ruleset(ruleset: Ruleset, config: &Config) -> Value {
    let start = Game::new(&Options::defaults(ruleset), None).map(|game| game.fen()).unwrap_or_default();
    let names = ruleset.side_names();
    let engines = config.engines.iter().filter(|engine| engine.rulesets.contains(&ruleset));
    let level = |it: Level| json!({"level": it.get(), "group": it.group(), "elo": it.elo(ruleset)});
    json!({
        "ruleset": ruleset,
        "sides": Side::ALL.map(|side| names[side]),
        "start_fen": start,
        "options": options::description(ruleset),
        "levels": Level::all().map(level).collect::<Vec<_>>(),
        "engines": engines.map(|engine| json!({"name": engine.name})).collect::<Vec<_>>(),
    })
}

pub async fn not_found(uri: Uri) -> Problem {
    Problem::new(Code::NotFound, format!("there is nothing at {}: /docs lists all endpoints", uri.path()))
}

pub async fn method_not_allowed(method: Method, uri: Uri) -> Problem {
    let detail = format!("{} does not support {method}: see the header Allow", uri.path());
    Problem::new(Code::MethodNotAllowed, detail)
}
