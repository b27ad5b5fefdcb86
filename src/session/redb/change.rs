//! What is done to the file, many changes in one transaction.

use super::file::{GAMES, USED, Uses};
use super::records::{self, Note, Records};
use crate::session::records::SharedLedger;
use crate::session::{Session, StoreError, Tag, now};
use redb::{Database, ReadableTable, Table};
use std::sync::Arc;
use uuid::Uuid;

/// One thing to be done to the file.
#[derive(Debug)]
pub enum Change {
    Insert {
        session: Arc<Session>,
        bytes: Vec<u8>,
        note: Option<Note>,
    },
    /// Only if the game is in the state `base`.
    Replace {
        base: Tag,
        session: Arc<Session>,
        bytes: Vec<u8>,
        note: Option<Note>,
    },
    /// Only if the game is in that state, when one is named.
    Remove(Uuid, Option<Tag>),
    Settle(Note),
    Used(Uses),
    /// Games nobody has used since then, in seconds since the epoch. What a newer version wrote is left alone.
    Expire {
        ids: Vec<Uuid>,
        unused_since: i64,
    },
    /// Records that are kept no longer.
    ExpireRecords,
}

impl Change {
    pub fn note(&self) -> Option<&Note> {
        match self {
            Change::Insert { note, .. } | Change::Replace { note, .. } => note.as_ref(),
            Change::Settle(note) => Some(note),
            Change::Remove(..) | Change::Used(_) | Change::Expire { .. } | Change::ExpireRecords => None,
        }
    }

    /// The session that is kept once the change is made.
    pub fn into_session(self) -> Option<Arc<Session>> {
        match self {
            Change::Insert { session, .. } | Change::Replace { session, .. } => Some(session),
            _ => None,
        }
    }
}

/// What came of a change: the games it removed, or why it was refused.
pub type Made = Result<Vec<Uuid>, StoreError>;

/// Makes all changes that can be made, in order and durably, in one transaction, and says what came of each.
///
/// The ledger then knows the records of the transaction, and the writes for their claims have started.
///
/// # Errors
/// When the file fails. What is in the file then is not known before it is opened again.
pub fn apply(
    database: &Database,
    ledger: &SharedLedger<()>,
    changes: &[&Change],
) -> Result<Vec<Made>, redb::Error> {
    let mut transaction = database.begin_write()?;
    // So that a start after a crash does not read the whole file.
    transaction.set_quick_repair(true);
    let made = {
        let mut tables = Tables {
            games: transaction.open_table(GAMES)?,
            used: transaction.open_table(USED)?,
            records: transaction.open_table(records::TABLE)?,
            ledger,
        };
        changes.iter().map(|change| tables.apply(change)).collect::<Result<Vec<_>, _>>()?
    };
    transaction.commit()?;
    Ok(made)
}

/// What came of a part of a change: done, or refused.
type Step = Result<Result<(), StoreError>, redb::Error>;

struct Tables<'t> {
    games: Table<'t, u128, (u64, &'static [u8])>,
    used: Table<'t, u128, i64>,
    records: Records<'t>,
    ledger: &'t SharedLedger<()>,
}

