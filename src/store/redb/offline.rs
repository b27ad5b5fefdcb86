//! Work on a whole file: a consistent copy of one that is in use, and reading and checking one that is not.

use super::file::{DEADLINES, GAME_TIME, GAMES, META, USED, builder};
use super::{OpenError, idle_time, records};
use crate::game::Session;
use crate::game::{FORMAT, Unreadable, newer};
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

/// A table. None in a file of a version without it, and in one whose server was killed before its first transaction.
fn table<K: Key + 'static, V: Value + 'static>(
    from: &ReadTransaction,
    definition: TableDefinition<'_, K, V>,
) -> Result<Option<ReadOnlyTable<K, V>>, redb::Error> {
    match from.open_table(definition) {
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        table => Ok(Some(table?)),
    }
}

/// A file of games that no server has open.
#[derive(Debug)]
pub struct GameFile(Database);

impl GameFile {
    /// # Errors
    /// When there is no such file, a server has it open, or a newer version of the program wrote it.
    pub fn open(path: &Path) -> Result<GameFile, OpenError> {
        let database = builder().open(path).map_err(redb::Error::from)?;
        let read = || -> Result<Option<u32>, redb::Error> {
            let Some(meta) = table(&database.begin_read()?, META)? else { return Ok(None) };
            Ok(meta.get("format")?.map(|format| format.value()))
        };
        match read()?.unwrap_or(FORMAT) {
            format if format > FORMAT => Err(OpenError::Newer(newer(format))),
            _ => Ok(GameFile(database)),
        }
    }

    /// Copies all tables to a new file, which has no free pages.
    ///
    /// # Errors
    /// When one of the files fails.
    pub fn copy(&self, to: File) -> Result<(), OpenError> {
        Ok(copy(&self.0, to)?)
    }

    /// Verifies the checksums of all pages, and repairs what can be repaired. Returns whether all were right.
    ///
    /// # Errors
    /// When the file is damaged beyond repair or cannot be read.
    pub fn verify(&mut self) -> Result<bool, OpenError> {
        Ok(self.0.check_integrity().map_err(redb::Error::from)?)
    }

    /// Returns the free space to the disk.
    ///
    /// # Errors
    /// When the file fails.
    pub fn compact(&mut self) -> Result<(), OpenError> {
        while self.0.compact().map_err(redb::Error::from)? {}
        Ok(())
    }

    /// All games, each with its id, or why it cannot be read.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn games(&self) -> Result<impl Iterator<Item = Result<StoredGame, OpenError>> + use<>, OpenError> {
        let read = || -> Result<_, redb::Error> {
            let games = table(&self.0.begin_read()?, GAMES)?;
            Ok(games.map(|games| games.range::<u128>(..)).transpose()?)
        };
        Ok(read()?.into_iter().flatten().map(|entry| {
            let (id, game) = entry.map_err(redb::Error::from)?;
            Ok((Uuid::from_u128(id.value()), Session::from_stored(game.value().1)))
        }))
    }
}

/// A game with its id, or why it cannot be read.
pub type StoredGame = (Uuid, Result<Session, Unreadable>);

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
