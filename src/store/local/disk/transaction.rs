//! A transaction of the file, in which many changes are made.

use super::file::{DEADLINES, GAME_TIME, GAMES, LAST_NEWS, NEWS, OWNED, READERS, REFERENCES, SEEKS, USED};
use super::guard::guarded;
use super::records::{self, Records};
use crate::game::{GameTime, Session, Tag};
use crate::store::error::StoreError;
use crate::store::listing::ReferenceId;
use crate::store::local::change::{Applied, Change, LastUses, Next, PendingRecord, Transaction};
use crate::store::local::idle_time;
use crate::store::local::owned::Row;
use crate::store::local::shared::Shared;
use crate::store::news::{News, NewsId, ReaderId};
use crate::store::records::{LedgerState, RecordDigest};
use crate::store::times::now;
use redb::{Database, ReadableTable, Table};
use std::sync::Arc;
use std::time::Instant;
use uuid::Uuid;

/// Applies the changes in order, in one durable transaction that also writes the times, and returns the outcome of each. The
/// game time is left out while no game needs it.
///
/// # Errors
/// When the file fails. Then the changes may or may not be in the file, until it is opened again.
pub fn apply(database: &Database, shared: &Shared, changes: &[&Change]) -> Result<Vec<Applied>, redb::Error> {
    guarded(|| {
        let mut transaction = database.begin_write()?;
        // With quick repair, opening the file after a crash does not scan all of it.
        transaction.set_quick_repair(true);
        let is_timed = |change: &&Change| change.sessions().any(|session| session.may_have_deadline());
        if shared.needs_game_time() || changes.iter().any(is_timed) {
            transaction.open_table(GAME_TIME)?.insert((), shared.clock.at(Instant::now()).0)?;
        }
        idle_time::write(&transaction, shared.idle_time())?;
        let made = {
            let mut tables = Tables {
                games: transaction.open_table(GAMES)?,
                used: transaction.open_table(USED)?,
                deadlines: transaction.open_table(DEADLINES)?,
                owned: transaction.open_table(OWNED)?,
                references: transaction.open_table(REFERENCES)?,
                news: transaction.open_table(NEWS)?,
                last_news: transaction.open_table(LAST_NEWS)?,
                readers: transaction.open_table(READERS)?,
                records: transaction.open_table(records::TABLE)?,
                seeks: transaction.open_table(SEEKS)?,
                shared,
            };
            changes.iter().map(|change| tables.apply(change)).collect::<Result<Vec<_>, _>>()?
        };
        transaction.commit()?;
        Ok(made)
    })?
}

struct Tables<'t> {
    games: Table<'t, u128, (u64, &'static [u8])>,
    used: Table<'t, u128, i64>,
    deadlines: Table<'t, u128, i64>,
    owned: Table<'t, u128, &'static [u8]>,
    references: Table<'t, u128, u128>,
    news: Table<'t, u64, (i64, u128, &'static str)>,
    last_news: Table<'t, (), u64>,
    readers: Table<'t, u128, u64>,
    records: Records<'t>,
    seeks: Table<'t, u128, &'static [u8]>,
    shared: &'t Shared,
}

impl Tables<'_> {
    /// Writes what the lists know of a game, in place of what they knew.
    fn write_row(&mut self, id: u128, row: Option<&Row>) -> Result<(), redb::Error> {
        let is_readable = |row: &[u8]| serde_json::from_slice::<Row>(row).ok();
        let before = self.owned.get(id)?.and_then(|before| is_readable(before.value()));
        let reference = row.and_then(|row| row.reference);
        if let Some(before) = before.and_then(|before| before.reference)
            && Some(before) != reference
        {
            self.references.remove(before.number())?;
        }
        if let Some(reference) = reference {
            self.references.insert(reference.number(), id)?;
        }
        match row {
            Some(row) => {
                let bytes = serde_json::to_vec(row).expect("it has string keys only");
                self.owned.insert(id, &bytes[..])?;
            }
            None => drop(self.owned.remove(id)?),
        }
        Ok(())
    }
}

