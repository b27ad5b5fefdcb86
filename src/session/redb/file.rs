//! The file: its tables, how it is opened and read.

use super::{answers, records};
use crate::session::records::Ledger;
use crate::session::stored::{FORMAT, newer};
use crate::session::{RecordLimits, Session, StoreError, Tag};
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, WriteTransaction};
use std::path::Path;
use uuid::Uuid;

/// Games by id: the version, and the session as [`Session::to_stored`] writes it, with its revision.
pub const GAMES: TableDefinition<'_, u128, (u64, &[u8])> = TableDefinition::new("games");
/// When each game was last used, in seconds since the epoch. Small beside the games, so that it is read as a whole
/// at the start.
pub const USED: TableDefinition<'_, u128, i64> = TableDefinition::new("used");
/// Its one key is `format`.
const META: TableDefinition<'_, &str, u32> = TableDefinition::new("meta");

/// How much of the file is kept in memory.
const CACHE_BYTES: usize = 64 << 20;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("{0}")]
    Newer(String),
    #[error(transparent)]
    Database(#[from] redb::Error),
}

/// When each game was last used.
pub type Uses = Vec<(Uuid, i64)>;

/// An open file, and what of it is in memory.
#[derive(Debug)]
pub struct Opened {
    pub database: Database,
    pub uses: Uses,
    pub records: Ledger<()>,
}

/// # Errors
/// When the file cannot be opened, or a newer version of the program wrote it. That is left as it is.
pub fn open(path: &Path, limits: RecordLimits) -> Result<Opened, OpenError> {
    let database = create(path)?;
    let mut transaction = database.begin_write().map_err(redb::Error::from)?;
    transaction.set_quick_repair(true);
    let format = format(&transaction)?;
    if format > FORMAT {
        return Err(OpenError::Newer(newer(format)));
    }
    let (uses, records) = prepare(&transaction, limits)?;
    transaction.commit().map_err(redb::Error::from)?;
    answers::overwrite(&database, path)?;
    Ok(Opened { database, uses, records })
}

fn create(path: &Path) -> Result<Database, redb::Error> {
    Ok(Database::builder().set_cache_size(CACHE_BYTES).create(path)?)
}

/// The format of the file; ours when it is new.
fn format(transaction: &WriteTransaction) -> Result<u32, redb::Error> {
    let mut meta = transaction.open_table(META)?;
    let format = meta.get("format")?.map(|format| format.value());
    if format.is_none() {
        meta.insert("format", FORMAT)?;
    }
    Ok(format.unwrap_or(FORMAT))
}

fn prepare(transaction: &WriteTransaction, limits: RecordLimits) -> Result<(Uses, Ledger<()>), redb::Error> {
    transaction.open_table(GAMES)?;
    answers::delete(transaction)?;
    let used = transaction.open_table(USED)?;
    let uses = used.iter()?.map(|entry| entry.map(|(id, at)| (Uuid::from_u128(id.value()), at.value())));
    let records = records::load(&mut transaction.open_table(records::TABLE)?, limits)?;
    Ok((uses.collect::<Result<_, _>>()?, records))
}

/// What is stored of a game, if it is.
///
/// # Errors
/// What `read` says, and [`StoreError::Unavailable`] when the file cannot be read. The writer notices by itself whether
/// the file is of no use any more.
fn read<T>(
    database: &Database,
    id: Uuid,
    read: impl FnOnce(&[u8]) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let table = database.begin_read().map_err(unavailable)?.open_table(GAMES).map_err(unavailable)?;
    let entry = table.get(id.as_u128()).map_err(unavailable)?.ok_or(StoreError::NotFound)?;
    read(entry.value().1)
}

/// # Errors
/// [`StoreError::NotFound`], [`StoreError::Unreadable`], [`StoreError::Unavailable`].
pub fn session(database: &Database, id: Uuid) -> Result<Session, StoreError> {
    read(database, id, Session::from_stored)
}

/// # Errors
/// As [`session`].
pub fn tag(database: &Database, id: Uuid) -> Result<Tag, StoreError> {
    read(database, id, Tag::of_stored)
}

pub fn unavailable(error: impl Into<redb::Error>) -> StoreError {
    StoreError::Unavailable(error.into().to_string())
}
