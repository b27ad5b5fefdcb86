//! Buffers the body of a request, with a timeout and a size limit, before the handler runs.

use super::problem::{Problem, Result};
use super::state::AppState;
use crate::service::{Code, Error};
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use std::sync::Arc;
use std::time::Duration;

/// The requests whose bodies may be large, and how long they may be.
const WITH_LARGE_BODIES: [&str; 3] = ["/v1/records", "/v1/games/batch", "/v1/analyses/batch"];
const LARGE: usize = 1 << 20;
/// The `Retry-After` of a refused request.
const RETRY_AFTER: Duration = Duration::from_secs(1);

pub async fn read(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    match Box::pin(buffered(&state, request)).await {
        Ok(request) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// The request with its whole body, and with the permit for a large one.
async fn buffered(state: &AppState, request: Request) -> Result<Request> {
    let (mut parts, mut body) = request.into_parts();
    let config = state.service().config();
    let time = Duration::from_millis(config.header_timeout_ms);
    let usual = config.body_limit_bytes;
    // Collections of records are longer than other bodies: libraries of CCBridge have at least 70 kB.
    let is_large = WITH_LARGE_BODIES.contains(&parts.uri.path()) && body.size_hint().lower() > usual as u64;
    if is_large {
        let permit = Arc::clone(&state.large_bodies).try_acquire_owned().map_err(|_| {
            let detail = "too many large bodies are being read";
            Error::new(Code::Overloaded, detail).retry_after(RETRY_AFTER)
        })?;
        parts.extensions.insert(Arc::new(permit));
    }
    let limit = if is_large { usual.max(LARGE) } else { usual };
    let read = read_whole(&mut body, limit, time).await;
    let waits_for_leave = parts.headers.contains_key(header::EXPECT);
    if !waits_for_leave && matches!(&read, Err(problem) if problem.0.code == Code::BodyTooLarge) {
        discard(body).await;
    }
    Ok(Request::from_parts(parts, Body::from(read?)))
}

/// Reads and forgets the rest of a body that is somewhat too long. A client that writes all of it before it reads the response
/// would find its connection reset instead of the response.
async fn discard(mut body: Body) {
    const MOST: usize = 1 << 20;
    const LONGEST: Duration = Duration::from_secs(2);
    let discard = async {
        let mut length = 0;
        while let Some(Ok(frame)) = body.frame().await
            && length <= MOST
        {
            length += frame.data_ref().map_or(0, Bytes::len);
        }
    };
    _ = tokio::time::timeout(LONGEST, discard).await;
}

async fn read_whole(body: &mut Body, limit: usize, time: Duration) -> Result<Bytes> {
    let too_large = || Problem::new(Code::BodyTooLarge, format!("expected at most {limit} bytes of body"));
    // Reject by Content-Length before reading anything.
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large());
    }
    match tokio::time::timeout(time, Limited::new(body, limit).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(Problem::new(Code::InvalidRequest, "the body could not be read to its end")),
        Err(_) => {
            let detail =
                format!("expected the body within {} ms, but it did not arrive in full", time.as_millis());
            Err(Problem::new(Code::RequestTimeout, detail))
        }
    }
}
