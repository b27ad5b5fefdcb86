//! Authentication and rate limits of `/v1`.

use super::client;
use super::paths::game_of;
use super::problem::Problem;
use super::state::AppState;
use crate::config::Scope;
use crate::headers::{API_KEY, RATE_LIMIT, RATE_LIMIT_POLICY, USER, bearer, protocol_token};
use crate::service::{Access, Client, Credentials, Error, QuotaStatus, Result, Service};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Tells a missing API key from a missing token of a game, whose challenge has no realm.
const KEY_CHALLENGE: HeaderValue = HeaderValue::from_static("Bearer realm=\"api-key\"");

/// Checks the API key and the request quota of a request to `/v1`. Rejected requests count against the quota too, which
/// slows down the guessing of keys and tokens.
pub async fn check(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    if !request.uri().path().starts_with("/v1/") {
        return next.run(request).await;
    }
    let service = state.service();
    let address = client::of(&request, &state.proxies);
    let headers = request.headers();
    let credentials = Credentials {
        key: headers.get(API_KEY).and_then(|value| value.to_str().ok()),
        bearer: bearer(headers).or_else(|| protocol_token(headers)),
        user: headers.get(USER).map(HeaderValue::as_bytes),
    };
    let (client, refusal) = service.identify(address, credentials);
    let admitted = admit(service, &client, refusal, credentials.bearer, access(&request)).await;
    let mut response = match admitted {
        Err(error) => refuse(error),
        Ok(()) => {
            request.extensions_mut().insert(client.clone());
            next.run(request).await
        }
    };
    // For the log.
    response.extensions_mut().insert(client.clone());
    for (name, value) in rate_limit_headers(service, &client).into_iter().flatten() {
        response.headers_mut().insert(name, value);
    }
    response
}

async fn admit(
    service: &Service,
    client: &Client,
    refusal: Option<Error>,
    bearer: Option<&str>,
    access: Access,
) -> Result<()> {
    service.take_request(client)?;
    match refusal {
        Some(refusal) => Err(refusal),
        None => service.authorize(client, bearer, access).await,
    }
}

/// What the request asks for, by its route.
fn access(request: &Request) -> Access {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    match route {
        "/v1/games" if request.method() == Method::GET => Access::Scopes(&[Scope::Games, Scope::Admin]),
        "/v1/games" | "/v1/games/batch" => Access::Scopes(&[Scope::Games]),
        "/v1/games/{id}/join" | "/v1/seeks/{id}" => Access::OwnSecret,
        "/v1/seeks" => Access::Scopes(&[Scope::Games]),
        "/v1/games/{id}/events" | "/v1/games/{id}/socket" if has_ticket(request) => Access::OwnSecret,
        game if game.starts_with("/v1/games/{id}") => Access::Game(game_of(request.uri().path())),
        search if ["/v1/analys", "/v1/reviews"].iter().any(|prefix| search.starts_with(prefix)) => {
            Access::Scopes(&[Scope::Analysis])
        }
        "/v1/events" => Access::Scopes(&[Scope::Feed]),
        _ => Access::AnyKey,
    }
}

fn has_ticket(request: &Request) -> bool {
    let query = request.uri().query().unwrap_or_default();
    query.split('&').any(|parameter| parameter.starts_with("ticket="))
}

fn refuse(error: Error) -> Response {
    let mut response = Problem(error).into_response();
    if response.status() == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, KEY_CHALLENGE);
    }
    response
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
