//! What version 0.1 kept of requests: whole answers, some with seat tokens in the clear. They are deleted when a file is
//! opened, and overwritten: a page that is free keeps what was in it until it is used again.

use redb::{Database, ReadableDatabase, TableDefinition, TableHandle, WriteTransaction};
use std::path::Path;

const ANSWERS: TableDefinition<'_, u64, (&str, &[u8])> = TableDefinition::new("answers");
/// What the free pages are filled with. It is there from the deletion until all is overwritten, also across a crash.
const ZEROS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("zeros");

const PAGE_BYTES: u64 = 4096;
/// So much of a value that each page holds one.
const FILLING: [u8; 3900] = [0; 3900];

/// # Errors
/// When the file fails.
pub fn delete(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    if transaction.delete_table(ANSWERS)? {
        transaction.open_table(ZEROS)?;
    }
    Ok(())
}

/// Overwrites the free pages of a file that answers were deleted from.
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
