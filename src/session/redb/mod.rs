//! The store in one embedded file. A change is answered for when it has reached the disk.
//!
//! An index of all ids and their last uses is in memory, and the sessions that are in use; the rest is in the file.

mod file;
mod writer;

pub use file::OpenError;

use super::{Answers, Event, Feeds, KeptAnswer, Session, StoreError, now};
use ::redb::Database;
use file::{Change, Opened, Uses};
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

    /// Keeps the session unless a later version is kept already.
    fn offer(&self, session: Arc<Session>) {
        let mut kept = self.lock();
        if kept.as_ref().is_none_or(|kept| kept.version < session.version) {
            *kept = Some(session);
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

    fn set_database(&self, database: Option<Arc<Database>>) {
        *self.database.write().unwrap_or_else(PoisonError::into_inner) = database;
    }

    /// Notes that the file failed: it is not used until it was opened anew.
    fn fail(&self, error: &::redb::Error) -> StoreError {
        tracing::error!(%error, path = %self.path.display(), "the store's file failed");
        self.set_database(None);
        StoreError::Unavailable("its file failed".to_owned())
    }

    fn reopen(&self) {
        match file::open(&self.path) {
            Ok(Opened { database, uses, .. }) => {
                tracing::info!(path = %self.path.display(), "the store's file is open again");
                self.take_stock(uses);
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

    fn forget(&self, id: Uuid) {
        self.games.pin().remove(&id);
        self.feeds.publish(id, Event::Deleted);
        self.feeds.remove(id);
    }
}

#[derive(Debug)]
pub struct RedbStore {
    shared: Arc<Shared>,
    requests: mpsc::Sender<Request>,
    pub answers: Answers,
    capacity: usize,
    idle: Duration,
}

impl RedbStore {
    /// Opens the file, or makes it, and starts the thread that writes it.
    ///
    /// # Errors
    /// When the file cannot be opened, or a newer version of the program wrote it.
    pub fn open(path: &Path, capacity: usize, idle: Duration) -> Result<RedbStore, OpenError> {
        let Opened { database, uses, answers: known } = file::open(path)?;
        let shared = Arc::new(Shared {
            path: path.to_owned(),
            database: RwLock::new(Some(Arc::new(database))),
            games: papaya::HashMap::new(),
            feeds: Feeds::default(),
        });
        shared.take_stock(uses);
        let answers = Answers::default();
        for (key, answer) in known {
            answers.settle(&key, Arc::new(answer));
        }
        let (requests, received) = mpsc::channel();
        let writing = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer::run(&writing, &received))
            .map_err(::redb::Error::from)?;
        Ok(RedbStore { shared, requests, answers, capacity, idle })
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
    pub async fn insert(&self, session: Arc<Session>) -> Result<Arc<Session>, StoreError> {
        if self.len() >= self.capacity {
            return Err(StoreError::Full);
        }
        self.change(Change::Insert(Arc::clone(&session), session.to_stored())).await?;
        Ok(session)
    }

    /// # Errors
    /// As [`super::Store::get`].
    pub async fn get(&self, id: Uuid) -> Result<Arc<Session>, StoreError> {
        let entry = self.shared.games.pin().get(&id).cloned().ok_or(StoreError::NotFound)?;
        entry.last_used.store(now(), Ordering::Relaxed);
        if let Some(session) = entry.lock().clone() {
            return Ok(session);
        }
        let database = self.shared.database()?;
        let read = tokio::task::spawn_blocking(move || file::read(&database, id)).await;
        let read = read.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        // The writer notices by itself whether the file is of no use any more.
        let bytes = read.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let session = Arc::new(Session::from_stored(&bytes.ok_or(StoreError::NotFound)?)?);
        entry.offer(Arc::clone(&session));
        Ok(entry.lock().clone().unwrap_or(session))
    }

    /// # Errors
    /// As [`super::Store::replace`].
    pub async fn replace(&self, next: Arc<Session>) -> Result<Arc<Session>, StoreError> {
        self.change(Change::Replace(Arc::clone(&next), next.to_stored())).await?;
        Ok(next)
    }

    /// # Errors
    /// As [`super::Store::remove`].
    pub async fn remove(&self, id: Uuid, version: Option<u64>) -> Result<(), StoreError> {
        self.change(Change::Remove(id, version)).await
    }

    /// # Errors
    /// As [`super::Store::settle_answer`].
    pub async fn settle_answer(&self, key: &str, answer: KeptAnswer) -> Result<(), StoreError> {
        let bytes = serde_json::to_vec(&answer).expect("it has string keys only");
        self.change(Change::Answer(key.to_owned(), bytes)).await?;
        self.answers.settle(key, Arc::new(answer));
        Ok(())
    }

    /// Forgets the games nobody has used for too long, notes in the file which were used, and lets go of the sessions
    /// that are not in use.
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
