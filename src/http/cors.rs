//! Which pages of other origins may call the API.

use super::problem::REPLAYED;
use crate::headers::{PREFERENCE_APPLIED, RATE_LIMIT, RATE_LIMIT_POLICY, REQUEST_ID, TIME};
use axum::http::{HeaderValue, Method, header};
use std::time::Duration;
use tower_http::cors::{AllowHeaders, AllowOrigin, Any, CorsLayer};

/// Allows these origins, or all of them if there are none.
pub fn layer(origins: &[String]) -> CorsLayer {
    let exposed = [
        header::CONTENT_DISPOSITION,
        header::ETAG,
        header::LOCATION,
        header::RETRY_AFTER,
        PREFERENCE_APPLIED,
        REPLAYED,
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
