//! Idempotency records: what a store keeps of a request with an `Idempotency-Key`, so that a retry is answered and not
//! carried out again.
//!
//! A record goes through three states. *Claimed*: one server runs the request and nothing has been changed yet; the claim
//! ends with the server. *Begun*: a part of the change was made, in the same write as this state; a retry goes on from
//! there. *Done*: the change was made, in the same write as its outcome; a retry gets that outcome.

mod ledger;
mod memory;
mod shelf;

pub use ledger::{Ledger, SharedLedger};
pub use memory::Records;
pub use shelf::{RecordLimits, Shelf};

use tokio_util::task::AbortOnDropHandle;

/// A digest of the request's body: tells a retry from another request with the same key.
pub type Fingerprint = [u8; 32];

/// A digest of the caller, the path and the key.
pub type Digest = [u8; 32];

/// Which record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordKey {
    pub digest: Digest,
    /// A digest of who asks, whose records are bounded together.
    pub client: [u8; 16],
}

/// What is kept of a request that has changed something or was answered. The bytes are the service's.
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
}

/// The right to carry out a claimed request. A store writes on behalf of a ticket only while the claim is its own. A ticket
/// that is dropped gives its claim back: at once where the store is in this process, else when the claim ends by itself.
#[derive(Debug)]
pub struct Ticket {
    pub key: RecordKey,
    pub fingerprint: Fingerprint,
    /// Random; tells this claim from a later one of the same request.
    pub owner: u64,
    pub(super) _lease: Option<Lease>,
}

impl Ticket {
    pub(super) fn new(key: RecordKey, fingerprint: Fingerprint) -> Ticket {
        Ticket { key, fingerprint, owner: rand::random(), _lease: None }
    }

    pub(super) fn claimant(&self) -> Claimant {
        Claimant { key: self.key, fingerprint: self.fingerprint, owner: self.owner }
    }
}

/// Who holds a claim, without what keeps the claim alive.
#[derive(Clone, Copy, Debug)]
pub struct Claimant {
    pub key: RecordKey,
    pub fingerprint: Fingerprint,
    pub owner: u64,
}

/// What a store is to note in the same write as a change.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    pub ticket: &'a Ticket,
    pub state: &'a Recorded,
}

/// What is known of a request when it arrives.
#[derive(Debug)]
pub enum Claim<B = Vec<u8>> {
    /// It is the first: its server carries it out, then settles or releases it.
    Ours(Ticket),
    /// An earlier try was cut short after a part of the change: go on from what it noted.
    Resumed(Ticket, B),
    /// It was carried out; this is its outcome.
    Done(B),
    /// Another try is being carried out.
    InFlight,
    /// The key was used for another request.
    Reused,
}

/// What of a claim ends with its ticket.
#[derive(Debug)]
pub enum Lease {
    /// The claim itself.
    Held { _claim: Unclaim },
    /// That it is renewed: it ends some time later.
    Renewed { _renewal: AbortOnDropHandle<()> },
}

/// Gives a claim back when dropped, unless it was handed on: who asks for a claim may be gone before the answer.
pub struct Unclaim(Option<Box<dyn FnOnce() + Send + Sync>>);

impl Unclaim {
    pub fn new(release: impl FnOnce() + Send + Sync + 'static) -> Unclaim {
        Unclaim(Some(Box::new(release)))
    }

    pub fn hand_on(mut self) {
        self.0 = None;
    }
}

impl Drop for Unclaim {
    fn drop(&mut self) {
        if let Some(release) = self.0.take() {
            release();
        }
    }
}

impl std::fmt::Debug for Unclaim {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Unclaim").finish_non_exhaustive()
    }
}
