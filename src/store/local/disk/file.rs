//! The file: its tables, how to open it, how to read it.

use super::guard::{guarded, unavailable};
use super::records;
use crate::game::{FORMAT, GameTime, Session, Tag, Unreadable, newer};
use crate::store::error::StoreError;
use crate::store::listing::ListId;
use crate::store::local::change::LastUses;
use crate::store::local::idle_time::{self, IdleTime};
use crate::store::local::news_log::{Entry, LOOKED_AT};
use crate::store::local::owned::Row;
use crate::store::news::{NewsId, ReaderId};
use crate::store::records::{Ledger, RecordLimits};
use crate::store::seeks::Row as SeekRow;
use redb::backends::FileBackend;
use redb::{
    AccessGuard, Builder, Database, ReadableDatabase, ReadableTable, TableDefinition, WriteTransaction,
};
use std::fs::{File, OpenOptions};
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use uuid::Uuid;

/// Games by id: the version, and the session as [`Session::to_stored`] writes it, with its revision.
pub const GAMES: TableDefinition<'_, u128, (u64, &[u8])> = TableDefinition::new("games");
/// When each game was last used, in [idle time](crate::store::local::idle_time). A table of its own, because it is small and is read in full
/// when the file is opened.
pub const USED: TableDefinition<'_, u128, i64> = TableDefinition::new("used");
/// The deadlines of the games that have one, in game time. Read in full when the file is opened.
pub const DEADLINES: TableDefinition<'_, u128, i64> = TableDefinition::new("deadlines");
/// The games that belong to somebody, each as the JSON of a [`Row`]. Read in full when the file is opened.
pub const OWNED: TableDefinition<'_, u128, &[u8]> = TableDefinition::new("owned");
/// These games by the numbers of their references.
pub const REFERENCES: TableDefinition<'_, u128, u128> = TableDefinition::new("references");
/// The log of news by the numbers of its entries: when each was written, in seconds since the Unix epoch, the list of the owner, the text.
pub const NEWS: TableDefinition<'_, u64, (i64, u128, &str)> = TableDefinition::new("news");
/// The number of the last entry of the log, which may have expired: one value.
pub const LAST_NEWS: TableDefinition<'_, (), u64> = TableDefinition::new("last_news");
/// The entries of the news up to which readers have all.
pub const READERS: TableDefinition<'_, u128, u64> = TableDefinition::new("readers");
/// The seeks, each as the JSON of a [`SeekRow`]. Read in full when the file is opened.
pub const SEEKS: TableDefinition<'_, u128, &[u8]> = TableDefinition::new("seeks");
/// The game time of the last transaction: one value.
pub const GAME_TIME: TableDefinition<'_, (), i64> = TableDefinition::new("game_time");
/// Metadata. The only key is `format`.
pub const META: TableDefinition<'_, &str, u32> = TableDefinition::new("meta");

/// The size of redb's page cache.
const CACHE_BYTES: usize = 64 << 20;

/// Why a file could not be opened, or a game in it not read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("{0}")]
    Newer(String),
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    #[error(transparent)]
    Database(#[from] redb::Error),
}

/// An open file. It is closed when this is dropped, even if redb panics because of a damaged page.
#[derive(Debug)]
pub struct OpenFile(Option<Database>);

impl From<Database> for OpenFile {
    fn from(database: Database) -> OpenFile {
        OpenFile(Some(database))
    }
}

impl Deref for OpenFile {
    type Target = Database;

    fn deref(&self) -> &Database {
        self.0.as_ref().expect("it is there until the drop")
    }
}

impl DerefMut for OpenFile {
    fn deref_mut(&mut self) -> &mut Database {
        self.0.as_mut().expect("it is there until the drop")
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        let database = self.0.take();
        if let Err(error) = guarded(|| drop(database)) {
            tracing::warn!(%error, "a file of games was not closed properly");
        }
    }
}

/// An open file, and the indexes read from it.
#[derive(Debug)]
pub struct Opened {
    pub file: OpenFile,
    pub indexes: Indexes,
}

/// What is read in full when a file is opened.
#[derive(Debug)]
pub struct Indexes {
    pub uses: LastUses,
    pub deadlines: Vec<(Uuid, GameTime)>,
    pub owned: Vec<(Uuid, Row)>,
    pub records: Ledger,
    pub seeks: Vec<SeekRow>,
    pub last_news: u64,
    /// The game time when the file was last written.
    pub game_time: GameTime,
    pub idle_time: IdleTime,
}

/// Opens or creates a file and reads its indexes.
///
/// # Errors
/// When the file cannot be opened, or a newer version of the program wrote it. Such a file is left unchanged.
pub fn open(path: &Path, limits: RecordLimits) -> Result<Opened, FileError> {
    guarded(|| {
        let file = OpenFile::from(open_database(path)?);
        let mut transaction = file.begin_write().map_err(redb::Error::from)?;
        transaction.set_quick_repair(true);
        let format = format(&transaction)?;
        if format > FORMAT {
            return Err(FileError::Newer(newer(format)));
        }
        let indexes = prepare(&transaction, limits)?;
        transaction.commit().map_err(redb::Error::from)?;
        Ok(Opened { file, indexes })
    })?
}

/// Verifies the checksums of all pages, and repairs what can be repaired.
///
/// # Errors
/// When the file is damaged beyond repair or cannot be read.
pub fn verify(path: &Path) -> Result<(), FileError> {
    Ok(guarded(|| OpenFile::from(open_database(path)?).check_integrity().map_err(redb::Error::from))?
        .map(drop)?)
}

