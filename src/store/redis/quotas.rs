//! Quotas that all servers share: token buckets in Redis.

use super::keys::Keys;
use super::reply::{ScriptReply, unknown_reply};
use super::scripts::SPEND_QUOTA;
use crate::redis_link::{Connection, with_timeout};
use crate::store::error::StoreError;
use uuid::Uuid;

/// The buckets of all clients.
#[derive(Debug)]
pub struct SharedQuotas {
    pub(super) commands: Connection,
    /// Names this server.
    pub(super) server: Uuid,
}

impl SharedQuotas {
    /// Takes what a client has used of a quota since the last call; a negative amount is given back. The client can become
    /// overdrawn, because several servers may grant it something at the same time. Returns what is left.
    ///
    /// The `number` of a call is above those before. After an error the amount may have been taken, and a call with the same number
    /// and amount takes it once in all.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn spend(
        &self,
        quota: &str,
        client: &[u8; 16],
        amount: f64,
        per_minute: u32,
        number: u64,
    ) -> Result<f64, StoreError> {
        let mut spend = SPEND_QUOTA.key(Keys::quota(quota, client));
        spend.arg(per_minute).arg(amount).arg(self.server.to_string()).arg(number);
        let reply: ScriptReply = with_timeout(spend.invoke(&mut self.commands.clone())).await?;
        let left = reply.first().and_then(|left| std::str::from_utf8(left).ok()?.parse().ok());
        left.ok_or_else(unknown_reply)
    }
}
