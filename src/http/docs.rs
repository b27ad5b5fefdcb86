//! Serves the OpenAPI contract and its reference, a page that `web/reference.ts` generates. Their files are embedded in
//! the binary.

use super::problem::{Problem, Result};
use crate::headers::Accepted;
use crate::service::Code;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

const OPENAPI: &str = include_str!("../../openapi.yaml");

/// Only files of this server, and nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

fn file(kind: &'static str, bytes: &'static [u8]) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, bytes).into_response()
}

pub async fn openapi(headers: HeaderMap) -> Response {
    let is_plain = Accepted::of(&headers).wants_plain_text("application", "yaml");
    let kind = if is_plain { "text/plain; charset=utf-8" } else { "application/yaml" };
    ([(header::VARY, "accept")], file(kind, OPENAPI.as_bytes())).into_response()
}

pub async fn page() -> Response {
    file("text/html; charset=utf-8", include_bytes!("docs/index.html"))
}

pub async fn asset(name: std::result::Result<Path<String>, PathRejection>) -> Result<Response> {
    Ok(match name.as_ref().map_or("", |Path(name)| name) {
        "reference.css" => file("text/css", include_bytes!("docs/reference.css")),
        "reference.js" => file("text/javascript", include_bytes!("docs/reference.js")),
        _ => return Err(Problem::new(Code::NotFound, "there is no such file")),
    })
}
