//! Listening to a game: the event stream, which clients can resume, and waiting for the next change.

use crate::engine::SearchReport;
use crate::game::{Rematch, Said, Session, Tag};
use crate::open_counts::Open;
use crate::service::access::viewer::Viewer;
use crate::service::error;
use crate::service::error::Result;
use crate::service::feed::offers::{Offer, offers_between};
use crate::service::people::presence::{ListeningPlayer, Presence};
use crate::service::state::Service;
use crate::service::time::sleep_until;
use crate::store::{Event, LastSeen, StoreError};
use futures_util::Stream;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;
use uuid::Uuid;

/// The ids of a version's events start at the version times this number, so the ids of a later version are always greater.
const EVENTS_PER_VERSION: u64 = 1 << 20;

/// How long the stream of a player stays open after the end of the game, for a rematch.
const REMATCH_WITHIN: Duration = Duration::from_secs(300);

/// One event. The ids of a stream increase.
#[derive(Clone, Debug)]
pub struct GameEvent {
    pub id: u64,
    pub kind: GameEventKind,
}

#[derive(Clone, Debug)]
pub enum GameEventKind {
    /// The current state of the game, and the presence of its players.
    Game(Arc<Session>, Option<Presence>),
    /// The players have come or gone.
    Presence(Arc<Session>, Presence),
    /// A side has made or answered an offer. The game after it follows.
    Offer(Arc<Session>, Offer),
    /// An arbiter has acted. The game after it follows.
    Ruling(Arc<Session>),
    /// A player has said something.
    Said(Arc<Session>, Said),
    /// How many streams are open, at all servers, that are not those of players.
    Watchers(usize),
    /// The engine to move has completed a depth.
    Thinking(Arc<Session>, Arc<SearchReport>),
    End {
        reason: EndReason,
        /// The rematch that both sides have agreed to.
        next_game: Option<Uuid>,
    },
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

/// The id of the next event for a client whose last event was `last_id`.
fn id_after(last_id: Option<u64>, session: &Session) -> u64 {
    // Ignore an id of a later version: a store that lost a write may be back at this one. Half of the range stays free for
    // further events.
    let last_id = last_id.filter(|&id| id < first_id(session) + EVENTS_PER_VERSION / 2);
    last_id.map_or(0, |id| id + 1).max(first_id(session))
}

fn next_game(session: &Session) -> Option<Uuid> {
    match session.rematch() {
        Some(Rematch::Agreed { next }) => Some(next),
        Some(Rematch::Offered { .. }) | None => None,
    }
}

/// Somebody who listens to a game: by a stream, a socket, or a request that waits for a change.
struct Listening {
    service: Arc<Service>,
    feed: Receiver<Event>,
    session: Arc<Session>,
    players_seen: LastSeen,
    /// As the client last saw it.
    presence: Option<Presence>,
    /// Whose stream this is, if a player's.
    player: Option<ListeningPlayer>,
    /// Counts everybody else as watching.
    _watching: Option<Open<Uuid>>,
    /// How many watch, as the client last saw it.
    watchers: usize,
    /// When the stream of a player ends whose game is over.
    ends_at: Option<Instant>,
}

impl Listening {
    fn events(mut self, last_id: Option<u64>) -> impl Stream<Item = GameEvent> + Send {
        async_stream::stream! {
            let mut id = id_after(last_id, &self.session);
            yield GameEvent { id, kind: self.show_state() };
            loop {
                if let Some(kind) = self.end_unless_it_may_go_on() {
                    yield GameEvent { id: id + 1, kind };
                    return;
                }
                for kind in self.next().await {
                    id += 1;
                    if let GameEventKind::Game(session, _) = &kind {
                        id = id.max(first_id(session));
                    }
                    let is_last = matches!(kind, GameEventKind::End { .. });
                    yield GameEvent { id, kind };
                    if is_last {
                        return;
                    }
                }
            }
        }
    }

