//! Cross-origin resource sharing: which pages may use the API from a browser, and what they may read (the Fetch standard).

use super::layers::{REQUEST_ID, TIME};
use crate::headers::{PREFERENCE_APPLIED, RATE_LIMIT, RATE_LIMIT_POLICY};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;

/// The headers that a page may read, besides those that every page may.
const EXPOSED: [HeaderName; 8] = [
    header::ETAG,
    header::LOCATION,
    header::RETRY_AFTER,
    PREFERENCE_APPLIED,
    RATE_LIMIT,
    RATE_LIMIT_POLICY,
    REQUEST_ID,
    TIME,
];
const METHODS: HeaderValue = HeaderValue::from_static("GET,POST,DELETE,HEAD,OPTIONS");
const MAX_AGE: HeaderValue = HeaderValue::from_static("3600");
#[derive(Debug)]
pub struct Cors {
    /// Whose pages may use the API. Empty: all pages.
    origins: Vec<HeaderValue>,
    /// The headers of a request that change these headers of its response.
    vary: HeaderValue,
    exposed: HeaderValue,
}

impl Cors {
    pub fn new(origins: &[String]) -> Cors {
        let origins: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
        let exposed = EXPOSED.each_ref().map(HeaderName::as_str).join(",");
        Cors {
            vary: HeaderValue::from_static(match origins[..] {
                [] => "access-control-request-headers",
                _ => "origin, access-control-request-headers",
            }),
            origins,
            exposed: HeaderValue::try_from(exposed).expect("names of headers are visible ASCII"),
        }
    }

    /// The response to a preflight request with these headers.
    pub fn preflight(&self, request: &HeaderMap) -> Response {
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        self.allow_origin(request.get(header::ORIGIN), headers);
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, MAX_AGE);
        // The names are mirrored, because `*` does not cover `Authorization`.
        if let Some(names) = request.get(header::ACCESS_CONTROL_REQUEST_HEADERS) {
            headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, names.clone());
        }
        response
    }

    /// Adds the headers of any other response, to a page from `origin`.
    pub fn allow(&self, origin: Option<&HeaderValue>, response: &mut HeaderMap) {
        self.allow_origin(origin, response);
        response.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, self.exposed.clone());
    }

    fn allow_origin(&self, origin: Option<&HeaderValue>, response: &mut HeaderMap) {
        response.append(header::VARY, self.vary.clone());
        let allowed = match &self.origins[..] {
            [] => Some(HeaderValue::from_static("*")),
            origins => origin.filter(|origin| origins.contains(origin)).cloned(),
        };
        if let Some(allowed) = allowed {
            response.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, allowed);
        }
    }
}
