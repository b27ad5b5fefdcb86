//! What a job searches, and how clients see it.

use crate::config::Config;
use crate::pool::Answer;
use crate::rules::Game;
use crate::service::error::{Error, Result};
use crate::service::play::start::Start;
use crate::service::search::analysis::Analysis;
use crate::service::search::settings::SearchOptions;
use serde_json::Value;

/// What a job searches.
#[derive(Clone, Debug)]
pub enum JobRequest {
    Analysis(Box<Analysis>),
    Batch(Box<Batch>),
}

/// How to parse the request of a job and how to serialize its result or its error. [`crate::http`] defines this, because
/// clients see the same JSON.
#[derive(Clone, Copy, Debug)]
pub struct JobFormat {
    pub parse_request: fn(&Config, &Value) -> Result<JobRequest>,
    pub render_result: fn(&Game, &Answer) -> Value,
    pub render_error: fn(&Error) -> Value,
}

/// Positions, and the options of their searches. A position that could not be read is an error, and so is its result.
#[derive(Clone, Debug)]
pub struct Batch {
    pub starts: Vec<Result<Start>>,
    pub options: SearchOptions,
}
