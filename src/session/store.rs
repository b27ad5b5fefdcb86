//! Where sessions are kept: one interface to the three stores.

use super::{Claim, Event, Fingerprint, KeptAnswer, MemoryStore, RedbStore, RedisStore, Session};
use std::sync::Arc;
use std::time::Duration;
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

/// A store of sessions. Every change is compare-and-set on the version: of several changes to one version, one is
/// made. When a change is answered for, it is as durable as the store can make it.
#[derive(Debug)]
pub enum Store {
    Memory(MemoryStore),
    Redb(RedbStore),
    Redis(RedisStore),
}

impl Store {
    /// How long after its last use a game is kept.
    pub fn idle(&self) -> Duration {
        match self {
            Store::Memory(store) => store.idle(),
            Store::Redb(store) => store.idle(),
            Store::Redis(store) => store.idle(),
        }
    }

    /// How many games there are, as far as is known without waiting.
    pub fn len(&self) -> usize {
        match self {
            Store::Memory(store) => store.len(),
            Store::Redb(store) => store.len(),
            Store::Redis(store) => store.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// # Errors
    /// [`StoreError::Full`], [`StoreError::Unavailable`].
    pub async fn insert(&self, session: Session) -> Result<Arc<Session>, StoreError> {
        match self {
            Store::Memory(store) => store.insert(session),
            Store::Redb(store) => store.insert(session).await,
            Store::Redis(store) => store.insert(session).await,
        }
    }

    /// A snapshot of the game, which counts as a use.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Unreadable`], [`StoreError::Unavailable`].
    pub async fn get(&self, id: Uuid) -> Result<Arc<Session>, StoreError> {
        match self {
            Store::Memory(store) => store.get(id),
            Store::Redb(store) => store.get(id).await,
            Store::Redis(store) => store.get(id).await,
        }
    }

    /// Puts `next` in the place of the version before it and tells the listeners.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the game has another version by now, [`StoreError::NotFound`] when it is gone,
    /// [`StoreError::Unavailable`].
    pub async fn replace(&self, next: Session) -> Result<Arc<Session>, StoreError> {
        match self {
            Store::Memory(store) => store.replace(next),
            Store::Redb(store) => store.replace(next).await,
            Store::Redis(store) => store.replace(next).await,
        }
    }

    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Conflict`] when it has not the version that is asked for,
    /// [`StoreError::Unavailable`].
    pub async fn remove(&self, id: Uuid, version: Option<u64>) -> Result<(), StoreError> {
        match self {
            Store::Memory(store) => store.remove(id, version),
            Store::Redb(store) => store.remove(id, version).await,
            Store::Redis(store) => store.remove(id, version).await,
        }
    }

    /// What happens to the game from now on. A listener may miss events when the store is away for a while; the
    /// state tells it what it missed.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn subscribe(&self, id: Uuid) -> Result<broadcast::Receiver<Event>, StoreError> {
        match self {
            Store::Memory(store) => Ok(store.feeds.subscribe(id)),
            Store::Redb(store) => Ok(store.feeds().subscribe(id)),
            Store::Redis(store) => store.subscribe(id).await,
        }
    }

    /// Tells the listeners of something that is not kept.
    pub fn publish(&self, id: Uuid, event: Event) {
        match self {
            Store::Memory(store) => store.feeds.publish(id, event),
            Store::Redb(store) => store.feeds().publish(id, event),
            Store::Redis(store) => store.publish(id, event),
        }
    }

    /// Asks whether a request was answered before, and takes it on when it was not. The answers are kept where the games
    /// are, so that any server, also one started anew, knows them.
    pub async fn claim_answer(&self, key: &str, fingerprint: Fingerprint) -> Claim {
        match self {
            Store::Memory(store) => store.answers.claim(key, fingerprint),
            Store::Redb(store) => store.answers.claim(key, fingerprint),
            Store::Redis(store) => store.claim_answer(key, fingerprint).await,
        }
    }

    /// Keeps the answer to a request that was claimed.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn settle_answer(&self, key: &str, answer: KeptAnswer) -> Result<(), StoreError> {
        match self {
            Store::Memory(store) => {
                store.answers.settle(key, Arc::new(answer));
                Ok(())
            }
            Store::Redb(store) => store.settle_answer(key, answer).await,
            Store::Redis(store) => store.settle_answer(key, &answer).await,
        }
    }

    /// Gives up a request that was claimed, so that a retry does it anew.
    pub fn release_answer(&self, key: &str) {
        match self {
            Store::Memory(store) => store.answers.release(key),
            Store::Redb(store) => store.answers.release(key),
            Store::Redis(store) => store.release_answer(key),
        }
    }

    /// Forgets the games nobody has used for too long, and what else is not needed any more.
    pub async fn sweep(&self) {
        match self {
            Store::Memory(store) => store.sweep(),
            Store::Redb(store) => store.sweep().await,
            Store::Redis(store) => store.sweep().await,
        }
    }
}
