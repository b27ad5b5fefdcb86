//! The store in Redis or Valkey, which several servers can share: any of them serves any game.
//!
//! A game is a hash of its version, its revision and its value; changes compare and set in a script, which also notes the
//! request that asked for the change and tells the listeners on every server. A set of all ids with their ends of life
//! counts the games.

mod cache;
mod channel;
mod keys;
#[cfg(test)]
pub mod process;
mod records;
mod scripts;
mod subscriptions;

use super::{
    Claim, Event, Feeds, Fingerprint, Record, RecordKey, RecordLimits, Session, StoreError, Tag, Ticket, now,
};
use crate::redis_link::{RedisLink, Unavailable, within};
use ::redis::aio::ConnectionManager;
use ::redis::{Client, RedisError, ScriptInvocation, pipe};
use cache::Decoded;
use channel::Message;
use records::{LEASE, LeaseTimes, Records};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use subscriptions::Subscriptions;
use tokio::sync::{broadcast, mpsc};
use uuid::Uuid;

/// How many events that are not kept may wait to be told.
const OUTBOX: usize = 256;

/// What a script answers: a word, and what belongs to it.
type Answer = Vec<Vec<u8>>;

pub struct RedisStore {
    client: Client,
    commands: ConnectionManager,
    subscriptions: Subscriptions,
    outbox: mpsc::Sender<(Uuid, Message)>,
    records: Records,
    decoded: Arc<Decoded>,
    games: AtomicUsize,
    capacity: usize,
    idle: Duration,
}

impl std::fmt::Debug for RedisStore {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The connections know the password.
        formatter.debug_struct("RedisStore").field("capacity", &self.capacity).finish_non_exhaustive()
    }
}

impl From<Unavailable> for StoreError {
    fn from(Unavailable(why): Unavailable) -> StoreError {
        StoreError::Unavailable(why)
    }
}

fn not_understood() -> StoreError {
    StoreError::Unavailable("its answer is not understood".to_owned())
}

impl RedisStore {
    /// Connects when it is first used, and again whenever the connection is lost. To be called within a runtime.
    ///
    /// # Errors
    /// When the settings cannot be used.
    pub fn new(
        link: &RedisLink,
        capacity: usize,
        idle: Duration,
        limits: RecordLimits,
    ) -> Result<RedisStore, RedisError> {
        RedisStore::with_lease(link, capacity, idle, limits, LEASE)
    }

    fn with_lease(
        link: &RedisLink,
        capacity: usize,
        idle: Duration,
        limits: RecordLimits,
        lease: LeaseTimes,
    ) -> Result<RedisStore, RedisError> {
        let commands = link.connection(RedisLink::settings())?;
        let (outbox, told) = mpsc::channel(OUTBOX);
        tokio::spawn(channel::tell(told, commands.clone()));
        let (sender, messages) = mpsc::unbounded_channel();
        let (feeds, decoded) = (Arc::new(Feeds::default()), Arc::new(Decoded::default()));
        tokio::spawn(channel::listen(messages, Arc::clone(&feeds), Arc::clone(&decoded)));
        let listening = RedisLink::settings().set_push_sender(sender).set_automatic_resubscription();
        Ok(RedisStore {
            client: link.client().clone(),
            subscriptions: Subscriptions::start(link.connection(listening)?, feeds),
            outbox,
            records: Records { commands: commands.clone(), limits, lease },
            decoded,
            commands,
            games: AtomicUsize::new(0),
            capacity,
            idle,
        })
    }

