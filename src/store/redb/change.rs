//! The changes to the file. One transaction makes many of them.

use super::file::{DEADLINES, GAME_TIME, GAMES, LastUses, USED};
use super::idle_time::{self, IdleTime};
use super::records::{self, PendingRecord, Records};
use crate::game::{GameTime, Session, Tag};
use crate::store::error::StoreError;
use crate::store::records::SharedLedger;
use redb::{Database, ReadableTable, Table};
use std::sync::Arc;
use uuid::Uuid;

/// A change to the file.
#[derive(Debug)]
pub enum Change {
    Insert {
        session: Arc<Session>,
        bytes: Vec<u8>,
        record: Option<PendingRecord>,
    },
    /// Replaces a session, if the game is in the state `base`.
    Replace {
        base: Tag,
        session: Arc<Session>,
        bytes: Vec<u8>,
        record: Option<PendingRecord>,
    },
    /// Removes a game. If a tag is given, only if the game is in that state.
    Remove(Uuid, Option<Tag>),
    Settle(PendingRecord),
    Used(LastUses),
    /// Removes games that were not used since `unused_since`, in idle time. Games that a newer version wrote
    /// stay.
    Expire {
        ids: Vec<Uuid>,
        unused_since: i64,
    },
    /// Removes the expired records.
    ExpireRecords,
}

impl Change {
    pub fn record(&self) -> Option<&PendingRecord> {
        match self {
            Change::Insert { record, .. } | Change::Replace { record, .. } => record.as_ref(),
            Change::Settle(record) => Some(record),
            Change::Remove(..) | Change::Used(_) | Change::Expire { .. } | Change::ExpireRecords => None,
        }
    }

    /// Whether the change writes a game with a clock.
    pub fn has_clock(&self) -> bool {
        match self {
            Change::Insert { session, .. } | Change::Replace { session, .. } => session.clock.is_some(),
            _ => false,
        }
    }

    /// The session that the change writes.
    pub fn into_session(self) -> Option<Arc<Session>> {
        match self {
            Change::Insert { session, .. } | Change::Replace { session, .. } => Some(session),
            _ => None,
        }
    }
}

/// The outcome of a change: the games it removed, or why it was refused.
pub type Applied = Result<Vec<Uuid>, StoreError>;

/// Applies the changes in order, in one durable transaction that also writes the times, and returns the outcome of each. The
/// game time is left out while no clock needs it.
///
/// Adds the records of the transaction to the ledger. The writes for their claims have started; the caller ends them.
///
/// # Errors
/// When the file fails. Then the changes may or may not be in the file, until it is opened again.
pub fn apply(
    database: &Database,
    ledger: &SharedLedger<()>,
    changes: &[&Change],
    game_time: Option<GameTime>,
    idle_time: IdleTime,
) -> Result<Vec<Applied>, redb::Error> {
    let mut transaction = database.begin_write()?;
    // With quick repair, opening the file after a crash does not scan all of it.
    transaction.set_quick_repair(true);
    if let Some(GameTime(game_time)) = game_time {
        transaction.open_table(GAME_TIME)?.insert((), game_time)?;
    }
    idle_time::write(&transaction, idle_time)?;
    let made = {
        let mut tables = Tables {
            games: transaction.open_table(GAMES)?,
            used: transaction.open_table(USED)?,
            deadlines: transaction.open_table(DEADLINES)?,
            records: transaction.open_table(records::TABLE)?,
            ledger,
            idle_time,
        };
        changes.iter().map(|change| tables.apply(change)).collect::<Result<Vec<_>, _>>()?
    };
    transaction.commit()?;
    Ok(made)
}

/// The outcome of a step of a change: done or refused, or the file failed.
type Step = Result<Result<(), StoreError>, redb::Error>;

struct Tables<'t> {
    games: Table<'t, u128, (u64, &'static [u8])>,
    used: Table<'t, u128, i64>,
    deadlines: Table<'t, u128, i64>,
    records: Records<'t>,
    ledger: &'t SharedLedger<()>,
    idle_time: IdleTime,
}

