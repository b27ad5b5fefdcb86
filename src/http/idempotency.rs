//! A retried POST gets the first answer again: `Idempotency-Key`.

use super::problem::{Code, Problem};
use super::state::AppState;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Answers are forgotten oldest first above this many.
const ANSWERS_TO_KEEP: usize = 4096;
const LONGEST_KEY: usize = 200;

type Fingerprint = [u8; 32];

/// An answer that can be given again.
#[derive(Clone, Debug)]
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
    /// Its body is written further out, for each request anew.
    problem: Option<Problem>,
}

#[derive(Clone, Debug)]
enum Entry {
    InFlight,
    Done(Box<Answer>),
}

/// The answers given to requests with a key.
#[derive(Debug, Default)]
pub struct Answers(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    entries: HashMap<String, (Fingerprint, Entry)>,
    oldest_first: VecDeque<String>,
}

impl Answers {
    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer given before; none when this request is the first, which then counts as in flight.
    fn begin(&self, key: &str, fingerprint: Fingerprint) -> Result<Option<Box<Answer>>, Problem> {
        let mut kept = self.lock();
        match kept.entries.get(key) {
            Some((first, _)) if *first != fingerprint => {
                let detail =
                    "this Idempotency-Key was used with another body: use a new key for a new request";
                Err(Problem::new(Code::IdempotencyKeyReused, detail))
            }
            Some((_, Entry::InFlight)) => {
                let detail =
                    "the first request with this Idempotency-Key is not answered yet: try again soon";
                Err(Problem::new(Code::RequestInFlight, detail).retry_after(Duration::from_secs(1)))
            }
            Some((_, Entry::Done(answer))) => Ok(Some(answer.clone())),
            None => {
                kept.entries.insert(key.to_owned(), (fingerprint, Entry::InFlight));
                Ok(None)
            }
        }
    }

    fn finish(&self, key: &str, answer: Answer) {
        let mut kept = self.lock();
        if let Some((_, entry)) = kept.entries.get_mut(key) {
            *entry = Entry::Done(Box::new(answer));
            kept.oldest_first.push_back(key.to_owned());
        }
        while kept.oldest_first.len() > ANSWERS_TO_KEEP {
            if let Some(oldest) = kept.oldest_first.pop_front() {
                kept.entries.remove(&oldest);
            }
        }
    }

    /// Forgets a request that was given up, so that a retry does it anew.
    fn forget_in_flight(&self, key: &str) {
        let mut kept = self.lock();
        if matches!(kept.entries.get(key), Some((_, Entry::InFlight))) {
            kept.entries.remove(key);
        }
    }
}

struct InFlight<'a>(&'a Answers, &'a str);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.forget_in_flight(self.1);
    }
}

/// Lets a POST with a key through once and repeats its answer afterwards. Answers that tell of a passing trouble
/// of the server's, and streams, are not kept.
pub async fn answer_once(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let key = match request.headers().get("idempotency-key") {
        Some(key) if request.method() == Method::POST => key.clone(),
        _ => return next.run(request).await,
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
    let key = format!("{} {} {key}", who.and_then(|who| who.to_str().ok()).unwrap_or("-"), parts.uri.path());
    let fingerprint = Sha256::digest(&body).into();
    match state.answers.begin(&key, fingerprint) {
        Err(problem) => return problem.into_response(),
        Ok(Some(answer)) => return again(*answer),
        Ok(None) => {}
    }
    let _in_flight = InFlight(&state.answers, &key);
    let response = next.run(Request::from_parts(parts, Body::from(body))).await;
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
    let problem = parts.extensions.get::<Problem>().cloned();
    let answer = Answer { status: parts.status, headers: parts.headers.clone(), body: body.clone(), problem };
    state.answers.finish(&key, answer);
    Response::from_parts(parts, Body::from(body))
}

fn again(answer: Answer) -> Response {
    let mut response = Response::new(Body::from(answer.body));
    *response.status_mut() = answer.status;
    *response.headers_mut() = answer.headers;
    response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
    if let Some(problem) = answer.problem {
        response.extensions_mut().insert(problem);
    }
    response
}
