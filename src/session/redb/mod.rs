//! The store in one embedded file. A change is answered for when it has reached the disk.
//!
//! An index of all ids and their last uses is in memory, and the sessions that are in use; the rest is in the file.

mod answers;
mod change;
mod file;
mod records;
mod writer;

pub use file::OpenError;

use super::records::SharedLedger;
use super::{
    Claim, Event, Feeds, Fingerprint, Record, RecordKey, RecordLimits, Recorded, Session, StoreError, Tag,
    Ticket, now,
};
use ::redb::Database;
use change::Change;
use file::{Opened, Uses};
use records::Note;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, mpsc};
use std::time::Duration;
use tokio::sync::oneshot;
use uuid::Uuid;
use writer::Request;

/// How long after its last use a session stays in memory.
const WARM: Duration = Duration::from_secs(60);

/// What is in memory of a game.
#[derive(Debug)]
struct Entry {
    /// Seconds since the epoch.
    last_used: AtomicI64,
    /// The last use that the file knows of.
    written_use: AtomicI64,
    session: Mutex<Option<Arc<Session>>>,
}

impl Entry {
    fn new(last_used: i64) -> Entry {
        Entry {
            last_used: AtomicI64::new(last_used),
            written_use: AtomicI64::new(last_used),
            session: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Session>>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the session in memory unless a later version is there already, or it comes from a file that failed since:
    /// what is in that now is not known. Returns the session that is in memory, or the one offered.
    fn offer(&self, shared: &Shared, origin: &Arc<Database>, session: Arc<Session>) -> Arc<Session> {
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

/// What readers and the writer share.
#[derive(Debug)]
struct Shared {
    path: PathBuf,
    /// None while the file cannot be used.
    database: RwLock<Option<Arc<Database>>>,
    games: papaya::HashMap<Uuid, Arc<Entry>>,
    limits: RecordLimits,
    /// Claims, which end with the process, and which records are in the file.
    ledger: SharedLedger<()>,
    feeds: Feeds,
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

    /// Whether that is the database in use.
    fn uses(&self, database: &Arc<Database>) -> bool {
        self.database().is_ok_and(|used| Arc::ptr_eq(&used, database))
    }

    fn set_database(&self, database: Option<Arc<Database>>) {
        *self.database.write().unwrap_or_else(PoisonError::into_inner) = database;
    }

    /// Notes that the file failed: it is not used until it has been opened again.
    fn fail(&self, error: &::redb::Error) -> StoreError {
        tracing::error!(%error, path = %self.path.display(), "the store's file failed");
        self.set_database(None);
        StoreError::Unavailable("its file failed".to_owned())
    }

    fn reopen(&self) {
        match file::open(&self.path, self.limits) {
            Ok(Opened { database, uses, mut records }) => {
                tracing::info!(path = %self.path.display(), "the store's file is open again");
                self.take_stock(uses);
                let mut ledger = self.ledger.lock();
                records.take_claims(&mut ledger);
                *ledger = records;
                drop(ledger);
                self.set_database(Some(Arc::new(database)));
            }
            Err(error) => {
                tracing::warn!(%error, path = %self.path.display(), "the store's file cannot be opened")
            }
        }
    }

    /// Makes the index what the file says: what was in memory may be more than that, or less.
    fn take_stock(&self, uses: Uses) {
        let games = self.games.pin();
        let stored: HashSet<Uuid> = uses.iter().map(|&(id, _)| id).collect();
        games.retain(|id, _| stored.contains(id));
        for (id, used) in uses {
            *games.get_or_insert_with(id, || Arc::new(Entry::new(used))).lock() = None;
        }
    }

    fn last_used(&self, id: Uuid) -> i64 {
        self.games.pin().get(&id).map_or(i64::MIN, |entry| entry.last_used.load(Ordering::Relaxed))
    }

    /// The entry of a game that is in the file.
    fn entry(&self, id: Uuid) -> Arc<Entry> {
        Arc::clone(self.games.pin().get_or_insert_with(id, || Arc::new(Entry::new(now()))))
    }

    /// Shows everybody a session that is in the file now.
    fn show(&self, origin: &Arc<Database>, session: Arc<Session>) {
        self.entry(session.id).offer(self, origin, Arc::clone(&session));
        self.feeds.publish(session.id, Event::Changed(session));
    }

    fn forget(&self, id: Uuid) {
        self.games.pin().remove(&id);
        self.feeds.publish(id, Event::Deleted);
        self.feeds.remove(id);
    }
}

/// Reads the file on a thread that may wait for it.
async fn read<T: Send + 'static>(
    database: &Arc<Database>,
    read: impl FnOnce(&Database) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let database = Arc::clone(database);
    let read = tokio::task::spawn_blocking(move || read(&database)).await;
    read.map_err(|error| StoreError::Unavailable(error.to_string()))?
}

#[derive(Debug)]
pub struct RedbStore {
    shared: Arc<Shared>,
    requests: mpsc::Sender<Request>,
    capacity: usize,
    idle: Duration,
}

impl RedbStore {
    /// Opens the file, or makes it, and starts the thread that writes it.
    ///
    /// # Errors
    /// When the file cannot be opened, or a newer version of the program wrote it.
    pub fn open(
        path: &Path,
        capacity: usize,
        idle: Duration,
        limits: RecordLimits,
    ) -> Result<RedbStore, OpenError> {
        let Opened { database, uses, records } = file::open(path, limits)?;
        let shared = Arc::new(Shared {
            path: path.to_owned(),
            database: RwLock::new(Some(Arc::new(database))),
            games: papaya::HashMap::new(),
            limits,
            ledger: SharedLedger::new(records),
            feeds: Feeds::default(),
        });
        shared.take_stock(uses);
        let (requests, received) = mpsc::channel();
        let writing = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer::run(&writing, &received))
            .map_err(::redb::Error::from)?;
        Ok(RedbStore { shared, requests, capacity, idle })
    }

    pub fn len(&self) -> usize {
        self.shared.games.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn idle(&self) -> Duration {
        self.idle
    }

    pub fn feeds(&self) -> &Feeds {
        &self.shared.feeds
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
        record: Option<Record<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        if self.len() >= self.capacity && !self.shared.games.pin().contains_key(&session.id) {
            return Err(StoreError::Full);
        }
        let bytes = session.to_stored();
        let note = record.map(Note::from);
        self.change(Change::Insert { session: Arc::clone(&session), bytes, note }).await?;
        Ok(session)
    }

    /// What is in memory of a game, which counts as a use.
    fn used(&self, id: Uuid) -> Result<Arc<Entry>, StoreError> {
        let entry = self.shared.games.pin().get(&id).cloned().ok_or(StoreError::NotFound)?;
        entry.last_used.store(now(), Ordering::Relaxed);
        Ok(entry)
    }

    /// # Errors
    /// As [`super::Store::get`].
    pub async fn get(&self, id: Uuid) -> Result<Arc<Session>, StoreError> {
        let entry = self.used(id)?;
        if let Some(session) = entry.lock().clone() {
            return Ok(session);
        }
        let database = self.shared.database()?;
        let session = read(&database, move |database| file::session(database, id)).await?;
        Ok(entry.offer(&self.shared, &database, Arc::new(session)))
    }

    /// # Errors
    /// As [`super::Store::tag`].
    pub async fn tag(&self, id: Uuid) -> Result<Tag, StoreError> {
        let entry = self.used(id)?;
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
        record: Option<Record<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        let bytes = next.to_stored();
        let note = record.map(Note::from);
        self.change(Change::Replace { base, session: Arc::clone(&next), bytes, note }).await?;
        Ok(next)
    }

    /// # Errors
    /// As [`super::Store::remove`].
    pub async fn remove(&self, id: Uuid, base: Option<Tag>) -> Result<(), StoreError> {
        self.change(Change::Remove(id, base)).await
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
                    // A record that is gone had to go for another since the claim: the ledger knows that by now.
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

    /// # Errors
    /// As [`super::Store::settle`].
    pub async fn settle(&self, record: Record<'_>) -> Result<(), StoreError> {
        self.change(Change::Settle(Note::from(record))).await
    }

    /// As [`super::Store::release`].
    pub fn release(&self, ticket: &Ticket) {
        self.shared.ledger.lock().release(&ticket.claimant());
    }

    /// Forgets the games nobody has used for too long and the records that are kept no longer, notes in the file which
    /// games were used, and lets go of the sessions that are not in use.
    pub async fn sweep(&self) {
        let now = now();
        let (oldest, warm) = (now - self.idle.as_secs() as i64, now - WARM.as_secs() as i64);
        let (mut expired, mut uses) = (Vec::new(), Vec::new());
        for (&id, entry) in &self.shared.games.pin() {
            let used = entry.last_used.load(Ordering::Relaxed);
            if used < oldest {
                expired.push(id);
            } else if used != entry.written_use.load(Ordering::Relaxed) {
                uses.push((id, used));
            }
            if used < warm {
                *entry.lock() = None;
            }
        }
        self.shared.feeds.sweep();
        // A file that fails is told of by the writer, and the next sweep tries again.
        if !expired.is_empty() {
            let _next_time = self.change(Change::Expire { ids: expired, unused_since: oldest }).await;
        }
        if self.shared.ledger.lock().has_expired(now) {
            let _next_time = self.change(Change::ExpireRecords).await;
        }
        if !uses.is_empty() && self.change(Change::Used(uses.clone())).await.is_ok() {
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
