//! The changes of the store, and what each does to games and records, whether these are in memory or in a file.

use super::seek_change::SeekChange;
use super::shared::Shared;
use crate::game::{Session, Tag};
use crate::store::error::StoreError;
use crate::store::listing::ReferenceId;
use crate::store::news::{News, NewsId, ReaderId};
use crate::store::records::{Claimant, IdempotencyRecord, LedgerState, RecordDigest, Recorded};
use std::collections::HashMap;
use std::sync::Arc;
use uuid::Uuid;

/// When each game was last used, in [idle time](super::idle_time).
pub type LastUses = Vec<(Uuid, i64)>;

/// A new state of a game.
#[derive(Debug)]
pub struct Next {
    pub session: Arc<Session>,
    /// The session as the file has it. Empty in a store without one.
    pub bytes: Vec<u8>,
}

/// A record to write in the transaction of a change.
#[derive(Debug)]
pub struct PendingRecord {
    pub claimant: Claimant,
    pub state: Recorded,
}

impl From<IdempotencyRecord<'_>> for PendingRecord {
    fn from(IdempotencyRecord { ticket, state }: IdempotencyRecord<'_>) -> PendingRecord {
        PendingRecord { claimant: ticket.claimant(), state: state.clone() }
    }
}

#[derive(Debug)]
pub enum Change {
    /// Writes a session: that of a new game, or one in place of the state `base`.
    Write {
        base: Option<Tag>,
        next: Next,
        record: Option<PendingRecord>,
        news: Vec<News>,
    },
    /// Writes new games, all or none.
    Insert {
        games: Vec<Next>,
        record: Option<PendingRecord>,
        news: Vec<News>,
    },
    /// Removes a game. If a tag is given, only if the game is in that state.
    Remove(Uuid, Option<Tag>, Vec<News>),
    News(Vec<News>),
    /// Notes the entry of the news up to which a reader has all.
    Position(ReaderId, NewsId),
    /// Removes the news from before this time, in seconds since the Unix epoch.
    ExpireNews(i64),
    Settle(PendingRecord),
    /// Writes when games were last used.
    Used(LastUses),
    /// Removes games that were not used since `unused_since`, in idle time. Games that a newer version wrote stay.
    Expire {
        ids: Vec<Uuid>,
        unused_since: i64,
    },
    /// Removes the expired records.
    ExpireRecords,
    Seeks(SeekChange),
}

impl Change {
    pub fn record(&self) -> Option<&PendingRecord> {
        match self {
            Change::Write { record, .. } | Change::Insert { record, .. } => record.as_ref(),
            Change::Settle(record) => Some(record),
            _ => None,
        }
    }

    /// What the change adds to the log.
    pub fn news(&self) -> &[News] {
        match self {
            Change::Write { news, .. } | Change::Insert { news, .. } => news,
            Change::Remove(_, _, news) | Change::News(news) => news,
            _ => &[],
        }
    }

    /// The sessions that the change writes.
    pub fn sessions(&self) -> impl Iterator<Item = &Arc<Session>> {
        let written = match self {
            Change::Write { next, .. } => std::slice::from_ref(next),
            Change::Insert { games, .. } => games,
            _ => &[],
        };
        written.iter().map(|next| &next.session)
    }
}

/// Ends the write for the claim of a change.
pub fn end_write(shared: &Shared, change: &Change, is_made: bool) {
    if let Some(record) = change.record() {
        shared.ledger.lock().end_write(&record.claimant, is_made && record.state.is_done());
    }
}

/// The outcome of a change: the games it removed, or why it was refused.
pub type Applied = Result<Vec<Uuid>, StoreError>;

/// What a step of a change says: done or refused, or the games cannot be read or written.
pub type Step<F> = Result<Result<(), StoreError>, F>;

/// Changes games and records, of which the implementations say where they are.
pub trait Transaction {
    /// Why games or records cannot be read or written.
    type Failure;

    fn shared(&self) -> &Shared;

    /// Whether a game is in this state, or in any if none is given. None if there is no such game.
    fn is_in(&self, id: Uuid, state: Option<Tag>) -> Result<Option<bool>, Self::Failure>;

    /// The refusal of a change to a game in another state.
    fn conflict(&self, id: Uuid) -> Result<StoreError, Self::Failure>;

    /// The game of an owner with this reference.
    fn with_reference(&self, reference: ReferenceId) -> Result<Option<Uuid>, Self::Failure>;

    fn write(&mut self, next: &Next, is_new: bool) -> Result<(), Self::Failure>;

    fn remove(&mut self, id: Uuid) -> Result<(), Self::Failure>;

    /// Whether a newer version of the program wrote a game, so that it is not for this one to delete.
    fn is_newer(&self, id: Uuid) -> Result<bool, Self::Failure>;

    fn write_last_uses(&mut self, uses: &LastUses) -> Result<(), Self::Failure>;

    /// Writes a record. Returns the part of its state that the ledger has in memory.
    fn write_record(&mut self, record: &PendingRecord) -> Result<LedgerState, Self::Failure>;

    fn remove_records(&mut self, gone: &[RecordDigest]) -> Result<(), Self::Failure>;

    /// Adds to the log.
    fn write_news(&mut self, news: &[News]) -> Result<(), Self::Failure>;

    fn expire_news(&mut self, before: i64) -> Result<(), Self::Failure>;

    fn write_position(&mut self, reader: ReaderId, position: NewsId) -> Result<(), Self::Failure>;

    /// Writes a seek as it is in memory now, or removes it.
    fn write_seek(&mut self, id: Uuid) -> Result<(), Self::Failure>;

