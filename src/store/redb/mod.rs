//! The store in one embedded redb file. A change succeeds only once it has reached the disk.
//!
//! Memory holds an index of all games with their last uses, and a cache of the sessions in use. The rest is in the file.

mod answers;
mod change;
mod file;
mod idle_time;
mod offline;
mod records;
mod writer;

pub use file::OpenError;
pub use offline::{GameFile, unfinished_copy};

use super::records::SharedLedger;
use crate::game::{GameTime, Session, Tag};
use crate::store::deadlines::Deadlines;
use crate::store::error::StoreError;
use crate::store::events::{Event, Feeds};
use crate::store::game_clock::GameClock;
use crate::store::keep_times::KeepTimes;
use crate::store::last_seen::SeenPlayers;
use crate::store::records::{
    Claim, Fingerprint, IdempotencyRecord, RecordKey, RecordLimits, Recorded, Ticket,
};
use ::redb::Database;
use change::Change;
use file::{LastUses, Opened};
use idle_time::IdleTime;
use records::PendingRecord;
use std::collections::HashSet;
use std::fs::File;
use std::io::Seek;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, mpsc};
use std::time::Duration;
use tokio::sync::{Semaphore, oneshot};
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;
use writer::Request;

/// How long a session stays in the cache after its last use.
const CACHE_FOR: Duration = Duration::from_secs(60);

/// The index entry of a game, with its cached session.
#[derive(Debug)]
struct Entry {
    /// In idle time.
    last_used: AtomicI64,
    /// The last use that was written to the file.
    written_use: AtomicI64,
    /// Whether the game is known to be over.
    is_over: AtomicBool,
    session: Mutex<Option<Arc<Session>>>,
}

