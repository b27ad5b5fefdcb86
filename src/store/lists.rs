//! The lists of games that belong to somebody, and their references.

use super::any::{Kind, Store};
use super::error::StoreError;
use super::listing::{ListQuery, Page, ReferenceId};
use crate::game::Session;
use uuid::Uuid;

impl Store {
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
}
