//! The idempotency records of the memory store.

use super::{Claim, Fingerprint, IdempotencyRecord, Ledger, RecordKey, RecordLimits, SharedLedger, Ticket};
use crate::store::error::StoreError;
use crate::store::times::uptime;

/// The idempotency records of a process that keeps its games in memory.
#[derive(Debug)]
pub struct Records(SharedLedger<Vec<u8>>);

impl Records {
    pub fn new(limits: RecordLimits) -> Records {
        Records(SharedLedger::new(Ledger::new(limits)))
    }

    pub fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Claim {
        self.0.lock().expire(uptime());
        self.0.claim(key, fingerprint)
    }

    /// Makes a change, and stores the record of the request if there is one.
    ///
    /// # Errors
    /// [`StoreError::ClaimLost`] when the request has lost its claim, and the errors of the change. Nothing is stored then.
    pub fn write<T>(
        &self,
        record: Option<IdempotencyRecord<'_>>,
        change: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let Some(IdempotencyRecord { ticket, state }) = record else { return change() };
        let claimant = ticket.claimant();
        self.0.lock().start_write(&claimant)?;
        let made = change();
        let mut ledger = self.0.lock();
        if made.is_ok() {
            let named = (&claimant.key, claimant.fingerprint);
            ledger.keep(named, state.clone(), state.bytes().len(), uptime());
        }
        ledger.end_write(&claimant, made.is_ok() && state.is_done());
        made
    }

    /// Releases a claim, so that a retry can claim the request.
    pub fn release(&self, ticket: &Ticket) {
        self.0.lock().release(&ticket.claimant());
    }
}

#[cfg(test)]
mod tests {
    use super::super::Recorded;
    use super::*;

    const KEY: RecordKey = RecordKey { digest: [7; 32], client: [1; 16], game_byte: 0 };

    fn ours(claim: Claim) -> Ticket {
        match claim {
            Claim::Ours(ticket) => ticket,
            other => panic!("expected a claim of our own, got {other:?}"),
        }
    }

    fn write(records: &Records, ticket: &Ticket, state: &Recorded) -> Result<(), StoreError> {
        records.write(Some(IdempotencyRecord { ticket, state }), || Ok(()))
    }

    #[test]
    fn a_request_is_executed_once() {
        let records = Records::new(RecordLimits::default());
        let ticket = ours(records.claim(KEY, [1; 32]));
        assert!(matches!(records.claim(KEY, [1; 32]), Claim::InFlight));
        assert!(matches!(records.claim(KEY, [2; 32]), Claim::Reused));
        records.release(&ticket);
        assert!(matches!(write(&records, &ticket, &Recorded::Done(vec![9])), Err(StoreError::ClaimLost)));
        let ticket = ours(records.claim(KEY, [2; 32]));
        write(&records, &ticket, &Recorded::Done(vec![5])).unwrap();
        records.release(&ticket);
        assert!(matches!(records.claim(KEY, [2; 32]), Claim::Done(bytes) if bytes == [5]));
        assert!(matches!(records.claim(KEY, [1; 32]), Claim::Reused));
    }

    #[test]
    fn a_retry_resumes_an_interrupted_request() {
        let records = Records::new(RecordLimits::default());
        let ticket = ours(records.claim(KEY, [1; 32]));
        write(&records, &ticket, &Recorded::Begun(vec![3])).unwrap();
        assert!(matches!(records.claim(KEY, [1; 32]), Claim::InFlight));
        records.release(&ticket);
        match records.claim(KEY, [1; 32]) {
            Claim::Resumed(ticket, begun) => {
                assert_eq!(begun, [3]);
                write(&records, &ticket, &Recorded::Done(vec![4])).unwrap();
            }
            other => panic!("{other:?}"),
        }
        assert!(matches!(records.claim(KEY, [1; 32]), Claim::Done(bytes) if bytes == [4]));
    }

    #[test]
    fn a_claim_released_during_its_write_ends_with_the_write() {
        let records = Records::new(RecordLimits::default());
        let ticket = ours(records.claim(KEY, [1; 32]));
        let record = IdempotencyRecord { ticket: &ticket, state: &Recorded::Begun(vec![3]) };
        let written = records.write(Some(record), || {
            records.release(&ticket);
            assert!(matches!(records.claim(KEY, [1; 32]), Claim::InFlight));
            Ok(())
        });
        assert!(written.is_ok());
        assert!(matches!(records.claim(KEY, [1; 32]), Claim::Resumed(_, begun) if begun == [3]));
    }

    #[test]
    fn a_refused_change_stores_no_record_and_keeps_its_claim() {
        let records = Records::new(RecordLimits::default());
        let ticket = ours(records.claim(KEY, [1; 32]));
        let record = IdempotencyRecord { ticket: &ticket, state: &Recorded::Done(vec![3]) };
        let refused = records.write(Some(record), || Err::<(), _>(StoreError::NotFound));
        assert!(matches!(refused, Err(StoreError::NotFound)));
        assert!(matches!(records.claim(KEY, [1; 32]), Claim::InFlight));
        write(&records, &ticket, &Recorded::Done(vec![5])).unwrap();
        assert!(matches!(records.claim(KEY, [1; 32]), Claim::Done(bytes) if bytes == [5]));
    }

    #[test]
    fn dropping_a_ticket_releases_its_claim() {
        let records = Records::new(RecordLimits::default());
        drop(ours(records.claim(KEY, [1; 32])));
        let ticket = ours(records.claim(KEY, [1; 32]));
        write(&records, &ticket, &Recorded::Begun(vec![3])).unwrap();
        drop(ticket);
        assert!(matches!(records.claim(KEY, [1; 32]), Claim::Resumed(_, begun) if begun == [3]));
    }
}
