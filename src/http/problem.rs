//! Every error, once, with its code and status (RFC 9457).

use crate::engine::SearchError;
use crate::pool::PoolError;
use crate::rules::{IllegalReason, MoveError, PositionError};
use crate::session::{ChangeError, StoreError};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Duration;

/// What a program switches on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    InvalidRequest,
    InvalidJson,
    Unauthorized,
    Forbidden,
    NotFound,
    GameNotFound,
    MethodNotAllowed,
    RequestTimeout,
    GameOver,
    NotYourTurn,
    GameChanged,
    NothingToUndo,
    NoDrawOffer,
    RequestInFlight,
    VersionMismatch,
    BodyTooLarge,
    UnsupportedMediaType,
    IllegalMove,
    InvalidPosition,
    InvalidMoveText,
    AmbiguousMove,
    IdempotencyKeyReused,
    RateLimited,
    Internal,
    Overloaded,
    ShuttingDown,
    StoreUnavailable,
}

impl Code {
    pub fn status(self) -> StatusCode {
        match self {
            Code::InvalidRequest | Code::InvalidJson => StatusCode::BAD_REQUEST,
            Code::Unauthorized => StatusCode::UNAUTHORIZED,
            Code::Forbidden => StatusCode::FORBIDDEN,
            Code::NotFound | Code::GameNotFound => StatusCode::NOT_FOUND,
            Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Code::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Code::GameOver
            | Code::NotYourTurn
            | Code::GameChanged
            | Code::NothingToUndo
            | Code::NoDrawOffer
            | Code::RequestInFlight => StatusCode::CONFLICT,
            Code::VersionMismatch => StatusCode::PRECONDITION_FAILED,
            Code::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Code::IllegalMove
            | Code::InvalidPosition
            | Code::InvalidMoveText
            | Code::AmbiguousMove
            | Code::IdempotencyKeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Code::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Code::Overloaded | Code::ShuttingDown | Code::StoreUnavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Code::InvalidRequest => "The request is not valid",
            Code::InvalidJson => "The body is not valid JSON",
            Code::Unauthorized => "Credentials are missing or unknown",
            Code::Forbidden => "These credentials do not allow this",
            Code::NotFound => "There is nothing at this path",
            Code::GameNotFound => "There is no such game",
            Code::MethodNotAllowed => "The path does not take this method",
            Code::RequestTimeout => "The request did not arrive in time",
            Code::GameOver => "The game is over",
            Code::NotYourTurn => "It is the other side's turn",
            Code::GameChanged => "The game changed meanwhile",
            Code::NothingToUndo => "There are not so many moves to take back",
            Code::NoDrawOffer => "There is no draw offer to answer",
            Code::RequestInFlight => "The first request with this key is still being answered",
            Code::VersionMismatch => "The game has another version",
            Code::BodyTooLarge => "The body is too large",
            Code::UnsupportedMediaType => "The body must be JSON",
            Code::IllegalMove => "The move is not legal",
            Code::InvalidPosition => "The position is not valid",
            Code::InvalidMoveText => "The move cannot be read",
            Code::AmbiguousMove => "The move can mean several",
            Code::IdempotencyKeyReused => "The key was used for another request",
            Code::RateLimited => "Too many requests",
            Code::Internal => "Something went wrong in the server",
            Code::Overloaded => "The server is busy",
            Code::ShuttingDown => "The server is shutting down",
            Code::StoreUnavailable => "Games cannot be stored right now",
        }
    }

    fn name(self) -> String {
        serde_json::to_value(self)
            .ok()
            .and_then(|value| value.as_str().map(str::to_owned))
            .unwrap_or_default()
    }
}

/// One field that is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FieldError {
    /// A JSON Pointer into the body, or the name of a query parameter or header.
    pub pointer: String,
    pub message: String,
}

