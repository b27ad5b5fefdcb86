//! The records of one process: which requests are claimed, and what is known of those that have changed something.

use super::{
    Claim, Claimant, Digest, Fingerprint, Lease, RecordKey, RecordLimits, Recorded, Shelf, Ticket, Unclaim,
};
use crate::session::StoreError;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Debug)]
struct Claimed {
    fingerprint: Fingerprint,
    owner: u64,
    /// A write for it is on its way: until that ends, the claim goes to nobody else.
    is_writing: bool,
    is_released: bool,
}

/// Claims, and records of which `B` is held in memory: their bytes, or nothing where those are in a file.
///
/// A write for a claim begins with [`Ledger::start_write`] and ends with [`Ledger::end_write`]; in between,
/// [`Ledger::keep`] notes its record. A claim that is released meanwhile ends with the write, so that a retry never runs
/// beside a write of the try before it.
#[derive(Debug)]
pub struct Ledger<B> {
    claimed: HashMap<Digest, Claimed>,
    recorded: HashMap<Digest, (Fingerprint, Recorded<B>)>,
    shelf: Shelf,
}

impl<B: Clone> Ledger<B> {
    pub fn new(limits: RecordLimits) -> Ledger<B> {
        Ledger { claimed: HashMap::new(), recorded: HashMap::new(), shelf: Shelf::new(limits) }
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

    /// # Errors
    /// [`StoreError::ClaimLost`] when the claim is another's or nobody's, or another write for it is on its way.
    pub fn start_write(&mut self, claimant: &Claimant) -> Result<(), StoreError> {
        let claimed = self.claim_of(claimant).filter(|claimed| !claimed.is_writing);
        claimed.ok_or(StoreError::ClaimLost)?.is_writing = true;
        Ok(())
    }

    /// Ends a write; a claim whose request is done ends with it.
    pub fn end_write(&mut self, claimant: &Claimant, is_done: bool) {
        let Some(claimed) = self.claim_of(claimant).filter(|claimed| claimed.is_writing) else { return };
        claimed.is_writing = false;
        if is_done || claimed.is_released {
            self.claimed.remove(&claimant.key.digest);
        }
    }

    /// Gives up a claim, so that a retry can have it.
    pub fn release(&mut self, claimant: &Claimant) {
        let Some(claimed) = self.claim_of(claimant) else { return };
        claimed.is_released = true;
        if !claimed.is_writing {
            self.claimed.remove(&claimant.key.digest);
        }
    }

    /// Notes the state of a request, as of a moment in seconds since the epoch. Returns the records that had to go for
    /// it: possibly itself.
    pub fn keep(
        &mut self,
        (key, fingerprint): (&RecordKey, Fingerprint),
        state: Recorded<B>,
        bytes: usize,
        at: i64,
    ) -> Vec<Digest> {
        self.recorded.insert(key.digest, (fingerprint, state));
        let gone = self.shelf.put(key, bytes, at);
        self.forget(&gone);
        gone
    }

    /// Forgets the records that are kept no longer, and says which.
    pub fn expire(&mut self, now: i64) -> Vec<Digest> {
        let gone = self.shelf.expire(now);
        self.forget(&gone);
        gone
    }

    fn forget(&mut self, gone: &[Digest]) {
        for digest in gone {
            self.recorded.remove(digest);
        }
    }

    /// Whether there is something to [`Ledger::expire`].
    pub fn has_expired(&self, now: i64) -> bool {
        self.shelf.has_expired(now)
    }

    /// Takes over the claims of another ledger of the same requests, but for those whose request is done.
    pub fn take_claims(&mut self, other: &mut Ledger<B>) {
        self.claimed = std::mem::take(&mut other.claimed);
        self.claimed.retain(|digest, _| !matches!(self.recorded.get(digest), Some((_, Recorded::Done(_)))));
    }
}

/// A ledger that all threads share. Its claims end with their tickets.
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
        let claim = Unclaim::new(move || ledger.lock().release(&claimant));
        ticket._lease = Some(Lease::Held { _claim: claim });
        ticket
    }
}
