//! Conditional requests: the entity tag of a game, `If-Match`, `If-None-Match`.

use super::compression::tag_of_state;
use super::problem::Result;
use crate::game::{Session, Tag};
use crate::headers::{bearer, entity_tags};
use crate::service::{Client, Condition, Presence, Service, State, Viewer, Whereabouts};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

/// The strong entity tag of a state of a game, in double quotes. In a game with seats a letter for each person follows: `h` for
/// here, `a` for away.
fn etag(tag: Tag, presence: Option<Presence>) -> String {
    /// Longer than the tags of most games, so that the string does not grow.
    const USUAL_LENGTH: usize = 32;
    let letter = |whereabouts| match whereabouts {
        Whereabouts::Here => 'h',
        Whereabouts::Away => 'a',
    };
    let mut text = String::with_capacity(USUAL_LENGTH);
    write!(text, "\"{tag}").expect("writing to a string does not fail");
    if let Some(Presence(people)) = presence {
        text.push('-');
        text.extend([people.first, people.second].into_iter().flatten().map(letter));
    }
    text.push('"');
    text
}

/// The header `ETag` of a response that contains a game.
pub fn etag_header(session: &Session, presence: Option<Presence>) -> [(HeaderName, String); 1] {
    [(header::ETAG, etag(session.tag(), presence))]
}

/// Removes the letters of the presence from a tag without quotes.
fn without_presence(text: &str) -> Option<&str> {
    let (tag, letters) = text.rsplit_once('-')?;
    let are_letters = letters.len() <= 2 && letters.bytes().all(|letter| matches!(letter, b'h' | b'a'));
    (are_letters && tag.contains('-')).then_some(tag)
}

fn unquoted(item: &str) -> Option<&str> {
    item.strip_prefix('"')?.strip_suffix('"')
}

/// A game that a client asked for.
#[derive(Debug)]
pub enum Fetched {
    /// The game and the presence of its players: None for a game without seats.
    Game(Arc<Session>, Option<Presence>),
    /// The 304 response: `If-None-Match` has the current state.
    NotModified(Response),
}

fn not_modified(tag: String) -> Fetched {
    Fetched::NotModified((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response())
}

/// Reads a game for the client that sent these headers. If the client has the current state, takes only the tag from the
/// store, not the game, unless the game has seats.
///
/// # Errors
/// When there is no such game, the caller may not read it, or the store does not answer.
pub async fn fetch(service: &Service, id: Uuid, client: &Client, headers: &HeaderMap) -> Result<Fetched> {
    let is_conditional = headers.contains_key(header::IF_NONE_MATCH);
    if is_conditional
        && let Some(tag) = service.tag_without_seats(id).await?
        && let Some(known) = known_tag(headers, &etag(tag, None))
    {
        return Ok(not_modified(known));
    }
    let (session, presence) = service.read_with_presence(id, Viewer::new(client, bearer(headers))).await?;
    if is_conditional && let Some(known) = known_tag(headers, &etag(session.tag(), presence)) {
        return Ok(not_modified(known));
    }
    Ok(Fetched::Game(session, presence))
}

/// As [`fetch`], but if the client has the current state, waits for the next one. Who comes or goes is no other state.
///
/// # Errors
/// As [`fetch`], and when the client or the server has too many open streams, as one of which the request counts.
pub async fn fetch_within(
    service: &Arc<Service>,
    id: Uuid,
    client: &Client,
    headers: &HeaderMap,
    wait: Duration,
) -> Result<Fetched> {
    let viewer = Viewer::new(client, bearer(headers));
    let (session, presence) = service.read_with_presence(id, viewer).await?;
    let tag = session.tag();
    let Some(known) = tag_naming(headers, tag, &etag(tag, presence)) else {
        return Ok(Fetched::Game(session, presence));
    };
    let _open = service.open_stream(client.clone())?;
    let next = Box::pin(service.state_after(id, viewer, tag, wait)).await?;
    Ok(next.map_or_else(|| not_modified(known), |(session, presence)| Fetched::Game(session, presence)))
}

/// The tag in `If-None-Match` that names this state, with any presence. `current` is the quoted tag with the current presence.
fn tag_naming(headers: &HeaderMap, tag: Tag, current: &str) -> Option<String> {
    let listed = entity_tags(headers, header::IF_NONE_MATCH)?.into_iter().map(|(_, item)| item);
    listed.into_iter().find_map(|item| match item {
        "*" => Some(current.to_owned()),
        _ => (state(item) == Some(State::Tag(tag))).then(|| item.to_owned()),
    })
}

/// The state that a strong tag names. A tag of another form names none: it matches nothing.
fn state(item: &str) -> Option<State> {
    let text = tag_of_state(unquoted(item)?);
    let text = without_presence(text).unwrap_or(text);
    let version = || text.parse::<u64>().ok().map(State::Version);
    text.parse::<Tag>().ok().map(State::Tag).or_else(version)
}

/// Parses `If-Match`. A version alone, as in `"3"`, matches every state with that version. The letters of the
/// presence are ignored. The comparison is strong, so a weak tag matches nothing.
pub fn if_match(headers: &HeaderMap) -> Option<Condition> {
    let items = entity_tags(headers, header::IF_MATCH)?;
    if items.contains(&(true, "*")) {
        return Some(Condition::Exists);
    }
    let strong = items.into_iter().filter(|(is_strong, _)| *is_strong);
    Some(Condition::OneOf(strong.filter_map(|(_, item)| state(item)).collect()))
}

/// The tag in `If-None-Match` that names the state with this quoted tag, in whichever representation the client has it: a
/// cache finds its stored response by it.
fn known_tag(headers: &HeaderMap, tag: &str) -> Option<String> {
    let listed = entity_tags(headers, header::IF_NONE_MATCH)?.into_iter().map(|(_, item)| item);
    let state = unquoted(tag)?;
    listed.into_iter().find_map(|item| match item {
        "*" => Some(tag.to_owned()),
        _ => (tag_of_state(unquoted(item)?) == state).then(|| item.to_owned()),
    })
}

/// Whether the client has the representation with this quoted tag, according to `If-None-Match`.
pub fn client_has(headers: &HeaderMap, tag: &str) -> bool {
    let listed = entity_tags(headers, header::IF_NONE_MATCH);
    listed.is_some_and(|items| items.into_iter().any(|(_, item)| item == "*" || item == tag))
}
