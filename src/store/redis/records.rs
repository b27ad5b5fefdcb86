//! The idempotency records in Redis.
//!
//! A claim is a key that expires after some seconds. Its server renews it while it executes the request, so a claim ends if
//! its server dies. A record expires after [`RecordLimits::keep`], and each client keeps its latest records within the limits of
//! number and size. The `maxmemory` of Redis bounds the total size.

use super::changes::Changes;
use super::keys::Keys;
use super::reply::{ScriptReply, unknown_reply};
use super::scripts::{CLAIM_REQUEST, CONFIRM_RECORD, EVICT_RECORDS, RELEASE_CLAIM, RENEW_CLAIM};
use crate::redis_link::{Connection, ScriptCall, with_timeout};
use crate::store::error::StoreError;
use crate::store::records::{Claim, Fingerprint, IdempotencyRecord, RecordKey, RecordLimits, Ticket};
use crate::store::records::{ClaimGuard, ClaimLease, Claimant, OVERHEAD_BYTES};
use jiff::Timestamp;
use redis::cmd;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio_util::task::AbortOnDropHandle;

/// How long a claim lives without renewal, and how often its server renews it.
#[derive(Clone, Copy, Debug)]
pub struct LeaseTimes {
    pub life: Duration,
    pub renew_every: Duration,
}

pub const LEASE: LeaseTimes =
    LeaseTimes { life: Duration::from_secs(10), renew_every: Duration::from_secs(3) };

pub struct Records {
    pub commands: Connection,
    pub changes: Changes,
    pub keys: Keys,
    pub limits: RecordLimits,
    pub lease: LeaseTimes,
}

/// The value of a claim: its owner, so that nobody else can renew or release it, then the fingerprint.
pub fn claim_value(claimant: &Claimant) -> Vec<u8> {
    [&claimant.owner.to_be_bytes()[..], &claimant.fingerprint].concat()
}

fn record_value(IdempotencyRecord { ticket, state }: IdempotencyRecord<'_>) -> Vec<u8> {
    let letter: &[u8] = if state.is_done() { b"d" } else { b"b" };
    [&ticket.fingerprint[..], letter, state.bytes()].concat()
}

impl Records {
    /// Adds the first four arguments of a script that may write a record: the value of the claim (empty: no record), the record,
    /// seconds to keep it, 1 if the request is done. [`Records::add_keys`] adds its last two keys, if there is a record.
    pub fn add_record_arguments(&self, script: &mut ScriptCall<'_>, record: Option<IdempotencyRecord<'_>>) {
        match record {
            None => script.arg("").arg("").arg("").arg(""),
            Some(record) => script
                .arg(claim_value(&record.ticket.claimant()))
                .arg(record_value(record))
                .arg(self.limits.keep.as_secs().max(1))
                .arg(u8::from(record.state.is_done())),
        };
    }

    pub fn add_keys(&self, script: &mut ScriptCall<'_>, record: Option<IdempotencyRecord<'_>>) {
        if let Some(IdempotencyRecord { ticket, .. }) = record {
            script.key(self.keys.claim(&ticket.key)).key(self.keys.record(&ticket.key));
        }
    }

    /// # Errors
    /// As [`crate::store::Store::claim`].
    pub async fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Result<Claim, StoreError> {
        let mut ticket = Ticket::new(key, fingerprint);
        let claimant = ticket.claimant();
        // If Redis does not reply in time, it may still execute the claim later.
        let guard = ClaimGuard::new(self.releasing(&claimant));
        let mut claim = CLAIM_REQUEST.key(self.keys.claim(&key));
        claim.key(self.keys.record(&key)).arg(claim_value(&claimant)).arg(&fingerprint[..]);
        claim.arg(self.lease.life.as_millis() as u64);
        let mut reply = with_timeout(claim.invoke::<ScriptReply>(&mut self.commands.clone())).await?;
        guard.disarm();
        let bytes = if reply.len() > 1 { reply.pop() } else { None };
        Ok(match (reply.first().map(|word| &word[..]), bytes) {
            (Some(b"running"), None) => Claim::InFlight,
            (Some(b"reused"), None) => Claim::Reused,
            (Some(b"done"), Some(bytes)) => {
                Box::pin(self.confirm(&key)).await?;
                Claim::Done(bytes)
            }
            (Some(b"begun"), Some(bytes)) => {
                self.keep_alive(&mut ticket);
                Claim::Resumed(ticket, bytes)
            }
            (Some(b"ours"), None) => {
                self.keep_alive(&mut ticket);
                Claim::Ours(ticket)
            }
            _ => return Err(unknown_reply()),
        })
    }

