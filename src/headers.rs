//! Reads request headers: `Accept`, `Authorization`, `Content-Type` and lists of entity tags (RFC 9110), `Prefer`
//! (RFC 7240), `Last-Event-ID`.

use axum::http::{HeaderMap, HeaderName, header};
use mediatype::{MediaTypeList, Name, ReadParams, names};
use std::time::Duration;

/// A media range of `Accept` and its weight, from 0 to 1.
#[derive(Clone, Debug)]
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

/// The media ranges of all `Accept` headers.
#[derive(Clone, Debug)]
pub struct Accepted<'a>(Vec<Range<'a>>);

impl<'a> Accepted<'a> {
    pub fn of(headers: &'a HeaderMap) -> Accepted<'a> {
        let lines = headers.get_all(header::ACCEPT).iter().filter_map(|line| line.to_str().ok());
        let ranges = lines.flat_map(MediaTypeList::new).flatten().map(|range| {
            let weight = range.get_param(names::Q).and_then(|weight| weight.as_str().parse().ok());
            Range { kind: range.ty, subtype: range.subty, weight: weight.unwrap_or(1.0) }
        });
        Accepted(ranges.collect())
    }

    /// Whether to send a text as `text/plain` instead of its own media type: if the client prefers that, or does not accept
    /// its own. Many programs and generated clients read no other text.
    pub fn wants_plain_text(&self, kind: &str, subtype: &str) -> bool {
        let own = self.weight(kind, subtype);
        !self.0.is_empty() && (own == 0.0 || self.weight("text", "plain") > own)
    }

    /// Whether a range names the media type itself.
    pub fn names(&self, kind: &str, subtype: &str) -> bool {
        self.0.iter().any(|range| range.weight > 0.0 && range.fits(kind, subtype) == Some(2))
    }

    /// The weight of a media type: that of the most specific range that matches it, or 0.
    pub fn weight(&self, kind: &str, subtype: &str) -> f32 {
        let fitting = self.0.iter().filter_map(|range| Some((range.fits(kind, subtype)?, range.weight)));
        fitting.max_by_key(|&(exactness, _)| exactness).map_or(0.0, |(_, weight)| weight)
    }
}

/// Whether the client takes gzip: `Accept-Encoding` names it, or everything, with a weight above 0.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let codings = lines.flat_map(|line| line.split(',')).map(|coding| {
        let (name, parameter) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = parameter.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
        (name.trim(), weight.unwrap_or(1.0))
    });
    let named = codings.filter(|(name, _)| name.eq_ignore_ascii_case("gzip") || *name == "*");
    // The name itself counts more than `*`.
    named.max_by_key(|(name, _)| *name != "*").is_some_and(|(_, weight)| weight > 0.0)
}

// Names that the crate `http` does not have. As constants they are not parsed for every request.
pub const API_KEY: HeaderName = HeaderName::from_static("x-api-key");
pub const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
pub const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
pub const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The server's time in milliseconds since the Unix epoch. A client corrects its own clock by it to show the clocks
/// of games.
pub const TIME: HeaderName = HeaderName::from_static("duiyi-time");
/// The end user on whose behalf the bearer of an API key calls.
pub const USER: HeaderName = HeaderName::from_static("duiyi-user");
pub const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
const PREFER: HeaderName = HeaderName::from_static("prefer");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// The header that says which preference the response follows.
pub const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// The value of a preference in `Prefer`. If there are several, the first one counts.
fn preference<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let lines = headers.get_all(PREFER).iter().filter_map(|line| line.to_str().ok());
    let mut preferences = lines.flat_map(|line| line.split(','));
    preferences.find_map(|preference| {
        let (name, value) = preference.split(';').next()?.split_once('=')?;
        name.trim().eq_ignore_ascii_case(wanted).then(|| value.trim().trim_matches('"'))
    })
}

/// The duration of `Prefer: wait`, in seconds as in `wait=10`.
pub fn preferred_wait(headers: &HeaderMap) -> Option<Duration> {
    preference(headers, "wait")?.parse().ok().map(Duration::from_secs)
}

/// Whether the client wants no more than what a change has changed: `Prefer: return=minimal`.
pub fn prefers_minimal(headers: &HeaderMap) -> bool {
    preference(headers, "return").is_some_and(|value| value.eq_ignore_ascii_case("minimal"))
}

/// The entity tags in a header, each with whether it is strong (has no `W/`), still quoted. None without the header.
pub fn entity_tags(headers: &HeaderMap, name: HeaderName) -> Option<Vec<(bool, &str)>> {
    let mut lines = headers.get_all(name).iter().map(|line| line.to_str().unwrap_or("not ASCII")).peekable();
    lines.peek()?;
    let items = lines.flat_map(|line| line.split(',')).map(str::trim).filter(|item| !item.is_empty());
    Some(
        items
            .map(|item| match item.strip_prefix("W/") {
                Some(weak) => (false, weak),
                None => (true, item),
            })
            .collect(),
    )
}

/// The token of `Authorization: Bearer`.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The token in a subprotocol `bearer.<token>` that a client of a WebSocket offers: browsers let it send no other header.
pub fn protocol_token(headers: &HeaderMap) -> Option<&str> {
    let lines = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).find_map(|protocol| protocol.trim().strip_prefix("bearer."))
}

/// Whether `Content-Type` is JSON.
pub fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    content_type.is_some_and(|value| {
        const SUFFIX: &str = "+json";
        let essence = value.split(';').next().unwrap_or_default().trim();
        let suffix = essence.len().checked_sub(SUFFIX.len()).and_then(|start| essence.get(start..));
        essence.eq_ignore_ascii_case("application/json")
            || suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case(SUFFIX))
    })
}

/// `Last-Event-ID`, which a client sends when it reconnects. Other values than integers below 2⁵³, which every JSON parser
/// reads exactly, are ignored.
pub fn last_event_id(headers: &HeaderMap) -> Option<u64> {
    const GREATEST: u64 = 1 << 53;
    let id = last_event(headers)?.parse().ok()?;
    (id < GREATEST).then_some(id)
}

/// `Last-Event-ID` as it was sent.
pub fn last_event(headers: &HeaderMap) -> Option<&str> {
    headers.get(LAST_EVENT_ID)?.to_str().ok()
}
