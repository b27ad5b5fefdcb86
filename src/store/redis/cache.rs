//! A cache of decoded sessions. Only Redis knows the current state of a game, so a cached session is valid only if Redis has
//! the same version and revision.

use crate::game::{Session, Tag};
use crate::store::error::StoreError;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::sync::Arc;
use uuid::Uuid;

const BYTES: u64 = 32 << 20;
/// The approximate memory of a session without moves, and of each move.
const SESSION_BYTES: u64 = 1536;
const PLY_BYTES: u64 = 40;

#[derive(Clone, Debug)]
struct Bytes;

impl Weighter<Uuid, Arc<Session>> for Bytes {
    fn weight(&self, _: &Uuid, session: &Arc<Session>) -> u64 {
        SESSION_BYTES + PLY_BYTES * session.game.ply() as u64
    }
}

#[derive(Debug)]
pub struct SessionCache(Cache<Uuid, Arc<Session>, Bytes>);

impl Default for SessionCache {
    fn default() -> SessionCache {
        let sessions = (BYTES / (SESSION_BYTES + 40 * PLY_BYTES)) as usize;
        SessionCache(Cache::with_weighter(sessions, BYTES, Bytes))
    }
}

impl SessionCache {
    pub fn get(&self, id: Uuid) -> Option<Arc<Session>> {
        self.0.get(&id)
    }

    pub fn put(&self, session: &Arc<Session>) {
        self.0.insert(session.id, Arc::clone(session));
    }

    /// The session with this tag and this value in Redis, from the cache or decoded.
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
