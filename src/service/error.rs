//! The error type of the service: a stable code for programs, a text for people, and hints for a retry.

use crate::engine::SearchError;
use crate::game::{ChangeError, Unreadable};
use crate::jobs::JobError;
pub use crate::json::FieldError;
use crate::json::NotAnObject;
use crate::pool::PoolError;
use crate::record::{ExportError, ImportError, Place, ReadError};
use crate::rules::{MoveError, PositionError};
use crate::store::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;
use uuid::Uuid;

/// A stable, machine-readable error code. The names are part of the API.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    InvalidRequest,
    InvalidJson,
    Unauthorized,
    Forbidden,
    ScopeMissing,
    ConsentNeeded,
    HintsOff,
    NotFound,
    GameNotFound,
    SeekNotFound,
    MethodNotAllowed,
    RequestTimeout,
    GameOver,
    GameNotOver,
    NotStarted,
    GameStarted,
    NoReadyCheck,
    SeatTaken,
    GameTooLong,
    NotYourTurn,
    GameChanged,
    NothingToUndo,
    NoDrawOffer,
    NoTakebackOffer,
    NoRematchOffer,
    NothingToClaim,
    GamePaused,
    GameNotPaused,
    NoClock,
    SeekMatched,
    PhrasesUsedUp,
    ReferenceTaken,
    RequestInFlight,
    EventsExpired,
    UpgradeRequired,
    VersionMismatch,
    BodyTooLarge,
    UnsupportedMediaType,
    IllegalMove,
    InvalidPosition,
    InvalidRecord,
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
    /// The name in the API.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// A short summary of the code, for people.
    pub fn title(self) -> &'static str {
        match self {
            Code::InvalidRequest => "The request is not valid",
            Code::InvalidJson => "The body is not valid JSON",
            Code::Unauthorized => "Credentials are missing or unknown",
            Code::Forbidden => "These credentials do not allow this",
            Code::ScopeMissing => "The API key lacks a scope",
            Code::ConsentNeeded => "The other player must agree",
            Code::HintsOff => "The engine gives no hints in this game",
            Code::NotFound => "There is nothing at this path",
            Code::GameNotFound => "There is no such game",
            Code::SeekNotFound => "There is no such seek",
            Code::MethodNotAllowed => "The path does not support this method",
            Code::RequestTimeout => "The request did not arrive in time",
            Code::GameOver => "The game is over",
            Code::GameNotOver => "The game is not over",
            Code::NotStarted => "The game has not started",
            Code::GameStarted => "Both sides have moved already",
            Code::NoReadyCheck => "The game does not wait for players to be ready",
            Code::SeatTaken => "No seat is open",
            Code::GameTooLong => "The game has too many moves",
            Code::NotYourTurn => "It is the other side's turn",
            Code::GameChanged => "Another request has changed the game",
            Code::NothingToUndo => "There are not enough moves to take back",
            Code::NoDrawOffer => "There is no draw offer to answer",
            Code::NoTakebackOffer => "There is no offer to take moves back",
            Code::NoRematchOffer => "There is no offer of a rematch",
            Code::NothingToClaim => "The other side has not abandoned the game",
            Code::GamePaused => "An arbiter has paused the game",
            Code::GameNotPaused => "The game is not paused",
            Code::NoClock => "The game has no clock",
            Code::SeekMatched => "The seek has met an opponent",
            Code::PhrasesUsedUp => "The player has said enough",
            Code::ReferenceTaken => "Another game has this reference",
            Code::RequestInFlight => "The first request with this key is still in progress",
            Code::EventsExpired => "These events are not kept any more",
            Code::UpgradeRequired => "This is only for WebSockets",
            Code::VersionMismatch => "The game has another version",
            Code::BodyTooLarge => "The body is too large",
            Code::UnsupportedMediaType => "The body must be JSON",
            Code::IllegalMove => "The move is not legal",
            Code::InvalidPosition => "The position is not valid",
            Code::InvalidRecord => "The record cannot be read",
            Code::InvalidMoveText => "The move cannot be read",
            Code::AmbiguousMove => "The move is ambiguous",
            Code::IdempotencyKeyReused => "The key was used for another request",
            Code::RateLimited => "Too many requests",
            Code::Internal => "Something went wrong in the server",
            Code::Overloaded => "The server is busy",
            Code::ShuttingDown => "The server is shutting down",
            Code::StoreUnavailable => "Games cannot be stored right now",
        }
    }

    /// Whether the same request may succeed later, because the cause is temporary and not in the request.
    pub fn is_transient(self) -> bool {
        matches!(
            self,
            Code::RequestInFlight
                | Code::RateLimited
                | Code::Internal
                | Code::Overloaded
                | Code::ShuttingDown
                | Code::StoreUnavailable
        )
    }
}

