//! Who may use `/v1`, and how often.

use super::client::{at, bearer};
use super::problem::Problem;
use super::state::AppState;
use crate::service::{Client, Error, Service, Standing};
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::time::Instant;

/// Lets a request to `/v1` pass if its client has one left and a key, where one is needed. Refused requests count too, so
/// that keys cannot be guessed at leisure.
pub async fn check<F: Future<Output = Response>>(
    state: &AppState,
    mut request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    if !request.uri().path().starts_with("/v1/") {
        return inner(request).await;
    }
    let service = state.service();
    let (client, refusal) = identify(service, &request);
    let refusal = service.quotas.take_request(&client, Instant::now()).err().or(refusal);
    let mut response = match refusal {
        Some(error) => Problem(error).into_response(),
        None => {
            request.extensions_mut().insert(client.clone());
            inner(request).await
        }
    };
    for (name, value) in rate_limit_headers(service, &client).into_iter().flatten() {
        response.headers_mut().insert(name, value);
    }
    response
}

/// The client, and why it may not go on. An API key comes in `X-API-Key`, or as a bearer token where no seat token is.
fn identify(service: &Service, request: &Request) -> (Client, Option<Error>) {
    let address = at(request.extensions().get::<ConnectInfo<SocketAddr>>());
    let key = request.headers().get("x-api-key").and_then(|value| value.to_str().ok());
    service.identify(address, key.or_else(|| bearer(request.headers())))
}

/// `RateLimit-Policy` and `RateLimit` as the IETF's draft has them; none without limits.
fn rate_limit_headers(service: &Service, client: &Client) -> Option<[(HeaderName, HeaderValue); 2]> {
    let standings: Vec<Standing> = service.quotas.standings(client, Instant::now()).collect();
    if standings.is_empty() {
        return None;
    }
    let list = |item: fn(&Standing) -> String| {
        HeaderValue::try_from(standings.iter().map(item).collect::<Vec<_>>().join(", ")).ok()
    };
    Some([
        (HeaderName::from_static("ratelimit-policy"), list(policy_item)?),
        (HeaderName::from_static("ratelimit"), list(limit_item)?),
    ])
}

fn policy_item(standing: &Standing) -> String {
    let unit = standing.unit.map_or_else(String::new, |unit| format!(";qu=\"{unit}\""));
    format!("\"{}\";q={};w={}{unit}", standing.name, standing.quota, standing.window.as_secs())
}

fn limit_item(standing: &Standing) -> String {
    format!("\"{}\";r={};t={}", standing.name, standing.left, standing.until_full.as_secs())
}
