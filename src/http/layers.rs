//! What surrounds every request: its id, its trace, limits, credentials, and how errors are written.

use super::extract::bearer;
use super::idempotency::{self, ToldAgain};
use super::problem::{Code, Problem};
use super::state::AppState;
use axum::body::Body;
use axum::extract::{ConnectInfo, DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use opentelemetry::global;
use opentelemetry_http::HeaderExtractor;
use sha2::{Digest, Sha256};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use subtle::ConstantTimeEq;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{AllowHeaders, AllowOrigin, Any, CorsLayer};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, RequestId, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tracing::Instrument;
use tracing_opentelemetry::OpenTelemetrySpanExt;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const LONGEST_REQUEST_ID: usize = 128;

/// Puts the layers around the routes. Those named first are nearest to the handlers.
pub fn with_layers(routes: Router<AppState>, state: AppState) -> Router {
    let not_streams = DefaultPredicate::new().and(NotForContentType::const_new("application/x-ndjson"));
    let fixed = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    routes
        .layer(DefaultBodyLimit::max(state.config.body_limit_bytes))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            Problem::new(Code::Internal, "the request could not be answered; nothing was changed by it")
                .into_response()
        }))
        .layer(from_fn_with_state(state.clone(), idempotency::answer_once))
        .layer(from_fn_with_state(state.clone(), time_out))
        .layer(from_fn_with_state(state.clone(), limit_rate))
        .layer(from_fn_with_state(state.clone(), check_api_key))
        .layer(from_fn_with_state(state.clone(), observe))
        .layer(middleware::from_fn(write_problems))
        .layer(CompressionLayer::new().gzip(true).compress_when(not_streams))
        .layer(cors(&state.config.cors_origins))
        .layer(fixed(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(fixed(header::X_FRAME_OPTIONS, "DENY"))
        .layer(fixed(header::REFERRER_POLICY, "no-referrer"))
        .layer(fixed(header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(middleware::from_fn(drop_unusable_request_id))
        .with_state(state)
}

fn cors(origins: &[String]) -> CorsLayer {
    let exposed = [
        header::ETAG,
        header::LOCATION,
        header::RETRY_AFTER,
        HeaderName::from_static("ratelimit"),
        HeaderName::from_static("ratelimit-policy"),
        REQUEST_ID,
    ];
    let allowed: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    let origins = if origins.is_empty() { AllowOrigin::from(Any) } else { AllowOrigin::list(allowed) };
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST, Method::DELETE, Method::HEAD, Method::OPTIONS])
        // Named one by one: browsers do not let `*` stand for `Authorization`.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(exposed)
        .max_age(Duration::from_secs(3600))
}

/// A request id that is too long or not plain text is replaced by one of ours.
async fn drop_unusable_request_id(mut request: Request, next: Next) -> Response {
    let usable = |value: &HeaderValue| {
        (1..=LONGEST_REQUEST_ID).contains(&value.len()) && value.as_bytes().iter().all(u8::is_ascii_graphic)
    };
    if request.headers().get(REQUEST_ID).is_some_and(|value| !usable(value)) {
        request.headers_mut().remove(REQUEST_ID);
    }
    next.run(request).await
}

fn request_id(request: &Request) -> String {
    let id = request.extensions().get::<RequestId>().and_then(|id| id.header_value().to_str().ok());
    id.unwrap_or_default().to_owned()
}

/// Writes the body of a problem, now that the request's path and id are known.
async fn write_problems(request: Request, next: Next) -> Response {
    let (path, id) = (request.uri().path().to_owned(), request_id(&request));
    let response = next.run(request).await;
    let extensions = response.extensions();
    let document = match (extensions.get::<Problem>(), extensions.get::<ToldAgain>()) {
        (Some(problem), _) => problem.document(&path, &id),
        (None, Some(ToldAgain(document))) => {
            let mut document = document.clone();
            document["instance"] = path.into();
            document["request_id"] = id.into();
            document
        }
        (None, None) => return response,
    };
    let (mut parts, _) = response.into_parts();
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(document.to_string()))
}

