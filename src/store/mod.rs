//! Where games are kept, with the idempotency records of requests, the deadlines of clocks and the events for listeners: one
//! interface to two stores, in this process and in Redis.

#[cfg(test)]
mod conformance;
mod deadlines;
#[cfg(test)]
mod differential;
mod error;
mod events;
#[cfg(test)]
mod fixtures;
mod game_clock;
mod keep_times;
mod last_seen;
mod listing;
mod local;
mod metrics;
mod news;
mod records;
mod redis;
mod stalls;
mod stream_tickets;
mod time;
mod times;

pub use deadlines::Overdue;
pub use error::StoreError;
pub use events::Event;
pub use game_clock::GameClock;
pub use keep_times::KeepTimes;
pub use last_seen::{LastSeen, mark_seen};
pub use listing::{CursorError, ListId, ListQuery, Page, Position, ReferenceId};
pub use local::{FileError, GameFile, LocalStore, Verified, unfinished_copy};
pub use metrics::StoreMetrics;
pub use news::{News, NewsCursor, NewsExpired, NewsId, NewsIdError, ReaderId, Written};
pub use records::{Claim, Fingerprint, IdempotencyRecord, RecordKey, RecordLimits, Recorded, Ticket};
pub use redis::{RedisStore, SharedQuotas};

use crate::engine::SearchReport;
use crate::game::{GameTime, Session, Tag, TokenDigest};
use events::Feeds;
use metrics::Operation;
use stalls::Stalls;
use std::fs::File;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::broadcast;
use uuid::Uuid;

/// A store of sessions. The futures of Redis and of changes are large, so they are boxed: a request moves its future many
/// times. Every change is a compare-and-set on the [`Tag`]: of several concurrent changes to one state, exactly
/// one succeeds. A change is as durable as the store can make it before the store reports success.
///
/// After [`StoreError::Unavailable`], the same insert or replace may be retried. It returns `Ok` if the first attempt was
/// executed after all, provided the game is still in the state that the attempt wrote.
#[derive(Debug)]
pub struct Store {
    kind: Kind,
    metrics: StoreMetrics,
    game_clock: Arc<GameClock>,
    stalls: Stalls,
}

#[derive(Debug)]
enum Kind {
    Local(LocalStore),
    Redis(Box<RedisStore>),
}

impl From<LocalStore> for Store {
    fn from(store: LocalStore) -> Store {
        Store::new(Arc::clone(store.clock()), Kind::Local(store))
    }
}

impl From<RedisStore> for Store {
    fn from(store: RedisStore) -> Store {
        Store::new(Arc::clone(&store.time.clock), Kind::Redis(Box::new(store)))
    }
}

impl Store {
    fn new(game_clock: Arc<GameClock>, kind: Kind) -> Store {
        Store { kind, metrics: StoreMetrics::default(), game_clock, stalls: Stalls::default() }
    }

    pub fn metrics(&self) -> &StoreMetrics {
        &self.metrics
    }

    fn is_cluster(&self) -> bool {
        matches!(&self.kind, Kind::Redis(store) if store.is_cluster())
    }

    async fn timed<T>(
        &self,
        operation: &'static str,
        work: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let started = Instant::now();
        let result = work.await;
        let seconds = started.elapsed().as_secs_f64();
        self.metrics.seconds.get_or_create(&Operation { operation }).observe(seconds);
        if let Err(StoreError::Unavailable(_)) = &result {
            self.metrics.errors.inc();
        }
        result
    }

    /// How long games are kept after their last use.
    pub fn keep_times(&self) -> KeepTimes {
        match &self.kind {
            Kind::Local(store) => store.keep_times(),
            Kind::Redis(store) => store.keep_times(),
        }
    }

