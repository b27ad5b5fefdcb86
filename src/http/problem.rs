//! Errors as problem documents (RFC 9457).

use crate::service::{Code, Error};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Marks the replayed response of an earlier request with the same idempotency key.
pub const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// An error as a response. `write_problems` in `layers.rs` writes its body, because it knows the request's path and id.
#[derive(Clone, Debug)]
pub struct Problem(pub Error);

pub type Result<T> = std::result::Result<T, Problem>;

/// An error of the service, or of parsing the body.
impl<E: Into<Error>> From<E> for Problem {
    fn from(error: E) -> Problem {
        Problem(error.into())
    }
}

impl Problem {
    pub fn new(code: Code, detail: impl Into<String>) -> Problem {
        Problem(Error::new(code, detail))
    }

    pub fn field(pointer: &str, message: impl Into<String>) -> Problem {
        Problem(Error::field(pointer, message))
    }

    /// The problem document, for the request with this path and id.
    pub fn document(&self, path: &str, request_id: &str) -> Value {
        let Problem(error) = self;
        let name = error.code.name();
        let mut document = json!({
            "type": format!("/docs#{name}"),
            "title": error.code.title(),
            "status": status(error.code).as_u16(),
            "detail": error.detail,
            "instance": path,
            "code": name,
            "request_id": request_id,
        });
        if !error.errors.is_empty() {
            document["errors"] = json!(error.errors);
        }
        for (member, value) in &error.members {
            document[member] = value.clone();
        }
        document
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Problem(error) = &self;
        let mut response = status(error.code).into_response();
        let headers = response.headers_mut();
        if let Some(after) = error.retry_after {
            let seconds = after.as_secs_f64().ceil().max(1.0) as u64;
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if error.code == Code::Unauthorized {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if error.code == Code::ReferenceTaken
            && let Some((_, game)) = error.members.iter().find(|(name, _)| name == "game")
            && let Ok(location) =
                HeaderValue::try_from(format!("/v1/games/{}", game.as_str().unwrap_or_default()))
        {
            headers.insert(header::LOCATION, location);
        }
        if error.code == Code::UpgradeRequired {
            headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
            headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
            headers.insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        }
        if error.is_replayed {
            headers.insert(REPLAYED, HeaderValue::from_static("true"));
        }
        response.extensions_mut().insert(self);
        response
    }
}

fn status(code: Code) -> StatusCode {
    match code {
        Code::InvalidRequest | Code::InvalidJson => StatusCode::BAD_REQUEST,
        Code::Unauthorized => StatusCode::UNAUTHORIZED,
        Code::Forbidden | Code::ScopeMissing | Code::ConsentNeeded | Code::HintsOff => StatusCode::FORBIDDEN,
        Code::NotFound | Code::GameNotFound | Code::SeekNotFound => StatusCode::NOT_FOUND,
        Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Code::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
        Code::GameOver
        | Code::GameNotOver
        | Code::NotStarted
        | Code::GameStarted
        | Code::NoReadyCheck
        | Code::SeatTaken
        | Code::GameTooLong
        | Code::NotYourTurn
        | Code::GameChanged
        | Code::NothingToUndo
        | Code::NoDrawOffer
        | Code::NoTakebackOffer
        | Code::NoRematchOffer
        | Code::NothingToClaim
        | Code::GamePaused
        | Code::GameNotPaused
        | Code::NoClock
        | Code::SeekMatched
        | Code::PhrasesUsedUp
        | Code::ReferenceTaken
        | Code::RequestInFlight => StatusCode::CONFLICT,
        Code::EventsExpired => StatusCode::GONE,
        Code::UpgradeRequired => StatusCode::UPGRADE_REQUIRED,
        Code::VersionMismatch => StatusCode::PRECONDITION_FAILED,
        Code::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Code::IllegalMove
        | Code::InvalidPosition
        | Code::InvalidRecord
        | Code::InvalidMoveText
        | Code::AmbiguousMove
        | Code::IdempotencyKeyReused => StatusCode::UNPROCESSABLE_ENTITY,
        Code::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Code::Overloaded | Code::ShuttingDown | Code::StoreUnavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}
