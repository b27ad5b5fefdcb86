//! Extractors: JSON bodies, game ids, and the caller with its headers.

use super::conditions::if_match;
use super::idempotency;
use super::problem::{Problem, Result};
use super::state::AppState;
use crate::headers::{bearer, is_json, prefers_minimal};
use crate::json::Fields;
use crate::service::{Call, Client, Code, Viewer, game_not_found};
use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use std::time::Instant;
use uuid::Uuid;

/// The fields of a JSON body, with the caller and the headers that concern the service.
pub struct JsonCall {
    pub fields: Fields,
    pub call: Call,
    pub to: Recipient,
}

/// To whom the response to a change goes.
#[derive(Clone, Debug)]
pub struct Recipient {
    pub client: Client,
    pub returns: Return,
}

impl Recipient {
    pub fn viewer(&self) -> Viewer<'_> {
        Viewer::new(&self.client, None)
    }
}

/// What a client wants in the response to a change (`Prefer: return`, RFC 7240).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Return {
    /// The whole game.
    Representation,
    /// Its short form.
    Minimal,
}

impl Return {
    fn preferred(headers: &HeaderMap) -> Return {
        if prefers_minimal(headers) { Return::Minimal } else { Return::Representation }
    }
}

impl FromRequest<AppState> for JsonCall {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &AppState) -> Result<JsonCall> {
        let (mut parts, body) = request.into_parts();
        let client = Client::from_request_parts(&mut parts, state).await?;
        // `body::read` has enforced the limit.
        let bytes = to_bytes(body, usize::MAX)
            .await
            .map_err(|_| Problem::new(Code::InvalidRequest, "the body could not be read to its end"))?;
        let Parts { headers, uri, .. } = &parts;
        check_is_json(headers, &bytes)?;
        let key = idempotency::key(headers, &client, uri, &bytes)?;
        let to = Recipient { client: client.clone(), returns: Return::preferred(headers) };
        let call = Call { key, ..call(headers, client) };
        Ok(JsonCall { fields: Fields::parse(&bytes)?, call, to })
    }
}

fn call(headers: &HeaderMap, client: Client) -> Call {
    Call {
        client,
        token: bearer(headers).map(str::to_owned),
        condition: if_match(headers),
        key: None,
        arrived: Instant::now(),
    }
}

fn check_is_json(headers: &HeaderMap, bytes: &Bytes) -> Result<()> {
    if bytes.is_empty() || is_json(headers) {
        return Ok(());
    }
    let got = headers.get(header::CONTENT_TYPE).map_or("none", |value| value.to_str().unwrap_or("another"));
    let detail = format!("expected the header Content-Type: application/json, got {got}");
    Err(Problem::new(Code::UnsupportedMediaType, detail))
}

/// A [`Call`] for a request without a body.
pub struct BodylessCall(pub Call);

impl<S: Send + Sync> FromRequestParts<S> for BodylessCall {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<BodylessCall> {
        let client = Client::from_request_parts(parts, state).await?;
        Ok(BodylessCall(call(&parts.headers, client)))
    }
}

/// The game id in the path.
#[derive(Clone, Copy, Debug)]
pub struct GameId(pub Uuid);

impl<S: Send + Sync> FromRequestParts<S> for GameId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GameId> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Problem::new(Code::GameNotFound, "the path names no game"))?;
        id.parse().map(GameId).map_err(|_| Problem(game_not_found(&id)))
    }
}
