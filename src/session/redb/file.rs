//! The file: its tables, and what is done to them in one transaction.

use crate::session::stored::{FORMAT, newer};
use crate::session::{Session, StoreError};
use redb::{Database, ReadableDatabase, ReadableTable, Table, TableDefinition};
use std::path::Path;
use std::sync::Arc;
use uuid::Uuid;

/// Games by id: the version, and the session as [`Session::to_stored`] writes it.
const GAMES: TableDefinition<'_, u128, (u64, &[u8])> = TableDefinition::new("games");
/// When each game was last used, in seconds since the epoch. Small beside the games, so that it is read as a whole
/// at the start.
const USED: TableDefinition<'_, u128, i64> = TableDefinition::new("used");
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

/// An open file, and what is in it.
///
/// # Errors
/// When the file cannot be opened, or a newer version of the program wrote it.
pub fn open(path: &Path) -> Result<(Database, Uses), OpenError> {
    let (database, format) = prepare(path)?;
    if format > FORMAT {
        return Err(OpenError::Newer(newer(format)));
    }
    let uses = uses(&database)?;
    Ok((database, uses))
}

fn prepare(path: &Path) -> Result<(Database, u32), redb::Error> {
    let database = Database::builder().set_cache_size(CACHE_BYTES).create(path)?;
    let mut transaction = database.begin_write()?;
    transaction.set_quick_repair(true);
    let format = {
        transaction.open_table(GAMES)?;
        transaction.open_table(USED)?;
        let mut meta = transaction.open_table(META)?;
        let format = meta.get("format")?.map(|format| format.value());
        if format.is_none() {
            meta.insert("format", FORMAT)?;
        }
        format.unwrap_or(FORMAT)
    };
    transaction.commit()?;
    Ok((database, format))
}

fn uses(database: &Database) -> Result<Uses, redb::Error> {
    let table = database.begin_read()?.open_table(USED)?;
    let mut uses = Vec::new();
    for entry in table.iter()? {
        let (id, used) = entry?;
        uses.push((Uuid::from_u128(id.value()), used.value()));
    }
    Ok(uses)
}

/// A game as it is stored, if it is.
///
/// # Errors
/// When the file cannot be read.
pub fn read(database: &Database, id: Uuid) -> Result<Option<Vec<u8>>, redb::Error> {
    let table = database.begin_read()?.open_table(GAMES)?;
    Ok(table.get(id.as_u128())?.map(|entry| entry.value().1.to_vec()))
}

/// One thing to be done to the file.
#[derive(Debug)]
pub enum Change {
    Insert(Arc<Session>, Vec<u8>),
    /// Only if the version before it is there.
    Replace(Arc<Session>, Vec<u8>),
    /// Only if that version is there, when one is named.
    Remove(Uuid, Option<u64>),
    Used(Uses),
    /// Games nobody has used since then, in seconds since the epoch. What a newer version wrote is left alone.
    Expire {
        ids: Vec<Uuid>,
        unused_since: i64,
    },
}

/// What came of a change.
pub type Made = Result<Vec<Uuid>, StoreError>;

/// Makes all changes that can be made, in order and durably, in one transaction; for each the games it removed, or
/// why it was refused.
///
/// # Errors
/// When the file fails. What is in the file then is not known before it is opened again.
pub fn apply(database: &Database, changes: &[&Change]) -> Result<Vec<Made>, redb::Error> {
    let mut transaction = database.begin_write()?;
    // So that a start after a crash does not read the whole file.
    transaction.set_quick_repair(true);
    let mut made = Vec::with_capacity(changes.len());
    {
        let mut games = transaction.open_table(GAMES)?;
        let mut used = transaction.open_table(USED)?;
        for change in changes {
            made.push(apply_one(&mut games, &mut used, change)?);
        }
    }
    transaction.commit()?;
    Ok(made)
}

fn apply_one(
    games: &mut Table<'_, u128, (u64, &[u8])>,
    used: &mut Table<'_, u128, i64>,
    change: &Change,
) -> Result<Made, redb::Error> {
    match change {
        Change::Insert(session, bytes) => {
            let id = session.id.as_u128();
            games.insert(id, (session.version, &bytes[..]))?;
            used.insert(id, session.updated_at.as_second())?;
        }
        Change::Replace(session, bytes) => {
            if let Err(refusal) = check(games, session.id, |version| version + 1 == session.version)? {
                return Ok(Err(refusal));
            }
            games.insert(session.id.as_u128(), (session.version, &bytes[..]))?;
        }
        &Change::Remove(id, wanted) => {
            if let Err(refusal) = check(games, id, |version| wanted.is_none_or(|wanted| wanted == version))? {
                return Ok(Err(refusal));
            }
            remove(games, used, id)?;
            return Ok(Ok(vec![id]));
        }
        Change::Used(uses) => {
            for &(id, at) in uses {
                if games.get(id.as_u128())?.is_some() {
                    used.insert(id.as_u128(), at)?;
                }
            }
        }
        Change::Expire { ids, .. } => {
            let mut gone = Vec::with_capacity(ids.len());
            for &id in ids {
                let is_ours =
                    games.get(id.as_u128())?.is_none_or(|entry| Session::is_readable(entry.value().1));
                if is_ours {
                    remove(games, used, id)?;
                    gone.push(id);
                }
            }
            return Ok(Ok(gone));
        }
    }
    Ok(Ok(Vec::new()))
}

fn remove(
    games: &mut Table<'_, u128, (u64, &[u8])>,
    used: &mut Table<'_, u128, i64>,
    id: Uuid,
) -> Result<(), redb::Error> {
    games.remove(id.as_u128())?;
    used.remove(id.as_u128())?;
    Ok(())
}

/// Whether the stored version is as it should be; a refusal when it is not.
fn check(
    games: &Table<'_, u128, (u64, &[u8])>,
    id: Uuid,
    is_right: impl Fn(u64) -> bool,
) -> Result<Result<(), StoreError>, redb::Error> {
    let Some(entry) = games.get(id.as_u128())? else { return Ok(Err(StoreError::NotFound)) };
    let (version, bytes) = entry.value();
    if is_right(version) {
        return Ok(Ok(()));
    }
    Ok(Err(Session::from_stored(bytes).map_or_else(|error| error, |now| StoreError::Conflict(Arc::new(now)))))
}