    /// As [`Service::state_after`], without a limit in time.
    async fn state_after(&mut self, known: Tag) -> Result<Option<(Arc<Session>, Option<Presence>)>> {
        while self.session.tag() == known {
            for event in self.next().await {
                match event {
                    GameEventKind::End { reason: EndReason::Deleted, .. } => {
                        return Err(error::of_game(self.session.id, StoreError::NotFound));
                    }
                    GameEventKind::End { .. } => return Ok(None),
                    _ => {}
                }
            }
        }
        self.presence = Presence::new(&self.session, &self.players_seen, self.service.store.game_time_now());
        Ok(Some((Arc::clone(&self.session), self.presence)))
    }

    /// The event with the whole state.
    fn show_state(&mut self) -> GameEventKind {
        self.presence = Presence::new(&self.session, &self.players_seen, self.service.store.game_time_now());
        GameEventKind::Game(Arc::clone(&self.session), self.presence)
    }

    /// The end of the stream, if there is nothing more to come. The stream of a player waits for a rematch until `ends_at`.
    fn end_unless_it_may_go_on(&mut self) -> Option<GameEventKind> {
        self.session.game.outcome()?;
        let next_game = next_game(&self.session);
        let ends_at = *self.ends_at.get_or_insert_with(|| Instant::now() + REMATCH_WITHIN);
        let may_go_on = self.player.is_some() && next_game.is_none() && Instant::now() < ends_at;
        (!may_go_on).then_some(GameEventKind::End { reason: EndReason::GameOver, next_game })
    }

    fn ended(reason: EndReason) -> Vec<GameEventKind> {
        vec![GameEventKind::End { reason, next_game: None }]
    }

    /// Waits for something to happen. Returns the events for the client, which may be none.
    async fn next(&mut self) -> Vec<GameEventKind> {
        let presence_changes_after =
            Presence::changes_after(&self.players_seen, self.service.store.game_time_now());
        let presence_changes_at = presence_changes_after.map(|after| Instant::now() + after);
        let event = tokio::select! {
            event = self.feed.recv() => event,
            () = sleep_until(presence_changes_at) => return self.read_presence().await,
            () = sleep_until(self.ends_at) => return Vec::new(),
            () = self.service.draining.cancelled() => return Listening::ended(EndReason::Shutdown),
        };
        match event {
            Ok(Event::Changed(now)) => self.take(now),
            Ok(Event::Thinking { version, report }) if version == self.session.version => {
                vec![GameEventKind::Thinking(Arc::clone(&self.session), report)]
            }
            Ok(Event::Thinking { .. }) => Vec::new(),
            Ok(Event::Presence) => self.read_presence().await,
            Ok(Event::Said(said)) => vec![GameEventKind::Said(Arc::clone(&self.session), said)],
            Ok(Event::Reread(now, seen)) => self.take_reread(now, seen),
            Ok(Event::Watchers(count)) => self.update_watchers(count),
            // The current state replaces the events that the listener missed.
            Err(RecvError::Lagged(_)) => match self.service.store.get_with_players(self.session.id).await {
                Ok((now, seen)) => self.take_reread(now, seen),
                Err(StoreError::NotFound) => Listening::ended(EndReason::Deleted),
                Err(_) => Vec::new(),
            },
            Ok(Event::Deleted) | Err(RecvError::Closed) => Listening::ended(EndReason::Deleted),
        }
    }

    fn take_reread(&mut self, now: Arc<Session>, seen: LastSeen) -> Vec<GameEventKind> {
        self.players_seen = seen;
        let mut events = self.take(now);
        events.extend(self.update_presence());
        events
    }

    /// The event if the number of watchers has changed for the client.
    fn update_watchers(&mut self, now: usize) -> Vec<GameEventKind> {
        let has_changed = std::mem::replace(&mut self.watchers, now) != now;
        has_changed.then_some(GameEventKind::Watchers(now)).into_iter().collect()
    }