fn open_database(path: &Path) -> Result<Database, redb::Error> {
    let backend = FileBackend::new(open_or_create(path)?)?;
    Ok(builder().create_with_backend(backend)?)
}

/// A new file can be read by its owner alone: it holds the games of all players.
fn open_or_create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Opens files with our page cache: redb's own default has a GiB.
pub fn builder() -> Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

/// The format of the file. A new file gets the current format.
fn format(transaction: &WriteTransaction) -> Result<u32, redb::Error> {
    let mut meta = transaction.open_table(META)?;
    let format = meta.get("format")?.map(|format| format.value());
    if format.is_none() {
        meta.insert("format", FORMAT)?;
    }
    Ok(format.unwrap_or(FORMAT))
}

fn prepare(transaction: &WriteTransaction, limits: RecordLimits) -> Result<Indexes, redb::Error> {
    transaction.open_table(GAMES)?;
    let used = transaction.open_table(USED)?;
    let uses = used.iter()?.map(|entry| entry.map(|(id, at)| (Uuid::from_u128(id.value()), at.value())));
    let deadlines = transaction.open_table(DEADLINES)?;
    let deadlines = deadlines
        .iter()?
        .map(|entry| entry.map(|(id, at)| (Uuid::from_u128(id.value()), GameTime(at.value()))));
    let owned = transaction.open_table(OWNED)?;
    // A row that cannot be read leaves its game out of the lists, and its next change mends it.
    let owned = owned.iter()?.filter_map(|entry| {
        let read = |(id, row): (AccessGuard<'_, u128>, AccessGuard<'_, &[u8]>)| {
            Some((Uuid::from_u128(id.value()), serde_json::from_slice(row.value()).ok()?))
        };
        entry.map(read).transpose()
    });
    let seeks = transaction.open_table(SEEKS)?;
    // One of another version of the program is gone: its seeker looks again.
    let seeks = seeks.iter()?.filter_map(|entry| {
        let read = |row: AccessGuard<'_, &[u8]>| serde_json::from_slice(row.value()).ok();
        entry.map(|(_, row)| read(row)).transpose()
    });
    transaction.open_table(REFERENCES)?;
    transaction.open_table(NEWS)?;
    transaction.open_table(READERS)?;
    let last_news = transaction.open_table(LAST_NEWS)?.get(())?.map_or(0, |last| last.value());
    let game_time = transaction.open_table(GAME_TIME)?.get(())?.map_or(0, |time| time.value());
    let idle_time = idle_time::open(transaction)?;
    Ok(Indexes {
        uses: uses.collect::<Result<_, _>>()?,
        idle_time,
        deadlines: deadlines.collect::<Result<_, _>>()?,
        owned: owned.collect::<Result<_, _>>()?,
        seeks: seeks.collect::<Result<_, _>>()?,
        records: records::load(&mut transaction.open_table(records::TABLE)?, limits, idle_time.now())?,
        last_news,
        game_time: GameTime(game_time),
    })
}

/// Reads the stored bytes of a game and parses them with `read`.
///
/// # Errors
/// The errors of `read`, [`StoreError::NotFound`], and [`StoreError::Unavailable`] when the file cannot be read. Only the
/// writer decides whether the file has failed.
fn read<T>(
    database: &Database,
    id: Uuid,
    read: impl FnOnce(&[u8]) -> Result<T, Unreadable>,
) -> Result<T, StoreError> {
    let table = database.begin_read().map_err(unavailable)?.open_table(GAMES).map_err(unavailable)?;
    let entry = table.get(id.as_u128()).map_err(unavailable)?.ok_or(StoreError::NotFound)?;
    Ok(read(entry.value().1)?)
}

/// Reads a session.
///
/// # Errors
/// [`StoreError::NotFound`], [`StoreError::Unreadable`], [`StoreError::Unavailable`].
pub fn session(database: &Database, id: Uuid) -> Result<Session, StoreError> {
    read(database, id, Session::from_stored)
}

/// Entries of the log after this one.
///
/// # Errors
/// [`StoreError::Unavailable`].
pub fn news(database: &Database, after: u64) -> Result<Vec<Entry>, StoreError> {
    let table = database.begin_read().map_err(unavailable)?.open_table(NEWS).map_err(unavailable)?;
    let entries = table.range(after.saturating_add(1)..).map_err(unavailable)?.take(LOOKED_AT);
    let entries = entries.map(|entry| {
        let (id, entry) = entry.map_err(unavailable)?;
        let (_, list, text) = entry.value();
        Ok((NewsId::counted(id.value()), ListId::numbered(list), text.to_owned()))
    });
    entries.collect()
}

/// The entry up to which a reader has all.
///
/// # Errors
/// [`StoreError::Unavailable`].
pub fn reader_position(database: &Database, reader: ReaderId) -> Result<Option<u64>, StoreError> {
    let table = database.begin_read().map_err(unavailable)?.open_table(READERS).map_err(unavailable)?;
    Ok(table.get(reader.0).map_err(unavailable)?.map(|position| position.value()))
}

/// The oldest entry of the log.
///
/// # Errors
/// [`StoreError::Unavailable`].
pub fn oldest_news(database: &Database) -> Result<Option<u64>, StoreError> {
    let table = database.begin_read().map_err(unavailable)?.open_table(NEWS).map_err(unavailable)?;
    Ok(table.first().map_err(unavailable)?.map(|(id, _)| id.value()))
}

/// Reads the tag of a session.
///
/// # Errors
/// As [`session`].
pub fn tag(database: &Database, id: Uuid) -> Result<Tag, StoreError> {
    read(database, id, Tag::of_stored)
}
