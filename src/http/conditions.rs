//! Conditional requests: the entity tag of a game, `If-Match`, `If-None-Match`.

use super::problem::Result;
use crate::headers::{bearer, entity_tags};
use crate::service::{Condition, Service, State};
use crate::session::{Session, Tag};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use uuid::Uuid;

/// The strong entity tag of a state of a game, in double quotes.
fn etag(tag: Tag) -> String {
    format!("\"{tag}\"")
}

/// The header `ETag` of a response that contains a game.
pub fn etag_header(session: &Session) -> [(HeaderName, String); 1] {
    [(header::ETAG, etag(session.tag()))]
}

/// The 304 response to a request whose `If-None-Match` matches the current state of the game. It takes only the tag from
/// the store, not the game, unless the game is private. `None` if the game has to be sent.
///
/// # Errors
/// When there is no such game, the caller may not read it, or the store does not answer.
pub async fn not_modified(service: &Service, id: Uuid, headers: &HeaderMap) -> Result<Option<Response>> {
    if !headers.contains_key(header::IF_NONE_MATCH) {
        return Ok(None);
    }
    let tag = etag(service.tag(id, bearer(headers)).await?);
    let is_match = client_has(headers, &tag);
    Ok(is_match.then(|| (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response()))
}

/// The state that a strong tag names. A tag of another form names none: it matches nothing.
fn state(item: &str) -> Option<State> {
    let text = item.strip_prefix('"')?.strip_suffix('"')?;
    let version = || text.parse::<u64>().ok().map(State::Version);
    text.parse::<Tag>().ok().map(State::Tag).or_else(version)
}

/// Parses `If-Match`. A version alone, as in `"3"`, matches every state with that version. The comparison is strong, so a
/// weak tag matches nothing.
pub fn if_match(headers: &HeaderMap) -> Option<Condition> {
    let items = entity_tags(headers, header::IF_MATCH)?;
    if items.contains(&(true, "*")) {
        return Some(Condition::Exists);
    }
    let strong = items.into_iter().filter(|(is_strong, _)| *is_strong);
    Some(Condition::OneOf(strong.filter_map(|(_, item)| state(item)).collect()))
}

/// Whether the client has the state with this quoted tag, according to `If-None-Match`.
pub fn client_has(headers: &HeaderMap, tag: &str) -> bool {
    let listed = entity_tags(headers, header::IF_NONE_MATCH);
    listed.is_some_and(|items| items.into_iter().any(|(_, item)| item == "*" || item == tag))
}
