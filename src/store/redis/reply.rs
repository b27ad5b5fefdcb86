//! What the scripts in Redis reply.

use crate::store::StoreError;

/// The reply of a script: a word that says what happened, then its data.
pub type ScriptReply = Vec<Vec<u8>>;

pub fn unknown_reply() -> StoreError {
    StoreError::Unavailable("its reply has an unknown format".to_owned())
}