impl Tables<'_> {
    fn apply(&mut self, change: &Change) -> Result<Applied, redb::Error> {
        let step = match change {
            Change::Insert { session, bytes, record } => self.insert(session, bytes, record.as_ref())?,
            Change::Replace { base, session, bytes, record } => {
                self.replace(*base, session, bytes, record.as_ref())?
            }
            Change::Settle(record) => self.with_record(Some(record), |_| Ok(Ok(())))?,
            &Change::Remove(id, base) => return self.remove_checked(id, base),
            Change::Used(uses) => self.write_last_uses(uses)?,
            Change::Expire { ids, .. } => return self.expire(ids),
            Change::ExpireRecords => {
                let gone = self.ledger.lock().expire(self.idle_time.now());
                records::forget(&mut self.records, &gone)?;
                Ok(())
            }
        };
        Ok(step.map(|()| Vec::new()))
    }

    fn insert(&mut self, session: &Session, bytes: &[u8], record: Option<&PendingRecord>) -> Step {
        if self.is_made(session)? {
            return Ok(Ok(()));
        }
        if let Some(entry) = self.games.get(session.id.as_u128())? {
            return Ok(Err(conflict(entry.value().1)));
        }
        self.with_record(record, |tables| {
            let used = tables.idle_time.now();
            tables.used.insert(session.id.as_u128(), used)?;
            tables.write(session, bytes)?;
            Ok(Ok(()))
        })
    }

    fn replace(
        &mut self,
        base: Tag,
        session: &Session,
        bytes: &[u8],
        record: Option<&PendingRecord>,
    ) -> Step {
        if self.is_made(session)? {
            return Ok(Ok(()));
        }
        self.with_record(record, |tables| {
            let checked = tables.check(session.id, Some(base))?;
            if checked.is_ok() {
                tables.write(session, bytes)?;
            }
            Ok(checked)
        })
    }

    /// Writes a session and its deadline.
    fn write(&mut self, session: &Session, bytes: &[u8]) -> Result<(), redb::Error> {
        let id = session.id.as_u128();
        self.games.insert(id, (session.version, bytes))?;
        match session.deadline() {
            Some(GameTime(deadline)) => drop(self.deadlines.insert(id, deadline)?),
            None if session.clock.is_some() => drop(self.deadlines.remove(id)?),
            None => {}
        }
        Ok(())
    }

    /// Makes a change and writes its record with it, if the request still holds its claim.
    fn with_record(
        &mut self,
        record: Option<&PendingRecord>,
        change: impl FnOnce(&mut Self) -> Step,
    ) -> Step {
        let Some(record) = record else { return change(self) };
        if let Err(lost) = self.ledger.lock().start_write(&record.claimant) {
            return Ok(Err(lost));
        }
        let made = change(self)?;
        if made.is_ok() {
            let at = self.idle_time.now_in_microseconds();
            records::keep(&mut self.records, &mut self.ledger.lock(), record, at)?;
        }
        Ok(made)
    }

    /// Whether the game is already in the new state of a change: an earlier attempt was written although it reported a failure.
    fn is_made(&self, session: &Session) -> Result<bool, redb::Error> {
        let Some(entry) = self.games.get(session.id.as_u128())? else { return Ok(false) };
        let (version, bytes) = entry.value();
        Ok(version == session.version && Tag::of_stored(bytes).is_ok_and(|tag| tag == session.tag()))
    }

    /// Checks that the game exists and, if `base` is given, that it is in that state.
    fn check(&self, id: Uuid, base: Option<Tag>) -> Step {
        let Some(entry) = self.games.get(id.as_u128())? else { return Ok(Err(StoreError::NotFound)) };
        let Some(base) = base else { return Ok(Ok(())) };
        let (version, bytes) = entry.value();
        if version == base.version && Tag::of_stored(bytes).is_ok_and(|tag| tag == base) {
            return Ok(Ok(()));
        }
        Ok(Err(conflict(bytes)))
    }

    fn remove_checked(&mut self, id: Uuid, base: Option<Tag>) -> Result<Applied, redb::Error> {
        if let Err(refusal) = self.check(id, base)? {
            return Ok(Err(refusal));
        }
        self.remove(id)?;
        Ok(Ok(vec![id]))
    }

    fn remove(&mut self, id: Uuid) -> Result<(), redb::Error> {
        self.games.remove(id.as_u128())?;
        self.used.remove(id.as_u128())?;
        self.deadlines.remove(id.as_u128())?;
        Ok(())
    }

    fn write_last_uses(&mut self, uses: &LastUses) -> Step {
        for &(id, at) in uses {
            if self.games.get(id.as_u128())?.is_some() {
                self.used.insert(id.as_u128(), at)?;
            }
        }
        Ok(Ok(()))
    }

    fn expire(&mut self, ids: &[Uuid]) -> Result<Applied, redb::Error> {
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

/// The conflict error with the stored session.
fn conflict(bytes: &[u8]) -> StoreError {
    Session::from_stored(bytes).map_or_else(StoreError::from, |now| StoreError::Conflict(Arc::new(now)))
}
