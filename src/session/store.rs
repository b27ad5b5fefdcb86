//! Where sessions are kept: one interface to the three stores.

use super::{
    Claim, Event, Fingerprint, MemoryStore, Record, RecordKey, RedbStore, RedisStore, Session, Tag, Ticket,
};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::broadcast;
use uuid::Uuid;

/// Why a store did not do what was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    #[error("there is no such game")]
    NotFound,
    /// Somebody else changed the game first; this is what it is now.
    #[error("the game has version {} by now", .0.version)]
    Conflict(Arc<Session>),
    #[error("there is no room for more games")]
    Full,
    /// What is kept cannot be used by this version of the program. It is left as it is.
    #[error("{0}")]
    Unreadable(String),
    /// The claim of a request with an idempotency key ended before its change was written. Nothing was changed.
    #[error("another try of this request has taken over")]
    ClaimLost,
    /// The store does not answer. Whether a change was made is not known.
    #[error("the store cannot be reached: {0}")]
    Unavailable(String),
}

/// How long a store takes, by operation: `insert`, `get`, `tag`, `replace`, `remove`, `claim`, `settle`.
#[derive(Clone, Debug)]
pub struct StoreMetrics {
    pub seconds: Family<Operation, Histogram>,
    /// How often the store did not answer.
    pub errors: Counter,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct Operation {
    operation: &'static str,
}

impl Default for StoreMetrics {
    fn default() -> StoreMetrics {
        let seconds = || Histogram::new(exponential_buckets(0.00001, 4.0, 10));
        StoreMetrics { seconds: Family::new_with_constructor(seconds), errors: Counter::default() }
    }
}

/// A store of sessions. Every change is compare-and-set on the [`Tag`]: of several changes to one state, one is made.
/// When a change is answered for, it is as durable as the store can make it.
///
/// After [`StoreError::Unavailable`], the same insert or replace may be tried again: it answers `Ok` when the first try
/// was carried out after all, as long as the game is still in the state it wrote.
#[derive(Debug)]
pub struct Store {
    kind: Kind,
    metrics: StoreMetrics,
}

#[derive(Debug)]
enum Kind {
    Memory(MemoryStore),
    Redb(RedbStore),
    Redis(RedisStore),
}

impl From<MemoryStore> for Store {
    fn from(store: MemoryStore) -> Store {
        Store::new(Kind::Memory(store))
    }
}

impl From<RedbStore> for Store {
    fn from(store: RedbStore) -> Store {
        Store::new(Kind::Redb(store))
    }
}

impl From<RedisStore> for Store {
    fn from(store: RedisStore) -> Store {
        Store::new(Kind::Redis(store))
    }
}

impl Store {
    fn new(kind: Kind) -> Store {
        Store { kind, metrics: StoreMetrics::default() }
    }

