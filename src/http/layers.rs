//! The middleware of every request: request id, tracing, limits, authentication, and the bodies of errors.

use super::problem::Problem;
use super::share::ForFrames;
use super::state::AppState;
use super::{access, body};
use crate::headers::{PREFERENCE_APPLIED, RATE_LIMIT, RATE_LIMIT_POLICY, TRACEPARENT};
use crate::service::{Code, Error};
use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use opentelemetry::global;
use opentelemetry_http::HeaderExtractor;
use std::time::{Duration, Instant};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{AllowHeaders, AllowOrigin, Any, CorsLayer};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, RequestId, SetRequestIdLayer};
use tracing::Instrument;
use tracing_opentelemetry::OpenTelemetrySpanExt;

pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The server's time in milliseconds since the Unix epoch. A client corrects its own clock by it to show the clocks
/// of games.
const TIME: HeaderName = HeaderName::from_static("duiyi-time");
const MAX_ID_LENGTH: usize = 128;
/// The number of headers of most responses. A map that begins without room for them grows several times.
pub const USUAL_HEADERS: usize = 16;

/// Adds the middleware to the routes. The layers listed last are the innermost.
pub fn with_layers(routes: Router<AppState>, state: AppState) -> Router {
    let not_streams = DefaultPredicate::new().and(NotForContentType::const_new("application/x-ndjson"));
    // A thread that compresses answers nobody else meanwhile. A better quality takes three times as long.
    let compression =
        CompressionLayer::new().gzip(true).quality(CompressionLevel::Fastest).compress_when(not_streams);
    // One `layer` call, and one middleware function in it: each call and each function adds a boxed service that is cloned
    // for every request, with all that is inside it.
    let layers = ServiceBuilder::new()
        .map_request(drop_unusable_request_id)
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(PropagateRequestIdLayer::x_request_id())
        .map_response(secure)
        .layer(cors(&state.service().config.cors_origins))
        .layer(compression)
        .layer(from_fn_with_state(state.clone(), middleware))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            Problem::new(Code::Internal, "the request could not be answered").into_response()
        }))
        // `body::read` enforces the limit.
        .layer(DefaultBodyLimit::disable());
    routes.layer(layers).with_state(state)
}

