//! Which responses are compressed, and their entity tags.

use axum::http::{HeaderMap, HeaderValue, Response, header};
use tower_http::compression::predicate::{And, DefaultPredicate, NotForContentType, Predicate};
use tower_http::compression::{CompressionLayer, CompressionLevel};

/// Compresses for clients that accept it.
pub fn layer() -> CompressionLayer<And<DefaultPredicate, NotForContentType>> {
    // A thread that compresses answers nobody else meanwhile. A better quality takes three times as long.
    let layer = CompressionLayer::new().gzip(true).quality(CompressionLevel::Fastest);
    layer.compress_when(DefaultPredicate::new().and(NotForContentType::const_new("application/x-ndjson")))
}

/// What follows the entity tag of a state in that of its compressed representation: two representations with different bytes
/// must not share a strong tag.
const SUFFIX: &str = "-gzip";

/// Gives a compressed response an entity tag of its own.
pub fn tag_compressed<B>(mut response: Response<B>) -> Response<B> {
    let headers = response.headers_mut();
    if headers.contains_key(header::CONTENT_ENCODING)
        && let Some(tag) = compressed_tag(headers)
    {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn compressed_tag(headers: &HeaderMap) -> Option<HeaderValue> {
    let tag = headers.get(header::ETAG)?.to_str().ok()?.strip_suffix('"')?;
    if tag.ends_with(SUFFIX) {
        return None;
    }
    format!("{tag}{SUFFIX}\"").parse().ok()
}

/// The tag of the state, without quotes, for that of any of its representations.
pub fn tag_of_state(tag: &str) -> &str {
    tag.strip_suffix(SUFFIX).unwrap_or(tag)
}
