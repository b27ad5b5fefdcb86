//! The file: its tables, and what is done to them in one transaction.

use crate::session::answers::ANSWERS_TO_KEEP;
use crate::session::stored::{FORMAT, newer};
use crate::session::{KeptAnswer, Session, StoreError};
use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, Table, TableDefinition};
use std::path::Path;
use std::sync::Arc;
use uuid::Uuid;

/// Games by id: the version, and the session as [`Session::to_stored`] writes it.
const GAMES: TableDefinition<'_, u128, (u64, &[u8])> = TableDefinition::new("games");
/// When each game was last used, in seconds since the epoch. Small beside the games, so that it is read as a whole
/// at the start.
const USED: TableDefinition<'_, u128, i64> = TableDefinition::new("used");
/// Answers to requests with a key, as JSON, numbered as they came.
const ANSWERS: TableDefinition<'_, u64, (&str, &[u8])> = TableDefinition::new("answers");
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
    /// Oldest first, with their keys.
    pub answers: Vec<(String, KeptAnswer)>,
}

/// # Errors
/// When the file cannot be opened, or a newer version of the program wrote it.
pub fn open(path: &Path) -> Result<Opened, OpenError> {
    let (database, format) = prepare(path)?;
    if format > FORMAT {
        return Err(OpenError::Newer(newer(format)));
    }
    let (uses, answers) = (uses(&database)?, answers(&database)?);
    Ok(Opened { database, uses, answers })
}

fn prepare(path: &Path) -> Result<(Database, u32), redb::Error> {
    let database = Database::builder().set_cache_size(CACHE_BYTES).create(path)?;
    let mut transaction = database.begin_write()?;
    transaction.set_quick_repair(true);
    let format = {
        transaction.open_table(GAMES)?;
        transaction.open_table(USED)?;
        transaction.open_table(ANSWERS)?;
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

fn answers(database: &Database) -> Result<Vec<(String, KeptAnswer)>, redb::Error> {
    let table = database.begin_read()?.open_table(ANSWERS)?;
    let mut answers = Vec::new();
    for entry in table.iter()? {
        let (_, entry) = entry?;
        let (key, bytes) = entry.value();
        // One that another version wrote differently is as good as forgotten.
        if let Ok(answer) = serde_json::from_slice(bytes) {
            answers.push((key.to_owned(), answer));
        }
    }
    Ok(answers)
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
    /// An answer with its key, in the place of the oldest when there are many.
    Answer(String, Vec<u8>),
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
    let made = {
        let mut tables = Tables {
            games: transaction.open_table(GAMES)?,
            used: transaction.open_table(USED)?,
            answers: transaction.open_table(ANSWERS)?,
        };
        changes.iter().map(|change| tables.apply(change)).collect::<Result<Vec<_>, _>>()?
    };
    transaction.commit()?;
    Ok(made)
}

struct Tables<'t> {
    games: Table<'t, u128, (u64, &'static [u8])>,
    used: Table<'t, u128, i64>,
    answers: Table<'t, u64, (&'static str, &'static [u8])>,
}

impl Tables<'_> {
    fn apply(&mut self, change: &Change) -> Result<Made, redb::Error> {
        match change {
            Change::Insert(session, bytes) => {
                let id = session.id.as_u128();
                self.games.insert(id, (session.version, &bytes[..]))?;
                self.used.insert(id, session.updated_at.as_second())?;
            }
            Change::Replace(session, bytes) => {
                if let Err(refusal) = self.check(session.id, |version| version + 1 == session.version)? {
                    return Ok(Err(refusal));
                }
                self.games.insert(session.id.as_u128(), (session.version, &bytes[..]))?;
            }
            &Change::Remove(id, wanted) => {
                if let Err(refusal) =
                    self.check(id, |version| wanted.is_none_or(|wanted| wanted == version))?
                {
                    return Ok(Err(refusal));
                }
                self.remove(id)?;
                return Ok(Ok(vec![id]));
            }
            Change::Used(uses) => {
                for &(id, at) in uses {
                    if self.games.get(id.as_u128())?.is_some() {
                        self.used.insert(id.as_u128(), at)?;
                    }
                }
            }
            Change::Expire { ids, .. } => {
                let mut gone = Vec::with_capacity(ids.len());
                for &id in ids {
                    let game = self.games.get(id.as_u128())?;
                    if game.is_none_or(|game| Session::is_readable(game.value().1)) {
                        self.remove(id)?;
                        gone.push(id);
                    }
                }
                return Ok(Ok(gone));
            }
            Change::Answer(key, bytes) => {
                let number = self.answers.last()?.map_or(0, |(number, _)| number.value() + 1);
                self.answers.insert(number, (&key[..], &bytes[..]))?;
                if self.answers.len()? > ANSWERS_TO_KEEP as u64 {
                    self.answers.pop_first()?;
                }
            }
        }
        Ok(Ok(Vec::new()))
    }

    fn remove(&mut self, id: Uuid) -> Result<(), redb::Error> {
        self.games.remove(id.as_u128())?;
        self.used.remove(id.as_u128())?;
        Ok(())
    }

    /// Whether the stored version is as it should be; a refusal when it is not.
    fn check(&self, id: Uuid, is_right: impl Fn(u64) -> bool) -> Result<Result<(), StoreError>, redb::Error> {
        let Some(entry) = self.games.get(id.as_u128())? else { return Ok(Err(StoreError::NotFound)) };
        let (version, bytes) = entry.value();
        if is_right(version) {
            return Ok(Ok(()));
        }
        let now = Session::from_stored(bytes);
        Ok(Err(now.map_or_else(|error| error, |now| StoreError::Conflict(Arc::new(now)))))
    }
}
