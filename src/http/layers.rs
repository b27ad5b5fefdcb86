//! The middleware of every request: request id, CORS, tracing, limits, authentication, and the bodies of errors.

use super::metrics::method_label;
use super::paths::{game_of, is_about_games};
use super::problem::Problem;
use super::share::ForFrames;
use super::state::AppState;
use super::{access, body, compression, cors};
use crate::headers::{REQUEST_ID, TIME, TRACEPARENT};
use crate::service::{Caller, Client, Code, Error};
use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use opentelemetry::global;
use opentelemetry_http::HeaderExtractor;
use std::any::Any;
use std::time::{Duration, Instant};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, RequestId, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tracing::Instrument;
use tracing_opentelemetry::OpenTelemetrySpanExt;

const MAX_ID_LENGTH: usize = 128;

/// Adds the middleware to the routes, outermost first.
pub fn with_layers(routes: Router<AppState>, state: AppState) -> Router {
    let layers = ServiceBuilder::new()
        .map_request(drop_unusable_id)
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(unless_set(header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"))
        .layer(unless_set(header::REFERRER_POLICY, "no-referrer"))
        .layer(unless_set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(cors::layer(&state.service().config().cors_origins))
        .map_response(compression::tag_compressed)
        .layer(compression::layer())
        .layer(from_fn(add_headers))
        .layer(from_fn(write_problems))
        .layer(from_fn_with_state(state.clone(), observe))
        .layer(from_fn_with_state(state.clone(), access::check))
        .layer(from_fn_with_state(state.clone(), time_out))
        .layer(from_fn_with_state(state.clone(), body::read))
        .layer(CatchPanicLayer::custom(panicked));
    routes.layer(layers).with_state(state)
}

/// Drops the id that the client has given the request if it is too long or not visible ASCII, so that it gets a new one.
fn drop_unusable_id(mut request: Request) -> Request {
    let is_usable = |id: &HeaderValue| {
        (1..=MAX_ID_LENGTH).contains(&id.len()) && id.as_bytes().iter().all(u8::is_ascii_graphic)
    };
    if request.headers().get(REQUEST_ID).is_some_and(|id| !is_usable(id)) {
        request.headers_mut().remove(REQUEST_ID);
    }
    request
}

fn id(request: &Request) -> String {
    let id = request.extensions().get::<RequestId>().and_then(|id| id.header_value().to_str().ok());
    id.unwrap_or_default().to_owned()
}

/// Adds a header that tells browsers to be careful, unless the handler has set its own.
fn unless_set(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}

/// Adds the headers that depend on what the request is about.
async fn add_headers(request: Request, next: Next) -> Response {
    let is_about_game = is_about_games(request.uri().path());
    let mut response = next.run(request).await;
    // The policy of a page for frames names who may frame it, which this header cannot.
    if response.extensions().get::<ForFrames>().is_none() {
        response.headers_mut().insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    if is_about_game {
        response.headers_mut().insert(TIME, HeaderValue::from(Timestamp::now().as_millisecond()));
    }
    response
}

/// The response to a request whose handler panicked, which ends only this request.
fn panicked(_: Box<dyn Any + Send>) -> Response {
    Problem::new(Code::Internal, "the request could not be answered").into_response()
}

/// Writes the problem document of an error response. It needs the path and the id of the request.
async fn write_problems(request: Request, next: Next) -> Response {
    let (uri, id) = (request.uri().clone(), id(&request));
    let response = next.run(request).await;
    let Some(problem) = response.extensions().get::<Problem>() else { return response };
    let document = problem.document(uri.path(), &id);
    let (mut parts, _) = response.into_parts();
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(document.to_string()))
}

/// Logs the request, counts it, and records its trace span.
async fn observe(State(state): State<AppState>, request: Request, next: Next) -> Response {
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
        game = game_of(request.uri().path()).map_or_else(|| "-".to_owned(), |game| game.to_string()),
        id = id(&request),
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
    let response = next.run(request).instrument(span.clone()).await;
    let (status, elapsed) = (response.status(), started.elapsed());
    if exports {
        span.record("http.response.status_code", status.as_u16());
    }
    state.metrics.request(route, &method, status, elapsed);
    span.in_scope(|| log(route, &response, elapsed));
    response
}

/// Writes the line of a request. Probes and scrapes, which come every few seconds, only say so at the level debug.
fn log(route: &str, response: &Response, elapsed: Duration) {
    let (status, elapsed_ms) = (response.status().as_u16(), (elapsed.as_secs_f64() * 1e6).round() / 1e3);
    let client = response.extensions().get::<Client>();
    let key = client.and_then(Client::caller).map(Caller::name);
    let client = client.map(|client| format!("{:08x}", client.id().0 >> 96));
    let (client, key) = (client.as_deref().unwrap_or("-"), key.unwrap_or("-"));
    let Some(Problem(error)) = response.extensions().get::<Problem>() else {
        match route {
            "/metrics" | "/healthz" | "/readyz" => tracing::debug!(status, elapsed_ms, client, key),
            _ => tracing::info!(status, elapsed_ms, client, key),
        }
        return;
    };
    let code = error.code.name();
    if response.status().is_server_error() {
        tracing::warn!(status, code, elapsed_ms, client, key);
    } else {
        tracing::info!(status, code, elapsed_ms, client, key);
    }
}

/// Answers 503 if the handler takes too long. The response of a stream starts at once, so the timeout does not end streams.
/// A change that has started still runs to its end.
async fn time_out(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let limit = Duration::from_millis(state.service().config().request_timeout_ms);
    match tokio::time::timeout(limit, next.run(request)).await {
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
