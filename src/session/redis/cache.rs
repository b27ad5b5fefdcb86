//! The sessions this server has decoded lately. Which state a game is in, Redis alone knows: a session from here is good
//! only for a game whose version and revision in Redis are its own.

use crate::session::{Session, StoreError, Tag};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::sync::Arc;
use uuid::Uuid;

const BYTES: u64 = 32 << 20;
/// What a session takes in memory: without moves, and for each.
const SESSION_BYTES: u64 = 1536;
const PLY_BYTES: u64 = 40;

#[derive(Clone, Debug)]
struct Bytes;

impl Weighter<Uuid, Arc<Session>> for Bytes {
    fn weight(&self, _: &Uuid, session: &Arc<Session>) -> u64 {
        SESSION_BYTES + PLY_BYTES * session.notes.len() as u64
    }
}

#[derive(Debug)]
pub struct Decoded(Cache<Uuid, Arc<Session>, Bytes>);

impl Default for Decoded {
    fn default() -> Decoded {
        let sessions = (BYTES / (SESSION_BYTES + 40 * PLY_BYTES)) as usize;
        Decoded(Cache::with_weighter(sessions, BYTES, Bytes))
    }
}

impl Decoded {
    pub fn get(&self, id: Uuid) -> Option<Arc<Session>> {
        self.0.get(&id)
    }

    pub fn put(&self, session: &Arc<Session>) {
        self.0.insert(session.id, Arc::clone(session));
    }

    /// The session that has this state and this value in Redis.
    ///
    /// # Errors
    /// As [`Session::from_stored`].
    pub fn decode(&self, id: Uuid, tag: Tag, value: &[u8]) -> Result<Arc<Session>, StoreError> {
        if let Some(session) = self.get(id).filter(|session| session.tag() == tag) {
            return Ok(session);
        }
        let Tag { version, revision } = tag;
        let session = Arc::new(Session { version, revision, ..Session::from_stored(value)? });
        self.put(&session);
        Ok(session)
    }
}
