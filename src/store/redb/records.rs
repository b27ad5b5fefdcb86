//! The idempotency records in the file. Memory holds only an index of them.

use super::file::unavailable;
use crate::store::error::StoreError;
use crate::store::records::{Claimant, Digest, Ledger};
use crate::store::records::{Fingerprint, IdempotencyRecord, RecordKey, RecordLimits, Recorded};
use redb::{Database, ReadableDatabase, ReadableTable, Table, TableDefinition};

/// The fingerprint, the client, when it was written in microseconds of [idle time](super::idle_time), whether the request is done, and
/// the bytes of its state.
type Row = (&'static Fingerprint, &'static [u8; 16], i64, bool, &'static [u8]);

/// Records by digest.
pub const TABLE: TableDefinition<'_, &Digest, Row> = TableDefinition::new("records");

pub type Records<'t> = Table<'t, &'static Digest, Row>;

/// A record to write in the transaction of a change.
#[derive(Debug)]
pub struct PendingRecord {
    pub claimant: Claimant,
    pub state: Recorded,
}

impl From<IdempotencyRecord<'_>> for PendingRecord {
    fn from(IdempotencyRecord { ticket, state }: IdempotencyRecord<'_>) -> PendingRecord {
        PendingRecord { claimant: ticket.claimant(), state: state.clone() }
    }
}

/// A state without its bytes.
fn stage(is_done: bool) -> Recorded<()> {
    if is_done { Recorded::Done(()) } else { Recorded::Begun(()) }
}

/// Reads the index of the records. Deletes the records beyond the limits. `now` is the idle time in seconds.
///
/// # Errors
/// When the file fails.
pub fn load(table: &mut Records<'_>, limits: RecordLimits, now: i64) -> Result<Ledger<()>, redb::Error> {
    let mut found = Vec::new();
    for entry in table.iter()? {
        let (digest, row) = entry?;
        let (&fingerprint, &client, at, is_done, bytes) = row.value();
        let key = RecordKey { digest: *digest.value(), client, game_byte: 0 };
        found.push((at, key, fingerprint, stage(is_done), bytes.len()));
    }
    found.sort_by_key(|&(at, ..)| at);
    let (mut ledger, mut gone) = (Ledger::new(limits), Vec::new());
    for (at, key, fingerprint, state, bytes) in found {
        // Earlier versions wrote the time of day, which may be later than the idle time.
        gone.extend(ledger.keep((&key, fingerprint), state, bytes, now.min(at / 1_000_000)));
    }
    gone.extend(ledger.expire(now));
    forget(table, &gone)?;
    Ok(ledger)
}

/// Deletes records.
///
/// # Errors
/// When the file fails.
pub fn forget(table: &mut Records<'_>, gone: &[Digest]) -> Result<(), redb::Error> {
    for digest in gone {
        table.remove(digest)?;
    }
    Ok(())
}

/// Writes a record, and deletes the records that it evicts. `at` is the idle time in microseconds.
///
/// # Errors
/// When the file fails.
pub fn keep(
    table: &mut Records<'_>,
    ledger: &mut Ledger<()>,
    record: &PendingRecord,
    at: i64,
) -> Result<(), redb::Error> {
    let Claimant { key, fingerprint, .. } = &record.claimant;
    let (is_done, bytes) = (record.state.is_done(), record.state.bytes());
    table.insert(&key.digest, (fingerprint, &key.client, at, is_done, &bytes[..]))?;
    let gone = ledger.keep((key, *fingerprint), stage(is_done), bytes.len(), at / 1_000_000);
    forget(table, &gone)
}

/// Reads the state in a record, if there is one.
///
/// # Errors
/// [`StoreError::Unavailable`].
pub fn read(database: &Database, digest: &Digest) -> Result<Option<Recorded>, StoreError> {
    let table = database.begin_read().map_err(unavailable)?.open_table(TABLE).map_err(unavailable)?;
    let row = table.get(digest).map_err(unavailable)?;
    Ok(row.map(|row| {
        let (_, _, _, is_done, bytes) = row.value();
        if is_done { Recorded::Done(bytes.to_vec()) } else { Recorded::Begun(bytes.to_vec()) }
    }))
}
