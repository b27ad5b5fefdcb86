//! How many watch a game at each server: one hash per game, which expires when no server notes its watchers any more.

use super::RedisStore;
use super::reply::{ScriptReply, unknown_reply};
use super::scripts::COUNT_WATCHERS;
use crate::game::GameTime;
use crate::store::error::StoreError;
use crate::store::listeners::WATCHERS_COUNT_FOR;
use uuid::Uuid;

impl RedisStore {
    /// Notes how many watch at this server. Returns how many do at all servers.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn count_watchers(
        &self,
        id: Uuid,
        here: usize,
        GameTime(now): GameTime,
    ) -> Result<usize, StoreError> {
        let mut count = COUNT_WATCHERS.key(self.keys.watchers(id));
        count.arg(self.server.to_string()).arg(here).arg(now);
        count.arg(WATCHERS_COUNT_FOR.as_millis() as u64).arg(WATCHERS_COUNT_FOR.as_secs());
        let reply: ScriptReply = self.invoke(&count).await?;
        let total = reply.first().and_then(|total| std::str::from_utf8(total).ok()?.parse().ok());
        total.ok_or_else(unknown_reply)
    }
}
