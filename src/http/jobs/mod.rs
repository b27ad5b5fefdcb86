//! Analyses that nobody waits for on an open connection: handed in, looked at, taken back.

mod worker;

pub use worker::work;

use super::analysis::read_analysis;
use super::extract::Body;
use super::problem::{Code, Problem, Result};
use super::state::AppState;
use crate::jobs::{Job, JobError};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::time::Duration;
use uuid::Uuid;

/// The longest wait for the end of an analysis on one connection.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

impl From<JobError> for Problem {
    fn from(error: JobError) -> Problem {
        let detail = error.to_string();
        match error {
            JobError::NotFound => Problem::new(Code::NotFound, detail),
            JobError::Full => Problem::new(Code::Overloaded, detail).retry_after(Duration::from_secs(10)),
            JobError::Unavailable(_) => {
                Problem::new(Code::StoreUnavailable, detail).retry_after(Duration::from_secs(1))
            }
        }
    }
}

fn job_json(job: &Job) -> Value {
    json!({
        "id": job.id,
        "status": job.status,
        "request": job.request,
        "result": job.result,
        "problem": job.problem,
        "created_at": job.created_at,
        "updated_at": job.updated_at,
    })
}

/// `Prefer: wait=10` (RFC 7240), in seconds.
fn preferred_wait(headers: &HeaderMap) -> Option<Duration> {
    let texts = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
    let mut preferences = texts.flat_map(|text| text.split([',', ';']));
    let seconds = preferences.find_map(|preference| {
        let (name, value) = preference.split_once('=')?;
        let value = value.trim().trim_matches('"');
        name.trim().eq_ignore_ascii_case("wait").then(|| value.parse().ok())?
    })?;
    Some(Duration::from_secs(seconds).min(LONGEST_WAIT))
}

const APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// Waits as long as the client prefers to: the job then, and the header that says so.
async fn wait_for(state: &AppState, headers: &HeaderMap, job: Job) -> Result<(Job, HeaderMap)> {
    let Some(wait) = preferred_wait(headers) else { return Ok((job, HeaderMap::new())) };
    let limit = Duration::from_millis(state.config.request_timeout_ms / 2);
    let job = tokio::select! {
        job = state.jobs.wait(job.id, wait.min(limit)) => job?,
        () = state.draining.cancelled() => job,
    };
    let applied = HeaderValue::try_from(format!("wait={}", wait.as_secs()));
    Ok((job, applied.ok().map(|applied| (APPLIED, applied)).into_iter().collect()))
}

#[axum::debug_handler(state = AppState)]
pub async fn submit(State(state): State<AppState>, headers: HeaderMap, body: Body) -> Result<Response> {
    let request = body.fields.to_json();
    // So that what cannot be done is told now.
    let (_, settings) = read_analysis(body.fields, &state.config.for_jobs())?;
    state.limiter.spend(&body.client, settings.time)?;
    let job = state.jobs.submit(request).await?;
    let (job, applied) = wait_for(&state, &headers, job).await?;
    let status = if job.status.is_final() { StatusCode::OK } else { StatusCode::ACCEPTED };
    let location = [(header::LOCATION, format!("/v1/analyses/{}", job.id))];
    Ok((status, location, applied, Json(job_json(&job))).into_response())
}

fn id_of(path: &str) -> Result<Uuid> {
    path.parse().map_err(|_| JobError::NotFound.into())
}

#[axum::debug_handler(state = AppState)]
pub async fn show(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let job = state.jobs.get(id_of(&id)?).await?;
    let (job, applied) = wait_for(&state, &headers, job).await?;
    Ok((applied, Json(job_json(&job))).into_response())
}

#[axum::debug_handler(state = AppState)]
pub async fn cancel(State(state): State<AppState>, Path(id): Path<String>) -> Result<Json<Value>> {
    Ok(Json(job_json(&state.jobs.cancel(id_of(&id)?).await?)))
}