impl Entry {
    fn new(last_used: i64) -> Entry {
        Entry {
            last_used: AtomicI64::new(last_used),
            written_use: AtomicI64::new(last_used),
            is_over: AtomicBool::new(false),
            session: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Session>>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Caches a session, unless a later version is cached already. Does not cache it either if the database it was read from
    /// has failed since, because the file may now contain something else. Returns the later of both sessions.
    fn cache_if_newer(&self, shared: &Shared, origin: &Arc<Database>, session: Arc<Session>) -> Arc<Session> {
        let mut kept = self.lock();
        if !shared.uses(origin) {
            return session;
        }
        match &*kept {
            Some(kept) if kept.version >= session.version => Arc::clone(kept),
            _ => Arc::clone(kept.insert(session)),
        }
    }
}

/// The state that readers and the writer share.
#[derive(Debug)]
struct Shared {
    path: PathBuf,
    /// None after the file has failed, until it is open again.
    database: RwLock<Option<Arc<Database>>>,
    games: papaya::HashMap<Uuid, Arc<Entry>>,
    limits: RecordLimits,
    /// The claims, which end with the process, and an index of the records in the file.
    ledger: SharedLedger<()>,
    feeds: Feeds,
    deadlines: Deadlines,
    players: SeenPlayers,
    /// Stands still while the file has failed.
    clock: Arc<GameClock>,
    idle_time: RwLock<IdleTime>,
}

impl Shared {
    fn database(&self) -> Result<Arc<Database>, StoreError> {
        let database = self.database.read().unwrap_or_else(PoisonError::into_inner);
        database
            .clone()
            .ok_or_else(|| StoreError::Unavailable("its file failed and is opened again".to_owned()))
    }

    fn is_open(&self) -> bool {
        self.database().is_ok()
    }

    /// Whether this database is the one in use.
    fn uses(&self, database: &Arc<Database>) -> bool {
        self.database().is_ok_and(|used| Arc::ptr_eq(&used, database))
    }

    fn set_database(&self, database: Option<Arc<Database>>) {
        *self.database.write().unwrap_or_else(PoisonError::into_inner) = database;
    }

    /// Marks the file as failed. Operations return an error until the writer has opened it again.
    fn fail(&self, error: &::redb::Error) -> StoreError {
        tracing::error!(%error, path = %self.path.display(), "the store's file failed");
        self.set_database(None);
        self.clock.pause();
        StoreError::Unavailable("its file failed".to_owned())
    }

    fn reopen(&self) {
        match file::open(&self.path, self.limits) {
            Ok(Opened { database, mut indexes }) => {
                tracing::info!(path = %self.path.display(), "the store's file is open again");
                self.rebuild_index(indexes.uses, indexes.deadlines);
                let mut ledger = self.ledger.lock();
                indexes.records.take_claims(&mut ledger);
                *ledger = indexes.records;
                drop(ledger);
                *self.idle_time.write().unwrap_or_else(PoisonError::into_inner) = indexes.idle_time;
                self.set_database(Some(Arc::new(database)));
                self.clock.resume();
            }
            Err(error) => {
                tracing::warn!(%error, path = %self.path.display(), "the store's file cannot be opened")
            }
        }
    }

    /// Rebuilds the index from the file, because the two may differ after a failure.
    fn rebuild_index(&self, uses: LastUses, deadlines: Vec<(Uuid, GameTime)>) {
        let games = self.games.pin();
        if !games.is_empty() {
            let stored: HashSet<Uuid> = uses.iter().map(|&(id, _)| id).collect();
            games.retain(|id, _| stored.contains(id));
        }
        for (id, used) in uses {
            let entry = games.get_or_insert_with(id, || Arc::new(Entry::new(used)));
            entry.is_over.store(false, Ordering::Relaxed);
            *entry.lock() = None;
        }
        self.deadlines.reset(deadlines);
    }

    fn idle_time(&self) -> IdleTime {
        *self.idle_time.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn last_used(&self, id: Uuid) -> i64 {
        self.games.pin().get(&id).map_or(i64::MIN, |entry| entry.last_used.load(Ordering::Relaxed))
    }

    /// The index entry of a game that is in the file.
    fn entry(&self, id: Uuid) -> Arc<Entry> {
        Arc::clone(self.games.pin().get_or_insert_with(id, || Arc::new(Entry::new(self.idle_time().now()))))
    }

    /// Caches and publishes a session that was written to the file.
    fn publish(&self, origin: &Arc<Database>, session: Arc<Session>) {
        let entry = self.entry(session.id);
        entry.is_over.store(session.is_over(), Ordering::Relaxed);
        entry.cache_if_newer(self, origin, Arc::clone(&session));
        self.deadlines.take(&session);
        self.feeds.publish(session.id, Event::Changed(session));
    }

    fn forget(&self, id: Uuid) {
        self.games.pin().remove(&id);
        self.deadlines.remove(id);
        self.feeds.publish(id, Event::Deleted);
        self.feeds.remove(id);
    }
}

/// How many reads of the file may run at once. Each has a thread, also if its request is gone.
const MAX_READS: usize = 16;
static READS: Semaphore = Semaphore::const_new(MAX_READS);

/// Reads the file on a blocking thread. If this future is dropped before the read has begun, it never runs.
async fn read<T: Send + 'static>(
    database: &Arc<Database>,
    read: impl FnOnce(&Database) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let database = Arc::clone(database);
    let permit = READS.acquire().await.expect("the semaphore is never closed");
    let reading = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        read(&database)
    });
    let read = AbortOnDropHandle::new(reading).await;
    read.map_err(|error| StoreError::Unavailable(error.to_string()))?
}

#[derive(Debug)]
pub struct RedbStore {
    shared: Arc<Shared>,
    requests: mpsc::Sender<Request>,
    capacity: usize,
    keep: KeepTimes,
    /// The permit to copy the file: a copy takes as much of the disk, also if its request is gone.
    copying: Arc<Semaphore>,
}

impl RedbStore {
    /// Opens or creates the file, and starts the writer thread.
    ///
    /// # Errors
    /// When the file cannot be opened, or a newer version of the program wrote it.
    pub fn open(
        path: &Path,
        capacity: usize,
        keep: impl Into<KeepTimes>,
        limits: RecordLimits,
    ) -> Result<RedbStore, OpenError> {
        let Opened { database, indexes } = file::open(path, limits)?;
        let shared = Arc::new(Shared {
            path: path.to_owned(),
            database: RwLock::new(Some(Arc::new(database))),
            games: papaya::HashMap::with_capacity(indexes.uses.len()),
            limits,
            ledger: SharedLedger::new(indexes.records),
            feeds: Feeds::default(),
            deadlines: Deadlines::default(),
            players: SeenPlayers::default(),
            clock: Arc::new(GameClock::starting_at(indexes.game_time)),
            idle_time: RwLock::new(indexes.idle_time),
        });
        shared.rebuild_index(indexes.uses, indexes.deadlines);
        let (requests, received) = mpsc::channel();
        let writing = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer::run(&writing, &received))
            .map_err(::redb::Error::from)?;
        let copying = Arc::new(Semaphore::new(1));
        Ok(RedbStore { shared, requests, capacity, keep: keep.into(), copying })
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

