//! When each player was last seen, shared by all servers: one hash per game, which expires when the game has not been used
//! for the configured time.

use super::reply::{ScriptReply, unknown_reply};
use super::scripts::MARK_PRESENT;
use super::{RedisStore, channel};
use crate::game::{GameTime, TokenDigest};
use crate::redis_link::with_timeout;
use crate::store::error::StoreError;
use crate::store::last_seen::LastSeen;
use ::redis::{cmd, pipe};
use channel::Message;
use std::collections::HashMap;
use std::str::FromStr;
use std::time::Duration;
use uuid::Uuid;

impl RedisStore {
    /// As [`crate::store::Store::mark_present`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn mark_present(
        &self,
        id: Uuid,
        player: TokenDigest,
        GameTime(now): GameTime,
        grace: Duration,
    ) -> Result<(), StoreError> {
        let mut mark = MARK_PRESENT.key(self.keys.presence(id));
        mark.arg(player.to_string())
            .arg(now)
            .arg(grace.as_millis() as u64)
            .arg(self.keep.unfinished.as_secs());
        mark.arg(self.keys.publish()).arg(self.keys.channel(id)).arg(Message::Presence.to_bytes());
        self.invoke(&mark).await.map(|_: ScriptReply| ())
    }

    /// As [`crate::store::Store::refresh_presence`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn refresh_presence(
        &self,
        players: &[(Uuid, TokenDigest)],
        GameTime(now): GameTime,
    ) -> Result<(), StoreError> {
        const BATCH: usize = 1000;
        let mut refreshed = Ok(());
        for shard in self.keys.shards() {
            let here: Vec<_> = players.iter().filter(|(id, _)| self.keys.shard(*id) == shard).collect();
            for some in here.chunks(BATCH) {
                let mut refresh = pipe();
                for (id, player) in some {
                    let key = self.keys.presence(*id);
                    refresh.hset(&key, player.to_string(), now).ignore();
                    refresh.expire(&key, self.keep.unfinished.as_secs() as i64).ignore();
                }
                // Continue with the other shards if one does not answer.
                let done = with_timeout(refresh.query_async::<()>(&mut self.commands.clone())).await;
                refreshed = done.and(refreshed);
            }
        }
        Ok(refreshed?)
    }

    /// As [`crate::store::Store::last_seen`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn last_seen(&self, id: Uuid) -> Result<LastSeen, StoreError> {
        let mut read = cmd("HGETALL");
        read.arg(self.keys.presence(id));
        let players: HashMap<String, i64> =
            with_timeout(read.query_async(&mut self.commands.clone())).await?;
        let player = |(player, seen): (String, i64)| {
            Ok((player.parse().map_err(|_| unknown_reply())?, GameTime(seen)))
        };
        players.into_iter().map(player).collect()
    }
}

/// Reads the players in the reply of a script: each in hexadecimal, followed by the game time in decimal digits.
pub fn last_seen(words: &[&[u8]]) -> Result<LastSeen, StoreError> {
    fn text<T: FromStr>(word: &[u8]) -> Option<T> {
        std::str::from_utf8(word).ok()?.parse().ok()
    }
    let player = |pair: &[&[u8]]| match *pair {
        [player, seen] => Some((text(player)?, GameTime(text(seen)?))),
        _ => None,
    };
    words.chunks(2).map(|pair| player(pair).ok_or_else(unknown_reply)).collect()
}
