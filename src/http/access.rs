//! Authentication and rate limits of `/v1`.

use super::client;
use super::problem::Problem;
use super::state::AppState;
use crate::headers::{API_KEY, RATE_LIMIT, RATE_LIMIT_POLICY, bearer};
use crate::service::{Client, Error, QuotaStatus, Service};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Tells a missing API key from a missing token of a game, whose challenge has no realm.
const KEY_CHALLENGE: HeaderValue = HeaderValue::from_static("Bearer realm=\"api-key\"");

/// Checks the API key and the request quota of a request to `/v1`. Rejected requests count against the quota too, which
/// slows down the guessing of keys.
pub async fn check(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    if !request.uri().path().starts_with("/v1/") {
        return next.run(request).await;
    }
    let service = state.service();
    let (client, refusal) = identify(&state, &request);
    let refusal = service.take_request(&client).err().or(refusal);
    let mut response = match refusal {
        Some(error) => refuse(error),
        None => {
            request.extensions_mut().insert(client.clone());
            next.run(request).await
        }
    };
    for (name, value) in rate_limit_headers(service, &client).into_iter().flatten() {
        response.headers_mut().insert(name, value);
    }
    response
}

fn refuse(error: Error) -> Response {
    let mut response = Problem(error).into_response();
    if response.status() == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, KEY_CHALLENGE);
    }
    response
}

/// The client, by its API key (`X-API-Key` or a bearer token) or its address, and an error if it needs another key.
fn identify(state: &AppState, request: &Request) -> (Client, Option<Error>) {
    let address = client::of(request, &state.proxies);
    let key = request.headers().get(API_KEY).and_then(|value| value.to_str().ok());
    state.service().identify(address, key.or_else(|| bearer(request.headers())))
}

/// The headers `RateLimit-Policy` and `RateLimit` (IETF draft ratelimit-headers). None when no quota is configured.
fn rate_limit_headers(service: &Service, client: &Client) -> Option<[(HeaderName, HeaderValue); 2]> {
    let statuses: Vec<QuotaStatus> = service.quota_statuses(client);
    if statuses.is_empty() {
        return None;
    }
    let list = |item: fn(&QuotaStatus) -> String| {
        HeaderValue::try_from(statuses.iter().map(item).collect::<Vec<_>>().join(", ")).ok()
    };
    Some([(RATE_LIMIT_POLICY, list(policy_item)?), (RATE_LIMIT, list(limit_item)?)])
}

fn policy_item(status: &QuotaStatus) -> String {
    let unit = status.unit.map_or_else(String::new, |unit| format!(";qu=\"{unit}\""));
    format!("\"{}\";q={};w={}{unit}", status.name, status.quota, status.window.as_secs())
}

fn limit_item(status: &QuotaStatus) -> String {
    format!("\"{}\";r={};t={}", status.name, status.left, status.until_full.as_secs())
}