impl Transaction for Tables<'_> {
    type Failure = redb::Error;

    fn shared(&self) -> &Shared {
        self.shared
    }

    fn is_in(&self, id: Uuid, state: Option<Tag>) -> Result<Option<bool>, redb::Error> {
        let is_this = |version: u64, bytes: &[u8], state: Tag| {
            version == state.version && Tag::of_stored(bytes).is_ok_and(|tag| tag == state)
        };
        Ok(self.games.get(id.as_u128())?.map(|entry| {
            let (version, bytes) = entry.value();
            state.is_none_or(|state| is_this(version, bytes, state))
        }))
    }

    fn conflict(&self, id: Uuid) -> Result<StoreError, redb::Error> {
        let Some(entry) = self.games.get(id.as_u128())? else { return Ok(StoreError::NotFound) };
        let read = Session::from_stored(entry.value().1);
        Ok(read.map_or_else(StoreError::from, |now| StoreError::Conflict(Arc::new(now))))
    }

    fn with_reference(&self, reference: ReferenceId) -> Result<Option<Uuid>, redb::Error> {
        let game = self.references.get(reference.number())?;
        Ok(game.map(|game| Uuid::from_u128(game.value())))
    }

    fn write(&mut self, Next { session, bytes }: &Next, is_new: bool) -> Result<(), redb::Error> {
        let id = session.id.as_u128();
        if let Some(row) = Row::of(session) {
            self.write_row(id, Some(&row))?;
        }
        self.games.insert(id, (session.version, &bytes[..]))?;
        if is_new {
            self.used.insert(id, self.shared.idle_time().now())?;
        }
        match session.deadline() {
            Some(GameTime(deadline)) => drop(self.deadlines.insert(id, deadline)?),
            None if session.may_have_deadline() => drop(self.deadlines.remove(id)?),
            None => {}
        }
        Ok(())
    }

    fn remove(&mut self, id: Uuid) -> Result<(), redb::Error> {
        self.games.remove(id.as_u128())?;
        self.used.remove(id.as_u128())?;
        self.deadlines.remove(id.as_u128())?;
        self.write_row(id.as_u128(), None)?;
        Ok(())
    }

    fn is_newer(&self, id: Uuid) -> Result<bool, redb::Error> {
        let game = self.games.get(id.as_u128())?;
        Ok(game.is_some_and(|game| !Session::is_readable(game.value().1)))
    }

    fn write_last_uses(&mut self, uses: &LastUses) -> Result<(), redb::Error> {
        for &(id, at) in uses {
            if self.games.get(id.as_u128())?.is_some() {
                self.used.insert(id.as_u128(), at)?;
            }
        }
        Ok(())
    }

    fn write_record(&mut self, record: &PendingRecord) -> Result<LedgerState, redb::Error> {
        records::write(&mut self.records, record, self.shared.idle_time().now_in_microseconds())
    }

    fn remove_records(&mut self, gone: &[RecordDigest]) -> Result<(), redb::Error> {
        records::forget(&mut self.records, gone)
    }

    fn write_news(&mut self, news: &[News]) -> Result<(), redb::Error> {
        if news.is_empty() {
            return Ok(());
        }
        let mut last = self.last_news.get(())?.map_or(0, |last| last.value());
        for News { list, text } in news {
            last += 1;
            self.news.insert(last, (now(), list.number(), &text[..]))?;
        }
        self.last_news.insert((), last)?;
        Ok(())
    }

    fn write_position(&mut self, reader: ReaderId, position: NewsId) -> Result<(), redb::Error> {
        self.readers.insert(reader.0, position.major)?;
        Ok(())
    }

    fn write_seek(&mut self, id: Uuid) -> Result<(), redb::Error> {
        let row = self.shared.board().get(id).cloned();
        match row {
            Some(row) => {
                let bytes = serde_json::to_vec(&row).expect("it has string keys only");
                self.seeks.insert(id.as_u128(), &bytes[..])?;
            }
            None => drop(self.seeks.remove(id.as_u128())?),
        }
        Ok(())
    }

    fn expire_news(&mut self, before: i64) -> Result<(), redb::Error> {
        /// How many entries one transaction removes.
        const AT_ONCE: usize = 10_000;
        let mut expired = Vec::new();
        for entry in self.news.iter()?.take(AT_ONCE) {
            let (number, entry) = entry?;
            if entry.value().0 >= before {
                break;
            }
            expired.push(number.value());
        }
        for number in expired {
            self.news.remove(number)?;
        }
        Ok(())
    }
}
