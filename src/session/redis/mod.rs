//! The store in Redis or Valkey, which several servers can share: any of them serves any game.
//!
//! A game is a hash of its version and its value; changes compare and set in a script, which also tells the listeners
//! on every server. A set of all ids with their ends of life counts the games.

mod channel;

use super::{Claim, Event, Feeds, Fingerprint, KeptAnswer, Session, StoreError, now};
use ::redis::aio::{ConnectionManager, ConnectionManagerConfig};
use ::redis::{Client, FromRedisValue, IntoConnectionInfo, ProtocolVersion, RedisError, Script, Value, pipe};
use channel::Message;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};
use uuid::Uuid;

/// Longer than that nobody waits for the store.
const PATIENCE: Duration = Duration::from_secs(1);
const RECONNECT_DELAYS: (Duration, Duration) = (Duration::from_millis(50), Duration::from_millis(500));

/// How many events that are not kept may wait to be told.
const OUTBOX: usize = 256;

const GAMES: &str = "duiyi:games";

/// How long an answer is kept that may be asked for again.
const KEEP_ANSWERS: Duration = Duration::from_secs(86_400);
/// By then a request was answered, or the server that was about to is gone.
const KEEP_CLAIMS: Duration = Duration::from_secs(120);

fn answer_key(key: &str) -> String {
    format!("duiyi:answer:{key}")
}

fn key(id: Uuid) -> String {
    format!("duiyi:game:{id}")
}

/// KEYS: the game, all games. ARGV: id, version, value, seconds to keep, end of life, now, capacity.
const INSERT: &str = r"
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[6])
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[7]) then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'value', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1])
return 1";

/// KEYS: the game, all games. ARGV: id, version, value, seconds to keep, end of life, channel, message. Answers 1, 0
/// when there is no such game, or the value that is there when it is not of the version before.
const REPLACE: &str = r"
local version = redis.call('HGET', KEYS[1], 'version')
if not version then return 0 end
if tonumber(version) + 1 ~= tonumber(ARGV[2]) then return redis.call('HGET', KEYS[1], 'value') end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'value', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1])
redis.call('PUBLISH', ARGV[6], ARGV[7])
return 1";

/// KEYS: the game, all games. ARGV: id, version or nothing, channel, message. Answers as the script above.
const REMOVE: &str = r"
local version = redis.call('HGET', KEYS[1], 'version')
if not version then return 0 end
if ARGV[2] ~= '' and version ~= ARGV[2] then return redis.call('HGET', KEYS[1], 'value') end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('PUBLISH', ARGV[3], ARGV[4])
return 1";

#[derive(Debug)]
struct Scripts {
    insert: Script,
    replace: Script,
    remove: Script,
}

pub struct RedisStore {
    client: Client,
    commands: ConnectionManager,
    subscriptions: ConnectionManager,
    scripts: Scripts,
    feeds: Arc<Feeds>,
    outbox: mpsc::Sender<(Uuid, Message)>,
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

impl From<RedisError> for StoreError {
    fn from(error: RedisError) -> StoreError {
        tracing::warn!(%error, "the store refused or did not answer");
        StoreError::Unavailable(error.category().to_owned())
    }
}

/// Waits for the store no longer than is reasonable.
///
/// # Errors
/// [`StoreError::Unavailable`].
pub async fn within<T>(answer: impl Future<Output = Result<T, RedisError>>) -> Result<T, StoreError> {
    match tokio::time::timeout(PATIENCE, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(StoreError::Unavailable(format!("no answer within {} ms", PATIENCE.as_millis()))),
    }
}

impl RedisStore {
    /// Connects when it is first used, and again whenever the connection is lost. To be called within a runtime.
    ///
    /// # Errors
    /// When the address is none.
    pub fn new(url: &str, capacity: usize, idle: Duration) -> Result<RedisStore, RedisError> {
        let info = url.into_connection_info()?;
        // The third version of the protocol tells of changes on the connection that asks for them.
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
        let client = Client::open(info.set_redis_settings(settings))?;
        let config = || {
            ConnectionManagerConfig::new()
                .set_connection_timeout(Some(PATIENCE))
                .set_response_timeout(Some(PATIENCE))
                .set_min_delay(RECONNECT_DELAYS.0)
                .set_max_delay(RECONNECT_DELAYS.1)
                .set_number_of_retries(usize::MAX)
        };
        let commands = ConnectionManager::new_lazy_with_config(client.clone(), config())?;
        let (outbox, told) = mpsc::channel(OUTBOX);
        tokio::spawn(channel::tell(told, commands.clone()));
        let (sender, messages) = mpsc::unbounded_channel();
        let feeds = Arc::new(Feeds::default());
        tokio::spawn(channel::listen(messages, Arc::clone(&feeds)));
        let listening = config().set_push_sender(sender).set_automatic_resubscription();
        Ok(RedisStore {
            commands,
            subscriptions: ConnectionManager::new_lazy_with_config(client.clone(), listening)?,
            client,
            scripts: Scripts {
                insert: Script::new(INSERT),
                replace: Script::new(REPLACE),
                remove: Script::new(REMOVE),
            },
            feeds,
            outbox,
            games: AtomicUsize::new(0),
            capacity,
            idle,
        })
    }