    /// How many games all servers together keep, as of the last sweep.
    pub fn len(&self) -> usize {
        self.games.load(Ordering::Relaxed)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn idle(&self) -> Duration {
        self.idle
    }

    fn end_of_life(&self) -> i64 {
        now() + self.idle.as_secs() as i64
    }

    async fn invoke(&self, script: &ScriptInvocation<'_>) -> Result<Answer, StoreError> {
        Ok(within(script.invoke_async(&mut self.commands.clone())).await?)
    }

    /// # Errors
    /// As [`super::Store::insert`].
    pub async fn insert(
        &self,
        session: Arc<Session>,
        record: Option<Record<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        let mut insert = scripts::INSERT_GAME.prepare_invoke();
        self.add_session(&mut insert, &session, &session.to_stored(), record);
        insert.arg(now()).arg(self.capacity);
        self.change(&insert, session.id, record).await?;
        self.decoded.put(&session);
        Ok(session)
    }

    /// The keys, and the arguments 1 to 10, of a script that writes a session.
    fn add_session(
        &self,
        script: &mut ScriptInvocation<'_>,
        session: &Session,
        value: &[u8],
        record: Option<Record<'_>>,
    ) {
        script.key(keys::game(session.id)).key(keys::GAMES);
        Records::add_keys(script, record);
        self.records.add_note(script, record);
        script.arg(session.id.to_string()).arg(session.version).arg(session.revision).arg(value);
        script.arg(self.idle.as_secs()).arg(self.end_of_life());
    }

    /// Runs a script that changes a game.
    async fn change(
        &self,
        script: &ScriptInvocation<'_>,
        id: Uuid,
        record: Option<Record<'_>>,
    ) -> Result<(), StoreError> {
        let answer = self.invoke(script).await?;
        self.made(id, &answer)?;
        if let Some(record) = record {
            self.records.bound(record);
        }
        Ok(())
    }

    /// What a script that compares and sets has answered.
    fn made(&self, id: Uuid, answer: &[Vec<u8>]) -> Result<(), StoreError> {
        match words(answer)[..] {
            [b"made"] => Ok(()),
            [b"full"] => Err(StoreError::Full),
            [b"lost"] => Err(StoreError::ClaimLost),
            [b"missing"] => Err(StoreError::NotFound),
            [b"conflict", version, revision, value] => {
                Err(StoreError::Conflict(self.decoded.decode(id, tag(version, revision)?, value)?))
            }
            _ => Err(not_understood()),
        }
    }

    /// # Errors
    /// As [`super::Store::get`].
    pub async fn get(&self, id: Uuid) -> Result<Arc<Session>, StoreError> {
        let known = self.decoded.get(id);
        let mut read = scripts::READ_GAME.key(keys::game(id));
        read.key(keys::GAMES).arg(id.to_string()).arg(self.idle.as_secs()).arg(self.end_of_life());
        match &known {
            Some(session) => read.arg(session.version).arg(session.revision),
            None => read.arg("").arg(""),
        };
        let answer = self.invoke(&read).await?;
        match (&words(&answer)[..], known) {
            ([b"missing"], _) => Err(StoreError::NotFound),
            ([b"known"], Some(session)) => Ok(session),
            ([b"found", version, revision, value], _) => {
                self.decoded.decode(id, tag(version, revision)?, value)
            }
            _ => Err(not_understood()),
        }
    }

    /// # Errors
    /// As [`super::Store::tag`].
    pub async fn tag(&self, id: Uuid) -> Result<Tag, StoreError> {
        let mut used = pipe();
        used.hmget(keys::game(id), &["version", "revision"]);
        used.expire(keys::game(id), self.idle.as_secs() as i64).ignore();
        used.cmd("ZADD").arg(keys::GAMES).arg("XX").arg(self.end_of_life()).arg(id.to_string()).ignore();
        type Fields = (Option<Vec<u8>>, Option<Vec<u8>>);
        let ((version, revision),): (Fields,) = within(used.query_async(&mut self.commands.clone())).await?;
        tag(&version.ok_or(StoreError::NotFound)?, revision.as_deref().unwrap_or(b"0"))
    }

    /// # Errors
    /// As [`super::Store::replace`].
    pub async fn replace(
        &self,
        base: Tag,
        next: Arc<Session>,
        record: Option<Record<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        let value = next.to_stored();
        let mut replace = scripts::REPLACE_GAME.prepare_invoke();
        self.add_session(&mut replace, &next, &value, record);
        replace.arg(base.version).arg(base.revision);
        replace.arg(channel::name(next.id)).arg(Message::Changed(value).to_bytes());
        self.change(&replace, next.id, record).await?;
        self.decoded.put(&next);
        Ok(next)
    }

    /// # Errors
    /// As [`super::Store::remove`].
    pub async fn remove(&self, id: Uuid, base: Option<Tag>) -> Result<(), StoreError> {
        let mut remove = scripts::REMOVE_GAME.key(keys::game(id));
        remove.key(keys::GAMES).arg(id.to_string());
        match base {
            Some(base) => remove.arg(base.version).arg(base.revision),
            None => remove.arg("").arg(""),
        };
        remove.arg(channel::name(id)).arg(Message::Deleted.to_bytes());
        self.change(&remove, id, None).await
    }

    /// # Errors
    /// As [`super::Store::subscribe`].
    pub async fn subscribe(&self, id: Uuid) -> Result<broadcast::Receiver<Event>, StoreError> {
        Ok(self.subscriptions.subscribe(id).await?)
    }

    /// Tells the listeners on every server, unless so much waits to be told already that this is not worth it.
    pub fn publish(&self, id: Uuid, event: Event) {
        let _more_is_told_than_can_be = self.outbox.try_send((id, Message::from(event)));
    }

    /// # Errors
    /// As [`super::Store::claim`].
    pub async fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Result<Claim, StoreError> {
        self.records.claim(key, fingerprint).await
    }

    /// # Errors
    /// As [`super::Store::settle`].
    pub async fn settle(&self, record: Record<'_>) -> Result<(), StoreError> {
        let mut settle = scripts::SETTLE_REQUEST.prepare_invoke();
        Records::add_keys(&mut settle, Some(record));
        self.records.add_note(&mut settle, Some(record));
        match words(&self.invoke(&settle).await?)[..] {
            [b"made"] => self.records.bound(record),
            [b"lost"] => return Err(StoreError::ClaimLost),
            _ => return Err(not_understood()),
        }
        Ok(())
    }

    /// As [`super::Store::release`], as soon as may be.
    pub fn release(&self, ticket: &Ticket) {
        self.records.release(&ticket.claimant());
    }

    /// Redis forgets games and records by itself; here the games are counted, and the channels nobody listens to are
    /// left.
    pub async fn sweep(&self) {
        self.subscriptions.leave_silent().await;
        let mut count = pipe();
        count.cmd("ZREMRANGEBYSCORE").arg(keys::GAMES).arg("-inf").arg(format!("({}", now())).ignore();
        count.cmd("ZCARD").arg(keys::GAMES);
        match within(count.query_async::<(usize,)>(&mut self.commands.clone())).await {
            Ok((games,)) => self.games.store(games, Ordering::Relaxed),
            // The kept connections try again until they succeed and keep to themselves why they do not, so that a mistaken
            // password looks like a store that is down. How one more connection fails is in the log.
            Err(_) => {
                let _logged = within(self.client.get_multiplexed_async_connection()).await;
            }
        }
    }
}

fn words(answer: &[Vec<u8>]) -> Vec<&[u8]> {
    answer.iter().map(Vec::as_slice).collect()
}

/// A state as Redis keeps it, in decimal digits.
fn tag(version: &[u8], revision: &[u8]) -> Result<Tag, StoreError> {
    let number = |digits: &[u8]| std::str::from_utf8(digits).ok()?.parse().ok();
    let tag = || Some(Tag { version: number(version)?, revision: number(revision)? });
    tag().ok_or_else(not_understood)
}

#[cfg(test)]
mod tests;
