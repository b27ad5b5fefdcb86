//! Serves the OpenAPI contract and its reference, a page that `web/reference.ts` generates. Their files are embedded in
//! the binary.

use super::embedded::Embedded;
use super::problem::{Problem, Result};
use crate::headers::{Accepted, accepts_gzip};
use crate::service::Code;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse, Response};

static OPENAPI: Embedded = Embedded::new(include_bytes!("../../openapi.yaml"));
static PAGE: Embedded = Embedded::new(include_bytes!("docs/index.html"));
static STYLE: Embedded = Embedded::new(include_bytes!("docs/reference.css"));
static PROGRAM: Embedded = Embedded::new(include_bytes!("docs/reference.js"));

/// Only files of this server, and nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

fn file(kind: &'static str, file: &'static Embedded, headers: &HeaderMap) -> Response {
    let described = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "public, max-age=3600"),
        (header::VARY, "accept-encoding"),
    ];
    (described, file.response(accepts_gzip(headers))).into_response()
}

pub async fn openapi(headers: HeaderMap) -> Response {
    let is_plain = Accepted::of(&headers).wants_plain_text("application", "yaml");
    let kind = if is_plain { "text/plain; charset=utf-8" } else { "application/yaml" };
    (AppendHeaders([(header::VARY, "accept")]), file(kind, &OPENAPI, &headers)).into_response()
}

pub async fn page(headers: HeaderMap) -> Response {
    file("text/html; charset=utf-8", &PAGE, &headers)
}

pub async fn asset(
    name: std::result::Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response> {
    Ok(match name.as_ref().map_or("", |Path(name)| name) {
        "reference.css" => file("text/css", &STYLE, &headers),
        "reference.js" => file("text/javascript", &PROGRAM, &headers),
        _ => return Err(Problem::new(Code::NotFound, "there is no such file")),
    })
}