    pub fn metrics(&self) -> &StoreMetrics {
        &self.metrics
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

    /// How long after its last use a game is kept.
    pub fn idle(&self) -> Duration {
        match &self.kind {
            Kind::Memory(store) => store.idle(),
            Kind::Redb(store) => store.idle(),
            Kind::Redis(store) => store.idle(),
        }
    }

    /// How many games there are, as far as is known without waiting.
    pub fn len(&self) -> usize {
        match &self.kind {
            Kind::Memory(store) => store.len(),
            Kind::Redb(store) => store.len(),
            Kind::Redis(store) => store.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Keeps a new game, and in the same write the state of the request that made it.
    ///
    /// # Errors
    /// [`StoreError::Full`], [`StoreError::ClaimLost`], [`StoreError::Unavailable`], and [`StoreError::Conflict`] when an
    /// earlier try was carried out and the game was changed since.
    pub async fn insert(
        &self,
        session: Arc<Session>,
        record: Option<Record<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        self.timed("insert", async {
            match &self.kind {
                Kind::Memory(store) => store.insert(session, record),
                Kind::Redb(store) => store.insert(session, record).await,
                Kind::Redis(store) => store.insert(session, record).await,
            }
        })
        .await
    }

    /// A snapshot of the game, which counts as a use.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Unreadable`], [`StoreError::Unavailable`].
    pub async fn get(&self, id: Uuid) -> Result<Arc<Session>, StoreError> {
        self.timed("get", async {
            match &self.kind {
                Kind::Memory(store) => store.get(id),
                Kind::Redb(store) => store.get(id).await,
                Kind::Redis(store) => store.get(id).await,
            }
        })
        .await
    }

    /// The state the game is in, without reading the game. Counts as a use.
    ///
    /// # Errors
    /// As [`Store::get`].
    pub async fn tag(&self, id: Uuid) -> Result<Tag, StoreError> {
        self.timed("tag", async {
            match &self.kind {
                Kind::Memory(store) => Ok(store.get(id)?.tag()),
                Kind::Redb(store) => store.tag(id).await,
                Kind::Redis(store) => store.tag(id).await,
            }
        })
        .await
    }

    /// Puts `next` in the place of the state `base` that it was made from, notes in the same write the state of the
    /// request that made it, and publishes the change.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the game is in another state by now, [`StoreError::NotFound`] when it is gone,
    /// [`StoreError::ClaimLost`], [`StoreError::Unavailable`].
    pub async fn replace(
        &self,
        base: Tag,
        next: Arc<Session>,
        record: Option<Record<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        self.timed("replace", async {
            match &self.kind {
                Kind::Memory(store) => store.replace(base, next, record),
                Kind::Redb(store) => store.replace(base, next, record).await,
                Kind::Redis(store) => store.replace(base, next, record).await,
            }
        })
        .await
    }

    /// Forgets the game, if it is in the state `base` when one is named.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Conflict`] when it is in another state, [`StoreError::Unavailable`].
    pub async fn remove(&self, id: Uuid, base: Option<Tag>) -> Result<(), StoreError> {
        self.timed("remove", async {
            match &self.kind {
                Kind::Memory(store) => store.remove(id, base),
                Kind::Redb(store) => store.remove(id, base).await,
                Kind::Redis(store) => store.remove(id, base).await,
            }
        })
        .await
    }

    /// What happens to the game from now on. A listener may miss events when the store is away for a while; the
    /// state tells it what it missed.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn subscribe(&self, id: Uuid) -> Result<broadcast::Receiver<Event>, StoreError> {
        match &self.kind {
            Kind::Memory(store) => Ok(store.feeds.subscribe(id)),
            Kind::Redb(store) => Ok(store.feeds().subscribe(id)),
            Kind::Redis(store) => store.subscribe(id).await,
        }
    }

    /// Tells the listeners of something that is not kept.
    pub fn publish(&self, id: Uuid, event: Event) {
        match &self.kind {
            Kind::Memory(store) => store.feeds.publish(id, event),
            Kind::Redb(store) => store.feeds().publish(id, event),
            Kind::Redis(store) => store.publish(id, event),
        }
    }

    /// Claims a request with an idempotency key, unless it was or is being carried out. Records live where the games
    /// do, so that every server knows them, also after a restart.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Result<Claim, StoreError> {
        self.timed("claim", async {
            match &self.kind {
                Kind::Memory(store) => Ok(store.records.claim(key, fingerprint)),
                Kind::Redb(store) => store.claim(key, fingerprint).await,
                Kind::Redis(store) => store.claim(key, fingerprint).await,
            }
        })
        .await
    }

    /// Keeps the outcome of a request that changed no game.
    ///
    /// # Errors
    /// [`StoreError::ClaimLost`], [`StoreError::Unavailable`].
    pub async fn settle(&self, record: Record<'_>) -> Result<(), StoreError> {
        self.timed("settle", async {
            match &self.kind {
                Kind::Memory(store) => store.settle(record),
                Kind::Redb(store) => store.settle(record).await,
                Kind::Redis(store) => store.settle(record).await,
            }
        })
        .await
    }

    /// Gives up a claim, so that a retry can have it. Does nothing once the request is done.
    pub fn release(&self, ticket: &Ticket) {
        match &self.kind {
            Kind::Memory(store) => store.records.release(ticket),
            Kind::Redb(store) => store.release(ticket),
            Kind::Redis(store) => store.release(ticket),
        }
    }

    /// Forgets the games nobody has used for too long, and what else is not needed any more.
    pub async fn sweep(&self) {
        match &self.kind {
            Kind::Memory(store) => store.sweep(),
            Kind::Redb(store) => store.sweep().await,
            Kind::Redis(store) => store.sweep().await,
        }
    }
}
