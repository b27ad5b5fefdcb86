//! The middleware of every request: request id, CORS, tracing, limits, authentication, and the bodies of errors.

use super::compression::Compression;
use super::cors::Cors;
use super::metrics::method_label;
use super::problem::Problem;
use super::share::ForFrames;
use super::state::AppState;
use super::{access, body};
use crate::headers::{REQUEST_ID, TIME, TRACEPARENT};
use crate::service::{Code, Error};
use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::Route;
use futures_util::FutureExt;
use jiff::Timestamp;
use opentelemetry::global;
use opentelemetry_http::HeaderExtractor;
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tower::layer::layer_fn;
use tower::{Service, service_fn};
use tracing::Instrument;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use uuid::Uuid;

const MAX_ID_LENGTH: usize = 128;
/// The number of headers of most responses. A map that begins without room for them grows several times.
pub const USUAL_HEADERS: usize = 16;

/// A route with the middleware around it. One layer of functions, because each request would pay for every further layer: a clone
/// of it, a future, and moves of the request and the response.
struct Middleware {
    state: AppState,
    cors: Cors,
    compression: Compression,
    route: Route,
}

/// Adds the middleware to the routes.
pub fn with_layers(routes: Router<AppState>, state: AppState) -> Router {
    let shared = state.clone();
    let layer = layer_fn(move |route| {
        let state = shared.clone();
        let cors = Cors::new(&state.service().config().cors_origins);
        let middleware = Arc::new(Middleware { state, cors, compression: Compression::new(), route });
        service_fn(move |request| answer(Arc::clone(&middleware), request))
    });
    routes.layer(layer).with_state(state)
}

/// What happens to every request, outermost first.
async fn answer(middleware: Arc<Middleware>, request: Request) -> Result<Response, Infallible> {
    let Middleware { state, cors, compression, route } = &*middleware;
    let id = request_id(request.headers());
    // Boxed here, because every layer around it moves it.
    let handler = service_fn(|request| Box::pin(handle(state, route, request, &id)));
    let compressed = service_fn(|request| compression.answer(request, handler));
    let mut response = cors.answer(request, compressed).await?;
    secure(response.headers_mut());
    response.headers_mut().insert(REQUEST_ID, id);
    Ok(response)
}

/// The id that the client has given the request, or a new one if it is missing, too long or not visible ASCII.
fn request_id(headers: &HeaderMap) -> HeaderValue {
    let usable = |value: &&HeaderValue| {
        (1..=MAX_ID_LENGTH).contains(&value.len()) && value.as_bytes().iter().all(u8::is_ascii_graphic)
    };
    headers.get(REQUEST_ID).filter(usable).cloned().unwrap_or_else(|| {
        let mut buffer = Uuid::encode_buffer();
        let text = Uuid::new_v4().hyphenated().encode_lower(&mut buffer);
        HeaderValue::from_str(text).expect("it is visible ASCII")
    })
}

fn text(id: &HeaderValue) -> &str {
    id.to_str().unwrap_or_default()
}

/// Adds the headers that tell browsers to be careful, unless the handler has set its own.
fn secure(response: &mut HeaderMap) {
    const FIXED: [(HeaderName, &str); 3] = [
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    for (name, value) in FIXED {
        response.entry(name).or_insert(HeaderValue::from_static(value));
    }
}

/// Handles every request that is no preflight, outermost first.
async fn handle(
    state: &AppState,
    route: &Route,
    request: Request,
    id: &HeaderValue,
) -> Result<Response, Infallible> {
    let is_about_game = is_about_game(request.uri().path());
    let mut response = write_problems(request, id, |request| {
        observe(state, request, id, |request| {
            access::check(state, request, |request| {
                time_out(state, request, |request| body::read(state, request, |request| run(route, request)))
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
    Ok(response)
}

/// Runs the handler. A panic in it ends only this request.
async fn run(route: &Route, request: Request) -> Response {
    // A route is always ready.
    match AssertUnwindSafe(async { route.clone().call(request).await }).catch_unwind().await {
        Ok(Ok(response)) => response,
        Ok(Err(never)) => match never {},
        Err(_) => Problem::new(Code::Internal, "the request could not be answered").into_response(),
    }
}

/// Writes the problem document of an error response. It needs the path and the id of the request.
async fn write_problems<F: Future<Output = Response>>(
    request: Request,
    id: &HeaderValue,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let uri = request.uri().clone();
    let response = inner(request).await;
    let Some(problem) = response.extensions().get::<Problem>() else { return response };
    let document = problem.document(uri.path(), text(id));
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
    id: &HeaderValue,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let started = Instant::now();
    let path = request.extensions().get::<MatchedPath>().cloned();
    let route = path.as_ref().map_or("unknown", MatchedPath::as_str);
    let method = request.method().clone();
    let trace = request.headers().get(TRACEPARENT).and_then(|value| value.to_str().ok()).unwrap_or("-");
    // What only traces say. Without an exporter the log would pay for it.
    let exports = !state.service().config().otlp_endpoint.is_empty();
    let span = tracing::info_span!(
        "request",
        otel.name = exports.then(|| format!("{} {route}", method_label(&method))),
        otel.kind = exports.then_some("server"),
        %method,
        path = request.uri().path(),
        game = game(&request).unwrap_or("-"),
        id = text(id),
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
    let limit = Duration::from_millis(state.service().config().request_timeout_ms);
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