    /// Applies a change. Adds its record to the ledger. The write for its claim has started if it has a record; the caller ends it.
    ///
    /// # Errors
    /// When games or records cannot be read or written.
    fn apply(&mut self, change: &Change) -> Result<Applied, Self::Failure> {
        let step = match change {
            Change::Write { base, next, record, news } => {
                self.write_checked(*base, next, record.as_ref(), news)?
            }
            Change::Insert { games, record, news } => self.insert_all(games, record.as_ref(), news)?,
            Change::News(news) => Ok(self.write_news(news)?),
            &Change::Position(reader, position) => Ok(self.write_position(reader, position)?),
            &Change::ExpireNews(before) => Ok(self.expire_news(before)?),
            Change::Seeks(change) => {
                let made = change.make(&mut self.shared().board());
                match made {
                    Ok(touched) => Ok(touched.into_iter().try_for_each(|id| self.write_seek(id))?),
                    Err(refused) => Err(refused),
                }
            }
            Change::Settle(record) => self.with_record(Some(record), |_| Ok(Ok(())))?,
            Change::Remove(id, base, news) => return self.remove_checked(*id, *base, news),
            Change::Used(uses) => Ok(self.write_last_uses(uses)?),
            Change::Expire { ids, unused_since } => return self.expire(ids, *unused_since),
            Change::ExpireRecords => {
                let now = self.shared().idle_time().now();
                let gone = self.shared().ledger.lock().expire(now);
                Ok(self.remove_records(&gone)?)
            }
        };
        Ok(step.map(|()| Vec::new()))
    }

    fn write_checked(
        &mut self,
        base: Option<Tag>,
        next: &Next,
        record: Option<&PendingRecord>,
        news: &[News],
    ) -> Step<Self::Failure> {
        let id = next.session.id;
        match (self.is_in(id, Some(next.session.tag()))?, base) {
            // An earlier attempt was made although it reported a failure.
            (Some(true), _) => return Ok(Ok(())),
            (Some(false), None) => return Ok(Err(self.conflict(id)?)),
            (Some(false), Some(_)) | (None, _) => {}
        }
        self.with_record(record, |games| {
            let checked = if base.is_some() { games.check(id, base)? } else { Ok(()) };
            let checked = match checked {
                Ok(()) => games.check_reference(&next.session)?,
                refused => refused,
            };
            if checked.is_ok() {
                games.write(next, base.is_none())?;
                games.write_news(news)?;
            }
            Ok(checked)
        })
    }

    /// Writes new games, once all of them may be written.
    fn insert_all(
        &mut self,
        games: &[Next],
        record: Option<&PendingRecord>,
        news: &[News],
    ) -> Step<Self::Failure> {
        self.with_record(record, |transaction| {
            let mut references = HashMap::new();
            for Next { session, .. } in games {
                if transaction.is_in(session.id, None)?.is_some() {
                    return Ok(Err(transaction.conflict(session.id)?));
                }
                if let Err(taken) = transaction.check_reference(session)? {
                    return Ok(Err(taken));
                }
                let reference = session.owner.as_deref().and_then(ReferenceId::of);
                if let Some(first) = reference.and_then(|reference| references.insert(reference, session.id))
                {
                    return Ok(Err(StoreError::ReferenceTaken(first)));
                }
            }
            for next in games {
                transaction.write(next, true)?;
            }
            Ok(Ok(transaction.write_news(news)?))
        })
    }

    /// Makes a change and writes its record with it, if the request still holds its claim.
    fn with_record(
        &mut self,
        record: Option<&PendingRecord>,
        change: impl FnOnce(&mut Self) -> Step<Self::Failure>,
    ) -> Step<Self::Failure> {
        let Some(record) = record else { return change(self) };
        if let Err(lost) = self.shared().ledger.lock().start_write(&record.claimant) {
            return Ok(Err(lost));
        }
        let made = change(self)?;
        if made.is_ok() {
            let state = self.write_record(record)?;
            let Claimant { key, fingerprint, .. } = &record.claimant;
            let (bytes, now) = (record.state.bytes().len(), self.shared().idle_time().now());
            let gone = self.shared().ledger.lock().keep((key, *fingerprint), state, bytes, now);
            self.remove_records(&gone)?;
        }
        Ok(made)
    }

    /// Checks that no other game has the reference of this one.
    fn check_reference(&self, session: &Session) -> Step<Self::Failure> {
        let reference = session.owner.as_deref().and_then(ReferenceId::of);
        let Some(reference) = reference else { return Ok(Ok(())) };
        let other = self.with_reference(reference)?.filter(|&other| other != session.id);
        Ok(other.map_or(Ok(()), |other| Err(StoreError::ReferenceTaken(other))))
    }

    /// Checks that the game exists and, if `base` is given, that it is in that state.
    fn check(&self, id: Uuid, base: Option<Tag>) -> Step<Self::Failure> {
        Ok(match self.is_in(id, base)? {
            None => Err(StoreError::NotFound),
            Some(false) => Err(self.conflict(id)?),
            Some(true) => Ok(()),
        })
    }

    fn remove_checked(
        &mut self,
        id: Uuid,
        base: Option<Tag>,
        news: &[News],
    ) -> Result<Applied, Self::Failure> {
        if let Err(refusal) = self.check(id, base)? {
            return Ok(Err(refusal));
        }
        self.remove(id)?;
        self.write_news(news)?;
        Ok(Ok(vec![id]))
    }

    fn expire(&mut self, ids: &[Uuid], unused_since: i64) -> Result<Applied, Self::Failure> {
        let mut gone = Vec::with_capacity(ids.len());
        for &id in ids {
            // Somebody may have used the game since the sweep.
            if self.shared().is_unused(id, unused_since) && !self.is_newer(id)? {
                self.remove(id)?;
                gone.push(id);
            }
        }
        Ok(Ok(gone))
    }
}
