//! Serves the web client. Vite builds its files from `web/`; they are embedded in the binary.

use super::conditions::client_has;
use super::embedded::Embedded;
use super::problem::{Problem, Result};
use crate::headers::accepts_gzip;
use crate::service::Code;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;
use include_dir::{Dir, File, include_dir};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::LazyLock;

static DIST: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web/dist");

/// Only files of this server, and nothing inline. The client saves pictures of a position through `blob:`.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors ";
const NO_FRAMES: &str = "'none'";

/// The assets whose names contain no hash: the manifest of the installed page, its icons, and the service worker.
const UNHASHED: [&str; 5] =
    ["manifest.webmanifest", "sw.js", "icon-192.png", "icon-512.png", "icon-maskable.png"];
/// A service worker may control only the paths below its own, unless this header names another one.
const WORKER_SCOPE: (HeaderName, &str) = (HeaderName::from_static("service-worker-allowed"), "/");
/// A service worker has a policy of its own. It requests the files that it keeps.
const WORKER_POLICY: (HeaderName, &str) =
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; connect-src 'self'; frame-ancestors 'none'");

/// Browsers must revalidate the page. The names of most assets contain a hash, so those never change.
const REVALIDATE: &str = "no-cache";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// A file with the entity tags of its representations: as it is, and compressed.
#[derive(Debug)]
struct Asset {
    file: Embedded,
    tag: String,
    zipped_tag: String,
}

/// Every file by its path.
static ASSETS: LazyLock<HashMap<&str, Asset>> = LazyLock::new(|| {
    let assets = DIST.get_dir("assets").into_iter().flat_map(Dir::files);
    let tagged = |file: &'static File<'_>| Some((file.path().to_str()?, asset_of(file.contents())));
    let described = (FRONT_PAGE, asset_of(described_front_page()));
    DIST.files().chain(assets).filter_map(tagged).chain([described]).collect()
});

/// Where [`ASSETS`] has the page of `/`, under a name that no file has.
const FRONT_PAGE: &str = "/";

/// What previews say about the root of the server. The pages of games describe themselves.
const FRONT_PAGE_PREVIEW: &str = r#"
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Duiyi 对弈" />
    <meta property="og:title" content="Duiyi 对弈" />
    <meta property="og:description" content="Play Xiangqi, Gomoku, Renju and Caro against the engine, or with a friend." />
    <meta property="og:image" content="/assets/icon-512.png" />
    <meta name="twitter:card" content="summary" />
  "#;

fn described_front_page() -> &'static [u8] {
    with_elements(FRONT_PAGE_PREVIEW).into_bytes().leak()
}

fn asset_of(contents: &'static [u8]) -> Asset {
    let digest = Sha256::digest(contents);
    let tag = HEXLOWER.encode(&digest[..16]);
    let (tag, zipped_tag) = (format!("\"{tag}\""), format!("\"{tag}-gzip\""));
    Asset { file: Embedded::new(contents), tag, zipped_tag }
}

/// The front page, described for previews.
pub async fn page(headers: HeaderMap) -> Result<Response> {
    framed_by(NO_FRAMES, FRONT_PAGE, &headers)
}

/// The page for a game of which nothing is said.
pub fn page_of_game(headers: &HeaderMap) -> Result<Response> {
    page_for_frames_of(NO_FRAMES, headers)
}

/// The page, which may be in a frame of these sources (CSP `frame-ancestors`).
pub fn page_for_frames_of(ancestors: &str, headers: &HeaderMap) -> Result<Response> {
    framed_by(ancestors, "index.html", headers)
}

fn framed_by(ancestors: &str, path: &str, headers: &HeaderMap) -> Result<Response> {
    let page = file(path, REVALIDATE, headers)?;
    Ok(([(header::CONTENT_SECURITY_POLICY, format!("{POLICY}{ancestors}"))], page).into_response())
}

fn with_elements(elements: &str) -> String {
    const END: &str = "</head>";
    let page = DIST.get_file("index.html").and_then(File::contents_utf8).unwrap_or_default();
    page.replacen(END, &format!("{elements}{END}"), 1)
}

/// The page with more elements in its head.
pub fn page_with(elements: &str) -> Result<Response> {
    let page = with_elements(elements);
    let described = [
        (header::CONTENT_TYPE, content_type("index.html").to_owned()),
        (header::CACHE_CONTROL, REVALIDATE.to_owned()),
        (header::CONTENT_SECURITY_POLICY, format!("{POLICY}{NO_FRAMES}")),
    ];
    Ok((described, page).into_response())
}

pub async fn asset(
    name: std::result::Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response> {
    let name = name.map_or_else(|_| String::new(), |Path(name)| name);
    let caching = if UNHASHED.contains(&name.as_str()) { REVALIDATE } else { IMMUTABLE };
    let asset = file(&format!("assets/{name}"), caching, &headers)?;
    Ok(if name == "sw.js" { ([WORKER_SCOPE, WORKER_POLICY], asset).into_response() } else { asset })
}

fn file(path: &str, caching: &'static str, headers: &HeaderMap) -> Result<Response> {
    let Some(Asset { file, tag, zipped_tag }) = ASSETS.get(path) else {
        return Err(Problem::new(Code::NotFound, "there is no such file"));
    };
    // A PNG is compressed already.
    let is_zipped = accepts_gzip(headers) && !path.ends_with(".png");
    let tag = if is_zipped { zipped_tag } else { tag };
    let described = [
        (header::CONTENT_TYPE, content_type(path)),
        (header::CACHE_CONTROL, caching),
        (header::ETAG, tag.as_str()),
        (header::VARY, "accept-encoding"),
    ];
    if client_has(headers, tag) {
        return Ok((StatusCode::NOT_MODIFIED, described).into_response());
    }
    Ok((described, file.response(is_zipped)).into_response())
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html" | "/") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}
