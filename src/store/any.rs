//! The interface to two stores: in this process and in Redis.

use super::error::StoreError;
use super::game_clock::GameClock;
use super::keep_times::KeepTimes;
use super::local::LocalStore;
use super::metrics::{Operation, StoreMetrics};
use super::redis::{RedisStore, SharedQuotas};
use super::stalls::Stalls;
use std::fs::File;
use std::sync::Arc;
use std::time::Instant;

/// A store of sessions. The futures of Redis and of changes are large, so they are boxed: a request moves its future many
/// times. Every change is a compare-and-set on the [tag](crate::game::Tag): of several concurrent changes to one state, exactly
/// one succeeds. A change is as durable as the store can make it before the store reports success.
///
/// After [`StoreError::Unavailable`], the same insert or replace may be retried. It returns `Ok` if the first attempt was
/// executed after all, provided the game is still in the state that the attempt wrote.
#[derive(Debug)]
pub struct Store {
    pub(super) kind: Kind,
    metrics: StoreMetrics,
    pub(super) game_clock: Arc<GameClock>,
    pub(super) stalls: Stalls,
}

#[derive(Debug)]
pub(super) enum Kind {
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

    pub(super) fn is_cluster(&self) -> bool {
        matches!(&self.kind, Kind::Redis(store) if store.is_cluster())
    }

    pub(super) async fn timed<T>(
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
