//! Buffers the body of a request, with a timeout and a size limit, before the handler runs.

use super::problem::{Problem, Result};
use super::state::AppState;
use crate::service::Code;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use std::time::Duration;

pub async fn read(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let config = state.service().config();
    let time = Duration::from_millis(config.header_timeout_ms);
    match read_whole(body, config.body_limit_bytes, time).await {
        Ok(bytes) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err(problem) => problem.into_response(),
    }
}

async fn read_whole(body: Body, limit: usize, time: Duration) -> Result<Bytes> {
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
