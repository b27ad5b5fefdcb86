//! Why a store operation fails.

use crate::game::{Session, Unreadable};
use std::sync::Arc;
use uuid::Uuid;

/// Why a store operation failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    #[error("there is no such game")]
    NotFound,
    /// Another request changed the game first. Contains the current session.
    #[error("the game now has version {}", .0.version)]
    Conflict(Arc<Session>),
    /// Another game of the same owner has the reference.
    #[error("game {0} has this reference")]
    ReferenceTaken(Uuid),
    #[error("there is no room for more games")]
    Full,
    /// The client has as many seeks as it may.
    #[error("expected at most {0} open seeks of one client")]
    TooManySeeks(usize),
    #[error("the seek has met an opponent")]
    SeekMatched,
    /// The stored data is corrupt or from a newer version of the program. It is left unchanged.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The request lost the claim on its idempotency key before the write. Nothing was changed.
    #[error("another attempt at this request has taken over")]
    ClaimLost,
    /// The store does not answer. The change may or may not have been made.
    #[error("the store cannot be reached: {0}")]
    Unavailable(String),
}

impl StoreError {
    pub fn game_time_unknown() -> StoreError {
        StoreError::Unavailable("the game time is not known yet".to_owned())
    }
}