    /// Takes over a state, unless the listener has seen it. Earlier versions are ignored: a store that lost a write may report
    /// one.
    fn take(&mut self, now: Arc<Session>) -> Vec<GameEventKind> {
        let is_new = now.version > self.session.version
            || now.version == self.session.version && now.tag() != self.session.tag();
        if !is_new {
            return Vec::new();
        }
        let offers = offers_between(&self.session, &now).into_iter();
        let mut events: Vec<_> = offers.map(|offer| GameEventKind::Offer(Arc::clone(&now), offer)).collect();
        if now.ruling.is_some() && now.ruling != self.session.ruling {
            events.push(GameEventKind::Ruling(Arc::clone(&now)));
        }
        self.session = now;
        events.push(self.show_state());
        events
    }

    /// Reads the presence of the players.
    async fn read_presence(&mut self) -> Vec<GameEventKind> {
        if self.session.seats.is_none() {
            return Vec::new();
        }
        // If the store does not answer, keep the last known presence.
        if let Ok(seen) = self.service.store.last_seen(self.session.id).await {
            self.players_seen = seen;
        }
        self.update_presence().into_iter().collect()
    }

    /// The event if the presence has changed for the client.
    fn update_presence(&mut self) -> Option<GameEventKind> {
        let before = self.presence;
        self.presence = Presence::new(&self.session, &self.players_seen, self.service.store.game_time_now());
        let changed = self.presence.filter(|_| self.presence != before);
        changed.map(|presence| GameEventKind::Presence(Arc::clone(&self.session), presence))
    }
}

impl Service {
    /// Listens to a game from now on. The bearer of a seat token is present meanwhile.
    ///
    /// # Errors
    /// As [`Service::read`].
    async fn listen(self: &Arc<Self>, id: Uuid, viewer: Viewer<'_>) -> Result<Listening> {
        // Check first: a feed for a game that does not exist would stay until the next sweep.
        let session = self.read(id, viewer).await?;
        // Subscribe before reading the state, so that no change between the two is missed.
        let feed = self.store.subscribe(id).await?;
        let player = self.listening_player(&session, viewer.token()).await;
        let (session, seen) =
            self.store.get_with_players(id).await.map_err(|error| error::of_game(id, error))?;
        let watching = match player {
            Some(_) => None,
            None => self.watchers.open(id, |_, _| Ok::<_, Infallible>(())).ok(),
        };
        Ok(Listening {
            service: Arc::clone(self),
            feed,
            session,
            players_seen: seen,
            presence: None,
            player,
            _watching: watching,
            watchers: 0,
            ends_at: None,
        })
    }

    /// Streams the current state of the game, then each change until the game is over or deleted. A stream opened with a seat
    /// token stays open for some time after the end of the game, or until the players agree on a rematch. A client that resumes
    /// after the event `last_id` misses nothing, because the first event is the whole state.
    ///
    /// # Errors
    /// As [`Service::read`].
    pub async fn game_events(
        self: &Arc<Self>,
        id: Uuid,
        viewer: Viewer<'_>,
        last_id: Option<u64>,
    ) -> Result<impl Stream<Item = GameEvent> + Send + use<>> {
        Ok(self.listen(id, viewer).await?.events(last_id))
    }

    /// Waits until the game has another state than that of the tag. Who comes or goes meanwhile does not count. None if
    /// it has not changed within the time, or before the server shuts down.
    ///
    /// # Errors
    /// As [`Service::read`], also when the game is deleted meanwhile.
    pub async fn state_after(
        self: &Arc<Self>,
        id: Uuid,
        viewer: Viewer<'_>,
        known: Tag,
        within: Duration,
    ) -> Result<Option<(Arc<Session>, Option<Presence>)>> {
        let mut listening = self.listen(id, viewer).await?;
        let change = listening.state_after(known);
        tokio::time::timeout(within, change).await.unwrap_or(Ok(None))
    }
}