/// An error on its way out. The outermost layer writes its body, when the request's id is known.
#[derive(Clone, Debug)]
pub struct Problem {
    pub code: Code,
    detail: String,
    errors: Vec<FieldError>,
    reason: Option<IllegalReason>,
    /// Members beyond the common ones.
    more: Vec<(&'static str, Value)>,
    retry_after: Option<Duration>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

pub type Result<T> = std::result::Result<T, Problem>;

impl Problem {
    pub fn new(code: Code, detail: impl Into<String>) -> Problem {
        Problem {
            code,
            detail: detail.into(),
            errors: Vec::new(),
            reason: None,
            more: Vec::new(),
            retry_after: None,
            headers: Vec::new(),
        }
    }

    /// All that is wrong with a body at once.
    pub fn fields(errors: Vec<FieldError>) -> Problem {
        let detail = match &errors[..] {
            [error] => format!("{}: {}", error.pointer, error.message),
            several => format!("{} fields are not valid: see errors", several.len()),
        };
        Problem { errors, ..Problem::new(Code::InvalidRequest, detail) }
    }

    pub fn field(pointer: &str, message: impl Into<String>) -> Problem {
        Problem::fields(vec![FieldError { pointer: pointer.to_owned(), message: message.into() }])
    }

    pub fn retry_after(self, after: Duration) -> Problem {
        Problem { retry_after: Some(after), ..self }
    }

    pub fn with(mut self, member: &'static str, value: impl Into<Value>) -> Problem {
        self.more.push((member, value.into()));
        self
    }

    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Problem {
        self.headers.push((name, value));
        self
    }

    /// The document, for the request of that path and id.
    pub fn document(&self, path: &str, request_id: &str) -> Value {
        let name = self.code.name();
        let mut document = json!({
            "type": format!("/docs#{name}"),
            "title": self.code.title(),
            "status": self.code.status().as_u16(),
            "detail": self.detail,
            "instance": path,
            "code": name,
            "request_id": request_id,
        });
        if !self.errors.is_empty() {
            document["errors"] = json!(self.errors);
        }
        if let Some(reason) = self.reason {
            document["reason"] = json!(reason);
        }
        for (member, value) in &self.more {
            document[*member] = value.clone();
        }
        document
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.code.status().into_response();
        for (name, value) in &self.headers {
            response.headers_mut().insert(name, value.clone());
        }
        if let Some(after) = self.retry_after {
            let seconds = after.as_secs_f64().ceil().max(1.0) as u64;
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(self);
        response
    }
}

impl From<PositionError> for Problem {
    fn from(error: PositionError) -> Problem {
        let errors = error
            .reasons
            .iter()
            .map(|reason| FieldError { pointer: "/fen".to_owned(), message: reason.clone() })
            .collect();
        Problem { errors, ..Problem::new(Code::InvalidPosition, error.to_string()) }
    }
}

impl From<MoveError> for Problem {
    fn from(error: MoveError) -> Problem {
        let detail = error.to_string();
        match error {
            MoveError::Unreadable { .. } => Problem::new(Code::InvalidMoveText, detail),
            MoveError::Ambiguous { candidates, .. } => {
                Problem::new(Code::AmbiguousMove, detail).with("candidates", candidates)
            }
            MoveError::Illegal { reason, .. } => {
                Problem { reason: Some(reason), ..Problem::new(Code::IllegalMove, detail) }
            }
            MoveError::GameOver(_) => Problem::new(Code::GameOver, detail),
        }
    }
}

impl From<ChangeError> for Problem {
    fn from(error: ChangeError) -> Problem {
        let detail = error.to_string();
        match error {
            ChangeError::Move(error) => error.into(),
            ChangeError::Undo(_) => Problem::new(Code::NothingToUndo, detail),
            ChangeError::GameOver(_) => Problem::new(Code::GameOver, detail),
            ChangeError::NoDrawOffer => Problem::new(Code::NoDrawOffer, detail),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        let detail = error.to_string();
        match error {
            StoreError::NotFound => Problem::new(Code::GameNotFound, detail),
            StoreError::Conflict(current) => {
                Problem::new(Code::GameChanged, detail).with("version", current.version)
            }
            // It may be that a newer server, which reads it, is there when the client tries again.
            StoreError::Unreadable(_) | StoreError::Unavailable(_) => {
                Problem::new(Code::StoreUnavailable, detail).retry_after(Duration::from_secs(1))
            }
            StoreError::Full => Problem::new(Code::Overloaded, detail).retry_after(Duration::from_secs(60)),
        }
    }
}

impl From<PoolError> for Problem {
    fn from(error: PoolError) -> Problem {
        let detail = error.to_string();
        match error {
            PoolError::Overloaded { retry_after } => {
                Problem::new(Code::Overloaded, detail).retry_after(retry_after)
            }
            PoolError::ShuttingDown => {
                Problem::new(Code::ShuttingDown, detail).retry_after(Duration::from_secs(5))
            }
            PoolError::Panicked => {
                tracing::error!("a search panicked");
                Problem::new(Code::Internal, "the search failed; the game is as it was")
            }
            PoolError::Search(SearchError::GameOver) => Problem::new(Code::GameOver, detail),
            PoolError::Search(SearchError::NoMoveLeft) => Problem::field("/search_moves", detail),
        }
    }
}