/// Why an operation failed. `detail` says what was expected and what was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Error {
    pub code: Code,
    pub detail: String,
    pub errors: Vec<FieldError>,
    /// Further members of the problem document, such as the current `version` of the game.
    pub members: Vec<(String, Value)>,
    pub retry_after: Option<Duration>,
    /// Whether this error is the replayed result of an earlier request with the same idempotency key.
    #[serde(skip)]
    pub is_replayed: bool,
}

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub fn new(code: Code, detail: impl Into<String>) -> Error {
        Error {
            code,
            detail: detail.into(),
            errors: Vec::new(),
            members: Vec::new(),
            retry_after: None,
            is_replayed: false,
        }
    }

    /// The same error of a part of a request, where its pointers begin.
    #[must_use]
    pub fn within(self, place: &str) -> Error {
        let errors = self
            .errors
            .into_iter()
            .map(|field| FieldError { pointer: format!("{place}{}", field.pointer), message: field.message });
        Error { errors: errors.collect(), detail: format!("{place}: {}", self.detail), ..self }
    }

    /// [`Code::InvalidRequest`] with all errors of a body.
    pub fn fields(errors: Vec<FieldError>) -> Error {
        let detail = match &errors[..] {
            [error] => format!("{}: {}", error.pointer, error.message),
            several => format!("{} fields are not valid: see errors", several.len()),
        };
        Error { errors, ..Error::new(Code::InvalidRequest, detail) }
    }

    pub fn field(pointer: &str, message: impl Into<String>) -> Error {
        Error::fields(vec![FieldError::new(pointer, message)])
    }

    /// [`Code::GameTooLong`] for a game of `plies`, of which only `limit` are allowed.
    pub fn game_too_long(plies: usize, limit: usize) -> Error {
        let detail = format!("expected at most {limit} moves of both sides in a game, got {plies}");
        Error::new(Code::GameTooLong, detail)
    }

    pub fn retry_after(self, after: Duration) -> Error {
        Error { retry_after: Some(after), ..self }
    }

    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Error {
        self.members.push((member.to_owned(), value.into()));
        self
    }

    /// The same error with its place in a record.
    fn at(self, place: Place) -> Error {
        match place {
            Place::Line(line) => self.with("line", line),
            Place::Byte(byte) => self.with("byte", byte),
        }
    }

    /// The same error with a prefix before its detail.
    pub fn prefixed(self, prefix: &str) -> Error {
        Error { detail: format!("{prefix}: {}", self.detail), ..self }
    }
}

impl From<NotAnObject> for Error {
    fn from(error: NotAnObject) -> Error {
        match error {
            NotAnObject::NotJson(_) => Error::new(Code::InvalidJson, error.to_string()),
            NotAnObject::Other(_) => Error::field("", error.to_string()),
        }
    }
}

impl From<Vec<FieldError>> for Error {
    fn from(errors: Vec<FieldError>) -> Error {
        Error::fields(errors)
    }
}

impl From<PositionError> for Error {
    fn from(error: PositionError) -> Error {
        let errors = error
            .reasons
            .iter()
            .map(|reason| FieldError { pointer: "/fen".to_owned(), message: reason.to_string() })
            .collect();
        Error { errors, ..Error::new(Code::InvalidPosition, error.to_string()) }
    }
}

impl From<MoveError> for Error {
    fn from(error: MoveError) -> Error {
        let detail = error.to_string();
        match error {
            MoveError::Unreadable { .. } => Error::new(Code::InvalidMoveText, detail),
            MoveError::Ambiguous { candidates, .. } => {
                Error::new(Code::AmbiguousMove, detail).with("candidates", candidates)
            }
            MoveError::Illegal(illegal) => {
                Error::new(Code::IllegalMove, detail).with("reason", json!(illegal.reason()))
            }
            MoveError::GameOver(_) => Error::new(Code::GameOver, detail),
        }
    }
}

