//! Idempotency records. A store keeps one for each request with an `Idempotency-Key`, so that a retry gets the stored outcome
//! and is not executed again.
//!
//! A request goes through three states:
//!
//! - *Claimed*: one server executes the request and has changed nothing yet. The claim ends if the server dies.
//! - *Begun*: the first part of the change is stored, in the same transaction as this state. A retry resumes from there.
//! - *Done*: the change is stored, in the same transaction as its outcome. A retry gets this outcome.

mod eviction;
mod ledger;

pub use eviction::{EvictionIndex, OVERHEAD_BYTES, RecordLimits};
pub use ledger::{Ledger, LedgerState, SharedLedger};

use tokio_util::task::AbortOnDropHandle;

/// The SHA-256 digest of the request's query and body. Distinguishes a retry from another request with the same key.
pub type Fingerprint = [u8; 32];

/// A SHA-256 digest of the caller, the path and the key.
pub type RecordDigest = [u8; 32];

/// Identifies a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordKey {
    pub digest: RecordDigest,
    /// A digest of the client. The number and the size of its records are limited.
    pub client: [u8; 16],
    /// The last byte of the id of the game that the request is about or creates. A store that is divided into shards by this byte
    /// keeps the record in the shard of the game.
    pub game_byte: u8,
}

/// The stored state of a request. The service defines the bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recorded<B = Vec<u8>> {
    Begun(B),
    Done(B),
}

impl<B> Recorded<B> {
    pub fn is_done(&self) -> bool {
        matches!(self, Recorded::Done(_))
    }

    pub fn bytes(&self) -> &B {
        let (Recorded::Begun(bytes) | Recorded::Done(bytes)) = self;
        bytes
    }

    pub fn map<C>(self, of: impl FnOnce(B) -> C) -> Recorded<C> {
        match self {
            Recorded::Begun(bytes) => Recorded::Begun(of(bytes)),
            Recorded::Done(bytes) => Recorded::Done(of(bytes)),
        }
    }
}

/// The right to execute a claimed request. A store accepts a write with a ticket only while the ticket holds the claim.
/// Dropping a ticket releases the claim: immediately if the store is in this process; in Redis when the claim expires.
#[derive(Debug)]
pub struct Ticket {
    pub key: RecordKey,
    pub fingerprint: Fingerprint,
    /// Random. Distinguishes this claim from a later one of the same request.
    pub owner: u64,
    pub(super) _lease: Option<ClaimLease>,
}

impl Ticket {
    pub(super) fn new(key: RecordKey, fingerprint: Fingerprint) -> Ticket {
        Ticket { key, fingerprint, owner: rand::random(), _lease: None }
    }

    pub(super) fn claimant(&self) -> Claimant {
        Claimant { key: self.key, fingerprint: self.fingerprint, owner: self.owner }
    }
}

/// The holder of a claim, as plain data: unlike a [`Ticket`], dropping it does not release the claim.
#[derive(Clone, Copy, Debug)]
pub struct Claimant {
    pub key: RecordKey,
    pub fingerprint: Fingerprint,
    pub owner: u64,
}

/// The record that a store writes in the same transaction as a change.
#[derive(Clone, Copy, Debug)]
pub struct IdempotencyRecord<'a> {
    pub ticket: &'a Ticket,
    pub state: &'a Recorded,
}

/// The result of claiming a request.
#[derive(Debug)]
pub enum Claim<B = Vec<u8>> {
    /// The request is new. The caller executes it, then settles or releases it.
    Ours(Ticket),
    /// An earlier attempt was interrupted after the first part of the change. The caller resumes from the state it stored.
    Resumed(Ticket, B),
    /// The request was executed. Contains its outcome.
    Done(B),
    /// Another attempt is in progress.
    InFlight,
    /// The key was used for another request.
    Reused,
}

impl<B> Claim<B> {
    pub fn map<C>(self, of: impl FnOnce(B) -> C) -> Claim<C> {
        match self {
            Claim::Ours(ticket) => Claim::Ours(ticket),
            Claim::Resumed(ticket, bytes) => Claim::Resumed(ticket, of(bytes)),
            Claim::Done(bytes) => Claim::Done(of(bytes)),
            Claim::InFlight => Claim::InFlight,
            Claim::Reused => Claim::Reused,
        }
    }
}

/// What keeps a claim alive until its ticket is dropped.
#[derive(Debug)]
pub enum ClaimLease {
    /// The claim itself, which is released on drop.
    Held { _claim: ClaimGuard },
    /// A task that renews the claim. Without it the claim expires.
    Renewed { _renewal: AbortOnDropHandle<()> },
}

/// Releases a claim when dropped, unless it was disarmed. It covers callers that are cancelled before they get the claim.
pub struct ClaimGuard(Option<Box<dyn FnOnce() + Send + Sync>>);

impl ClaimGuard {
    pub fn new(release: impl FnOnce() + Send + Sync + 'static) -> ClaimGuard {
        ClaimGuard(Some(Box::new(release)))
    }

    pub fn disarm(mut self) {
        self.0 = None;
    }
}

impl Drop for ClaimGuard {
    fn drop(&mut self) {
        if let Some(release) = self.0.take() {
            release();
        }
    }
}

impl std::fmt::Debug for ClaimGuard {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("ClaimGuard").finish_non_exhaustive()
    }
}
