//! The games of a store that have a deadline.

use super::any::{Kind, Store};
use super::deadlines::Overdue;
use super::error::StoreError;
use crate::game::GameTime;
use uuid::Uuid;

impl Store {
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
}
