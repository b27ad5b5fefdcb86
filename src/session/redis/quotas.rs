//! Quotas that all servers share: token buckets in Redis.

use super::keys::Keys;
use super::scripts::SPEND_QUOTA;
use super::{ScriptReply, unknown_reply};
use crate::redis_link::{Connection, with_timeout};
use crate::session::StoreError;

/// The buckets of all clients.
#[derive(Debug)]
pub struct SharedQuotas {
    pub(super) commands: Connection,
}

impl SharedQuotas {
    /// Takes what a client has used of a quota since the last call; a negative amount is given back. The client can become
    /// overdrawn, because several servers may grant it something at the same time. Returns what is left.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn spend(
        &self,
        quota: &str,
        client: &[u8; 16],
        amount: f64,
        per_minute: u32,
    ) -> Result<f64, StoreError> {
        let mut spend = SPEND_QUOTA.key(Keys::quota(quota, client));
        spend.arg(per_minute).arg(amount);
        let reply: ScriptReply = with_timeout(spend.invoke(&mut self.commands.clone())).await?;
        let left = reply.first().and_then(|left| std::str::from_utf8(left).ok()?.parse().ok());
        left.ok_or_else(unknown_reply)
    }
}
