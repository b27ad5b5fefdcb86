//! Work on a whole file: a consistent copy of one that is in use, and reading and checking one that is not.

use super::file::{
    DEADLINES, FileError, GAME_TIME, GAMES, LAST_NEWS, META, NEWS, OWNED, OpenFile, READERS, REFERENCES,
    USED, builder,
};
use super::guard::guarded;
use super::records;
use crate::game::{FORMAT, Session, newer};
use crate::store::local::idle_time;
use redb::backends::FileBackend;
use redb::{
    Database, Key, ReadOnlyTable, ReadTransaction, ReadableDatabase, ReadableTable, TableDefinition,
    TableError, Value, WriteTransaction,
};
use std::fs::File;
use std::io;
use std::path::Path;
use tempfile::NamedTempFile;
use uuid::Uuid;

/// Copies all tables, as they are at this moment, to a new file without free pages. The store can be used meanwhile.
///
/// # Errors
/// When one of the files fails.
pub(super) fn copy(database: &Database, to: File) -> Result<(), redb::Error> {
    let from = database.begin_read()?;
    let copy = builder().create_with_backend(FileBackend::new(to)?)?;
    let mut transaction = copy.begin_write()?;
    transaction.set_quick_repair(true);
    copy_table(&from, &transaction, META)?;
    copy_table(&from, &transaction, GAMES)?;
    copy_table(&from, &transaction, USED)?;
    copy_table(&from, &transaction, DEADLINES)?;
    copy_table(&from, &transaction, OWNED)?;
    copy_table(&from, &transaction, REFERENCES)?;
    copy_table(&from, &transaction, NEWS)?;
    copy_table(&from, &transaction, LAST_NEWS)?;
    copy_table(&from, &transaction, READERS)?;
    copy_table(&from, &transaction, GAME_TIME)?;
    copy_table(&from, &transaction, idle_time::TABLE)?;
    copy_table(&from, &transaction, records::TABLE)?;
    Ok(transaction.commit()?)
}

fn copy_table<K: Key + 'static, V: Value + 'static>(
    from: &ReadTransaction,
    to: &WriteTransaction,
    definition: TableDefinition<'_, K, V>,
) -> Result<(), redb::Error> {
    let Some(source) = table(from, definition)? else { return Ok(()) };
    let mut target = to.open_table(definition)?;
    for entry in source.iter()? {
        let (key, value) = entry?;
        target.insert(key.value(), value.value())?;
    }
    Ok(())
}

/// A table. None in a file whose server was killed before its first transaction.
fn table<K: Key + 'static, V: Value + 'static>(
    from: &ReadTransaction,
    definition: TableDefinition<'_, K, V>,
) -> Result<Option<ReadOnlyTable<K, V>>, redb::Error> {
    match from.open_table(definition) {
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        table => Ok(Some(table?)),
    }
}

/// A file of games that no server has open. What cannot be read because a page is damaged is an error; the rest can be read.
#[derive(Debug)]
pub struct GameFile(OpenFile);

/// What the checksums of the pages say.
#[derive(Debug)]
pub enum Verified {
    Right,
    Repaired,
    /// Some are wrong and stay so. Says where.
    Damaged(redb::Error),
}

/// A game with its id, or why it cannot be read.
pub type StoredGame = (Uuid, Result<Session, FileError>);

/// The games of a file.
#[derive(Debug)]
pub struct StoredGames {
    /// Why the list of games ends early: there may be more than those in `ids`.
    pub damage: Option<redb::Error>,
    ids: Vec<u128>,
    table: Option<ReadOnlyTable<u128, (u64, &'static [u8])>>,
}

impl GameFile {
    /// # Errors
    /// When there is no such file, a server has it open, or a newer version of the program wrote it.
    pub fn open(path: &Path) -> Result<GameFile, FileError> {
        guarded(|| {
            let file = OpenFile::from(builder().open(path).map_err(redb::Error::from)?);
            match format(&file)? {
                format if format > FORMAT => Err(FileError::Newer(newer(format))),
                _ => Ok(GameFile(file)),
            }
        })?
    }