/// The id of the game that the path names.
fn game(request: &Request) -> Option<&str> {
    request.uri().path().strip_prefix("/v1/games/")?.split('/').next()
}

/// Logs and counts the request.
async fn observe(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("unknown", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let trace = request.headers().get("traceparent").and_then(|value| value.to_str().ok()).unwrap_or("-");
    let span = tracing::info_span!(
        "request",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        %method,
        path = request.uri().path(),
        game = game(&request).unwrap_or("-"),
        id = request_id(&request),
        trace,
        "http.response.status_code" = tracing::field::Empty,
    );
    let caller =
        global::get_text_map_propagator(|propagator| propagator.extract(&HeaderExtractor(request.headers())));
    // It is not there when spans are neither logged nor exported.
    let _nobody_asks = span.set_parent(caller);
    let response = next.run(request).instrument(span.clone()).await;
    let (status, elapsed) = (response.status(), started.elapsed());
    span.record("http.response.status_code", status.as_u16());
    state.metrics.request(&route, &method, status, elapsed);
    let code = response.extensions().get::<Problem>().map(|problem| problem.code);
    span.in_scope(|| match code {
        Some(code) if status.is_server_error() => tracing::warn!(status = status.as_u16(), ?code, ?elapsed),
        Some(code) => tracing::info!(status = status.as_u16(), ?code, ?elapsed),
        None => tracing::info!(status = status.as_u16(), ?elapsed),
    });
    response
}

fn is_api(request: &Request) -> bool {
    request.uri().path().starts_with("/v1/")
}

fn api_key(request: &Request) -> Option<&str> {
    let key = request.headers().get("x-api-key").and_then(|value| value.to_str().ok());
    key.or_else(|| bearer(request.headers()))
}

/// With keys configured, `/v1` needs one: in `X-API-Key`, or as a bearer token where no seat token is.
async fn check_api_key(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let hashes = &state.config.api_key_hashes;
    if hashes.is_empty() || !is_api(&request) || request.method() == Method::OPTIONS {
        return next.run(request).await;
    }
    let Some(key) = api_key(&request) else {
        let detail = "expected an API key in the header X-API-Key";
        return Problem::new(Code::Unauthorized, detail)
            .header(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
            .into_response();
    };
    let digest: String = Sha256::digest(key.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    // All are compared, and each in constant time, so that the time tells nothing.
    let matches = hashes
        .iter()
        .fold(0, |sum, hash| sum | hash.to_ascii_lowercase().as_bytes().ct_eq(digest.as_bytes()).unwrap_u8());
    if matches == 0 {
        return Problem::new(Code::Forbidden, "this API key is not one of those that may use this server")
            .into_response();
    }
    next.run(request).await
}

/// Who is asking: the API key, else the address.
fn client(request: &Request) -> String {
    match api_key(request) {
        Some(key) => format!("{:x?}", &Sha256::digest(key.as_bytes())[..8]),
        None => request
            .extensions()
            .get::<ConnectInfo<SocketAddr>>()
            .map_or_else(String::new, |ConnectInfo(address)| address.ip().to_string()),
    }
}

async fn limit_rate(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if !state.limiter.is_on() || !is_api(&request) {
        return next.run(request).await;
    }
    let standing = state.limiter.take(&client(&request), Instant::now());
    let mut response = match standing.retry_after {
        None => next.run(request).await,
        Some(after) => {
            let detail = format!("expected at most {} requests a minute", standing.per_minute);
            Problem::new(Code::RateLimited, detail).retry_after(after).into_response()
        }
    };
    for (name, value) in standing.headers() {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// Gives up a request that is not answered in time. A stream's answer begins at once, so this does not end it.
async fn time_out(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let limit = Duration::from_millis(state.config.request_timeout_ms);
    match tokio::time::timeout(limit, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let detail =
                format!("the request was not answered within {} ms and was given up", limit.as_millis());
            Problem::new(Code::Overloaded, detail).retry_after(Duration::from_secs(1)).into_response()
        }
    }
}
