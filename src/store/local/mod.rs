//! The store of one server: games in memory, and with a file also on disk, where a change is before it succeeds.
//!
//! Without a file, memory has every session. With one it has an index of all games with their last uses, and the sessions in use.

mod change;
mod disk;
mod idle_time;
mod memory;
mod news_log;
mod owned;
mod seek_change;
mod seeks;
mod shared;
#[cfg(test)]
mod tests;

pub use disk::{FileError, GameFile, Verified, unfinished_copy};

use crate::game::{GameTime, Session, Tag};
use crate::store::deadlines::Deadlines;
use crate::store::error::StoreError;
use crate::store::events::Feeds;
use crate::store::game_clock::GameClock;
use crate::store::keep_times::KeepTimes;
use crate::store::last_seen::SeenPlayers;
use crate::store::listing::{ListId, ListQuery, Page, ReferenceId, merge};
use crate::store::news::{News, NewsCursor, NewsExpired, NewsId, ReaderId, Written};
use crate::store::phrases::PhraseCounts;
use crate::store::records::{
    Claim, Fingerprint, IdempotencyRecord, Ledger, RecordKey, RecordLimits, Recorded, Ticket,
};
use crate::store::stream_tickets::StreamTickets;
use crate::store::times;
use change::{Change, Next, PendingRecord};
use disk::Disk;
use idle_time::IdleTime;
use jiff::Timestamp;
use shared::{Entry, Shared};
use std::collections::HashMap;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How long a session that is in the file stays in memory after its last use.
const CACHE_FOR: Duration = Duration::from_secs(60);

/// Futures that read the file are boxed: a request moves its future many times, and hardly any needs them.
#[derive(Debug)]
pub struct LocalStore {
    shared: Arc<Shared>,
    disk: Option<Disk>,
    capacity: usize,
    keep: KeepTimes,
}

impl LocalStore {
    /// A store of at most `capacity` games, which end with the process. A game expires when it was not used for the time `keep`.
    pub fn in_memory(capacity: usize, keep: impl Into<KeepTimes>, limits: RecordLimits) -> LocalStore {
        let shared = Shared::new(
            Ledger::new(limits),
            GameTime(0),
            IdleTime::starting_at(0),
            Timestamp::now().as_microsecond().unsigned_abs(),
        );
        LocalStore { shared: Arc::new(shared), disk: None, capacity, keep: keep.into() }
    }

    /// A store whose games are in a file. Opens or creates it, and starts the thread that writes to it.
    ///
    /// # Errors
    /// When the file cannot be opened, or a newer version of the program wrote it.
    pub fn open(
        path: &Path,
        capacity: usize,
        keep: impl Into<KeepTimes>,
        limits: RecordLimits,
    ) -> Result<LocalStore, FileError> {
        let (shared, disk) = Disk::open(path, limits)?;
        Ok(LocalStore { shared, disk: Some(disk), capacity, keep: keep.into() })
    }

