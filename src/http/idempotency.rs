//! The header `Idempotency-Key`.

use super::client::bearer;
use super::problem::{Problem, REPLAYED, Result};
use crate::service::{Answered, Client, IdempotencyKey};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};

const LONGEST_KEY: usize = 200;
/// As many characters can hold a key that nobody guesses.
const LEAST_UNGUESSABLE: usize = 16;

/// The key of a request, bound to its caller: whoever has another credential never gets its answer.
///
/// # Errors
/// When the key is empty, too long, or short enough to be guessed where nothing else identifies the caller.
pub fn key(headers: &HeaderMap, client: &Client, uri: &Uri, body: &[u8]) -> Result<Option<IdempotencyKey>> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let text = key.to_str().ok().filter(|text| (1..=LONGEST_KEY).contains(&text.len()));
    let Some(text) = text else {
        let message = format!("expected 1 to {LONGEST_KEY} visible characters");
        return Err(Problem::field("Idempotency-Key", message));
    };
    let api_key = headers.get("x-api-key").map_or(&b""[..], HeaderValue::as_bytes);
    let token = bearer(headers).unwrap_or_default();
    let has_credential = match client {
        Client::Key(_) => true,
        // A seat's token, which only the path of a game makes a credential.
        Client::Address(_) => !token.is_empty() && uri.path().starts_with("/v1/games/"),
    };
    if !has_credential && text.len() < LEAST_UNGUESSABLE {
        let message = format!(
            "expected at least {LEAST_UNGUESSABLE} characters that cannot be guessed, such as a UUID: without a credential \
             the key alone shows that a retry is yours"
        );
        return Err(Problem::field("Idempotency-Key", message));
    }
    let request = [uri.query().unwrap_or_default().as_bytes(), body];
    let credential = [api_key, b"\n", token.as_bytes()].concat();
    Ok(Some(IdempotencyKey::new(text.as_bytes(), &credential, uri.path(), request, client.digest())))
}

/// The header of a replayed answer.
pub fn replayed<T>(answered: &Answered<T>) -> Option<[(HeaderName, HeaderValue); 1]> {
    answered.is_replayed.then(|| [(REPLAYED, HeaderValue::from_static("true"))])
}
