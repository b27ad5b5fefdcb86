//! The idempotency records in the file. Memory holds only an index of them.

use super::guard::unavailable;
use crate::store::error::StoreError;
use crate::store::local::change::PendingRecord;
use crate::store::records::{
    Claimant, Fingerprint, Ledger, LedgerState, RecordDigest, RecordKey, RecordLimits, Recorded,
};
use redb::{Database, ReadableDatabase, ReadableTable, Table, TableDefinition};

/// The fingerprint, the client, when it was written in microseconds of [idle time](crate::store::local::idle_time), whether the request is done, and
/// the bytes of its state.
type Row = (&'static Fingerprint, &'static [u8; 16], i64, bool, &'static [u8]);

/// Records by digest.
pub const TABLE: TableDefinition<'_, &RecordDigest, Row> = TableDefinition::new("records");

pub type Records<'t> = Table<'t, &'static RecordDigest, Row>;

/// A state without its bytes, which are in the file.
fn stage(is_done: bool) -> LedgerState {
    if is_done { Recorded::Done(None) } else { Recorded::Begun(None) }
}

/// Reads the index of the records. Deletes the records beyond the limits. `now` is the idle time in seconds.
///
/// # Errors
/// When the file fails.
pub fn load(table: &mut Records<'_>, limits: RecordLimits, now: i64) -> Result<Ledger, redb::Error> {
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
        gone.extend(ledger.keep((&key, fingerprint), state, bytes, at / 1_000_000));
    }
    gone.extend(ledger.expire(now));
    forget(table, &gone)?;
    Ok(ledger)
}

/// Deletes records.
///
/// # Errors
/// When the file fails.
pub fn forget(table: &mut Records<'_>, gone: &[RecordDigest]) -> Result<(), redb::Error> {
    for digest in gone {
        table.remove(digest)?;
    }
    Ok(())
}

/// Writes a record. `at` is the idle time in microseconds. Returns its state without the bytes.
///
/// # Errors
/// When the file fails.
pub fn write(table: &mut Records<'_>, record: &PendingRecord, at: i64) -> Result<LedgerState, redb::Error> {
    let Claimant { key, fingerprint, .. } = &record.claimant;
    let (is_done, bytes) = (record.state.is_done(), record.state.bytes());
    table.insert(&key.digest, (fingerprint, &key.client, at, is_done, &bytes[..]))?;
    Ok(stage(is_done))
}

/// Reads the state in a record, if there is one.
///
/// # Errors
/// [`StoreError::Unavailable`].
pub fn read(database: &Database, digest: &RecordDigest) -> Result<Option<Recorded>, StoreError> {
    let table = database.begin_read().map_err(unavailable)?.open_table(TABLE).map_err(unavailable)?;
    let row = table.get(digest).map_err(unavailable)?;
    Ok(row.map(|row| {
        let (_, _, _, is_done, bytes) = row.value();
        if is_done { Recorded::Done(bytes.to_vec()) } else { Recorded::Begun(bytes.to_vec()) }
    }))
}
