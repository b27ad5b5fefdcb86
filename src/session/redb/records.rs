//! The idempotency records in the file. Memory holds only an index of them.

use super::file::unavailable;
use crate::session::records::{Claimant, Digest, Ledger};
use crate::session::{Fingerprint, Record, RecordKey, RecordLimits, Recorded, StoreError, now};
use jiff::Timestamp;
use redb::{Database, ReadableDatabase, ReadableTable, Table, TableDefinition};

/// The fingerprint, the client, when it was written in microseconds since the Unix epoch, whether the request is done, and
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

impl From<Record<'_>> for PendingRecord {
    fn from(Record { ticket, state }: Record<'_>) -> PendingRecord {
        PendingRecord { claimant: ticket.claimant(), state: state.clone() }
    }
}

/// A state without its bytes.
fn stage(is_done: bool) -> Recorded<()> {
    if is_done { Recorded::Done(()) } else { Recorded::Begun(()) }
}

/// Reads the index of the records. Deletes the records beyond the limits.
///
/// # Errors
/// When the file fails.
pub fn load(table: &mut Records<'_>, limits: RecordLimits) -> Result<Ledger<()>, redb::Error> {
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
    gone.extend(ledger.expire(now()));
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

/// Writes a record, and deletes the records that it evicts.
///
/// # Errors
/// When the file fails.
pub fn keep(
    table: &mut Records<'_>,
    ledger: &mut Ledger<()>,
    record: &PendingRecord,
) -> Result<(), redb::Error> {
    let Claimant { key, fingerprint, .. } = &record.claimant;
    let (at, is_done, bytes) = (Timestamp::now(), record.state.is_done(), record.state.bytes());
    table.insert(&key.digest, (fingerprint, &key.client, at.as_microsecond(), is_done, &bytes[..]))?;
    let gone = ledger.keep((key, *fingerprint), stage(is_done), bytes.len(), at.as_second());
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
