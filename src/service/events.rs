//! The event stream of a game, which clients can resume.

use super::Service;
use super::error::Result;
use crate::engine::SearchReport;
use crate::session::{Event, Session, StoreError};
use futures_util::Stream;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use uuid::Uuid;

/// The ids of a version's events start at the version times this number, so the ids of a later version are always greater.
const EVENTS_PER_VERSION: u64 = 1 << 20;

/// How often a listener reads the state, in case the store was unavailable and published no changes.
const POLL_EVERY: Duration = Duration::from_secs(5);

/// One event. The ids of a stream increase.
#[derive(Clone, Debug)]
pub struct GameEvent {
    pub id: u64,
    pub kind: GameEventKind,
}

#[derive(Clone, Debug)]
pub enum GameEventKind {
    /// The current state of the game.
    Game(Arc<Session>),
    /// The engine to move has completed a depth.
    Thinking(Arc<Session>, Box<SearchReport>),
    End(EndReason),
}

/// Why a stream ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    GameOver,
    Deleted,
    Shutdown,
    Done,
}

impl EndReason {
    pub fn name(self) -> &'static str {
        match self {
            EndReason::GameOver => "game_over",
            EndReason::Deleted => "deleted",
            EndReason::Shutdown => "shutdown",
            EndReason::Done => "done",
        }
    }
}

fn first_id(session: &Session) -> u64 {
    session.version * EVENTS_PER_VERSION
}

/// The id of the next event for a client whose last event was `seen`.
fn id_after(seen: Option<u64>, session: &Session) -> u64 {
    // Ignore an id of a later version: a store that lost a write may be back at this one. Half of the range stays free for
    // the events to come.
    let seen = seen.filter(|&id| id < first_id(session) + EVENTS_PER_VERSION / 2);
    seen.map_or(0, |seen| seen + 1).max(first_id(session))
}

/// What a listener gets next.
enum Next {
    State(Arc<Session>),
    Thinking(SearchReport),
    Nothing,
    End(EndReason),
}

struct Listening {
    service: Service,
    feed: Receiver<Event>,
    session: Arc<Session>,
}

impl Listening {
    async fn next(&mut self) -> Next {
        let event = tokio::select! {
            event = self.feed.recv() => event,
            () = tokio::time::sleep(POLL_EVERY) => Err(RecvError::Lagged(0)),
            () = self.service.draining.cancelled() => return Next::End(EndReason::Shutdown),
        };
        match event {
            Ok(Event::Changed(now)) => self.if_new(now),
            Ok(Event::Thinking { version, report }) if version == self.session.version => {
                serde_json::from_slice(&report).map_or(Next::Nothing, Next::Thinking)
            }
            Ok(Event::Thinking { .. }) => Next::Nothing,
            // The listener missed events, or it is time to poll: the current state replaces what it missed.
            Err(RecvError::Lagged(_)) => match self.service.store.get(self.session.id).await {
                Ok(now) => self.if_new(now),
                Err(StoreError::NotFound) => Next::End(EndReason::Deleted),
                Err(_) => Next::Nothing,
            },
            Ok(Event::Deleted) | Err(RecvError::Closed) => Next::End(EndReason::Deleted),
        }
    }

    /// The state, if the listener has not seen it yet. Earlier versions are ignored: a store that lost a write may report one.
    fn if_new(&self, now: Arc<Session>) -> Next {
        if now.version > self.session.version
            || now.version == self.session.version && now.tag() != self.session.tag()
        {
            Next::State(now)
        } else {
            Next::Nothing
        }
    }
}

impl Service {
    /// Streams the current state of the game, then each change until the game is over or deleted. A client that resumes
    /// after the event `seen` misses nothing, because the first event is the whole state.
    ///
    /// # Errors
    /// As [`Service::read`].
    pub async fn game_events(
        &self,
        id: Uuid,
        token: Option<&str>,
        seen: Option<u64>,
    ) -> Result<impl Stream<Item = GameEvent> + Send + use<>> {
        // Check first: a feed for a game that does not exist would stay until the next sweep.
        self.read(id, token).await?;
        // Subscribe before reading the state, so that no change between the two is missed.
        let feed = self.store.subscribe(id).await?;
        let session = self.find(id).await?;
        let mut listening = Listening { service: self.clone(), feed, session };
        Ok(async_stream::stream! {
            let mut id = id_after(seen, &listening.session);
            yield GameEvent { id, kind: GameEventKind::Game(Arc::clone(&listening.session)) };
            while listening.session.game.outcome().is_none() {
                match listening.next().await {
                    Next::Nothing => {}
                    Next::Thinking(report) => {
                        id += 1;
                        let session = Arc::clone(&listening.session);
                        yield GameEvent { id, kind: GameEventKind::Thinking(session, Box::new(report)) };
                    }
                    Next::State(now) => {
                        listening.session = now;
                        id = (id + 1).max(first_id(&listening.session));
                        yield GameEvent { id, kind: GameEventKind::Game(Arc::clone(&listening.session)) };
                    }
                    Next::End(reason) => {
                        yield GameEvent { id: id + 1, kind: GameEventKind::End(reason) };
                        return;
                    }
                }
            }
            yield GameEvent { id: id + 1, kind: GameEventKind::End(EndReason::GameOver) };
        })
    }
}
