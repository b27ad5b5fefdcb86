//! A retried POST gets the first answer again: `Idempotency-Key`.

use super::problem::{Code, Problem};
use super::state::AppState;
use crate::session::{Claim, KeptAnswer, Store};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::time::Duration;

const LONGEST_KEY: usize = 200;

/// Releases the claim of a request that is given up.
struct InFlight<'a> {
    store: &'a Store,
    key: &'a str,
    is_settled: bool,
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        if !self.is_settled {
            self.store.release_answer(self.key);
        }
    }
}

/// Lets a POST with a key through once and repeats its answer afterwards. Answers that tell of a passing trouble
/// of the server's, and streams, are not kept.
pub async fn answer_once<F: Future<Output = Response>>(
    state: &AppState,
    request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let key = match request.headers().get("idempotency-key") {
        Some(key) if request.method() == Method::POST => key.clone(),
        _ => return inner(request).await,
    };
    let Some(key) = key.to_str().ok().filter(|key| (1..=LONGEST_KEY).contains(&key.len())) else {
        return Problem::field("Idempotency-Key", format!("expected 1 to {LONGEST_KEY} visible characters"))
            .into_response();
    };
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, state.config.body_limit_bytes).await else {
        let detail = format!("expected at most {} bytes of body", state.config.body_limit_bytes);
        return Problem::new(Code::BodyTooLarge, detail).into_response();
    };
    let who = parts.headers.get(header::AUTHORIZATION).or(parts.headers.get("x-api-key"));
    // Hashed, so that no credential is stored.
    let who = who.map_or(&b"-"[..], HeaderValue::as_bytes);
    let parts_of_key = [who, parts.uri.path().as_bytes(), key.as_bytes()];
    let digest =
        parts_of_key.iter().fold(Sha256::new(), |digest, part| digest.chain_update(part).chain_update(b"\n"));
    let key = HEXLOWER.encode(&digest.finalize());
    let fingerprint = Sha256::digest(&body).into();
    match state.store.claim_answer(&key, fingerprint).await {
        Claim::Ours => {}
        Claim::Answered(answer) => return again(&answer),
        refused => return refusal(refused).into_response(),
    }
    let mut in_flight = InFlight { store: &state.store, key: &key, is_settled: false };
    let response = inner(Request::from_parts(parts, Body::from(body))).await;
    let is_stream =
        response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(
            |value| value.starts_with("text/event-stream") || value.starts_with("application/x-ndjson"),
        );
    if is_stream || response.status().is_server_error() || response.status() == StatusCode::TOO_MANY_REQUESTS
    {
        return response;
    }
    let (parts, body) = response.into_parts();
    let Ok(body) = to_bytes(body, usize::MAX).await else {
        return Problem::new(Code::Internal, "the answer could not be written").into_response();
    };
    let problem = parts.extensions.get::<Problem>();
    let text = match problem {
        Some(problem) => problem.document("", "").to_string(),
        None => String::from_utf8_lossy(&body).into_owned(),
    };
    let readable = |value: &HeaderValue| value.to_str().map(str::to_owned).ok();
    let headers = parts.headers.iter().filter_map(|(name, value)| Some((name.to_string(), readable(value)?)));
    let answer = KeptAnswer {
        fingerprint,
        status: parts.status.as_u16(),
        headers: headers.collect(),
        is_problem: problem.is_some(),
        body: text,
    };
    // What was done is done, and told, even if a retry cannot be told of it.
    in_flight.is_settled = state.store.settle_answer(&key, answer).await.is_ok();
    Response::from_parts(parts, Body::from(body))
}

fn refusal(claim: Claim) -> Problem {
    match claim {
        Claim::Failed(error) => error.into(),
        Claim::Reused => {
            let detail = "this Idempotency-Key was used with another body: use a new key for a new request";
            Problem::new(Code::IdempotencyKeyReused, detail)
        }
        Claim::InFlight | Claim::Ours | Claim::Answered(_) => {
            let detail = "the first request with this Idempotency-Key is not answered yet: try again soon";
            Problem::new(Code::RequestInFlight, detail).retry_after(Duration::from_secs(1))
        }
    }
}

/// The document of a problem that was told before; its request's path and id are to be filled in.
#[derive(Clone, Debug)]
pub struct ToldAgain(pub Value);

fn again(answer: &KeptAnswer) -> Response {
    let mut response = Response::new(Body::from(answer.body.clone()));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    for (name, value) in &answer.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().append(name, value);
        }
    }
    response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
    if answer.is_problem {
        let document = serde_json::from_str(&answer.body).unwrap_or_default();
        response.extensions_mut().insert(ToldAgain(document));
    }
    response
}