    /// The number of games, without I/O: in Redis it is the number at the last sweep.
    pub fn len(&self) -> usize {
        match &self.kind {
            Kind::Local(store) => store.len(),
            Kind::Redis(store) => store.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether changes can be stored, without I/O: as of half a second ago in Redis (and of the
    /// last change that waited for replicas), as of the last change to a file.
    pub fn takes_changes(&self) -> bool {
        match &self.kind {
            Kind::Local(store) => store.takes_changes(),
            Kind::Redis(store) => store.takes_changes(),
        }
    }

    /// Stores a new game and, in the same transaction, the idempotency record of the request that created it.
    ///
    /// # Errors
    /// [`StoreError::Full`], [`StoreError::ClaimLost`], [`StoreError::Unavailable`], and [`StoreError::Conflict`] when an
    /// earlier attempt was executed and the game has changed since.
    pub async fn insert(
        &self,
        new: impl Into<Written>,
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        let new = new.into();
        let work = async {
            match &self.kind {
                Kind::Local(store) => store.insert(new, record).await,
                Kind::Redis(store) => store.insert(new, record).await,
            }
        };
        self.timed("insert", Box::pin(work)).await
    }

    /// Stores new games, all or none, with the idempotency record of the request. In a cluster their ids have one shard.
    ///
    /// # Errors
    /// As [`Store::insert`], and [`StoreError::ReferenceTaken`].
    pub async fn insert_all(
        &self,
        new: &[Written],
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<(), StoreError> {
        let work = async {
            match &self.kind {
                Kind::Local(store) => store.insert_all(new, record).await,
                Kind::Redis(store) => store.insert_all(new, record).await,
            }
        };
        self.timed("insert_all", Box::pin(work)).await
    }

    /// Reads a game. Counts as a use.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Unreadable`], [`StoreError::Unavailable`].
    pub async fn get(&self, id: Uuid) -> Result<Arc<Session>, StoreError> {
        self.timed("get", async {
            match &self.kind {
                Kind::Local(store) => store.get(id).await,
                Kind::Redis(store) => Box::pin(store.get(id)).await,
            }
        })
        .await
    }

    /// Reads a game and when its players were last seen. Counts as a use.
    ///
    /// # Errors
    /// As [`Store::get`].
    pub async fn get_with_players(&self, id: Uuid) -> Result<(Arc<Session>, LastSeen), StoreError> {
        self.timed("get", async {
            match &self.kind {
                Kind::Local(store) => {
                    let session = store.get(id).await?;
                    let seen = if session.seats.is_some() { store.players().of(id) } else { LastSeen::new() };
                    Ok((session, seen))
                }
                Kind::Redis(store) => Box::pin(store.get_with_players(id)).await,
            }
        })
        .await
    }

    /// Reads the tag of a game without the whole game. Counts as a use.
    ///
    /// # Errors
    /// As [`Store::get`].
    pub async fn tag(&self, id: Uuid) -> Result<Tag, StoreError> {
        self.timed("tag", async {
            match &self.kind {
                Kind::Local(store) => store.tag(id).await,
                Kind::Redis(store) => Box::pin(store.tag(id)).await,
            }
        })
        .await
    }

    /// Replaces the state `base` of a game by `next`, which was made from it. Stores the idempotency record of the request in
    /// the same transaction, and publishes the change.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the game is not in the state `base`, [`StoreError::NotFound`] when it does not exist,
    /// [`StoreError::ClaimLost`], [`StoreError::Unavailable`].
    pub async fn replace(
        &self,
        base: Tag,
        next: impl Into<Written>,
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        let next = next.into();
        let work = async {
            match &self.kind {
                Kind::Local(store) => store.replace(base, next, record).await,
                Kind::Redis(store) => store.replace(base, next, record).await,
            }
        };
        self.timed("replace", Box::pin(work)).await
    }

    /// As [`Store::replace`], but does nothing and returns false if the change arrives at the store more than
    /// [`Session::LATE_AFTER_MS`] after `started`, the game time at which it starts a clock. Only Redis can be so far away, and a
    /// cluster has no clock that all its nodes share.
    ///
    /// # Errors
    /// As [`Store::replace`].
    pub async fn replace_in_time(
        &self,
        base: Tag,
        next: Written,
        record: Option<IdempotencyRecord<'_>>,
        started: Option<GameTime>,
    ) -> Result<bool, StoreError> {
        let Kind::Redis(store) = &self.kind else {
            return self.replace(base, next, record).await.map(|_| true);
        };
        self.timed("replace", Box::pin(store.replace_in_time(base, next, record, started))).await
    }

    /// Deletes a game. If `base` is given, only if the game is in that state.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Conflict`] when it is in another state, [`StoreError::Unavailable`].
    pub async fn remove(&self, id: Uuid, base: Option<Tag>) -> Result<(), StoreError> {
        self.remove_with_news(id, base, Vec::new()).await
    }

    /// As [`Store::remove`], with what is to be added to the log.
    ///
    /// # Errors
    /// As [`Store::remove`].
    pub async fn remove_with_news(
        &self,
        id: Uuid,
        base: Option<Tag>,
        news: Vec<News>,
    ) -> Result<(), StoreError> {
        let work = async {
            match &self.kind {
                Kind::Local(store) => store.remove(id, base, news).await,
                Kind::Redis(store) => store.remove(id, base, &news).await,
            }
        };
        self.timed("remove", Box::pin(work)).await
    }

    /// Adds news that come with no change of a game.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn add_news(&self, news: Vec<News>) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Local(store) => store.add_news(news).await,
            Kind::Redis(store) => Box::pin(store.add_news(news)).await,
        }
    }

    /// Begins to read the news after an entry, or those from now on.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`]; [`NewsExpired`] when entries after this one are gone.
    pub async fn news_from(
        &self,
        after: Option<NewsId>,
    ) -> Result<Result<NewsCursor, NewsExpired>, StoreError> {
        match &self.kind {
            Kind::Local(store) => store.news_from(after).await,
            Kind::Redis(store) => Box::pin(store.news_from(after)).await,
        }
    }

    /// Some of the news after the cursor, which moves behind them: those of all lists.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn next_news(
        &self,
        cursor: &mut NewsCursor,
    ) -> Result<Vec<(NewsId, ListId, String)>, StoreError> {
        match &self.kind {
            Kind::Local(store) => store.next_news(cursor).await,
            Kind::Redis(store) => Box::pin(store.next_news(cursor)).await,
        }
    }

    /// The entry up to which a reader has all. None for a new reader.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn reader_position(&self, reader: ReaderId) -> Result<Option<NewsId>, StoreError> {
        match &self.kind {
            Kind::Local(store) => store.reader_position(reader).await,
            Kind::Redis(store) => Box::pin(store.reader_position(reader)).await,
        }
    }

