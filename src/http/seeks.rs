//! Looking for an opponent.

use super::extract::{BodylessCall, JsonCall};
use super::games::json_response;
use super::idempotency::replayed_header;
use super::problem::{Problem, Result};
use super::state::AppState;
use super::wait::{wait, wait_applied};
use crate::dto::{FoundJson, SeekJson, json_text, request};
use crate::service::{Client, Code};
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use uuid::Uuid;

#[axum::debug_handler(state = AppState)]
pub async fn seek(
    State(state): State<AppState>,
    JsonCall { fields, call, .. }: JsonCall,
) -> Result<Response> {
    let service = state.service();
    let new = request::seek(fields, service.config())?;
    let sought = Box::pin(service.seek(&call, new, |seek| json_text(&SeekJson::from(seek)))).await?;
    let (json, secret) = (&sought.value.json, &sought.value.secret);
    // Only the response has the secret, and not the record of the request.
    let text = format!("{{\"secret\":\"{secret}\",{}", json.trim_start_matches('{'));
    Ok((StatusCode::CREATED, replayed_header(&sought), json_response(text)).into_response())
}

#[axum::debug_handler(state = AppState)]
pub async fn list(State(state): State<AppState>, client: Client) -> Result<Response> {
    let seeks = state.service().open_seeks(&client).await?;
    let seeks: Vec<SeekJson<'_>> = seeks.iter().map(SeekJson::from).collect();
    Ok(json_response(format!("{{\"seeks\":{}}}", json_text(&seeks))))
}

/// The id in the path of a seek.
pub struct SeekId(Uuid);

impl<S: Send + Sync> FromRequestParts<S> for SeekId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<SeekId> {
        let id = Path::<String>::from_request_parts(parts, state).await.ok();
        let id = id.and_then(|Path(id)| id.parse().ok()).map(SeekId);
        id.ok_or_else(|| Problem::new(Code::SeekNotFound, "there is no such seek: expected its id, a UUID"))
    }
}

#[axum::debug_handler(state = AppState)]
pub async fn show(
    State(state): State<AppState>,
    SeekId(id): SeekId,
    headers: HeaderMap,
    BodylessCall(call): BodylessCall,
) -> Result<Response> {
    let service = state.service();
    let wait = wait(&headers, service.config());
    let _guard = wait.map(|_| service.open_stream(call.client.clone())).transpose()?;
    let found = Box::pin(service.await_game(id, &call, wait)).await?;
    let uncached = [(header::CACHE_CONTROL, "no-store")];
    Ok((uncached, wait_applied(wait), json_response(json_text(&FoundJson::from(found)))).into_response())
}

#[axum::debug_handler(state = AppState)]
pub async fn withdraw(
    State(state): State<AppState>,
    SeekId(id): SeekId,
    BodylessCall(call): BodylessCall,
) -> Result<StatusCode> {
    state.service().withdraw_seek(id, &call).await?;
    Ok(StatusCode::NO_CONTENT)
}
