//! The request header `Idempotency-Key` and the response header `Idempotency-Replayed`.

use super::paths::game_of;
use super::problem::{Problem, REPLAYED, Result};
use crate::headers::{API_KEY, IDEMPOTENCY_KEY, bearer};
use crate::service::{Client, IdempotencyKey, Replayable};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};

const MAX_KEY_LENGTH: usize = 200;
/// A random key of this many characters cannot be guessed.
const MIN_UNGUESSABLE_LENGTH: usize = 16;

/// Parses the key and binds it to the caller, so that a caller with another credential never gets the response.
///
/// # Errors
/// When the key is empty or too long, or when it could be guessed and the caller has no credential.
pub fn key(headers: &HeaderMap, client: &Client, uri: &Uri, body: &[u8]) -> Result<Option<IdempotencyKey>> {
    let Some(key) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let text = key.to_str().ok().filter(|text| (1..=MAX_KEY_LENGTH).contains(&text.len()));
    let Some(text) = text else {
        let message = format!("expected 1 to {MAX_KEY_LENGTH} visible characters");
        return Err(Problem::field("Idempotency-Key", message));
    };
    let api_key = headers.get(API_KEY).map_or(&b""[..], HeaderValue::as_bytes);
    let token = bearer(headers).unwrap_or_default();
    let has_credential = match client {
        Client::Key(_) => true,
        // A bearer token is a seat's token only on the paths of a game, and a player who joins has none yet.
        Client::Address(_) => {
            let path = uri.path();
            !token.is_empty() && path.starts_with("/v1/games/") && !path.ends_with("/join")
        }
    };
    if !has_credential && text.len() < MIN_UNGUESSABLE_LENGTH {
        let message = format!(
            "expected at least {MIN_UNGUESSABLE_LENGTH} characters that cannot be guessed, such as a UUID: without a credential \
             the key alone shows that a retry is yours"
        );
        return Err(Problem::field("Idempotency-Key", message));
    }
    let request = [uri.query().unwrap_or_default().as_bytes(), body];
    let credential = [api_key, b"\n", token.as_bytes()].concat();
    let (path, digest) = (uri.path(), client.digest());
    Ok(Some(IdempotencyKey::new(text.as_bytes(), &credential, path, request, digest, game_of(path))))
}

/// The header that marks a replayed response.
pub fn replayed_header<T>(result: &Replayable<T>) -> Option<[(HeaderName, HeaderValue); 1]> {
    result.is_replayed.then(|| [(REPLAYED, HeaderValue::from_static("true"))])
}
