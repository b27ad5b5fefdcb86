//! Serves the web client. Vite builds its files from `web/`; they are embedded in the binary.

use super::conditions::client_has;
use super::problem::{Problem, Result};
use crate::service::Code;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use include_dir::{Dir, File, include_dir};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::LazyLock;

static DIST: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web/dist");

/// Only files of this server, and nothing inline. The client saves pictures of a position through `blob:`.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Browsers must revalidate the page. The names of its assets contain a hash, so assets never change.
const REVALIDATE: &str = "no-cache";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The entity tag of every file, by its path.
static TAGS: LazyLock<HashMap<&str, String>> = LazyLock::new(|| {
    let assets = DIST.get_dir("assets").into_iter().flat_map(Dir::files);
    let tagged = |file: &'static File<'_>| {
        let digest = Sha256::digest(file.contents());
        let tag = HEXLOWER.encode(&digest[..16]);
        Some((file.path().to_str()?, format!("\"{tag}\"")))
    };
    DIST.files().chain(assets).filter_map(tagged).collect()
});

pub async fn page(headers: HeaderMap) -> Result<Response> {
    let page = file("index.html", REVALIDATE, &headers)?;
    Ok(([(header::CONTENT_SECURITY_POLICY, POLICY)], page).into_response())
}

pub async fn asset(
    name: std::result::Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response> {
    let name = name.map_or_else(|_| String::new(), |Path(name)| name);
    file(&format!("assets/{name}"), IMMUTABLE, &headers)
}

fn file(path: &str, caching: &'static str, headers: &HeaderMap) -> Result<Response> {
    let (Some(file), Some(tag)) = (DIST.get_file(path), TAGS.get(path)) else {
        return Err(Problem::new(Code::NotFound, "there is no such file"));
    };
    let described = [
        (header::CONTENT_TYPE, content_type(path)),
        (header::CACHE_CONTROL, caching),
        (header::ETAG, tag.as_str()),
    ];
    if client_has(headers, tag) {
        return Ok((StatusCode::NOT_MODIFIED, described).into_response());
    }
    Ok((described, file.contents()).into_response())
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
