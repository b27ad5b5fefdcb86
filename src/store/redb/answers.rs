//! Deletes the stored responses of version 0.1, some of which contain seat tokens in plain text. This happens when a file is
//! opened. Free pages are overwritten too, because redb leaves their old contents in place.

use redb::{Database, ReadableDatabase, TableDefinition, TableHandle, WriteTransaction};
use std::path::Path;

const ANSWERS: TableDefinition<'_, u64, (&str, &[u8])> = TableDefinition::new("answers");
/// The zeros that fill the free pages. The table exists from the deletion until all free pages are overwritten, so that a
/// crash in between does not stop the work.
const ZEROS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("zeros");

const PAGE_BYTES: u64 = 4096;
/// A value so large that each page holds only one.
const FILLING: [u8; 3900] = [0; 3900];

/// Deletes the responses.
///
/// # Errors
/// When the file fails.
pub fn delete(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    if transaction.delete_table(ANSWERS)? {
        transaction.open_table(ZEROS)?;
    }
    Ok(())
}

/// Overwrites the free pages of a file from which responses were deleted.
///
/// # Errors
/// When the file fails.
pub fn overwrite(database: &Database, path: &Path) -> Result<(), redb::Error> {
    if !database.begin_read()?.list_tables()?.any(|table| table.name() == ZEROS.name()) {
        return Ok(());
    }
    in_transaction(database, |transaction| {
        let pages = std::fs::metadata(path)?.len() / PAGE_BYTES;
        let mut zeros = transaction.open_table(ZEROS)?;
        for page in 0..pages.saturating_sub(transaction.stats()?.allocated_pages()) {
            zeros.insert(page, &FILLING[..])?;
        }
        Ok(())
    })?;
    in_transaction(database, |transaction| {
        transaction.delete_table(ZEROS)?;
        Ok(())
    })
}

fn in_transaction(
    database: &Database,
    work: impl FnOnce(&WriteTransaction) -> Result<(), redb::Error>,
) -> Result<(), redb::Error> {
    let mut transaction = database.begin_write()?;
    transaction.set_quick_repair(true);
    work(&transaction)?;
    Ok(transaction.commit()?)
}