    pub fn clock(&self) -> &Arc<GameClock> {
        &self.shared.clock
    }

    async fn change(&self, change: Change) -> Result<(), StoreError> {
        let gone = || StoreError::Unavailable("it is closed".to_owned());
        let (reply, answer) = oneshot::channel();
        self.requests.send(Request { change, reply }).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// # Errors
    /// As [`super::Store::insert`].
    pub async fn insert(
        &self,
        session: Arc<Session>,
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        if self.len() >= self.capacity && !self.shared.games.pin().contains_key(&session.id) {
            return Err(StoreError::Full);
        }
        let bytes = session.to_stored();
        let record = record.map(PendingRecord::from);
        self.change(Change::Insert { session: Arc::clone(&session), bytes, record }).await?;
        Ok(session)
    }

    /// The index entry of a game. Counts as a use.
    fn touch(&self, id: Uuid) -> Result<Arc<Entry>, StoreError> {
        let entry = self.shared.games.pin().get(&id).cloned().ok_or(StoreError::NotFound)?;
        entry.last_used.store(self.shared.idle_time().now(), Ordering::Relaxed);
        Ok(entry)
    }

    /// # Errors
    /// As [`super::Store::get`].
    pub async fn get(&self, id: Uuid) -> Result<Arc<Session>, StoreError> {
        let entry = self.touch(id)?;
        if let Some(session) = entry.lock().clone() {
            return Ok(session);
        }
        let database = self.shared.database()?;
        let session = read(&database, move |database| file::session(database, id)).await?;
        Ok(entry.cache_if_newer(&self.shared, &database, Arc::new(session)))
    }

    /// # Errors
    /// As [`super::Store::tag`].
    pub async fn tag(&self, id: Uuid) -> Result<Tag, StoreError> {
        let entry = self.touch(id)?;
        let known = entry.lock().as_ref().map(|session| session.tag());
        match known {
            Some(tag) => Ok(tag),
            None => read(&self.shared.database()?, move |database| file::tag(database, id)).await,
        }
    }

    /// # Errors
    /// As [`super::Store::replace`].
    pub async fn replace(
        &self,
        base: Tag,
        next: Arc<Session>,
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        let bytes = next.to_stored();
        let record = record.map(PendingRecord::from);
        self.change(Change::Replace { base, session: Arc::clone(&next), bytes, record }).await?;
        Ok(next)
    }

    /// # Errors
    /// As [`super::Store::remove`].
    pub async fn remove(&self, id: Uuid, base: Option<Tag>) -> Result<(), StoreError> {
        self.change(Change::Remove(id, base)).await
    }

    /// As [`super::Store::takes_changes`].
    pub fn takes_changes(&self) -> bool {
        self.shared.is_open()
    }

    /// # Errors
    /// As [`super::Store::claim`].
    pub async fn claim(&self, key: RecordKey, fingerprint: Fingerprint) -> Result<Claim, StoreError> {
        loop {
            let database = self.shared.database()?;
            let claim = self.shared.ledger.claim(key, fingerprint);
            match claim {
                Claim::Ours(ticket) => return Ok(Claim::Ours(ticket)),
                Claim::InFlight => return Ok(Claim::InFlight),
                Claim::Reused => return Ok(Claim::Reused),
                Claim::Resumed(ticket, ()) => return self.resume(&database, ticket).await,
                Claim::Done(()) => {
                    let record = read(&database, move |file| records::read(file, &key.digest)).await?;
                    // A missing record was evicted after the claim. The ledger is up to date by now, so claim again.
                    if let Some(Recorded::Done(bytes)) = record {
                        return Ok(Claim::Done(bytes));
                    }
                }
            }
        }
    }

    async fn resume(&self, database: &Arc<Database>, ticket: Ticket) -> Result<Claim, StoreError> {
        let digest = ticket.key.digest;
        let record = read(database, move |file| records::read(file, &digest)).await?;
        Ok(match record {
            Some(Recorded::Begun(bytes)) => Claim::Resumed(ticket, bytes),
            _ => Claim::Ours(ticket),
        })
    }

    /// A consistent copy of the file, on the same disk. The copy is gone once it is closed. Copies are made one after another.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when one of the files fails.
    pub async fn backup(&self) -> Result<File, StoreError> {
        let path = self.shared.path.clone();
        let permit = Arc::clone(&self.copying).acquire_owned().await.expect("the semaphore is never closed");
        let copy = move |database: &Database| {
            let _permit = permit;
            let unavailable = |error: std::io::Error| file::unavailable(::redb::Error::from(error));
            let mut copy = offline::nameless_copy(&path).map_err(unavailable)?;
            let handle = copy.try_clone().map_err(unavailable)?;
            offline::copy(database, handle).map_err(file::unavailable)?;
            copy.rewind().map_err(unavailable)?;
            Ok(copy)
        };
        read(&self.shared.database()?, copy).await
    }

    /// # Errors
    /// As [`super::Store::settle`].
    pub async fn settle(&self, record: IdempotencyRecord<'_>) -> Result<(), StoreError> {
        self.change(Change::Settle(PendingRecord::from(record))).await
    }

    /// As [`super::Store::release`].
    pub fn release(&self, ticket: &Ticket) {
        self.shared.ledger.lock().release(&ticket.claimant());
    }

    /// The games without those that are over and were used since `oldest_over`. What is not in memory is read from the file,
    /// once for each game.
    async fn without_those_over(&self, games: Vec<Uuid>, oldest_over: i64) -> Vec<Uuid> {
        let is_older = |&id: &Uuid| self.shared.last_used(id) < oldest_over;
        let (mut expired, undecided): (Vec<Uuid>, Vec<Uuid>) = games.into_iter().partition(is_older);
        let Ok(database) = self.shared.database() else { return expired };
        let decide = move |database: &Database| {
            let is_over = |&id: &Uuid| file::session(database, id).is_ok_and(|session| session.is_over());
            Ok(undecided.into_iter().partition::<Vec<Uuid>, _>(is_over))
        };
        let Ok((over, others)) = read(&database, decide).await else { return expired };
        for id in over {
            self.shared.entry(id).is_over.store(true, Ordering::Relaxed);
        }
        expired.extend(others);
        expired
    }

    /// Deletes expired games (none with a running clock) and records, writes the last uses to the file, and removes unused
    /// sessions from the cache.
    pub async fn sweep(&self) {
        let now = self.shared.idle_time().now();
        let before = |time: Duration| now - time.as_secs() as i64;
        let (oldest, oldest_over) = (before(self.keep.unfinished), before(self.keep.finished));
        let warm = before(CACHE_FOR);
        let (mut expired, mut uses) = (Vec::new(), Vec::new());
        for (&id, entry) in &self.shared.games.pin() {
            let used = entry.last_used.load(Ordering::Relaxed);
            let is_kept = used >= oldest_over && entry.is_over.load(Ordering::Relaxed);
            if used < oldest && !is_kept && !self.shared.deadlines.contains(id) {
                expired.push(id);
            } else if used != entry.written_use.load(Ordering::Relaxed) {
                uses.push((id, used));
            }
            if used < warm {
                *entry.lock() = None;
            }
        }
        self.shared.players.retain(|id| self.shared.games.pin().contains_key(&id));
        self.shared.feeds.sweep();
        if oldest_over < oldest {
            expired = self.without_those_over(expired, oldest_over).await;
        }
        // The writer logs a failure of the file, and the next sweep tries again.
        if !expired.is_empty() {
            let _next_time = self.change(Change::Expire { ids: expired, unused_since: oldest }).await;
        }
        if self.shared.ledger.lock().has_expired(now) {
            let _next_time = self.change(Change::ExpireRecords).await;
        }
        // Even without any, the file then says that it is open.
        if self.change(Change::Used(uses.clone())).await.is_ok() {
            for (id, used) in uses {
                if let Some(entry) = self.shared.games.pin().get(&id) {
                    entry.written_use.store(used, Ordering::Relaxed);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
