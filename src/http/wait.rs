//! `Prefer: wait` (RFC 7240): how long a request may wait for what it asks for.

use crate::config::Config;
use crate::headers::{PREFERENCE_APPLIED, preferred_wait};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use std::time::Duration;

/// The longest time that a request may wait.
const LONGEST: Duration = Duration::from_secs(60);

/// How long the client wants to wait, in whole seconds, but at most [`LONGEST`], and less than the server's own limit for an answer.
/// None without the preference.
pub fn wait(headers: &HeaderMap, config: &Config) -> Option<Duration> {
    let before_timeout = Duration::from_secs((config.request_timeout_ms / 1000).saturating_sub(1));
    preferred_wait(headers).map(|wait| wait.min(LONGEST).min(before_timeout))
}

/// The header that says how long the request may have waited.
pub fn wait_applied(wait: Option<Duration>) -> Option<[(HeaderName, HeaderValue); 1]> {
    let value = HeaderValue::try_from(format!("wait={}", wait?.as_secs())).ok()?;
    Some([(PREFERENCE_APPLIED, value)])
}
