//! The store in Redis or Valkey, which several servers can share: any of them serves any game.
//!
//! A game is a hash of its version, its revision and its value. A change is one Lua script: it compares and sets, writes the
//! idempotency record of the request, and publishes the change to the listeners on every server. A sorted set of all ids by
//! expiry time counts the games.
//!
//! In a cluster, games are divided into shards by their ids. A game, the records of its requests, and the sorted sets
//! of its shard have one hash slot, so a change is one script there, too. An operation on all games visits each shard
//! in turn.

mod cache;
mod changes;
mod channel;
mod game_count;
mod keys;
mod listing;
mod news;
mod phrases;
mod presence;
#[cfg(test)]
pub mod process;
mod quotas;
mod records;
mod reply;
mod scripts;
mod seek_scripts;
mod seeks;
mod stream_tickets;
mod subscriptions;
mod time;
mod watchers;

pub use quotas::SharedQuotas;

use crate::engine::SearchReport;
use crate::game::{GameTime, Session, Tag};
use crate::redis_link::{Connection, RedisLink, ScriptCall, Unavailable, with_timeout};
use crate::store::error::StoreError;
use crate::store::events::{Event, Feeds};
use crate::store::keep_times::KeepTimes;
use crate::store::last_seen::LastSeen;
use crate::store::news::{News, Written};
use crate::store::records::{Claim, Fingerprint, IdempotencyRecord, RecordKey, RecordLimits, Ticket};
use crate::store::times::now;
use ::redis::{RedisError, pipe};
use cache::SessionCache;
use changes::Changes;
use channel::Message;
use futures_util::future::join_all;
use game_count::GameCount;
use keys::{Keys, Shard};
use records::{LEASE, LeaseTimes, Records};
use reply::{ScriptReply, unknown_reply};
use std::sync::Arc;
use std::time::Duration;
use subscriptions::Subscriptions;
use time::SharedTime;
use tokio::sync::{broadcast, mpsc};
use uuid::Uuid;

/// How many connections wait for replicas if changes do: those of the changes, and those of looks for games that do not exist.
/// These have their own, because anybody can look for such games, and no move must wait for that.
const CHANGE_CONNECTIONS: usize = 8;
const ABSENCE_CONNECTIONS: usize = 2;

/// How many events may wait to be published. Further ones are dropped.
const OUTBOX_CAPACITY: usize = 256;

pub struct RedisStore {
    link: RedisLink,
    commands: Connection,
    changes: Changes,
    absences: Changes,
    subscriptions: Subscriptions,
    pub(super) feeds: Arc<Feeds>,
    outbox: mpsc::Sender<(Uuid, Message)>,
    records: Records,
    /// Game time and deadlines.
    pub(super) time: SharedTime,
    cache: Arc<SessionCache>,
    keys: Keys,
    games: GameCount,
    keep: KeepTimes,
    /// Distinguishes this server from the others.
    server: Uuid,
}

impl std::fmt::Debug for RedisStore {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The connections contain the password.
        formatter.debug_struct("RedisStore").field("games", &self.games).finish_non_exhaustive()
    }
}

impl From<Unavailable> for StoreError {
    fn from(Unavailable(why): Unavailable) -> StoreError {
        StoreError::Unavailable(why)
    }
}

impl RedisStore {
    /// Connects on first use, and reconnects whenever the connection is lost. Must be called within a Tokio runtime.
    ///
    /// # Errors
    /// When the settings are not valid.
    pub fn new(
        link: &RedisLink,
        capacity: usize,
        keep: impl Into<KeepTimes>,
        limits: RecordLimits,
    ) -> Result<RedisStore, RedisError> {
        let keys = if link.is_cluster() { Keys::Cluster } else { Keys::Single };
        RedisStore::with_lease((link, keys), capacity, keep, limits, LEASE)
    }

