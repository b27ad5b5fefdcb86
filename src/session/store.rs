//! Where sessions are kept: one interface to the three stores.

use super::{Claim, Event, Fingerprint, KeptAnswer, MemoryStore, RedbStore, RedisStore, Session};
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
    /// The store does not answer. Whether a change was made is not known.
    #[error("the store cannot be reached: {0}")]
    Unavailable(String),
}

/// What a store takes, by operation: `insert`, `get`, `replace`, `remove`.
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

/// A store of sessions. Every change is compare-and-set on the version: of several changes to one version, one is
/// made. When a change is answered for, it is as durable as the store can make it.
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

    /// The store that other servers use too, if it is such.
    pub fn shared(&self) -> Option<&RedisStore> {
        match &self.kind {
            Kind::Redis(store) => Some(store),
            Kind::Memory(_) | Kind::Redb(_) => None,
        }
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

    /// # Errors
    /// [`StoreError::Full`], [`StoreError::Unavailable`].
    pub async fn insert(&self, session: Arc<Session>) -> Result<Arc<Session>, StoreError> {
        self.timed("insert", async {
            match &self.kind {
                Kind::Memory(store) => store.insert(session),
                Kind::Redb(store) => store.insert(session).await,
                Kind::Redis(store) => store.insert(session).await,
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

    /// Puts `next` in the place of the version before it and tells the listeners.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the game has another version by now, [`StoreError::NotFound`] when it is gone,
    /// [`StoreError::Unavailable`].
    pub async fn replace(&self, next: Arc<Session>) -> Result<Arc<Session>, StoreError> {
        self.timed("replace", async {
            match &self.kind {
                Kind::Memory(store) => store.replace(next),
                Kind::Redb(store) => store.replace(next).await,
                Kind::Redis(store) => store.replace(next).await,
            }
        })
        .await
    }

    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Conflict`] when it has not the version that is asked for,
    /// [`StoreError::Unavailable`].
    pub async fn remove(&self, id: Uuid, version: Option<u64>) -> Result<(), StoreError> {
        self.timed("remove", async {
            match &self.kind {
                Kind::Memory(store) => store.remove(id, version),
                Kind::Redb(store) => store.remove(id, version).await,
                Kind::Redis(store) => store.remove(id, version).await,
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

    /// Asks whether a request was answered before, and takes it on when it was not. The answers are kept where the games
    /// are, so that any server, also one started anew, knows them.
    pub async fn claim_answer(&self, key: &str, fingerprint: Fingerprint) -> Claim {
        match &self.kind {
            Kind::Memory(store) => store.answers.claim(key, fingerprint),
            Kind::Redb(store) => store.answers.claim(key, fingerprint),
            Kind::Redis(store) => store.claim_answer(key, fingerprint).await,
        }
    }

    /// Keeps the answer to a request that was claimed.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn settle_answer(&self, key: &str, answer: KeptAnswer) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Memory(store) => {
                store.answers.settle(key, Arc::new(answer));
                Ok(())
            }
            Kind::Redb(store) => store.settle_answer(key, answer).await,
            Kind::Redis(store) => store.settle_answer(key, &answer).await,
        }
    }

    /// Gives up a request that was claimed, so that a retry does it anew.
    pub fn release_answer(&self, key: &str) {
        match &self.kind {
            Kind::Memory(store) => store.answers.release(key),
            Kind::Redb(store) => store.answers.release(key),
            Kind::Redis(store) => store.release_answer(key),
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
