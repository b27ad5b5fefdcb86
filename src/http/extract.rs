//! What handlers take in: bodies, game ids, conditions and credentials.

use super::client::{Client, bearer};
use super::fields::Fields;
use super::problem::{Code, Problem, Result};
use super::state::AppState;
use crate::rules::Side;
use crate::session::{Session, Store, StoreError};
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Instant;
use uuid::Uuid;

/// A JSON object, who sent it, and when it had been read: time budgets count from then.
#[derive(Debug)]
pub struct Body {
    pub fields: Fields,
    pub client: Client,
    pub arrived: Instant,
}

impl FromRequest<AppState> for Body {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &AppState) -> Result<Body> {
        let content_type = request.headers().get(header::CONTENT_TYPE).cloned();
        let (mut parts, body) = request.into_parts();
        let client = Client::from_request_parts(&mut parts, state).await?;
        let bytes = Bytes::from_request(Request::from_parts(parts, body), state)
            .await
            .map_err(|_| Problem::new(Code::InvalidRequest, "the body could not be read to its end"))?;
        let is_json = content_type.as_ref().and_then(|value| value.to_str().ok()).is_some_and(|value| {
            let essence = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
            essence == "application/json" || essence.ends_with("+json")
        });
        if !bytes.is_empty() && !is_json {
            let got = content_type.as_ref().map_or("none", |value| value.to_str().unwrap_or("another"));
            let detail = format!("expected the header Content-Type: application/json, got {got}");
            return Err(Problem::new(Code::UnsupportedMediaType, detail));
        }
        Ok(Body { fields: Fields::parse(&bytes)?, client, arrived: Instant::now() })
    }
}

/// The game the path names, as it is now.
#[derive(Debug)]
pub struct Current(pub Arc<Session>);

impl FromRequestParts<AppState> for Current {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Current> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Problem::new(Code::GameNotFound, "the path names no game"))?;
        find(&state.store, &id).await.map(Current)
    }
}

/// # Errors
/// When there is no such game; an id that is not one is treated alike.
async fn find(store: &Store, id: &str) -> Result<Arc<Session>> {
    let unknown = || {
        let id: String = id.chars().take(50).collect();
        Problem::new(
            Code::GameNotFound,
            format!("there is no game {id:?}: it may have been deleted or have expired"),
        )
    };
    let id = id.parse::<Uuid>().map_err(|_| unknown())?;
    store.get(id).await.map_err(|error| match error {
        StoreError::NotFound => unknown(),
        error => error.into(),
    })
}

/// The answer to a client that has this version already.
pub fn not_modified(version: u64) -> Response {
    (StatusCode::NOT_MODIFIED, [(header::ETAG, etag(version))]).into_response()
}

/// The strong entity tag of a version.
pub fn etag(version: u64) -> String {
    format!("\"{version}\"")
}

fn lists(value: &str, version: u64) -> bool {
    let tag = etag(version);
    value.split(',').map(str::trim).any(|given| given == "*" || given == tag)
}

/// # Errors
/// When the request is for another version (`If-Match`).
pub fn check_version(headers: &HeaderMap, session: &Session) -> Result<()> {
    match headers.get(header::IF_MATCH).map(|value| value.to_str().unwrap_or_default()) {
        Some(wanted) if !lists(wanted, session.version) => Err(version_mismatch(wanted, session.version)),
        _ => Ok(()),
    }
}

fn version_mismatch(wanted: &str, version: u64) -> Problem {
    let detail = format!("expected version {wanted}, and the game has {}", etag(version));
    Problem::new(Code::VersionMismatch, detail).with("version", version)
}

/// Whether the client has this version already (`If-None-Match`).
pub fn is_known(headers: &HeaderMap, version: u64) -> bool {
    headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| lists(&value.replace("W/", ""), version))
}

/// # Errors
/// When the game has seats and the request no token of one of `sides`.
pub fn check_seat(headers: &HeaderMap, session: &Session, sides: &[Side]) -> Result<()> {
    let Some(seats) = &session.seats else { return Ok(()) };
    let names = session.game.ruleset().side_names();
    let wanted = sides.iter().map(|&side| names[side]).collect::<Vec<_>>().join(" or ");
    let unauthorized = |detail: String| {
        Problem::new(Code::Unauthorized, detail)
            .header(header::WWW_AUTHENTICATE, header::HeaderValue::from_static("Bearer"))
    };
    let Some(token) = bearer(headers) else {
        return Err(unauthorized(format!("expected Authorization: Bearer with the seat token of {wanted}")));
    };
    match seats.side_of(token) {
        Some(side) if sides.contains(&side) => Ok(()),
        Some(side) => {
            Err(Problem::new(Code::Forbidden, format!("this token is {}'s, and {wanted} acts", names[side])))
        }
        None => Err(unauthorized(format!("the token is not one of this game's: expected that of {wanted}"))),
    }
}