    /// Waits until replicas have a record, if changes do: the attempt that made it may have waited in vain.
    async fn confirm(&self, key: &RecordKey) -> Result<(), StoreError> {
        if !self.changes.wait() {
            return Ok(());
        }
        let reply = self.changes.invoke(&CONFIRM_RECORD.key(self.keys.record(key))).await?;
        match reply.first().map(Vec::as_slice) {
            Some(b"made") => Ok(()),
            _ => Err(StoreError::Unavailable("it has lost the outcome of the request".to_owned())),
        }
    }

    /// Renews the claim until its ticket is dropped or the claim is lost.
    fn keep_alive(&self, ticket: &mut Ticket) {
        let (mut commands, lease) = (self.commands.clone(), self.lease);
        let (key, value) = (self.keys.claim(&ticket.key), claim_value(&ticket.claimant()));
        let renewing = tokio::spawn(async move {
            loop {
                tokio::time::sleep(lease.renew_every).await;
                let mut renew = RENEW_CLAIM.key(&key);
                renew.arg(&value).arg(lease.life.as_millis() as u64);
                let renewed = with_timeout(renew.invoke::<ScriptReply>(&mut commands)).await;
                if renewed.is_ok_and(|reply| reply != [b"made"]) {
                    return;
                }
            }
        });
        ticket._lease = Some(ClaimLease::Renewed { _renewal: AbortOnDropHandle::new(renewing) });
    }

    /// As [`crate::store::Store::release`], in the background.
    pub fn release(&self, claimant: &Claimant) {
        self.releasing(claimant)();
    }

    fn releasing(&self, claimant: &Claimant) -> impl FnOnce() + Send + Sync + use<> {
        let mut commands = self.commands.clone();
        let (key, value) = (self.keys.claim(&claimant.key), claim_value(claimant));
        move || {
            // Without a runtime the server is shutting down, and the claim expires soon.
            let Ok(runtime) = Handle::try_current() else { return };
            runtime.spawn(async move {
                let mut release = RELEASE_CLAIM.key(key);
                // If this fails, the claim expires by itself.
                let _lost = with_timeout(release.arg(value).invoke::<ScriptReply>(&mut commands)).await;
            });
        }
    }

    /// Evicts the client's oldest records beyond its limits, after this one was written. A record that is missed because of an
    /// error still expires.
    pub fn evict_beyond_limits(&self, written: IdempotencyRecord<'_>) {
        let (key, keys, limits) = (written.ticket.key, self.keys, self.limits);
        let (bytes, commands) = (written.state.bytes().len() + OVERHEAD_BYTES, self.commands.clone());
        tokio::spawn(async move {
            let _it_expires = evict(key, bytes, keys, limits, commands).await;
        });
    }
}

async fn evict(
    key: RecordKey,
    bytes: usize,
    keys: Keys,
    limits: RecordLimits,
    mut commands: Connection,
) -> Result<(), StoreError> {
    let now = Timestamp::now().as_microsecond();
    let mut evict = EVICT_RECORDS.key(Keys::client(&key));
    evict.key(Keys::client_sizes(&key));
    evict.arg(keys.member(&key)).arg(now).arg(now - limits.keep.as_micros() as i64);
    evict.arg(limits.keep.as_secs().max(1)).arg(limits.per_client);
    evict.arg(bytes).arg(limits.bytes_per_client);
    for member in with_timeout(evict.invoke::<ScriptReply>(&mut commands)).await? {
        let mut delete = cmd("DEL");
        delete.arg(keys.record_of_member(&member).ok_or_else(unknown_reply)?);
        with_timeout(delete.query_async::<()>(&mut commands)).await?;
    }
    Ok(())
}