    fn with_lease(
        (link, keys): (&RedisLink, Keys),
        capacity: usize,
        keep: impl Into<KeepTimes>,
        limits: RecordLimits,
        lease: LeaseTimes,
    ) -> Result<RedisStore, RedisError> {
        let commands = link.connection()?;
        let changes = Changes::unreplicated(commands.clone());
        let (outbox, queued) = mpsc::channel(OUTBOX_CAPACITY);
        tokio::spawn(channel::publish(queued, commands.clone(), keys));
        let (sender, messages) = mpsc::unbounded_channel();
        let (feeds, cache) = (Arc::new(Feeds::default()), Arc::new(SessionCache::default()));
        let subscriptions = Subscriptions::start(link.listening(sender)?, keys, Arc::clone(&feeds));
        tokio::spawn(channel::listen(
            messages,
            Arc::clone(&feeds),
            Arc::clone(&cache),
            subscriptions.clone(),
        ));
        Ok(RedisStore {
            link: link.clone(),
            subscriptions,
            feeds,
            outbox,
            records: Records { commands: commands.clone(), changes: changes.clone(), keys, limits, lease },
            absences: changes.clone(),
            changes,
            time: SharedTime::start(commands.clone(), keys),
            cache,
            commands,
            keys,
            games: GameCount::new(keys, capacity),
            keep: keep.into(),
            server: Uuid::new_v4(),
        })
    }

    /// The store, which acknowledges a change only once this many replicas have it.
    ///
    /// # Errors
    /// When the settings are not valid.
    pub fn waiting_for_replicas(self, replicas: u32) -> Result<RedisStore, RedisError> {
        if replicas == 0 {
            return Ok(self);
        }
        let changes = Changes::replicated(&self.link, replicas, CHANGE_CONNECTIONS)?;
        let absences = Changes::replicated(&self.link, replicas, ABSENCE_CONNECTIONS)?;
        let records = Records { changes: changes.clone(), ..self.records };
        Ok(RedisStore { changes, absences, records, ..self })
    }

