//! What players say, for the listeners on all servers.

use super::RedisStore;
use super::channel::Message;
use super::reply::ScriptReply;
use super::scripts::SAY;
use crate::game::{Said, TokenDigest};
use crate::store::error::StoreError;
use crate::store::phrases::MOST_PHRASES;
use uuid::Uuid;

impl RedisStore {
    /// As [`crate::store::Store::say`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn say(&self, id: Uuid, player: TokenDigest, said: Said) -> Result<bool, StoreError> {
        let mut say = SAY.key(self.keys.phrases(id));
        say.arg(player.to_string()).arg(MOST_PHRASES).arg(self.keep.unfinished.as_secs());
        say.arg(self.keys.publish()).arg(self.keys.channel(id)).arg(Message::Said(said).to_bytes());
        let reply: ScriptReply = self.invoke(&say).await?;
        Ok(reply.first().is_some_and(|word| word == b"made"))
    }
}
