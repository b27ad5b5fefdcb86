//! Content negotiation.

use super::stream::Format;
use crate::headers::Accepted;
use axum::http::HeaderMap;

/// The stream format that the client prefers over plain JSON. None if it prefers JSON, or has no preference.
pub fn stream_format(headers: &HeaderMap) -> Option<Format> {
    let accepted = Accepted::of(headers);
    let json = accepted.weight("application", "json");
    let sse = accepted.weight("text", "event-stream");
    let nd_json = accepted.weight("application", "x-ndjson").max(accepted.weight("application", "ndjson"));
    // On a tie, plain JSON wins: that is what a client without `Accept` gets.
    if sse > json && sse >= nd_json {
        Some(Format::ServerSentEvents)
    } else if nd_json > json {
        Some(Format::NdJson)
    } else {
        None
    }
}

/// Whether the client names JSON among what it accepts, and does not only accept anything.
pub fn names_json(headers: &HeaderMap) -> bool {
    Accepted::of(headers).names("application", "json")
}
