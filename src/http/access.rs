//! Who may use `/v1`, and how often.

use super::client::{Client, bearer};
use super::problem::{Code, Problem};
use super::state::AppState;
use crate::config::Config;
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::net::SocketAddr;
use std::time::Instant;
use subtle::ConstantTimeEq;

/// Lets a request to `/v1` in if its client has one left and a key, where one is asked for. Refused ones count too, so
/// that keys cannot be guessed at leisure.
pub async fn check<F: Future<Output = Response>>(
    state: &AppState,
    mut request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    if !request.uri().path().starts_with("/v1/") {
        return inner(request).await;
    }
    let (client, refusal) = identify(&state.config, &request);
    let refusal = state.limiter.take_request(&client, Instant::now()).err().or(refusal);
    let mut response = match refusal {
        Some(problem) => problem.into_response(),
        None => {
            request.extensions_mut().insert(client.clone());
            inner(request).await
        }
    };
    for (name, value) in state.limiter.headers(&client, Instant::now()).into_iter().flatten() {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
    }
    response
}

/// The client, and why it may not go on. With keys configured, `/v1` needs one: in `X-API-Key`, or as a bearer token
/// where no seat token is.
fn identify(config: &Config, request: &Request) -> (Client, Option<Problem>) {
    let address = Client::at(request.extensions().get::<ConnectInfo<SocketAddr>>());
    let hashes = &config.api_key_hashes;
    if hashes.is_empty() {
        return (address, None);
    }
    let key = request.headers().get("x-api-key").and_then(|value| value.to_str().ok());
    let Some(key) = key.or_else(|| bearer(request.headers())) else {
        let refusal = Problem::new(Code::Unauthorized, "expected an API key in the header X-API-Key")
            .header(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        return (address, Some(refusal));
    };
    let digest = HEXLOWER.encode(&Sha256::digest(key.as_bytes()));
    // All are compared, and each in constant time, so that the time tells nothing.
    let known = hashes.iter().enumerate().fold(None, |known, (place, hash)| {
        let is_it = hash.to_ascii_lowercase().as_bytes().ct_eq(digest.as_bytes());
        if bool::from(is_it) { Some(place) } else { known }
    });
    match known {
        Some(place) => (Client::Key(place), None),
        None => {
            let detail = "this API key is not one of those that may use this server";
            (address, Some(Problem::new(Code::Forbidden, detail)))
        }
    }
}