    /// The number of games of all servers, as of the last sweep.
    pub fn len(&self) -> usize {
        self.games.get()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn keep_times(&self) -> KeepTimes {
        self.keep
    }

    pub fn is_cluster(&self) -> bool {
        self.keys == Keys::Cluster
    }

    /// As [`super::Store::takes_changes`].
    pub fn takes_changes(&self) -> bool {
        self.time.takes_changes() && self.changes.have_replicas()
    }

    async fn invoke(&self, script: &ScriptCall<'_>) -> Result<ScriptReply, StoreError> {
        Ok(with_timeout(script.invoke(&mut self.commands.clone())).await?)
    }

    /// # Errors
    /// As [`super::Store::insert`].
    pub async fn insert(
        &self,
        new: impl Into<Written>,
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        let Written { session, news } = new.into();
        let mut insert = scripts::INSERT_GAME.call();
        self.add_session(&mut insert, &session, &session.to_stored(), record)?;
        insert.arg(now()).arg(self.games.shard_capacity(1));
        self.add_lists(&mut insert, &session);
        self.add_written_news(&mut insert, session.id, &news);
        self.reserve_reference(&session).await?;
        let inserted = self.change(&insert, session.id, record).await;
        if let Err(refused) = &inserted {
            self.release_references(std::slice::from_ref(&session), refused).await;
        }
        inserted?;
        self.games.add();
        self.keep(&session);
        Ok(session)
    }

    /// # Errors
    /// As [`super::Store::insert_all`].
    pub async fn insert_all(
        &self,
        new: &[Written],
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<(), StoreError> {
        let sessions: Vec<_> = new.iter().map(|new| Arc::clone(&new.session)).collect();
        let sessions = &sessions[..];
        let Some(first) = sessions.first() else { return Ok(()) };
        for session in sessions {
            if let Err(refused) = self.reserve_reference(session).await {
                self.release_references(sessions, &refused).await;
                return Err(refused);
            }
        }
        let mut insert = scripts::INSERT_GAMES.call();
        self.add_game_keys(&mut insert, first.id);
        sessions.iter().for_each(|session| {
            insert.key(self.keys.game(session.id));
        });
        self.records.add_keys(&mut insert, record);
        self.records.add_record_arguments(&mut insert, record);
        insert.arg(now()).arg(self.games.shard_capacity(sessions.len()));
        for session in sessions {
            self.add_state(&mut insert, session, &session.to_stored())?;
            self.add_lists(&mut insert, session);
        }
        let news: Vec<News> = new.iter().flat_map(|new| new.news.iter().cloned()).collect();
        self.add_written_news(&mut insert, first.id, &news);
        let inserted = self.change(&insert, first.id, record).await;
        if let Err(refused) = &inserted {
            self.release_references(sessions, refused).await;
        }
        inserted?;
        for session in sessions {
            self.games.add();
            self.keep(session);
        }
        Ok(())
    }

    /// Caches a session that was written, and registers its deadline.
    fn keep(&self, session: &Arc<Session>) {
        self.cache.put(session);
        if let Some(deadline) = session.deadline() {
            self.time.note(deadline);
        }
    }

    /// Adds what all scripts that write a session have in common: their keys and their arguments 1 to 12.
    ///
    /// # Errors
    /// When the clock of the session was started before this server knew the game time.
    fn add_session(
        &self,
        script: &mut ScriptCall<'_>,
        session: &Session,
        value: &[u8],
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<(), StoreError> {
        self.add_game_keys(script, session.id);
        self.records.add_keys(script, record);
        self.records.add_record_arguments(script, record);
        self.add_state(script, session, value)
    }

    /// Adds the eight arguments with a state of a game.
    ///
    /// # Errors
    /// When the clock of the session was started before this server knew the game time.
    fn add_state(
        &self,
        script: &mut ScriptCall<'_>,
        session: &Session,
        value: &[u8],
    ) -> Result<(), StoreError> {
        let deadline = session.deadline();
        if deadline.is_some_and(|GameTime(deadline)| deadline < 0) {
            return Err(StoreError::game_time_unknown());
        }
        script.arg(session.id.to_string()).arg(session.version).arg(session.revision).arg(value);
        add_keep_time(script, self.keep.of(session));
        script.arg(deadline.map_or_else(String::new, |GameTime(deadline)| deadline.to_string()));
        script.arg(u8::from(session.is_over()));
        Ok(())
    }

    /// Runs a script that changes a game. Returns false if it came too late.
    async fn change(
        &self,
        script: &ScriptCall<'_>,
        id: Uuid,
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<bool, StoreError> {
        let reply = self.changes.invoke(script).await?;
        if words(&reply)[..] == [b"late"] {
            return Ok(false);
        }
        match self.change_outcome(id, &reply) {
            Err(StoreError::NotFound) => return Err(self.missing(id).await),
            outcome => outcome?,
        }
        if let Some(record) = record {
            self.records.evict_beyond_limits(record);
        }
        Ok(true)
    }

    /// Interprets the reply of a compare-and-set script.
    fn change_outcome(&self, id: Uuid, reply: &[Vec<u8>]) -> Result<(), StoreError> {
        match words(reply)[..] {
            [b"made"] => Ok(()),
            [b"full"] => Err(StoreError::Full),
            [b"lost"] => Err(StoreError::ClaimLost),
            [b"missing"] => Err(StoreError::NotFound),
            [b"conflict", version, revision, value] => {
                Err(StoreError::Conflict(self.cache.decode(id, tag(version, revision)?, value)?))
            }
            _ => Err(unknown_reply()),
        }
    }

    /// # Errors
    /// As [`super::Store::get`].
    pub async fn get(&self, id: Uuid) -> Result<Arc<Session>, StoreError> {
        Ok(self.get_with_players(id).await?.0)
    }

    /// # Errors
    /// As [`super::Store::get`].
    pub async fn get_with_players(&self, id: Uuid) -> Result<(Arc<Session>, LastSeen), StoreError> {
        let known = self.cache.get(id);
        let mut read = scripts::READ_GAME.call();
        self.add_use(&mut read, id);
        read.key(self.keys.presence(id));
        match &known {
            Some(session) => read.arg(session.version).arg(session.revision),
            None => read.arg("").arg(""),
        };
        let reply = self.invoke(&read).await?;
        match (&words(&reply)[..], known) {
            ([b"missing"], _) => Err(self.missing(id).await),
            ([b"known", players @ ..], Some(session)) => Ok((session, presence::last_seen(players)?)),
            ([b"found", version, revision, value, players @ ..], _) => {
                let session = self.cache.decode(id, tag(version, revision)?, value)?;
                Ok((session, presence::last_seen(players)?))
            }
            _ => Err(unknown_reply()),
        }
    }

    /// The error of a command that found no game. If changes wait for replicas, so does this answer: a primary that was cut off does
    /// not know the games that its successor has.
    async fn missing(&self, id: Uuid) -> StoreError {
        if !self.absences.wait() {
            return StoreError::NotFound;
        }
        let mut confirm = scripts::CONFIRM_ABSENCE_OF_GAME.call();
        self.add_game_keys(&mut confirm, id);
        confirm.key(self.keys.absence(id)).arg(id.to_string());
        match self.absences.invoke(&confirm).await {
            Ok(reply) if words(&reply)[..] == [b"made"] => StoreError::NotFound,
            Ok(_) => StoreError::Unavailable("the game appeared meanwhile".to_owned()),
            Err(error) => error,
        }
    }

    /// Adds the first keys of every script on a game.
    fn add_game_keys(&self, script: &mut ScriptCall<'_>, id: Uuid) {
        let shard = self.keys.shard(id);
        script.key(self.keys.game(id)).key(self.keys.games(shard)).key(self.keys.deadlines(shard));
    }

    /// Adds the keys and the first arguments of a script that uses a game.
    fn add_use(&self, script: &mut ScriptCall<'_>, id: Uuid) {
        self.add_game_keys(script, id);
        script.arg(id.to_string());
        add_keep_time(script, self.keep.unfinished);
        add_keep_time(script, self.keep.finished);
    }

    /// # Errors
    /// As [`super::Store::tag`].
    pub async fn tag(&self, id: Uuid) -> Result<Tag, StoreError> {
        let mut read = scripts::READ_TAG_OF_GAME.call();
        self.add_use(&mut read, id);
        match words(&self.invoke(&read).await?)[..] {
            [b"missing"] => Err(self.missing(id).await),
            [b"found", version, revision] => tag(version, revision),
            _ => Err(unknown_reply()),
        }
    }

    /// # Errors
    /// As [`super::Store::replace`].
    pub async fn replace(
        &self,
        base: Tag,
        next: impl Into<Written>,
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        let next = next.into();
        let session = Arc::clone(&next.session);
        self.replace_by(base, next, record, None).await?;
        Ok(session)
    }

    /// # Errors
    /// As [`super::Store::replace_by`].
    pub async fn replace_by(
        &self,
        base: Tag,
        Written { session: next, news }: Written,
        record: Option<IdempotencyRecord<'_>>,
        latest: Option<GameTime>,
    ) -> Result<bool, StoreError> {
        let value = next.to_stored();
        let mut replace = scripts::REPLACE_GAME.call();
        self.add_session(&mut replace, &next, &value, record)?;
        replace.arg(base.version).arg(base.revision);
        replace
            .arg(self.keys.publish())
            .arg(self.keys.channel(next.id))
            .arg(Message::Changed(value).to_bytes());
        let latest = latest.and_then(|latest| self.time.clock_of_redis(latest));
        replace.arg(latest.map_or_else(String::new, |time| time.to_string()));
        self.add_lists(&mut replace, &next);
        self.add_written_news(&mut replace, next.id, &news);
        let is_in_time = self.change(&replace, next.id, record).await?;
        if is_in_time {
            self.keep(&next);
        }
        Ok(is_in_time)
    }

    /// # Errors
    /// As [`super::Store::remove`].
    pub async fn remove(&self, id: Uuid, base: Option<Tag>, news: &[News]) -> Result<(), StoreError> {
        let mut remove = scripts::REMOVE_GAME.call();
        self.add_game_keys(&mut remove, id);
        remove.arg(id.to_string());
        match base {
            Some(base) => remove.arg(base.version).arg(base.revision),
            None => remove.arg("").arg(""),
        };
        remove.arg(self.keys.publish()).arg(self.keys.channel(id)).arg(Message::Deleted.to_bytes());
        self.add_written_news(&mut remove, id, news);
        self.change(&remove, id, None).await?;
        self.games.remove();
        Ok(())
    }

    /// # Errors
    /// As [`super::Store::subscribe`].
    pub async fn subscribe(&self, id: Uuid) -> Result<broadcast::Receiver<Event>, StoreError> {
        Ok(self.subscriptions.subscribe(id).await?)
    }

    /// As [`super::Store::publish_thinking`]. Drops the event if the outbox is full.
    pub fn publish_thinking(&self, id: Uuid, version: u64, report: Arc<SearchReport>) {
        let _dropped_if_full = self.outbox.try_send((id, Message::Thinking { version, report }));
    }

    /// # Errors
    /// As [`super::Store::claim`].
    pub async fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Result<Claim, StoreError> {
        self.records.claim(key, fingerprint).await
    }

    /// # Errors
    /// As [`super::Store::settle`].
    pub async fn settle(&self, record: IdempotencyRecord<'_>) -> Result<(), StoreError> {
        let mut settle = scripts::SETTLE_REQUEST.call();
        self.records.add_keys(&mut settle, Some(record));
        self.records.add_record_arguments(&mut settle, Some(record));
        settle.arg(u8::from(self.is_cluster()));
        match words(&self.changes.invoke(&settle).await?)[..] {
            [b"made"] => self.records.evict_beyond_limits(record),
            [b"lost"] => return Err(StoreError::ClaimLost),
            _ => return Err(unknown_reply()),
        }
        Ok(())
    }

    /// As [`super::Store::shared_quotas`].
    pub fn shared_quotas(&self) -> SharedQuotas {
        SharedQuotas { commands: self.commands.clone(), server: Uuid::new_v4() }
    }

    /// As [`super::Store::release`], in the background.
    pub fn release(&self, ticket: &Ticket) {
        self.records.release(&ticket.claimant());
    }

    /// Counts the games, and unsubscribes from channels without listeners. Redis expires games and records by itself.
    pub async fn sweep(&self) {
        self.subscriptions.unsubscribe_unused().await;
        if self.keys == Keys::Cluster {
            // A node may have lost them without closing its connection.
            self.subscriptions.renew();
        }
        let counts = join_all(self.keys.shards().map(|shard| self.count_games(shard))).await;
        match counts.into_iter().sum() {
            Ok(games) => self.games.set(games),
            Err(_) => self.link.probe().await,
        }
    }

    /// Forgets the expired games of a shard, and counts the others.
    async fn count_games(&self, shard: Shard) -> Result<usize, Unavailable> {
        let games = self.keys.games(shard);
        let mut count = pipe();
        count.cmd("ZREMRANGEBYSCORE").arg(&games).arg("-inf").arg(format!("({}", now())).ignore();
        count.cmd("ZCARD").arg(&games);
        let (games,) = with_timeout(count.query_async::<(usize,)>(&mut self.commands.clone())).await?;
        Ok(games)
    }
}

/// Adds the seconds for which a script keeps a game, and the time when these end.
fn add_keep_time(script: &mut ScriptCall<'_>, keep: Duration) {
    let seconds = keep.as_secs();
    script.arg(seconds).arg(now() + seconds as i64);
}

fn words(reply: &[Vec<u8>]) -> Vec<&[u8]> {
    reply.iter().map(Vec::as_slice).collect()
}

/// Parses a tag from the decimal digits in Redis.
fn tag(version: &[u8], revision: &[u8]) -> Result<Tag, StoreError> {
    let number = |digits: &[u8]| std::str::from_utf8(digits).ok()?.parse().ok();
    let tag = || Some(Tag { version: number(version)?, revision: number(revision)? });
    tag().ok_or_else(unknown_reply)
}

#[cfg(test)]
mod tests;
