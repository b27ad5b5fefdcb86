//! A copy of the store's file, for operators.

use super::problem::{Problem, Result};
use super::state::AppState;
use crate::service::Code;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tokio_util::io::ReaderStream;

#[axum::debug_handler(state = AppState)]
pub async fn backup(State(state): State<AppState>) -> Result<Response> {
    match state.service().backup().await? {
        Some(file) => {
            let body = Body::from_stream(ReaderStream::new(tokio::fs::File::from_std(file)));
            Ok(([(header::CONTENT_TYPE, "application/octet-stream")], body).into_response())
        }
        None => {
            let detail = "only the store \"redb\" has a file: back up Redis with its own tools";
            Err(Problem::new(Code::NotFound, detail))
        }
    }
}