/// The query parameters of an export are wrong.
impl From<ExportError> for Error {
    fn from(error: ExportError) -> Error {
        match error {
            ExportError::Format(message) => Error::field("format", message),
            ExportError::Notation(message) => Error::field("notation", message),
        }
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Error {
        let detail = error.to_string();
        let errors = vec![FieldError { pointer: "/record".to_owned(), message: detail.clone() }];
        Error { errors, ..Error::new(Code::InvalidRecord, detail) }.at(error.place)
    }
}

impl From<ImportError> for Error {
    fn from(error: ImportError) -> Error {
        let detail = error.to_string();
        match error {
            // The position is in the record and not in the field `fen`.
            ImportError::Position(error) => {
                let refusal = Error::from(error);
                let in_record = |error| FieldError { pointer: "/record".to_owned(), ..error };
                Error { errors: refusal.errors.into_iter().map(in_record).collect(), ..refusal }
            }
            ImportError::Move { ply, place, text, error } => {
                let errors = vec![FieldError { pointer: "/record".to_owned(), message: detail.clone() }];
                Error { detail, errors, ..Error::from(error) }.with("move", text).with("ply", ply).at(place)
            }
            ImportError::TooLong { plies, limit } => Error::game_too_long(plies, limit),
        }
    }
}

impl From<ChangeError> for Error {
    fn from(error: ChangeError) -> Error {
        let detail = error.to_string();
        match error {
            ChangeError::Move(error) => error.into(),
            ChangeError::Undo(_) => Error::new(Code::NothingToUndo, detail),
            ChangeError::GameOver(_) => Error::new(Code::GameOver, detail),
            ChangeError::NoDrawOffer => Error::new(Code::NoDrawOffer, detail),
            ChangeError::NotStarted => Error::new(Code::NotStarted, detail),
            ChangeError::GameStarted => Error::new(Code::GameStarted, detail),
            ChangeError::NoReadyCheck => Error::new(Code::NoReadyCheck, detail),
            ChangeError::GameNotOver => Error::new(Code::GameNotOver, detail),
            ChangeError::SeatTaken => Error::new(Code::SeatTaken, detail),
            ChangeError::WrongInvitation | ChangeError::NoSeats => Error::new(Code::Forbidden, detail),
            ChangeError::Paused => Error::new(Code::GamePaused, detail),
            ChangeError::NotPaused => Error::new(Code::GameNotPaused, detail),
            ChangeError::NoClock => Error::new(Code::NoClock, detail),
            ChangeError::NoTakebackOffer => Error::new(Code::NoTakebackOffer, detail),
            ChangeError::NoRematchOffer => Error::new(Code::NoRematchOffer, detail),
        }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        let detail = error.to_string();
        match error {
            StoreError::NotFound => Error::new(Code::GameNotFound, detail),
            StoreError::Conflict(current) => {
                Error::new(Code::GameChanged, detail).with("version", current.version)
            }
            StoreError::ReferenceTaken(id) => {
                Error::new(Code::ReferenceTaken, detail).with("game", id.to_string())
            }
            StoreError::TooManySeeks(_) => {
                Error::new(Code::RateLimited, detail).retry_after(Duration::from_secs(15))
            }
            StoreError::SeekMatched => Error::new(Code::SeekMatched, detail),
            StoreError::ClaimLost => {
                Error::new(Code::RequestInFlight, detail).retry_after(Duration::from_secs(1))
            }
            // During a rolling update, a newer server that can read the game may answer the retry.
            StoreError::Unreadable(_) | StoreError::Unavailable(_) => {
                Error::new(Code::StoreUnavailable, detail).retry_after(Duration::from_secs(1))
            }
            StoreError::Full => Error::new(Code::Overloaded, detail).retry_after(Duration::from_secs(60)),
        }
    }
}

impl From<Unreadable> for Error {
    fn from(error: Unreadable) -> Error {
        StoreError::from(error).into()
    }
}

impl From<PoolError> for Error {
    fn from(error: PoolError) -> Error {
        let detail = error.to_string();
        match error {
            PoolError::Overloaded { retry_after } => {
                Error::new(Code::Overloaded, detail).retry_after(retry_after)
            }
            PoolError::ShuttingDown => {
                Error::new(Code::ShuttingDown, detail).retry_after(Duration::from_secs(5))
            }
            PoolError::Panicked => {
                tracing::error!("a search panicked");
                Error::new(Code::Internal, "the search failed")
            }
            PoolError::Search(SearchError::GameOver) => Error::new(Code::GameOver, detail),
            PoolError::Search(SearchError::NoMoveLeft) => Error::field("/search_moves", detail),
        }
    }
}

impl From<JobError> for Error {
    fn from(error: JobError) -> Error {
        let detail = error.to_string();
        match error {
            JobError::NotFound => Error::new(Code::NotFound, detail),
            JobError::Full => Error::new(Code::Overloaded, detail).retry_after(Duration::from_secs(10)),
            JobError::TooManyOfClient(_) => {
                Error::new(Code::RateLimited, detail).retry_after(Duration::from_secs(10))
            }
            JobError::Unavailable(_) => {
                Error::new(Code::StoreUnavailable, detail).retry_after(Duration::from_secs(1))
            }
        }
    }
}

/// The error of a store that was asked for the game `id`.
pub(in crate::service) fn of_game(id: Uuid, error: StoreError) -> Error {
    match error {
        StoreError::NotFound => game_not_found(&id.to_string()),
        error => error.into(),
    }
}

/// [`Code::GameNotFound`], quoting the id as the client sent it.
pub fn game_not_found(id: &str) -> Error {
    let id: String = id.chars().take(50).collect();
    Error::new(
        Code::GameNotFound,
        format!("there is no game {id:?}: it may have been deleted or have expired"),
    )
}