    /// Copies all tables to a new file, which has no free pages.
    ///
    /// # Errors
    /// When one of the files fails.
    pub fn copy(&self, to: File) -> Result<(), FileError> {
        Ok(guarded(|| copy(&self.0, to))??)
    }

    /// Verifies the checksums of all pages, and repairs what can be repaired.
    pub fn verify(&mut self) -> Verified {
        match guarded(|| self.0.check_integrity().map_err(redb::Error::from)) {
            Ok(Ok(true)) => Verified::Right,
            Ok(Ok(false)) => Verified::Repaired,
            Ok(Err(error)) | Err(error) => Verified::Damaged(error),
        }
    }

    /// Returns the free space to the disk.
    ///
    /// # Errors
    /// When the file fails.
    pub fn compact(&mut self) -> Result<(), FileError> {
        Ok(guarded(|| {
            while self.0.compact()? {}
            Ok::<_, redb::Error>(())
        })??)
    }

    /// All games.
    ///
    /// # Errors
    /// When the file cannot be read at all.
    pub fn games(&self) -> Result<StoredGames, FileError> {
        let reading = guarded(|| Ok::<_, redb::Error>(self.0.begin_read()?))??;
        let (mut ids, mut damage) = keys(&reading, USED);
        if damage.is_some() {
            // The games themselves may have ids that are missing in the damaged list.
            let (others, no_more) = keys(&reading, GAMES);
            ids.extend(others);
            ids.sort_unstable();
            ids.dedup();
            damage = damage.and(no_more);
        }
        let table = guarded(|| table(&reading, GAMES))??;
        Ok(StoredGames { damage, ids, table })
    }
}

impl StoredGames {
    pub fn read(&self) -> impl Iterator<Item = StoredGame> {
        let get = |id: u128| -> Result<Option<Session>, FileError> {
            let Some(table) = &self.table else { return Ok(None) };
            let entry = table.get(id).map_err(redb::Error::from)?;
            Ok(entry.map(|entry| Session::from_stored(entry.value().1)).transpose()?)
        };
        self.ids.iter().filter_map(move |&id| {
            let game = guarded(|| get(id)).map_err(FileError::from).flatten().transpose()?;
            Some((Uuid::from_u128(id), game))
        })
    }
}

fn format(database: &Database) -> Result<u32, redb::Error> {
    let Some(meta) = table(&database.begin_read()?, META)? else { return Ok(FORMAT) };
    Ok(meta.get("format")?.map_or(FORMAT, |format| format.value()))
}

/// The keys of a table, and why some may be missing. Reads from both ends towards a damaged page.
fn keys<V: Value + 'static>(
    reading: &ReadTransaction,
    definition: TableDefinition<'_, u128, V>,
) -> (Vec<u128>, Option<redb::Error>) {
    let mut keys = Vec::new();
    let mut read = |from_the_end: bool| -> Result<(), redb::Error> {
        guarded(|| {
            let Some(table) = table(reading, definition)? else { return Ok(()) };
            let mut entries = table.range::<u128>(..)?;
            while let Some(entry) = if from_the_end { entries.next_back() } else { entries.next() } {
                keys.push(entry?.0.value());
            }
            Ok(())
        })?
    };
    let damage = read(false).err();
    if damage.is_some() {
        // Fails at the same page.
        let _known = read(true);
    }
    (keys, damage)
}

/// A new file in the folder of `path`, for a copy that is not whole yet. It is deleted unless it gets a name.
///
/// # Errors
/// When it cannot be created.
pub fn unfinished_copy(path: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::with_prefix_in("duiyi-backup-", folder(path))
}

/// A new file without a name on the disk of `path`: however the process ends, nothing of it stays.
///
/// # Errors
/// When it cannot be created.
pub(super) fn nameless_copy(path: &Path) -> io::Result<File> {
    tempfile::tempfile_in(folder(path))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}