    /// Notes the entry up to which a reader has all.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn set_reader_position(&self, reader: ReaderId, position: NewsId) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Local(store) => store.set_reader_position(reader, position).await,
            Kind::Redis(store) => Box::pin(store.set_reader_position(reader, position)).await,
        }
    }

    /// Whether this server, of all that share the store, is the one that reads for this reader. It must ask again within `time`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn reads_for(&self, reader: ReaderId, server: u64, time: Duration) -> Result<bool, StoreError> {
        match &self.kind {
            Kind::Local(_) => Ok(true),
            Kind::Redis(store) => Box::pin(store.reads_for(reader, server, time)).await,
        }
    }

    /// Resolves once there may be more news.
    pub async fn news_added(&self, cursor: &NewsCursor) {
        /// How often Redis is asked.
        const POLL: Duration = Duration::from_millis(250);
        match &self.kind {
            Kind::Local(store) => store.news_added(cursor).await,
            Kind::Redis(_) => tokio::time::sleep(POLL).await,
        }
    }

    /// A page of the games of some lists. Does not count as a use.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn list(&self, query: &ListQuery) -> Result<Page, StoreError> {
        self.timed("list", async {
            match &self.kind {
                Kind::Local(store) => store.list(query).await,
                Kind::Redis(store) => Box::pin(store.list(query)).await,
            }
        })
        .await
    }

    /// The game with this reference. It may have got another one meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn with_reference(&self, reference: ReferenceId) -> Result<Option<Uuid>, StoreError> {
        match &self.kind {
            Kind::Local(store) => Ok(store.with_reference(reference)),
            Kind::Redis(store) => Box::pin(store.with_reference(reference)).await,
        }
    }

    /// Makes sure that no other game has the reference of this one, which is about to be written. Only Redis needs that beforehand:
    /// in a cluster, the two are not in one shard.
    ///
    /// # Errors
    /// [`StoreError::ReferenceTaken`], [`StoreError::Unavailable`].
    pub async fn reserve_reference(&self, session: &Session) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Local(_) => Ok(()),
            Kind::Redis(store) => Box::pin(store.reserve_reference(session)).await,
        }
    }

    /// Gives up the reference that a game had which was removed, has another one now, or could not be stored. If the store does not
    /// answer, the reference is free some minutes later.
    pub async fn release_reference(&self, session: &Session) {
        if let Kind::Redis(store) = &self.kind {
            Box::pin(store.release_reference(session)).await;
        }
    }

    fn feeds(&self) -> &Feeds {
        match &self.kind {
            Kind::Local(store) => store.feeds(),
            Kind::Redis(store) => &store.feeds,
        }
    }

    /// Subscribes to the events of a game from now on. A listener may miss events while the store is unavailable, until the
    /// next [`Store::reread`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn subscribe(&self, id: Uuid) -> Result<broadcast::Receiver<Event>, StoreError> {
        match &self.kind {
            Kind::Local(_) => Ok(self.feeds().subscribe(id)),
            Kind::Redis(store) => Box::pin(store.subscribe(id)).await,
        }
    }

    /// Tells the listeners of a game on every server what its engine thinks.
    pub fn publish_thinking(&self, id: Uuid, version: u64, report: Arc<SearchReport>) {
        match &self.kind {
            Kind::Local(_) => {
                self.feeds().publish(id, Event::Thinking { version, report });
            }
            Kind::Redis(store) => store.publish_thinking(id, version, report),
        }
    }

    /// The games that have listeners on this server.
    pub fn games_with_listeners(&self) -> Vec<Uuid> {
        self.feeds().games_with_listeners()
    }

    /// Reads a game and tells its listeners on this server, once for all of them. Counts as a use. If the store does not
    /// answer, they hear nothing.
    pub async fn reread(&self, id: Uuid) {
        match self.get_with_players(id).await {
            Ok((session, players)) => self.feeds().publish(id, Event::Reread(session, players)),
            Err(StoreError::NotFound) => self.feeds().publish(id, Event::Deleted),
            Err(_) => {}
        }
    }

    /// The games whose deadlines are not after `now`, the earliest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn overdue(&self, now: GameTime) -> Result<Overdue, StoreError> {
        match &self.kind {
            Kind::Local(store) => Ok(store.deadlines().overdue(now)),
            Kind::Redis(store) => store.time.overdue(now).await,
        }
    }

    /// Resolves when a game may have got a deadline before all those known at the last call of [`Store::overdue`].
    pub async fn deadline_added(&self) {
        match &self.kind {
            Kind::Local(store) => store.deadlines().added().await,
            Kind::Redis(store) => store.time.deadline_added().await,
        }
    }

    /// All games that have a deadline.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn games_with_deadline(&self) -> Result<Vec<Uuid>, StoreError> {
        match &self.kind {
            Kind::Local(store) => Ok(store.deadlines().games()),
            Kind::Redis(store) => store.time.games().await,
        }
    }

    /// Moves the deadline of a game to `until`, if it has one that is not after `before`, and returns whether it has. Of several
    /// servers that postpone an overdue game one succeeds. A change of the game sets its deadline again.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn postpone_deadline(
        &self,
        id: Uuid,
        before: GameTime,
        until: GameTime,
    ) -> Result<bool, StoreError> {
        match &self.kind {
            Kind::Local(store) => Ok(store.deadlines().postpone(id, before, until)),
            Kind::Redis(store) => store.time.postpone(id, before, until).await,
        }
    }

    /// Removes the deadline of a game that no longer exists, in case it was deleted by other means.
    pub async fn forget_deadline(&self, id: Uuid) {
        match &self.kind {
            Kind::Local(store) => store.deadlines().remove(id),
            Kind::Redis(store) => store.time.forget(id).await,
        }
    }

    /// Records that the bearer of a seat token is present. Publishes [`Event::Presence`] if the player was not seen
    /// for `grace`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn mark_present(
        &self,
        id: Uuid,
        player: TokenDigest,
        grace: Duration,
    ) -> Result<(), StoreError> {
        let now = self.known_game_time()?;
        match &self.kind {
            Kind::Local(store) => {
                let before = store.players().mark(id, player, now);
                if before.is_none_or(|before| now.0 - before.0 >= grace.as_millis() as i64) {
                    store.feeds().publish(id, Event::Presence);
                }
                Ok(())
            }
            Kind::Redis(store) => Box::pin(store.mark_present(id, player, now, grace)).await,
        }
    }

    /// Records that players are still present.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn refresh_presence(&self, players: &[(Uuid, TokenDigest)]) -> Result<(), StoreError> {
        let now = self.known_game_time()?;
        match &self.kind {
            Kind::Local(store) => {
                for &(id, player) in players {
                    store.players().mark(id, player, now);
                }
                Ok(())
            }
            Kind::Redis(store) => Box::pin(store.refresh_presence(players, now)).await,
        }
    }

    /// When the players of a game were last seen.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn last_seen(&self, id: Uuid) -> Result<LastSeen, StoreError> {
        match &self.kind {
            Kind::Local(store) => Ok(store.players().of(id)),
            Kind::Redis(store) => Box::pin(store.last_seen(id)).await,
        }
    }

    /// Keeps a ticket that stands for a token of a game and opens one stream. Returns false if the game has too many open
    /// tickets. A ticket need not survive a restart.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn keep_stream_ticket(
        &self,
        id: Uuid,
        ticket: TokenDigest,
        token: TokenDigest,
        keep: Duration,
    ) -> Result<bool, StoreError> {
        match &self.kind {
            Kind::Local(store) => Ok(store.stream_tickets().keep(id, ticket, token, keep, Instant::now())),
            Kind::Redis(store) => Box::pin(store.keep_stream_ticket(id, ticket, token, keep)).await,
        }
    }

    /// Takes a ticket, which nobody can take again. Returns the token that it stands for, unless it has expired or is
    /// unknown.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn take_stream_ticket(
        &self,
        id: Uuid,
        ticket: TokenDigest,
    ) -> Result<Option<TokenDigest>, StoreError> {
        match &self.kind {
            Kind::Local(store) => Ok(store.stream_tickets().take(id, ticket, Instant::now())),
            Kind::Redis(store) => Box::pin(store.take_stream_ticket(id, ticket)).await,
        }
    }

    /// Claims a request with an idempotency key, unless another attempt has executed it or is executing it. Records
    /// are in the same store as the games, so all servers share them and they survive a restart.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Result<Claim, StoreError> {
        let work = async {
            match &self.kind {
                Kind::Local(store) => store.claim(key, fingerprint).await,
                Kind::Redis(store) => store.claim(key, fingerprint).await,
            }
        };
        self.timed("claim", Box::pin(work)).await
    }

    /// Stores the outcome of a request that changed no game.
    ///
    /// # Errors
    /// [`StoreError::ClaimLost`], [`StoreError::Unavailable`].
    pub async fn settle(&self, record: IdempotencyRecord<'_>) -> Result<(), StoreError> {
        let work = async {
            match &self.kind {
                Kind::Local(store) => store.settle(record).await,
                Kind::Redis(store) => store.settle(record).await,
            }
        };
        self.timed("settle", Box::pin(work)).await
    }

    /// Releases a claim, so that a retry can claim the request. Does nothing if the request is done.
    pub fn release(&self, ticket: &Ticket) {
        match &self.kind {
            Kind::Local(store) => store.release(ticket),
            Kind::Redis(store) => store.release(ticket),
        }
    }

    /// The quotas that all servers on this store share. None if only one server can use it.
    pub fn shared_quotas(&self) -> Option<SharedQuotas> {
        match &self.kind {
            Kind::Local(_) => None,
            Kind::Redis(store) => Some(store.shared_quotas()),
        }
    }

    /// A consistent copy of the store's file. None if the store has none.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn backup(&self) -> Result<Option<File>, StoreError> {
        match &self.kind {
            Kind::Local(store) => store.backup().await,
            Kind::Redis(_) => Ok(None),
        }
    }

    /// Deletes games that were not used for too long, and other expired data.
    pub async fn sweep(&self) {
        match &self.kind {
            Kind::Local(store) => store.sweep().await,
            Kind::Redis(store) => Box::pin(store.sweep()).await,
        }
    }
}
