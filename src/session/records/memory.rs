//! The records of one process.

use super::{Claim, Digest, Fingerprint, Record, RecordKey, RecordLimits, Recorded, Shelf, Ticket};
use crate::session::{StoreError, now};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug)]
struct Claimed {
    fingerprint: Fingerprint,
    owner: u64,
}

#[derive(Debug)]
struct Kept {
    claimed: HashMap<Digest, Claimed>,
    recorded: HashMap<Digest, (Fingerprint, Recorded)>,
    shelf: Shelf,
}

/// The records of a process that keeps its games in memory.
#[derive(Debug)]
pub struct Records(Mutex<Kept>);

impl Records {
    pub fn new(limits: RecordLimits) -> Records {
        Records(Mutex::new(Kept {
            claimed: HashMap::new(),
            recorded: HashMap::new(),
            shelf: Shelf::new(limits),
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Claim {
        let mut kept = self.lock();
        kept.sweep();
        if let Some(first) = kept.claimed.get(&key.digest) {
            return if first.fingerprint == fingerprint { Claim::InFlight } else { Claim::Reused };
        }
        let ticket = Ticket::new(key, fingerprint);
        let claim = match kept.recorded.get(&key.digest) {
            Some((first, _)) if *first != fingerprint => return Claim::Reused,
            Some((_, Recorded::Done(bytes))) => return Claim::Done(bytes.clone()),
            Some((_, Recorded::Begun(bytes))) => (Some(bytes.clone()), ticket),
            None => (None, ticket),
        };
        let (begun, ticket) = claim;
        kept.claimed.insert(key.digest, Claimed { fingerprint, owner: ticket.owner });
        match begun {
            Some(bytes) => Claim::Resumed(ticket, bytes),
            None => Claim::Ours(ticket),
        }
    }

    /// Whether the claim of a ticket still holds.
    ///
    /// # Errors
    /// [`StoreError::ClaimLost`].
    pub fn check(&self, ticket: &Ticket) -> Result<(), StoreError> {
        let kept = self.lock();
        let is_own =
            kept.claimed.get(&ticket.key.digest).is_some_and(|claimed| claimed.owner == ticket.owner);
        if is_own { Ok(()) } else { Err(StoreError::ClaimLost) }
    }

    /// Keeps the state of a claimed request. One that is done is no longer claimed.
    pub fn keep(&self, Record { ticket, state }: Record<'_>) {
        let mut kept = self.lock();
        let digest = ticket.key.digest;
        if matches!(state, Recorded::Done(_)) {
            kept.claimed.remove(&digest);
        }
        kept.recorded.insert(digest, (ticket.fingerprint, state.clone()));
        for gone in kept.shelf.put(&ticket.key, state.len(), now()) {
            kept.recorded.remove(&gone);
        }
    }

    /// Gives up a claim, so that a retry can have it.
    pub fn release(&self, ticket: &Ticket) {
        let mut kept = self.lock();
        if kept.claimed.get(&ticket.key.digest).is_some_and(|claimed| claimed.owner == ticket.owner) {
            kept.claimed.remove(&ticket.key.digest);
        }
    }
}

impl Kept {
    fn sweep(&mut self) {
        for gone in self.shelf.expire(now()) {
            self.recorded.remove(&gone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: RecordKey = RecordKey { digest: [7; 32], client: [1; 16] };

    fn ours(claim: Claim) -> Ticket {
        match claim {
            Claim::Ours(ticket) => ticket,
            other => panic!("expected a claim of our own, got {other:?}"),
        }
    }

    #[test]
    fn a_request_is_carried_out_once() {
        let records = Records::new(RecordLimits::default());
        let ticket = ours(records.claim(KEY, [1; 32]));
        assert!(matches!(records.claim(KEY, [1; 32]), Claim::InFlight));
        assert!(matches!(records.claim(KEY, [2; 32]), Claim::Reused));
        records.release(&ticket);
        assert!(matches!(records.check(&ticket), Err(StoreError::ClaimLost)));
        let ticket = ours(records.claim(KEY, [2; 32]));
        records.keep(Record { ticket: &ticket, state: &Recorded::Done(vec![5]) });
        records.release(&ticket);
        assert!(matches!(records.claim(KEY, [2; 32]), Claim::Done(bytes) if bytes == [5]));
        assert!(matches!(records.claim(KEY, [1; 32]), Claim::Reused));
    }

    #[test]
    fn a_request_cut_short_goes_on_where_it_was() {
        let records = Records::new(RecordLimits::default());
        let ticket = ours(records.claim(KEY, [1; 32]));
        records.keep(Record { ticket: &ticket, state: &Recorded::Begun(vec![3]) });
        assert!(matches!(records.claim(KEY, [1; 32]), Claim::InFlight));
        records.release(&ticket);
        match records.claim(KEY, [1; 32]) {
            Claim::Resumed(ticket, begun) => {
                assert_eq!(begun, [3]);
                records.keep(Record { ticket: &ticket, state: &Recorded::Done(vec![4]) });
            }
            other => panic!("{other:?}"),
        }
        assert!(matches!(records.claim(KEY, [1; 32]), Claim::Done(bytes) if bytes == [4]));
    }
}
