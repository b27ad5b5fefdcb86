//! The endpoints of jobs, which analyse in the background: submit, show, cancel.

use super::extract::JsonCall;
use super::idempotency::replayed_header;
use super::negotiate::stream_format;
use super::problem::{Problem, Result};
use super::state::AppState;
use super::stream::{StreamEvent, respond};
use super::wait::{wait, wait_applied};
use crate::config::Config;
use crate::dto::{self, json_text, request};
use crate::headers::last_event_id;
use crate::jobs::{Job, Status};
use crate::json::Fields;
use crate::service::{
    self, BatchProgress, Client, Code, EndReason, Error, IdempotencyKey, JobFormat, JobRequest,
};
use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use uuid::Uuid;

/// The JSON of a job's request and result.
pub const FORMAT: JobFormat = JobFormat {
    parse_request,
    render_result: dto::answer,
    render_error: |error| Problem(error.clone()).document("/v1/analyses", ""),
};

fn parse_request(config: &Config, request: &Value) -> std::result::Result<JobRequest, Error> {
    let fields = Fields::parse(request.to_string().as_bytes())?;
    request::job(fields, config)
}

/// How many positions a batch has; none for an analysis of one.
fn positions_of(job: &Job) -> Option<usize> {
    job.request.get("positions").and_then(Value::as_array).map(Vec::len)
}

fn job_json(job: &Job) -> Value {
    if let Some(positions) = positions_of(job) {
        let results = BatchProgress::of(job).results;
        // A batch is long, so its request is not repeated.
        return json!({
            "id": job.id,
            "status": job.status,
            "progress": {"done": results.len(), "positions": positions},
            "results": results,
            "result": null,
            "problem": job.problem,
            "created_at": job.created_at,
            "updated_at": job.updated_at,
        });
    }
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
    JsonCall { fields, call, .. }: JsonCall,
) -> Result<Response> {
    let service = state.service();
    let request = fields.to_json();
    // Parse now, so that an invalid request fails now and not later in a worker.
    let analysis = request::analysis(fields, &service.config().for_jobs())?;
    let job = service.submit(&call.client, call.key.as_ref(), request, &analysis);
    Box::pin(submit_job(&state, call.key, &headers, job)).await
}

/// Queues a batch.
#[axum::debug_handler(state = AppState)]
pub async fn submit_batch(
    State(state): State<AppState>,
    headers: HeaderMap,
    JsonCall { fields, call, .. }: JsonCall,
) -> Result<Response> {
    let service = state.service();
    let request = fields.to_json();
    let batch = request::batch(fields, service.config())?;
    let job = service.submit_batch(&call.client, call.key.as_ref(), request, &batch);
    Box::pin(submit_job(&state, call.key, &headers, job)).await
}

/// Queues a job once for each key, and waits for it as the client prefers.
async fn submit_job(
    state: &AppState,
    key: Option<IdempotencyKey>,
    headers: &HeaderMap,
    job: impl Future<Output = service::Result<Job>>,
) -> Result<Response> {
    let wait = wait(headers, state.service().config());
    let submit = async {
        let job = Box::pin(job).await?;
        let job = Box::pin(after_wait(state, job, wait)).await.map_err(|Problem(error)| error)?;
        Ok(json_text(&job_json(&job)))
    };
    let result = state.service().submit_once(key, submit).await?;
    let job: Value = serde_json::from_str(&result.value).unwrap_or_default();
    let is_final = Status::deserialize(&job["status"]).is_ok_and(Status::is_final);
    let status = if is_final { StatusCode::OK } else { StatusCode::ACCEPTED };
    let location = [(header::LOCATION, format!("/v1/analyses/{}", job["id"].as_str().unwrap_or_default()))];
    Ok((status, location, wait_applied(wait), replayed_header(&result), Json(job)).into_response())
}

/// The id of a job in the path.
pub struct JobId(Uuid);

impl<S: Send + Sync> FromRequestParts<S> for JobId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<JobId> {
        let id = Path::<String>::from_request_parts(parts, state).await.ok();
        let id = id.and_then(|Path(id)| id.parse().ok());
        id.map(JobId).ok_or_else(|| Problem::new(Code::NotFound, "there is no such analysis"))
    }
}

#[axum::debug_handler(state = AppState)]
pub async fn show(
    State(state): State<AppState>,
    client: Client,
    JobId(id): JobId,
    headers: HeaderMap,
) -> Result<Response> {
    let wait = wait(&headers, state.service().config());
    let job = state.service().job(id).await?;
    if positions_of(&job).is_some()
        && let Some(format) = stream_format(&headers)
    {
        let guard = state.service().open_stream(client)?;
        return Ok(respond(format, results(state, job, last_event_id(&headers).unwrap_or(0)), guard));
    }
    let job = after_wait(&state, job, wait).await?;
    Ok((wait_applied(wait), Json(job_json(&job))).into_response())
}

/// The results of a batch as they come, after the first `seen`.
fn results(state: AppState, mut job: Job, seen: u64) -> impl Stream<Item = StreamEvent> + Send {
    const LOOK_EVERY: Duration = Duration::from_millis(250);
    async_stream::stream! {
        let mut id = seen;
        let reason = loop {
            for result in BatchProgress::of(&job).results.into_iter().skip(id as usize) {
                id += 1;
                yield StreamEvent::new(id, "position", result).flat();
            }
            if job.status.is_final() {
                break EndReason::Done;
            }
            if state.service().is_draining() {
                break EndReason::Shutdown;
            }
            match state.service().wait_for_job(job.clone(), LOOK_EVERY).await {
                Ok(later) => job = later,
                Err(error) => {
                    id += 1;
                    let problem = Problem(error).document("/v1/analyses", "");
                    yield StreamEvent::new(id, "error", problem);
                    break EndReason::Done;
                }
            }
        };
        yield StreamEvent::end(id + 1, reason);
    }
}

#[axum::debug_handler(state = AppState)]
pub async fn cancel(State(state): State<AppState>, JobId(id): JobId) -> Result<Json<Value>> {
    Ok(Json(job_json(&state.service().cancel_job(id).await?)))
}