impl Tables<'_> {
    fn apply(&mut self, change: &Change) -> Result<Made, redb::Error> {
        let step = match change {
            Change::Insert { session, bytes, note } => self.insert(session, bytes, note.as_ref())?,
            Change::Replace { base, session, bytes, note } => {
                self.replace(*base, session, bytes, note.as_ref())?
            }
            Change::Settle(note) => self.noted(Some(note), |_| Ok(Ok(())))?,
            &Change::Remove(id, base) => return self.remove_checked(id, base),
            Change::Used(uses) => self.note_uses(uses)?,
            Change::Expire { ids, .. } => return self.expire(ids),
            Change::ExpireRecords => {
                let gone = self.ledger.lock().expire(now());
                records::forget(&mut self.records, &gone)?;
                Ok(())
            }
        };
        Ok(step.map(|()| Vec::new()))
    }

    fn insert(&mut self, session: &Session, bytes: &[u8], note: Option<&Note>) -> Step {
        if self.is_made(session)? {
            return Ok(Ok(()));
        }
        if let Some(entry) = self.games.get(session.id.as_u128())? {
            return Ok(Err(conflict(entry.value().1)));
        }
        self.noted(note, |tables| {
            tables.games.insert(session.id.as_u128(), (session.version, bytes))?;
            tables.used.insert(session.id.as_u128(), session.updated_at.as_second())?;
            Ok(Ok(()))
        })
    }

    fn replace(&mut self, base: Tag, session: &Session, bytes: &[u8], note: Option<&Note>) -> Step {
        if self.is_made(session)? {
            return Ok(Ok(()));
        }
        self.noted(note, |tables| {
            let checked = tables.check(session.id, Some(base))?;
            if checked.is_ok() {
                tables.games.insert(session.id.as_u128(), (session.version, bytes))?;
            }
            Ok(checked)
        })
    }

    /// Makes a change on behalf of a request, if its claim holds, and notes the state of the request with it.
    fn noted(&mut self, note: Option<&Note>, change: impl FnOnce(&mut Self) -> Step) -> Step {
        let Some(note) = note else { return change(self) };
        if let Err(lost) = self.ledger.lock().start_write(&note.claimant) {
            return Ok(Err(lost));
        }
        let made = change(self)?;
        if made.is_ok() {
            records::keep(&mut self.records, &mut self.ledger.lock(), note)?;
        }
        Ok(made)
    }

    /// Whether the game is in the state that a change would bring about: an earlier try of it was written, though the
    /// file failed then.
    fn is_made(&self, session: &Session) -> Result<bool, redb::Error> {
        let Some(entry) = self.games.get(session.id.as_u128())? else { return Ok(false) };
        let (version, bytes) = entry.value();
        Ok(version == session.version && Tag::of_stored(bytes).is_ok_and(|tag| tag == session.tag()))
    }

    /// Refuses when there is no such game, or it is in another state than the one that is named.
    fn check(&self, id: Uuid, base: Option<Tag>) -> Step {
        let Some(entry) = self.games.get(id.as_u128())? else { return Ok(Err(StoreError::NotFound)) };
        let Some(base) = base else { return Ok(Ok(())) };
        let (version, bytes) = entry.value();
        if version == base.version && Tag::of_stored(bytes).is_ok_and(|tag| tag == base) {
            return Ok(Ok(()));
        }
        Ok(Err(conflict(bytes)))
    }

    fn remove_checked(&mut self, id: Uuid, base: Option<Tag>) -> Result<Made, redb::Error> {
        if let Err(refusal) = self.check(id, base)? {
            return Ok(Err(refusal));
        }
        self.remove(id)?;
        Ok(Ok(vec![id]))
    }

    fn remove(&mut self, id: Uuid) -> Result<(), redb::Error> {
        self.games.remove(id.as_u128())?;
        self.used.remove(id.as_u128())?;
        Ok(())
    }

    fn note_uses(&mut self, uses: &Uses) -> Step {
        for &(id, at) in uses {
            if self.games.get(id.as_u128())?.is_some() {
                self.used.insert(id.as_u128(), at)?;
            }
        }
        Ok(Ok(()))
    }

    fn expire(&mut self, ids: &[Uuid]) -> Result<Made, redb::Error> {
        let mut gone = Vec::with_capacity(ids.len());
        for &id in ids {
            let game = self.games.get(id.as_u128())?;
            if game.is_none_or(|game| Session::is_readable(game.value().1)) {
                self.remove(id)?;
                gone.push(id);
            }
        }
        Ok(Ok(gone))
    }
}

/// Why a game that is stored so is not changed.
fn conflict(bytes: &[u8]) -> StoreError {
    Session::from_stored(bytes).map_or_else(|error| error, |now| StoreError::Conflict(Arc::new(now)))
}