    /// For what else is kept there.
    pub fn connection(&self) -> ConnectionManager {
        self.commands.clone()
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

    /// # Errors
    /// As [`super::Store::insert`].
    pub async fn insert(&self, session: Arc<Session>) -> Result<Arc<Session>, StoreError> {
        let id = session.id;
        let mut insert = self.scripts.insert.key(key(id));
        insert.key(GAMES).arg(id.to_string()).arg(session.version).arg(session.to_stored());
        insert.arg(self.idle.as_secs()).arg(self.end_of_life()).arg(now()).arg(self.capacity);
        match within(insert.invoke_async(&mut self.commands.clone())).await? {
            0 => Err(StoreError::Full),
            _ => Ok(session),
        }
    }

    /// # Errors
    /// As [`super::Store::get`].
    pub async fn get(&self, id: Uuid) -> Result<Arc<Session>, StoreError> {
        let mut used = pipe();
        used.hget(key(id), "value").expire(key(id), self.idle.as_secs() as i64).ignore();
        used.cmd("ZADD").arg(GAMES).arg("XX").arg(self.end_of_life()).arg(id.to_string()).ignore();
        let (value,): (Option<Vec<u8>>,) = within(used.query_async(&mut self.commands.clone())).await?;
        Ok(Arc::new(Session::from_stored(&value.ok_or(StoreError::NotFound)?)?))
    }

    /// # Errors
    /// As [`super::Store::replace`].
    pub async fn replace(&self, next: Arc<Session>) -> Result<Arc<Session>, StoreError> {
        let id = next.id;
        let value = next.to_stored();
        let mut replace = self.scripts.replace.key(key(id));
        replace.key(GAMES).arg(id.to_string()).arg(next.version).arg(&value);
        replace.arg(self.idle.as_secs()).arg(self.end_of_life());
        replace.arg(channel::name(id)).arg(Message::Changed(value).to_bytes());
        answer_of(within(replace.invoke_async(&mut self.commands.clone())).await?)?;
        Ok(next)
    }

    /// # Errors
    /// As [`super::Store::remove`].
    pub async fn remove(&self, id: Uuid, version: Option<u64>) -> Result<(), StoreError> {
        let mut remove = self.scripts.remove.key(key(id));
        let version = version.map_or_else(String::new, |version| version.to_string());
        remove.key(GAMES).arg(id.to_string()).arg(version);
        remove.arg(channel::name(id)).arg(Message::Deleted.to_bytes());
        answer_of(within(remove.invoke_async(&mut self.commands.clone())).await?)
    }

    /// # Errors
    /// As [`super::Store::subscribe`].
    pub async fn subscribe(&self, id: Uuid) -> Result<broadcast::Receiver<Event>, StoreError> {
        let feed = self.feeds.subscribe(id);
        within(self.subscriptions.clone().subscribe(channel::name(id))).await?;
        Ok(feed)
    }

    /// Tells the listeners on every server, unless so much waits to be told already that this is not worth it.
    pub fn publish(&self, id: Uuid, event: Event) {
        let _more_is_told_than_can_be = self.outbox.try_send((id, Message::from(event)));
    }

    /// As [`super::Store::claim_answer`]. A claim is the fingerprint alone.
    pub async fn claim_answer(&self, key: &str, fingerprint: Fingerprint) -> Claim {
        let mut claim = ::redis::cmd("SET");
        claim.arg(answer_key(key)).arg(&fingerprint[..]).arg("NX").arg("GET");
        claim.arg("EX").arg(KEEP_CLAIMS.as_secs());
        match within(claim.query_async::<Option<Vec<u8>>>(&mut self.commands.clone())).await {
            Err(error) => Claim::Failed(error),
            Ok(None) => Claim::Ours,
            Ok(Some(first)) if first == fingerprint => Claim::InFlight,
            Ok(Some(bytes)) => match serde_json::from_slice(&bytes) {
                Ok(answer) => Claim::on_answered(Arc::new(answer), &fingerprint),
                Err(_) => Claim::Reused,
            },
        }
    }

    /// # Errors
    /// As [`super::Store::settle_answer`].
    pub async fn settle_answer(&self, key: &str, answer: &KeptAnswer) -> Result<(), StoreError> {
        let bytes = serde_json::to_vec(answer).expect("it has string keys only");
        let mut settle = ::redis::cmd("SET");
        settle.arg(answer_key(key)).arg(bytes).arg("EX").arg(KEEP_ANSWERS.as_secs());
        within(settle.query_async(&mut self.commands.clone())).await
    }

    /// As [`super::Store::release_answer`], as soon as may be.
    pub fn release_answer(&self, key: &str) {
        let (mut commands, key) = (self.commands.clone(), answer_key(key));
        tokio::spawn(async move {
            // Lost, it ends by itself.
            let _lost = within(::redis::cmd("DEL").arg(key).query_async::<()>(&mut commands)).await;
        });
    }

    /// Redis forgets games by itself; here they are counted, and the channels nobody listens to are left.
    pub async fn sweep(&self) {
        for id in self.feeds.sweep() {
            let _until_the_next_sweep =
                within(self.subscriptions.clone().unsubscribe(channel::name(id))).await;
        }
        let mut count = pipe();
        count.cmd("ZREMRANGEBYSCORE").arg(GAMES).arg("-inf").arg(format!("({}", now())).ignore();
        count.cmd("ZCARD").arg(GAMES);
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

/// What a script that compares and sets has answered.
fn answer_of(answer: Value) -> Result<(), StoreError> {
    match answer {
        Value::Int(1) => Ok(()),
        Value::Int(_) | Value::Nil => Err(StoreError::NotFound),
        other => {
            let bytes = Vec::<u8>::from_redis_value(other).map_err(RedisError::from)?;
            Err(StoreError::Conflict(Arc::new(Session::from_stored(&bytes)?)))
        }
    }
}
