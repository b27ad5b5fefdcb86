//! The records of requests with an idempotency key.

use super::any::{Kind, Store};
use super::error::StoreError;
use super::records::{Claim, Fingerprint, IdempotencyRecord, RecordKey, Ticket};

impl Store {
    /// Claims a request with an idempotency key, unless another attempt has executed it or is executing it. Records
    /// are in the same store as the games, so all servers share them and they survive a restart.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Result<Claim, StoreError> {
        let work = async {
            match &self.kind {
                Kind::Local(store) => store.claim(key, fingerprint).await,
                Kind::Redis(store) => store.claim(key, fingerprint).await,
            }
        };
        self.timed("claim", Box::pin(work)).await
    }

    /// Stores the outcome of a request that changed no game.
    ///
    /// # Errors
    /// [`StoreError::ClaimLost`], [`StoreError::Unavailable`].
    pub async fn settle(&self, record: IdempotencyRecord<'_>) -> Result<(), StoreError> {
        let work = async {
            match &self.kind {
                Kind::Local(store) => store.settle(record).await,
                Kind::Redis(store) => store.settle(record).await,
            }
        };
        self.timed("settle", Box::pin(work)).await
    }

    /// Releases a claim, so that a retry can claim the request. Does nothing if the request is done.
    pub fn release(&self, ticket: &Ticket) {
        match &self.kind {
            Kind::Local(store) => store.release(ticket),
            Kind::Redis(store) => store.release(ticket),
        }
    }
}
