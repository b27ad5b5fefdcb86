//! The claims and records of one process: which requests are in progress, and which have an outcome.

use super::{
    Claim, ClaimGuard, ClaimLease, Claimant, EvictionIndex, Fingerprint, RecordDigest, RecordKey,
    RecordLimits, Recorded, Ticket,
};
use crate::store::error::StoreError;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The state of a request, with its bytes unless they are in a file.
pub type LedgerState = Recorded<Option<Vec<u8>>>;

#[derive(Debug)]
struct Claimed {
    fingerprint: Fingerprint,
    owner: u64,
    /// A write for this claim is in progress. Nobody else gets the claim before the write ends.
    is_writing: bool,
    is_released: bool,
}

/// Claims and records.
///
/// A write for a claim starts with [`Ledger::start_write`] and ends with [`Ledger::end_write`]. In between,
/// [`Ledger::keep`] stores its record. A claim that is released during a write ends only with the write, so that a retry
/// never runs concurrently with a write of the previous attempt.
#[derive(Debug)]
pub struct Ledger {
    claimed: HashMap<RecordDigest, Claimed>,
    recorded: HashMap<RecordDigest, (Fingerprint, LedgerState)>,
    index: EvictionIndex,
}

impl Ledger {
    pub fn new(limits: RecordLimits) -> Ledger {
        Ledger { claimed: HashMap::new(), recorded: HashMap::new(), index: EvictionIndex::new(limits) }
    }

    fn claim(&mut self, key: RecordKey, fingerprint: Fingerprint) -> Claim<Option<Vec<u8>>> {
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
        state: LedgerState,
        bytes: usize,
        at: i64,
    ) -> Vec<RecordDigest> {
        self.recorded.insert(key.digest, (fingerprint, state));
        let gone = self.index.put(key, bytes, at);
        self.forget(&gone);
        gone
    }

    /// Removes the expired records, and returns their digests.
    pub fn expire(&mut self, now: i64) -> Vec<RecordDigest> {
        let gone = self.index.expire(now);
        self.forget(&gone);
        gone
    }

    fn forget(&mut self, gone: &[RecordDigest]) {
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
    pub fn take_claims(&mut self, other: &mut Ledger) {
        self.claimed = std::mem::take(&mut other.claimed);
        self.claimed.retain(|digest, _| !matches!(self.recorded.get(digest), Some((_, Recorded::Done(_)))));
    }
}

/// A ledger shared by all threads. Dropping a ticket releases its claim.
#[derive(Clone, Debug)]
pub struct SharedLedger(Arc<Mutex<Ledger>>);

impl SharedLedger {
    pub fn new(ledger: Ledger) -> SharedLedger {
        SharedLedger(Arc::new(Mutex::new(ledger)))
    }

    pub fn lock(&self) -> MutexGuard<'_, Ledger> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Claim<Option<Vec<u8>>> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::fixtures::{key, ours};

    /// Writes a record and runs `meanwhile` before the write ends.
    fn write(ledger: &SharedLedger, ticket: &Ticket, state: Recorded, meanwhile: impl FnOnce()) {
        let (claimant, is_done) = (ticket.claimant(), state.is_done());
        ledger.lock().start_write(&claimant).unwrap();
        meanwhile();
        ledger.lock().keep((&claimant.key, claimant.fingerprint), state.map(Some), 1, 0);
        ledger.lock().end_write(&claimant, is_done);
    }

    fn claim(ledger: &SharedLedger) -> Claim {
        ledger.claim(key(1, 1), [1; 32]).map(Option::unwrap_or_default)
    }

    #[test]
    fn a_claim_released_during_its_write_ends_with_the_write() {
        let ledger = SharedLedger::new(Ledger::new(RecordLimits::default()));
        let ticket = ours(claim(&ledger));
        write(&ledger, &ticket, Recorded::Begun(vec![3]), || {
            ledger.lock().release(&ticket.claimant());
            assert!(matches!(claim(&ledger), Claim::InFlight));
        });
        assert!(matches!(claim(&ledger), Claim::Resumed(_, begun) if begun == [3]));
    }

    #[test]
    fn dropping_a_ticket_releases_its_claim() {
        let ledger = SharedLedger::new(Ledger::new(RecordLimits::default()));
        drop(ours(claim(&ledger)));
        let ticket = ours(claim(&ledger));
        write(&ledger, &ticket, Recorded::Begun(vec![3]), || {});
        drop(ticket);
        assert!(matches!(claim(&ledger), Claim::Resumed(_, begun) if begun == [3]));
    }
}
