//! The tickets of streams, shared by all servers: one hash per game, which expires with its last ticket.

use super::RedisStore;
use super::reply::{ScriptReply, unknown_reply};
use super::scripts::{KEEP_STREAM_TICKET, TAKE_STREAM_TICKET};
use crate::game::TokenDigest;
use crate::store::error::StoreError;
use crate::store::stream_tickets::MOST_TICKETS;
use std::time::Duration;
use uuid::Uuid;

impl RedisStore {
    /// As [`crate::store::Store::keep_stream_ticket`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn keep_stream_ticket(
        &self,
        id: Uuid,
        ticket: TokenDigest,
        token: TokenDigest,
        keep: Duration,
    ) -> Result<bool, StoreError> {
        let mut call = KEEP_STREAM_TICKET.key(self.keys.stream_tickets(id));
        call.arg(ticket.to_string()).arg(token.to_string());
        call.arg(keep.as_millis() as u64).arg(MOST_TICKETS);
        let reply: ScriptReply = self.invoke(&call).await?;
        Ok(reply.first().is_some_and(|word| word == b"made"))
    }

    /// As [`crate::store::Store::take_stream_ticket`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn take_stream_ticket(
        &self,
        id: Uuid,
        ticket: TokenDigest,
    ) -> Result<Option<TokenDigest>, StoreError> {
        let mut call = TAKE_STREAM_TICKET.key(self.keys.stream_tickets(id));
        call.arg(ticket.to_string());
        let reply: ScriptReply = self.invoke(&call).await?;
        let Some(token) = reply.get(1) else { return Ok(None) };
        let token = std::str::from_utf8(token).ok().and_then(|token| token.parse().ok());
        token.map(Some).ok_or_else(unknown_reply)
    }
}
