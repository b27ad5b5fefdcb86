//! Games in a store, and their changes.

use super::any::{Kind, Store};
use super::error::StoreError;
use super::last_seen::LastSeen;
use super::news::{News, Written};
use super::records::IdempotencyRecord;
use crate::game::{GameTime, Session, Tag};
use std::sync::Arc;
use uuid::Uuid;

impl Store {
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

    /// As [`Store::replace`], but does nothing and returns false if the change arrives at the store after the `latest` game time. Only
    /// Redis can be so far away, and a cluster has no clock that all its nodes share.
    ///
    /// # Errors
    /// As [`Store::replace`].
    pub async fn replace_by(
        &self,
        base: Tag,
        next: Written,
        record: Option<IdempotencyRecord<'_>>,
        latest: Option<GameTime>,
    ) -> Result<bool, StoreError> {
        let Kind::Redis(store) = &self.kind else {
            return self.replace(base, next, record).await.map(|_| true);
        };
        self.timed("replace", Box::pin(store.replace_by(base, next, record, latest))).await
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
}
