//! The idempotency records in Redis.
//!
//! A claim is a key of its own that lives for some seconds, and that its server keeps alive while it works: it ends with
//! its server. A record lives for [`RecordLimits::keep`], and of each client the latest [`RecordLimits::per_client`]. No
//! server counts the bytes of all together: they are at most the largest record times `per_client` for each client, and
//! what Redis' own `maxmemory` allows.

use super::scripts::{CLAIM_REQUEST, RELEASE_CLAIM, RENEW_CLAIM};
use super::{Answer, keys, not_understood};
use crate::redis_link::within;
use crate::session::records::{Claimant, Digest, Lease, Unclaim};
use crate::session::{Claim, Fingerprint, Record, RecordKey, RecordLimits, StoreError, Ticket};
use jiff::Timestamp;
use redis::aio::ConnectionManager;
use redis::{ScriptInvocation, pipe};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio_util::task::AbortOnDropHandle;

/// How long a claim lives by itself, and how often its server renews it.
#[derive(Clone, Copy, Debug)]
pub struct LeaseTimes {
    pub life: Duration,
    pub renew_every: Duration,
}

pub const LEASE: LeaseTimes =
    LeaseTimes { life: Duration::from_secs(10), renew_every: Duration::from_secs(3) };

pub struct Records {
    pub commands: ConnectionManager,
    pub limits: RecordLimits,
    pub lease: LeaseTimes,
}

/// What the key of a claim holds: its owner, so that nobody else renews or releases it, then the fingerprint.
pub fn claim_value(claimant: &Claimant) -> Vec<u8> {
    [&claimant.owner.to_be_bytes()[..], &claimant.fingerprint].concat()
}

fn record_value(Record { ticket, state }: Record<'_>) -> Vec<u8> {
    let letter: &[u8] = if state.is_done() { b"d" } else { b"b" };
    [&ticket.fingerprint[..], letter, state.bytes()].concat()
}

impl Records {
    /// The first four arguments of a script that may write a record. Its last two keys are those of
    /// [`Records::add_keys`].
    pub fn add_note(&self, script: &mut ScriptInvocation<'_>, record: Option<Record<'_>>) {
        match record {
            None => script.arg("").arg("").arg("").arg(""),
            Some(record) => script
                .arg(claim_value(&record.ticket.claimant()))
                .arg(record_value(record))
                .arg(self.limits.keep.as_secs().max(1))
                .arg(u8::from(record.state.is_done())),
        };
    }

    pub fn add_keys(script: &mut ScriptInvocation<'_>, record: Option<Record<'_>>) {
        if let Some(Record { ticket, .. }) = record {
            script.key(keys::claim(&ticket.key.digest)).key(keys::record(&ticket.key.digest));
        }
    }

    /// # Errors
    /// As [`crate::session::Store::claim`].
    pub async fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Result<Claim, StoreError> {
        let mut ticket = Ticket::new(key, fingerprint);
        let claimant = ticket.claimant();
        // A claim that is not answered in time may be carried out later.
        let unclaim = Unclaim::new(self.releasing(&claimant));
        let mut claim = CLAIM_REQUEST.key(keys::claim(&key.digest));
        claim.key(keys::record(&key.digest)).arg(claim_value(&claimant)).arg(&fingerprint[..]);
        claim.arg(self.lease.life.as_millis() as u64);
        let mut answer = within(claim.invoke_async::<Answer>(&mut self.commands.clone())).await?;
        unclaim.hand_on();
        let bytes = if answer.len() > 1 { answer.pop() } else { None };
        Ok(match (answer.first().map(|word| &word[..]), bytes) {
            (Some(b"running"), None) => Claim::InFlight,
            (Some(b"reused"), None) => Claim::Reused,
            (Some(b"done"), Some(bytes)) => Claim::Done(bytes),
            (Some(b"begun"), Some(bytes)) => {
                self.keep_alive(&mut ticket);
                Claim::Resumed(ticket, bytes)
            }
            (Some(b"ours"), None) => {
                self.keep_alive(&mut ticket);
                Claim::Ours(ticket)
            }
            _ => return Err(not_understood()),
        })
    }

    /// Renews the claim for as long as its ticket lives, unless it is lost.
    fn keep_alive(&self, ticket: &mut Ticket) {
        let (mut commands, lease) = (self.commands.clone(), self.lease);
        let (key, value) = (keys::claim(&ticket.key.digest), claim_value(&ticket.claimant()));
        let renewing = tokio::spawn(async move {
            loop {
                tokio::time::sleep(lease.renew_every).await;
                let mut renew = RENEW_CLAIM.key(&key);
                renew.arg(&value).arg(lease.life.as_millis() as u64);
                let renewed = within(renew.invoke_async::<Answer>(&mut commands)).await;
                if renewed.is_ok_and(|answer| answer != [b"made"]) {
                    return;
                }
            }
        });
        ticket._lease = Some(Lease::Renewed { _renewal: AbortOnDropHandle::new(renewing) });
    }

    /// As [`crate::session::Store::release`], as soon as may be.
    pub fn release(&self, claimant: &Claimant) {
        self.releasing(claimant)();
    }

    fn releasing(&self, claimant: &Claimant) -> impl FnOnce() + Send + Sync + use<> {
        let mut commands = self.commands.clone();
        let (key, value) = (keys::claim(&claimant.key.digest), claim_value(claimant));
        move || {
            // Outside of a runtime the server has ended, and the claim soon does.
            let Ok(runtime) = Handle::try_current() else { return };
            runtime.spawn(async move {
                let mut release = RELEASE_CLAIM.key(key);
                // Lost, the claim ends by itself.
                let _lost = within(release.arg(value).invoke_async::<Answer>(&mut commands)).await;
            });
        }
    }

    /// Lets a client keep no more records than it may, now that this one was written. A record that is overlooked because
    /// of an error ends by itself in its time.
    pub fn bound(&self, written: Record<'_>) {
        let (key, limits, commands) = (written.ticket.key, self.limits, self.commands.clone());
        tokio::spawn(async move {
            let _overlooked = bound(key, limits, commands).await;
        });
    }
}

async fn bound(
    key: RecordKey,
    limits: RecordLimits,
    mut commands: ConnectionManager,
) -> Result<(), StoreError> {
    let (client, now) = (keys::client(&key), Timestamp::now().as_microsecond());
    let oldest = now - limits.keep.as_micros() as i64;
    let mut note = pipe();
    note.zadd(&client, &key.digest[..], now).ignore();
    note.expire(&client, limits.keep.as_secs().max(1) as i64).ignore();
    note.zrembyscore(&client, "-inf", oldest).ignore();
    note.zcard(&client);
    let (count,): (usize,) = within(note.query_async(&mut commands)).await?;
    let Some(excess) = count.checked_sub(limits.per_client).filter(|&excess| excess > 0) else {
        return Ok(());
    };
    let mut take = redis::cmd("ZPOPMIN");
    let gone: Vec<(Vec<u8>, f64)> = within(take.arg(&client).arg(excess).query_async(&mut commands)).await?;
    let mut forget = pipe();
    for (digest, _) in gone {
        let digest: Digest = digest.try_into().map_err(|_| not_understood())?;
        forget.del(keys::record(&digest)).ignore();
    }
    Ok(within(forget.query_async(&mut commands)).await?)
}