    pub fn len(&self) -> usize {
        self.shared.games.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn keep_times(&self) -> KeepTimes {
        self.keep
    }

    pub fn feeds(&self) -> &Feeds {
        &self.shared.feeds
    }

    pub fn deadlines(&self) -> &Deadlines {
        &self.shared.deadlines
    }

    pub fn players(&self) -> &SeenPlayers {
        &self.shared.players
    }

    pub fn stream_tickets(&self) -> &StreamTickets {
        &self.shared.stream_tickets
    }

    pub fn phrases(&self) -> &PhraseCounts {
        &self.shared.phrases
    }

    pub fn clock(&self) -> &Arc<GameClock> {
        &self.shared.clock
    }

    /// As [`super::Store::takes_changes`].
    pub fn takes_changes(&self) -> bool {
        self.disk.as_ref().is_none_or(Disk::takes_changes)
    }

    async fn change(&self, change: Change) -> Result<(), StoreError> {
        match &self.disk {
            Some(disk) => disk.change(change).await,
            None => memory::change(&self.shared, &change),
        }
    }

    fn next(&self, session: &Arc<Session>) -> Next {
        let bytes = if self.disk.is_some() { session.to_stored() } else { Vec::new() };
        Next { session: Arc::clone(session), bytes }
    }

    async fn write(
        &self,
        base: Option<Tag>,
        Written { session, news }: Written,
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        let next = self.next(&session);
        self.change(Change::Write { base, next, record: record.map(PendingRecord::from), news }).await?;
        Ok(session)
    }

    /// # Errors
    /// As [`super::Store::insert`].
    pub async fn insert(
        &self,
        new: impl Into<Written>,
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        let new = new.into();
        if self.len() >= self.capacity && !self.shared.games.pin().contains_key(&new.session.id) {
            return Err(StoreError::Full);
        }
        self.write(None, new, record).await
    }

    /// # Errors
    /// As [`super::Store::insert_all`].
    pub async fn insert_all(
        &self,
        new: &[Written],
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<(), StoreError> {
        if self.len() + new.len() > self.capacity {
            return Err(StoreError::Full);
        }
        let games = new.iter().map(|new| self.next(&new.session)).collect();
        let news = new.iter().flat_map(|new| new.news.iter().cloned()).collect();
        self.change(Change::Insert { games, record: record.map(PendingRecord::from), news }).await
    }

    /// # Errors
    /// As [`super::Store::replace`].
    pub async fn replace(
        &self,
        base: Tag,
        next: impl Into<Written>,
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        self.write(Some(base), next.into(), record).await
    }

    /// # Errors
    /// As [`super::Store::remove`].
    pub async fn remove(&self, id: Uuid, base: Option<Tag>, news: Vec<News>) -> Result<(), StoreError> {
        self.change(Change::Remove(id, base, news)).await
    }

    /// # Errors
    /// As [`super::Store::settle`].
    pub async fn settle(&self, record: IdempotencyRecord<'_>) -> Result<(), StoreError> {
        self.change(Change::Settle(PendingRecord::from(record))).await
    }

    /// Counts as a use of the game.
    fn touch(&self, id: Uuid) -> Result<Arc<Entry>, StoreError> {
        let entry = self.shared.entry(id).ok_or(StoreError::NotFound)?;
        entry.last_used.store(self.shared.idle_time().now(), Ordering::Relaxed);
        Ok(entry)
    }

    /// # Errors
    /// As [`super::Store::get`].
    pub async fn get(&self, id: Uuid) -> Result<Arc<Session>, StoreError> {
        let entry = self.touch(id)?;
        match (entry.session(), &self.disk) {
            (Some(session), _) => Ok(session),
            (None, Some(disk)) => Box::pin(disk.session(id, &entry)).await,
            (None, None) => Err(StoreError::NotFound),
        }
    }

    /// # Errors
    /// As [`super::Store::list`].
    pub async fn list(&self, query: &ListQuery) -> Result<Page, StoreError> {
        let parts = query.lists.iter().map(|&list| self.shared.owned.part(list, query)).collect();
        let (ids, next) = merge(parts, query.limit);
        let known: HashMap<Uuid, Arc<Session>> =
            ids.iter().filter_map(|&id| Some((id, self.shared.session(id)?))).collect();
        let unknown: Vec<Uuid> = ids.iter().copied().filter(|id| !known.contains_key(id)).collect();
        let read = match &self.disk {
            Some(disk) if !unknown.is_empty() => Box::pin(disk.sessions(unknown)).await?,
            _ => Vec::new(),
        };
        let mut all = known;
        all.extend(read.into_iter().map(|session| (session.id, session)));
        Ok(Page { games: ids.iter().filter_map(|id| all.remove(id)).collect(), next })
    }

    /// # Errors
    /// As [`super::Store::add_news`].
    pub async fn add_news(&self, news: Vec<News>) -> Result<(), StoreError> {
        self.change(Change::News(news)).await
    }

    /// # Errors
    /// As [`super::Store::news_from`].
    pub async fn news_from(
        &self,
        after: Option<NewsId>,
    ) -> Result<Result<NewsCursor, NewsExpired>, StoreError> {
        let last = self.shared.news.last();
        let Some(after) = after else { return Ok(Ok(NewsCursor::new(vec![NewsId::counted(last)]))) };
        let oldest = match &self.disk {
            Some(disk) => Box::pin(disk.oldest_news()).await?,
            None => self.shared.news.oldest(),
        };
        let is_gone = after.major < last && oldest.is_none_or(|oldest| after.major + 1 < oldest);
        if is_gone || after.major > last {
            return Ok(Err(NewsExpired { oldest: oldest.map(NewsId::counted) }));
        }
        Ok(Ok(NewsCursor::new(vec![after])))
    }

    /// # Errors
    /// As [`super::Store::next_news`].
    pub async fn next_news(
        &self,
        cursor: &mut NewsCursor,
    ) -> Result<Vec<(NewsId, ListId, String)>, StoreError> {
        let after = cursor.places.first().map_or(0, |id| id.major);
        let entries = match &self.disk {
            Some(disk) => Box::pin(disk.news(after)).await?,
            None => self.shared.news.read(after),
        };
        if let Some((id, ..)) = entries.last() {
            *cursor = NewsCursor::new(vec![*id]);
        }
        Ok(entries)
    }

    /// # Errors
    /// As [`super::Store::reader_position`].
    pub async fn reader_position(&self, reader: ReaderId) -> Result<Option<NewsId>, StoreError> {
        let Some(disk) = &self.disk else { return Ok(None) };
        Ok(Box::pin(disk.reader_position(reader)).await?.map(NewsId::counted))
    }

    /// # Errors
    /// As [`super::Store::set_reader_position`].
    pub async fn set_reader_position(&self, reader: ReaderId, position: NewsId) -> Result<(), StoreError> {
        self.change(Change::Position(reader, position)).await
    }

    /// Resolves once there may be more news than the reader has.
    pub async fn news_added(&self, cursor: &NewsCursor) {
        self.shared.news.added(cursor.places.first().map_or(0, |id| id.major)).await;
    }

    /// The game with this reference.
    pub fn with_reference(&self, reference: ReferenceId) -> Option<Uuid> {
        self.shared.owned.with_reference(reference)
    }

    /// # Errors
    /// As [`super::Store::tag`].
    pub async fn tag(&self, id: Uuid) -> Result<Tag, StoreError> {
        match (self.touch(id)?.session(), &self.disk) {
            (Some(session), _) => Ok(session.tag()),
            (None, Some(disk)) => Box::pin(disk.tag(id)).await,
            (None, None) => Err(StoreError::NotFound),
        }
    }

    /// # Errors
    /// As [`super::Store::claim`].
    pub async fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Result<Claim, StoreError> {
        let Some(disk) = &self.disk else {
            return Ok(self.shared.ledger.claim(key, fingerprint).map(Option::unwrap_or_default));
        };
        loop {
            let file = disk.database()?;
            let claim = match self.shared.ledger.claim(key, fingerprint) {
                Claim::Ours(ticket) => Claim::Ours(ticket),
                Claim::InFlight => Claim::InFlight,
                Claim::Reused => Claim::Reused,
                Claim::Resumed(ticket, _) => match disk::record(&file, key.digest).await? {
                    Some(Recorded::Begun(bytes)) => Claim::Resumed(ticket, bytes),
                    _ => Claim::Ours(ticket),
                },
                Claim::Done(_) => match disk::record(&file, key.digest).await? {
                    Some(Recorded::Done(bytes)) => Claim::Done(bytes),
                    // It was evicted after the claim. The ledger is up to date by now, so claim again.
                    _ => continue,
                },
            };
            return Ok(claim);
        }
    }

    /// As [`super::Store::release`].
    pub fn release(&self, ticket: &Ticket) {
        self.shared.ledger.lock().release(&ticket.claimant());
    }

    /// As [`super::Store::backup`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when one of the files fails.
    pub async fn backup(&self) -> Result<Option<File>, StoreError> {
        match &self.disk {
            Some(disk) => Box::pin(disk.backup()).await.map(Some),
            None => Ok(None),
        }
    }

    /// Deletes expired games (none with a running clock) and records. With a file, also writes the last uses to it, and drops
    /// unused sessions from memory.
    pub async fn sweep(&self) {
        let now = self.shared.idle_time();
        let (oldest, oldest_over) = (now.before(self.keep.unfinished), now.before(self.keep.finished));
        self.shared.players.retain(|id| self.shared.games.pin().contains_key(&id));
        self.shared.phrases.retain(|id| self.shared.games.pin().contains_key(&id));
        self.shared.stream_tickets.sweep(Instant::now());
        self.shared.feeds.sweep();
        self.expire_seeks(self.shared.clock.at(Instant::now())).await;
        let mut expired = self.shared.expired(self.keep);
        if let Some(disk) = &self.disk
            && oldest_over < oldest
        {
            expired = Box::pin(disk.without_those_over(expired, oldest_over)).await;
        }
        // The writer thread logs a failure of the file, and the next sweep tries again.
        if !expired.is_empty() {
            let _next_time = self.change(Change::Expire { ids: expired, unused_since: oldest }).await;
        }
        let news_before = times::now().saturating_sub_unsigned(self.keep.news.as_secs());
        // Most stores have no game with an owner, and so no news.
        if self.shared.news.last() > 0 {
            let _next_time = self.change(Change::ExpireNews(news_before)).await;
        }
        if self.shared.ledger.lock().has_expired(now.now()) {
            let _next_time = self.change(Change::ExpireRecords).await;
        }
        if let Some(disk) = &self.disk {
            Box::pin(disk.write_last_uses(now.before(CACHE_FOR))).await;
        }
    }
}
