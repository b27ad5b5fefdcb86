//! What happens to a game, as a stream.

use super::client::Client;
use super::dto;
use super::extract::Current;
use super::problem::Result;
use super::state::AppState;
use super::stream::{Format, StreamEvent, last_event_id, respond};
use crate::session::{Event, Session, StoreError};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// Ids of a version's events follow each other; those of the next version are greater.
const EVENTS_PER_VERSION: u64 = 1 << 20;

/// How often the state is read although nothing is told of a change.
const LOOK_EVERY: Duration = Duration::from_secs(5);

fn first_id(session: &Session) -> u64 {
    session.version * EVENTS_PER_VERSION
}

/// The id of the last event the client saw, if it is one of this version or an older one.
fn last_seen(headers: &HeaderMap, session: &Session) -> Option<u64> {
    let id = last_event_id(headers)?;
    (id < first_id(session) + EVENTS_PER_VERSION / 2).then_some(id)
}

/// The first event is the whole state, so that whatever was missed does not matter: to resume is to connect.
#[axum::debug_handler(state = AppState)]
pub async fn events(
    State(state): State<AppState>,
    Current(found): Current,
    client: Client,
    headers: HeaderMap,
) -> Result<Response> {
    let format = Format::accepted(&headers).unwrap_or(Format::ServerSentEvents);
    let guard = state.streams.open(client)?;
    // Subscribed before the state is read, so that no change falls between the two.
    let mut feed = state.store.subscribe(found.id).await?;
    let mut session: Arc<Session> = state.store.get(found.id).await?;
    let events = async_stream::stream! {
        let game = |id: u64, session: &Session| {
            StreamEvent { id, name: "game", data: state.shown(session) }
        };
        // Ids grow beyond what the client saw before it came back.
        let mut id = last_seen(&headers, &session).map_or(0, |seen| seen + 1).max(first_id(&session));
        yield game(id, &session);
        while session.game.outcome().is_none() {
            let event = tokio::select! {
                event = feed.recv() => event,
                // Looked up now and then, for a store that was away has told nothing meanwhile.
                () = tokio::time::sleep(LOOK_EVERY) => Err(RecvError::Lagged(0)),
                () = state.draining.cancelled() => {
                    yield StreamEvent::end(id + 1, "shutdown");
                    return;
                }
            };
            let now = match event {
                Ok(Event::Changed(next)) => next,
                Ok(Event::Thinking { version, report }) => {
                    // Not of a position that is gone.
                    if version == session.version {
                        id += 1;
                        yield StreamEvent::new(id, "thinking", dto::report(&session.game, &report));
                    }
                    continue;
                }
                // Too far behind: the state is all that counts.
                Err(RecvError::Lagged(_)) => match state.store.get(session.id).await {
                    Ok(now) => now,
                    Err(StoreError::NotFound) => {
                        yield StreamEvent::end(id + 1, "deleted");
                        return;
                    }
                    Err(_) => continue,
                },
                Ok(Event::Deleted) | Err(RecvError::Closed) => {
                    yield StreamEvent::end(id + 1, "deleted");
                    return;
                }
            };
            if now.version > session.version {
                session = now;
                id = first_id(&session);
                yield game(id, &session);
            }
        }
        yield StreamEvent::end(id + 1, "game_over");
    };
    Ok(respond(format, events, guard))
}