/// Adds the headers that tell browsers to be careful, unless the handler has set its own.
fn secure<B>(mut response: axum::http::Response<B>) -> axum::http::Response<B> {
    const FIXED: [(HeaderName, &str); 3] = [
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    for (name, value) in FIXED {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Our own middleware, outermost first.
async fn middleware(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let state = &state;
    let is_about_game = is_about_game(request.uri().path());
    let mut response = write_problems(request, |request| {
        observe(state, request, |request| {
            access::check(state, request, |request| {
                time_out(state, request, |request| body::read(state, request, |request| next.run(request)))
            })
        })
    })
    .await;
    let known = response.headers().len();
    response.headers_mut().reserve(USUAL_HEADERS.saturating_sub(known));
    // The policy of a page for frames names who may frame it, which this header cannot.
    if response.extensions().get::<ForFrames>().is_none() {
        response.headers_mut().insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    if is_about_game {
        response.headers_mut().insert(TIME, HeaderValue::from(Timestamp::now().as_millisecond()));
    }
    response
}

fn cors(origins: &[String]) -> CorsLayer {
    let exposed = [
        header::ETAG,
        header::LOCATION,
        header::RETRY_AFTER,
        PREFERENCE_APPLIED,
        RATE_LIMIT,
        RATE_LIMIT_POLICY,
        REQUEST_ID,
        TIME,
    ];
    let allowed: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    let origins = if origins.is_empty() { AllowOrigin::from(Any) } else { AllowOrigin::list(allowed) };
    CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST, Method::DELETE, Method::HEAD, Method::OPTIONS])
        // The names are mirrored, because `*` does not cover `Authorization`.
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(exposed)
        .max_age(Duration::from_secs(3600))
}

/// Removes a request id that is too long or not visible ASCII, so that the next layer generates one.
fn drop_unusable_request_id(mut request: Request) -> Request {
    let usable = |value: &HeaderValue| {
        (1..=MAX_ID_LENGTH).contains(&value.len()) && value.as_bytes().iter().all(u8::is_ascii_graphic)
    };
    if request.headers().get(REQUEST_ID).is_some_and(|value| !usable(value)) {
        request.headers_mut().remove(REQUEST_ID);
    }
    request
}

fn text(id: Option<&RequestId>) -> &str {
    id.and_then(|id| id.header_value().to_str().ok()).unwrap_or_default()
}

/// Writes the problem document of an error response. It needs the path and the id of the request.
async fn write_problems<F: Future<Output = Response>>(
    request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let (uri, id) = (request.uri().clone(), request.extensions().get::<RequestId>().cloned());
    let response = inner(request).await;
    let Some(problem) = response.extensions().get::<Problem>() else { return response };
    let document = problem.document(uri.path(), text(id.as_ref()));
    let (mut parts, _) = response.into_parts();
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(document.to_string()))
}

/// Whether the path is that of the games, or of something about one of them.
fn is_about_game(path: &str) -> bool {
    path.strip_prefix("/v1/games").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The id of the game that the path names.
fn game(request: &Request) -> Option<&str> {
    request.uri().path().strip_prefix("/v1/games/")?.split('/').next()
}

/// Logs the request, counts it, and records its trace span.
async fn observe<F: Future<Output = Response>>(
    state: &AppState,
    request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let started = Instant::now();
    let path = request.extensions().get::<MatchedPath>().cloned();
    let route = path.as_ref().map_or("unknown", MatchedPath::as_str);
    let method = request.method().clone();
    let trace = request.headers().get(TRACEPARENT).and_then(|value| value.to_str().ok()).unwrap_or("-");
    // What only traces say. Without an exporter the log would pay for it.
    let exports = !state.service().config.otlp_endpoint.is_empty();
    let span = tracing::info_span!(
        "request",
        otel.name = exports.then(|| format!("{method} {route}")),
        otel.kind = exports.then_some("server"),
        %method,
        path = request.uri().path(),
        game = game(&request).unwrap_or("-"),
        id = text(request.extensions().get()),
        trace,
        "http.response.status_code" = tracing::field::Empty,
    );
    // The span is disabled when spans are neither logged nor exported.
    if exports && !span.is_disabled() {
        let caller = global::get_text_map_propagator(|propagator| {
            propagator.extract(&HeaderExtractor(request.headers()))
        });
        let _not_exported = span.set_parent(caller);
    }
    let response = inner(request).instrument(span.clone()).await;
    let (status, elapsed) = (response.status(), started.elapsed());
    if exports {
        span.record("http.response.status_code", status.as_u16());
    }
    state.metrics.request(route, &method, status, elapsed);
    let code = response.extensions().get::<Problem>().map(|Problem(error)| error.code);
    span.in_scope(|| match code {
        Some(code) if status.is_server_error() => tracing::warn!(status = status.as_u16(), ?code, ?elapsed),
        Some(code) => tracing::info!(status = status.as_u16(), ?code, ?elapsed),
        None => tracing::info!(status = status.as_u16(), ?elapsed),
    });
    response
}

/// Answers 503 if the handler takes too long. The response of a stream starts at once, so the timeout does not end streams.
/// A change that has started still runs to its end.
async fn time_out<F: Future<Output = Response>>(
    state: &AppState,
    request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let limit = Duration::from_millis(state.service().config.request_timeout_ms);
    match tokio::time::timeout(limit, inner(request)).await {
        Ok(response) => response,
        Err(_) => {
            let detail = format!(
                "the request was not answered within {} ms; a change that it asked for may still be made",
                limit.as_millis()
            );
            let error = Error::new(Code::Overloaded, detail).retry_after(Duration::from_secs(1));
            Problem(error).into_response()
        }
    }
}
