//! Idempotency records: what a store keeps of a request with an `Idempotency-Key`, so that a retry is answered and not
//! carried out again.
//!
//! A record goes through three states. *Claimed*: one server runs the request and nothing has been changed yet; the claim
//! ends with the server. *Begun*: a part of the change was made, in the same write as this state; a retry goes on from
//! there. *Done*: the change was made, in the same write as its outcome; a retry gets that outcome.

mod memory;
mod shelf;

pub use memory::Records;
pub use shelf::{RecordLimits, Shelf};

use serde::{Deserialize, Serialize};

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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Recorded {
    Begun(Vec<u8>),
    Done(Vec<u8>),
}

impl Recorded {
    /// How much of the bound on bytes it takes.
    pub fn len(&self) -> usize {
        let (Recorded::Begun(bytes) | Recorded::Done(bytes)) = self;
        bytes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The right to carry out a claimed request. A store writes on behalf of a ticket only while the claim is its own.
#[derive(Debug)]
pub struct Ticket {
    pub key: RecordKey,
    pub fingerprint: Fingerprint,
    /// Random; tells this claim from a later one of the same request.
    pub owner: u64,
    /// Keeps the claim alive where the store would end it.
    pub(super) _lease: Option<tokio_util::task::AbortOnDropHandle<()>>,
}

impl Ticket {
    pub(super) fn new(key: RecordKey, fingerprint: Fingerprint) -> Ticket {
        Ticket { key, fingerprint, owner: rand::random(), _lease: None }
    }
}

/// What a store is to note in the same write as a change.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    pub ticket: &'a Ticket,
    pub state: &'a Recorded,
}

/// What is known of a request when it arrives.
#[derive(Debug)]
pub enum Claim {
    /// It is the first: its server carries it out, then settles or releases it.
    Ours(Ticket),
    /// An earlier try was cut short after a part of the change: go on from what it noted.
    Resumed(Ticket, Vec<u8>),
    /// It was carried out; this is its outcome.
    Done(Vec<u8>),
    /// Another try is being carried out.
    InFlight,
    /// The key was used for another request.
    Reused,
}
