//! Analyses that nobody waits for on an open connection: submitted, looked at, cancelled.

use super::dto::{self, json_text};
use super::extract::Received;
use super::idempotency::replayed;
use super::negotiate::preferred_wait;
use super::problem::{Problem, Result};
use super::request;
use super::state::AppState;
use crate::config::Config;
use crate::jobs::Job;
use crate::json::Fields;
use crate::service::{Analysis, Code, Error, JobFormat};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::time::Duration;
use uuid::Uuid;

/// The longest wait for the end of an analysis on one connection.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// What a worker reads and writes.
pub const FORMAT: JobFormat = JobFormat {
    read: read_request,
    found: dto::answer,
    refusal: |error| Problem(error.clone()).document("/v1/analyses", ""),
};

fn read_request(config: &Config, request: &Value) -> std::result::Result<Analysis, Error> {
    let fields = Fields::parse(request.to_string().as_bytes())?;
    request::analysis(fields, config).map_err(|Problem(error)| error)
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

const APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// The wait that the client prefers, within what is possible, and the header that says so.
fn wait(headers: &HeaderMap) -> (Option<Duration>, HeaderMap) {
    let wait = preferred_wait(headers).map(|wait| wait.min(LONGEST_WAIT));
    let applied = wait.and_then(|wait| HeaderValue::try_from(format!("wait={}", wait.as_secs())).ok());
    (wait, applied.map(|applied| (APPLIED, applied)).into_iter().collect())
}

async fn after_wait(state: &AppState, job: Job, wait: Option<Duration>) -> Result<Job> {
    Ok(match wait {
        Some(wait) => state.service().wait_for_job(job, wait).await?,
        None => job,
    })
}

#[axum::debug_handler(state = AppState)]
pub async fn submit(
    State(state): State<AppState>,
    headers: HeaderMap,
    Received { fields, call }: Received,
) -> Result<Response> {
    let service = state.service();
    let request = fields.to_json();
    // Read now, so that what cannot be done is refused now.
    let analysis = request::analysis(fields, &service.config.for_jobs())?;
    let (wait, applied) = wait(&headers);
    let answered = service
        .answer_once(call.key, async {
            let job = service.submit(&call.client, call.key.as_ref(), request, &analysis).await?;
            let job = after_wait(&state, job, wait).await.map_err(|Problem(error)| error)?;
            Ok(json_text(&job_json(&job)))
        })
        .await?;
    let job: Value = serde_json::from_str(&answered.value).unwrap_or_default();
    let is_final = matches!(job["status"].as_str(), Some("done" | "cancelled" | "failed"));
    let status = if is_final { StatusCode::OK } else { StatusCode::ACCEPTED };
    let location = [(header::LOCATION, format!("/v1/analyses/{}", job["id"].as_str().unwrap_or_default()))];
    Ok((status, location, applied, replayed(&answered), Json(job)).into_response())
}

fn id_of(path: &str) -> Result<Uuid> {
    path.parse().map_err(|_| Problem::new(Code::NotFound, "there is no such analysis"))
}

#[axum::debug_handler(state = AppState)]
pub async fn show(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let (wait, applied) = wait(&headers);
    let job = state.service().job(id_of(&id)?).await?;
    let job = after_wait(&state, job, wait).await?;
    Ok((applied, Json(job_json(&job))).into_response())
}

#[axum::debug_handler(state = AppState)]
pub async fn cancel(State(state): State<AppState>, Path(id): Path<String>) -> Result<Json<Value>> {
    Ok(Json(job_json(&state.service().cancel_job(id_of(&id)?).await?)))
}
