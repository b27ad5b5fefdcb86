//! Content negotiation: `Accept` (RFC 9110) and `Prefer: wait` (RFC 7240).

use super::stream::Format;
use axum::http::{HeaderMap, header};
use mediatype::{MediaTypeList, Name, ReadParams, names};
use std::time::Duration;

/// A media range of `Accept` and its weight, from 0 to 1.
struct Range<'a> {
    kind: Name<'a>,
    subtype: Name<'a>,
    weight: f32,
}

impl Range<'_> {
    /// How specifically the range matches a media type, from 0 (`*/*`) to 2 (exactly). None if it does not match.
    fn fits(&self, kind: &str, subtype: &str) -> Option<u8> {
        match (self.kind.as_str(), self.subtype.as_str()) {
            ("*", "*") => Some(0),
            (range, "*") if range.eq_ignore_ascii_case(kind) => Some(1),
            (range, exact) if range.eq_ignore_ascii_case(kind) && exact.eq_ignore_ascii_case(subtype) => {
                Some(2)
            }
            _ => None,
        }
    }
}

/// The weight of a media type: that of the most specific range that matches it, or 0.
fn weight(ranges: &[Range<'_>], kind: &str, subtype: &str) -> f32 {
    let fitting = ranges.iter().filter_map(|range| Some((range.fits(kind, subtype)?, range.weight)));
    fitting.max_by_key(|&(exactness, _)| exactness).map_or(0.0, |(_, weight)| weight)
}

/// The media ranges of all `Accept` headers.
fn accepted(headers: &HeaderMap) -> Vec<Range<'_>> {
    let lines = headers.get_all(header::ACCEPT).iter().filter_map(|line| line.to_str().ok());
    lines
        .flat_map(MediaTypeList::new)
        .flatten()
        .map(|range| {
            let weight = range.get_param(names::Q).and_then(|weight| weight.as_str().parse().ok());
            Range { kind: range.ty, subtype: range.subty, weight: weight.unwrap_or(1.0) }
        })
        .collect()
}

/// Whether to send a text as `text/plain` instead of its own media type: if the client prefers that, or does not accept
/// its own. Many programs and generated clients read no other text.
pub fn wants_plain_text(headers: &HeaderMap, kind: &str, subtype: &str) -> bool {
    let ranges = accepted(headers);
    let own = weight(&ranges, kind, subtype);
    !ranges.is_empty() && (own == 0.0 || weight(&ranges, "text", "plain") > own)
}

/// The stream format that the client prefers over plain JSON. None if it prefers JSON, or has no preference.
pub fn stream_format(headers: &HeaderMap) -> Option<Format> {
    let ranges = accepted(headers);
    let json = weight(&ranges, "application", "json");
    let sse = weight(&ranges, "text", "event-stream");
    let nd_json = weight(&ranges, "application", "x-ndjson").max(weight(&ranges, "application", "ndjson"));
    // On a tie, plain JSON wins: that is what a client without `Accept` gets.
    if sse > json && sse >= nd_json {
        Some(Format::ServerSentEvents)
    } else if nd_json > json {
        Some(Format::NdJson)
    } else {
        None
    }
}

/// The duration of `Prefer: wait`, in seconds as in `wait=10`.
pub fn preferred_wait(headers: &HeaderMap) -> Option<Duration> {
    let lines = headers.get_all("prefer").iter().filter_map(|line| line.to_str().ok());
    let mut preferences = lines.flat_map(|line| line.split(','));
    let seconds = preferences.find_map(|preference| {
        let (name, value) = preference.split(';').next()?.split_once('=')?;
        let value = value.trim().trim_matches('"');
        name.trim().eq_ignore_ascii_case("wait").then(|| value.parse().ok())?
    })?;
    Some(Duration::from_secs(seconds))
}
