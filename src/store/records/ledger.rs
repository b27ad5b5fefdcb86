//! The claims and records of one process: which requests are in progress, and which have an outcome.

use super::{
    Claim, ClaimGuard, ClaimLease, Claimant, Digest, EvictionIndex, Fingerprint, RecordKey, RecordLimits,
    Recorded, Ticket,
};
use crate::store::error::StoreError;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Debug)]
struct Claimed {
    fingerprint: Fingerprint,
    owner: u64,
    /// A write for this claim is in progress. Nobody else gets the claim before the write ends.
    is_writing: bool,
    is_released: bool,
}

/// Claims and records. `B` is the part of a record that is in memory: its bytes, or `()` if they are in a file.
///
/// A write for a claim starts with [`Ledger::start_write`] and ends with [`Ledger::end_write`]. In between,
/// [`Ledger::keep`] stores its record. A claim that is released during a write ends only with the write, so that a retry
/// never runs concurrently with a write of the previous attempt.
#[derive(Debug)]
pub struct Ledger<B> {
    claimed: HashMap<Digest, Claimed>,
    recorded: HashMap<Digest, (Fingerprint, Recorded<B>)>,
    index: EvictionIndex,
}

impl<B: Clone> Ledger<B> {
    pub fn new(limits: RecordLimits) -> Ledger<B> {
        Ledger { claimed: HashMap::new(), recorded: HashMap::new(), index: EvictionIndex::new(limits) }
    }

    fn claim(&mut self, key: RecordKey, fingerprint: Fingerprint) -> Claim<B> {
        if let Some(first) = self.claimed.get(&key.digest) {
            return if first.fingerprint == fingerprint { Claim::InFlight } else { Claim::Reused };
        }
        match self.recorded.get(&key.digest) {
            Some((first, _)) if *first != fingerprint => Claim::Reused,
            Some((_, Recorded::Done(bytes))) => Claim::Done(bytes.clone()),
            Some((_, Recorded::Begun(bytes))) => {
                let bytes = bytes.clone();
                Claim::Resumed(self.issue(key, fingerprint), bytes)
            }
            None => Claim::Ours(self.issue(key, fingerprint)),
        }
    }

    fn issue(&mut self, key: RecordKey, fingerprint: Fingerprint) -> Ticket {
        let ticket = Ticket::new(key, fingerprint);
        let claimed = Claimed { fingerprint, owner: ticket.owner, is_writing: false, is_released: false };
        self.claimed.insert(key.digest, claimed);
        ticket
    }

    fn claim_of(&mut self, claimant: &Claimant) -> Option<&mut Claimed> {
        self.claimed.get_mut(&claimant.key.digest).filter(|claimed| claimed.owner == claimant.owner)
    }

    /// Starts a write for a claim.
    ///
    /// # Errors
    /// [`StoreError::ClaimLost`] when the claimant no longer holds the claim, or another write under the claim is in progress.
    pub fn start_write(&mut self, claimant: &Claimant) -> Result<(), StoreError> {
        let claimed = self.claim_of(claimant).filter(|claimed| !claimed.is_writing);
        claimed.ok_or(StoreError::ClaimLost)?.is_writing = true;
        Ok(())
    }

    /// Ends a write. If the request is done, its claim ends too.
    pub fn end_write(&mut self, claimant: &Claimant, is_done: bool) {
        let Some(claimed) = self.claim_of(claimant).filter(|claimed| claimed.is_writing) else { return };
        claimed.is_writing = false;
        if is_done || claimed.is_released {
            self.claimed.remove(&claimant.key.digest);
        }
    }

    /// Releases a claim, so that a retry can claim the request.
    pub fn release(&mut self, claimant: &Claimant) {
        let Some(claimed) = self.claim_of(claimant) else { return };
        claimed.is_released = true;
        if !claimed.is_writing {
            self.claimed.remove(&claimant.key.digest);
        }
    }

    /// Stores the state of a request. `bytes` is its size, `at` the time in seconds by which records expire. Returns the records
    /// that were evicted for it, possibly including itself.
    pub fn keep(
        &mut self,
        (key, fingerprint): (&RecordKey, Fingerprint),
        state: Recorded<B>,
        bytes: usize,
        at: i64,
    ) -> Vec<Digest> {
        self.recorded.insert(key.digest, (fingerprint, state));
        let gone = self.index.put(key, bytes, at);
        self.forget(&gone);
        gone
    }

    /// Removes the expired records, and returns their digests.
    pub fn expire(&mut self, now: i64) -> Vec<Digest> {
        let gone = self.index.expire(now);
        self.forget(&gone);
        gone
    }

    fn forget(&mut self, gone: &[Digest]) {
        for digest in gone {
            self.recorded.remove(digest);
        }
    }

    /// Whether [`Ledger::expire`] would remove a record.
    pub fn has_expired(&self, now: i64) -> bool {
        self.index.has_expired(now)
    }

    /// Replaces the claims by those of the ledger that this one succeeds after the store was reopened, except those whose request
    /// is done.
    pub fn take_claims(&mut self, other: &mut Ledger<B>) {
        self.claimed = std::mem::take(&mut other.claimed);
        self.claimed.retain(|digest, _| !matches!(self.recorded.get(digest), Some((_, Recorded::Done(_)))));
    }
}

/// A ledger shared by all threads. Dropping a ticket releases its claim.
#[derive(Clone, Debug)]
pub struct SharedLedger<B>(Arc<Mutex<Ledger<B>>>);

impl<B: Clone + Send + 'static> SharedLedger<B> {
    pub fn new(ledger: Ledger<B>) -> SharedLedger<B> {
        SharedLedger(Arc::new(Mutex::new(ledger)))
    }

    pub fn lock(&self) -> MutexGuard<'_, Ledger<B>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Claim<B> {
        let claim = self.lock().claim(key, fingerprint);
        match claim {
            Claim::Ours(ticket) => Claim::Ours(self.hold(ticket)),
            Claim::Resumed(ticket, begun) => Claim::Resumed(self.hold(ticket), begun),
            claim => claim,
        }
    }

    fn hold(&self, mut ticket: Ticket) -> Ticket {
        let (ledger, claimant) = (self.clone(), ticket.claimant());
        let claim = ClaimGuard::new(move || ledger.lock().release(&claimant));
        ticket._lease = Some(ClaimLease::Held { _claim: claim });
        ticket
    }
}
