//! The file of a store, in redb's format.

mod file;
mod guard;
mod offline;
mod records;
mod shared_file;
mod transaction;
mod writer;

pub use file::FileError;
pub use offline::{GameFile, Verified, unfinished_copy};

use super::change::Change;
use super::news_log::Entry as NewsEntry;
use super::shared::{Entry, Shared};
use crate::game::{Session, Tag};
use crate::store::error::StoreError;
use crate::store::news::ReaderId;
use crate::store::records::{RecordDigest, RecordLimits, Recorded};
use ::redb::Database;
use file::{OpenFile, Opened};
use guard::guarded;
use shared_file::{FileState, SharedFile};
use std::fs::File;
use std::io::Seek;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, RwLock, mpsc};
use std::thread::JoinHandle;
use tokio::sync::{Semaphore, oneshot};
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;
use writer::Request;

/// How many reads of the file may run at once. Each has a thread, also if its request is gone.
const MAX_READS: usize = 16;
static READS: Semaphore = Semaphore::const_new(MAX_READS);

/// Reads the file on a blocking thread. If this future is dropped before the read has begun, it never runs.
async fn read<T: Send + 'static>(
    file: &Arc<OpenFile>,
    read: impl FnOnce(&Database) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let file = Arc::clone(file);
    let permit = READS.acquire().await.expect("the semaphore is never closed");
    let reading = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        guarded(|| read(&file)).map_err(guard::unavailable)?
    });
    let read = AbortOnDropHandle::new(reading).await;
    read.map_err(|error| StoreError::Unavailable(error.to_string()))?
}

/// Reads the state in a record, if there is one.
///
/// # Errors
/// [`StoreError::Unavailable`].
pub async fn record(file: &Arc<OpenFile>, digest: RecordDigest) -> Result<Option<Recorded>, StoreError> {
    read(file, move |database| records::read(database, &digest)).await
}

/// The file of a store, and the thread that writes to it until this is dropped.
#[derive(Debug)]
pub struct Disk {
    file: Arc<SharedFile>,
    requests: mpsc::Sender<Request>,
    thread: JoinHandle<()>,
    /// The permit to copy the file: a copy takes as much of the disk, also if its request is gone.
    copying: Arc<Semaphore>,
}

impl Disk {
    /// Opens or creates the file, and starts the writer thread.
    ///
    /// # Errors
    /// When the file cannot be opened, or a newer version of the program wrote it.
    pub fn open(path: &Path, limits: RecordLimits) -> Result<(Arc<Shared>, Disk), FileError> {
        let Opened { file, indexes } = file::open(path, limits)?;
        let shared =
            Arc::new(Shared::new(indexes.records, indexes.game_time, indexes.idle_time, indexes.last_news));
        let state = RwLock::new(FileState::Open(Arc::new(file)));
        let file = SharedFile { path: path.to_owned(), limits, state, shared: Arc::clone(&shared) };
        file.rebuild_index(indexes.uses, indexes.deadlines, indexes.owned);
        file.shared.board().reset(indexes.seeks, indexes.game_time);
        let file = Arc::new(file);
        let (requests, received) = mpsc::channel();
        let writing = Arc::clone(&file);
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer::run(&writing, &received))
            .map_err(::redb::Error::from)?;
        Ok((shared, Disk { file, requests, thread, copying: Arc::new(Semaphore::new(1)) }))
    }

    pub fn takes_changes(&self) -> bool {
        self.file.is_open() && !self.thread.is_finished()
    }

    /// # Errors
    /// [`StoreError::Unavailable`] while the file has failed.
    pub fn database(&self) -> Result<Arc<OpenFile>, StoreError> {
        self.file.database()
    }

    /// Makes a change. It is on disk when this returns.
    ///
    /// # Errors
    /// Why the change is refused, or [`StoreError::Unavailable`].
    pub async fn change(&self, change: Change) -> Result<(), StoreError> {
        let gone = || StoreError::Unavailable("it is closed".to_owned());
        let (reply, answer) = oneshot::channel();
        self.requests.send(Request { change, reply }).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// Reads a session and keeps it in the entry of its game.
    ///
    /// # Errors
    /// As [`file::session`].
    pub async fn session(&self, id: Uuid, entry: &Entry) -> Result<Arc<Session>, StoreError> {
        let file = self.database()?;
        let session = read(&file, move |database| file::session(database, id)).await?;
        Ok(entry.take_if_newer(Arc::new(session), || self.file.uses(&file)))
    }

    /// Reads the sessions of those of the games that are there, without keeping them in memory.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn sessions(&self, ids: Vec<Uuid>) -> Result<Vec<Arc<Session>>, StoreError> {
        let read_all = move |database: &Database| {
            let sessions = ids.into_iter().filter_map(|id| match file::session(database, id) {
                Err(StoreError::NotFound | StoreError::Unreadable(_)) => None,
                read => Some(read.map(Arc::new)),
            });
            sessions.collect()
        };
        read(&self.database()?, read_all).await
    }

    /// Entries of the log of news after this one.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn news(&self, after: u64) -> Result<Vec<NewsEntry>, StoreError> {
        read(&self.database()?, move |database| file::news(database, after)).await
    }

    /// The entry of the news up to which a reader has all.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn reader_position(&self, reader: ReaderId) -> Result<Option<u64>, StoreError> {
        read(&self.database()?, move |database| file::reader_position(database, reader)).await
    }

    /// The oldest entry of the log of news.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn oldest_news(&self) -> Result<Option<u64>, StoreError> {
        read(&self.database()?, file::oldest_news).await
    }

    /// Reads the tag of a session.
    ///
    /// # Errors
    /// As [`file::session`].
    pub async fn tag(&self, id: Uuid) -> Result<Tag, StoreError> {
        read(&self.database()?, move |database| file::tag(database, id)).await
    }

    /// A consistent copy of the file, on the same disk. The copy is gone once it is closed. Copies are made one after another.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when one of the files fails.
    pub async fn backup(&self) -> Result<File, StoreError> {
        let path = self.file.path.clone();
        let permit = Arc::clone(&self.copying).acquire_owned().await.expect("the semaphore is never closed");
        let copy = move |database: &Database| {
            let _permit = permit;
            let unavailable = |error: std::io::Error| guard::unavailable(::redb::Error::from(error));
            let mut copy = offline::nameless_copy(&path).map_err(unavailable)?;
            let handle = copy.try_clone().map_err(unavailable)?;
            offline::copy(database, handle).map_err(guard::unavailable)?;
            copy.rewind().map_err(unavailable)?;
            Ok(copy)
        };
        read(&self.database()?, copy).await
    }

    /// The games without those that are over and were used since `oldest_over`. What is not in memory is read from the file,
    /// once for each game.
    pub async fn without_those_over(&self, games: Vec<Uuid>, oldest_over: i64) -> Vec<Uuid> {
        let shared = &self.file.shared;
        let is_older = |&id: &Uuid| shared.is_unused(id, oldest_over);
        let (mut expired, undecided): (Vec<Uuid>, Vec<Uuid>) = games.into_iter().partition(is_older);
        let Ok(file) = self.database() else { return expired };
        let decide = move |database: &Database| {
            let is_over = |&id: &Uuid| file::session(database, id).is_ok_and(|session| session.is_over());
            Ok(undecided.into_iter().partition::<Vec<Uuid>, _>(is_over))
        };
        let Ok((over, others)) = read(&file, decide).await else { return expired };
        for entry in over.into_iter().filter_map(|id| shared.entry(id)) {
            entry.is_over.store(true, Ordering::Relaxed);
        }
        expired.extend(others);
        expired
    }

    /// Writes the last uses that are not in the file yet, and drops the sessions from memory that were not used since `warm`.
    pub async fn write_last_uses(&self, warm: i64) {
        let games = &self.file.shared.games;
        let mut uses = Vec::new();
        for (&id, entry) in &games.pin() {
            let used = entry.last_used.load(Ordering::Relaxed);
            if used != entry.written_use.load(Ordering::Relaxed) {
                uses.push((id, used));
            }
            if used < warm {
                entry.drop_session();
            }
        }
        // Even without any, the file then says that it is open.
        if self.change(Change::Used(uses.clone())).await.is_ok() {
            for (id, used) in uses {
                if let Some(entry) = games.pin().get(&id) {
                    entry.written_use.store(used, Ordering::Relaxed);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::local::change::{Change, end_write};
    use std::sync::atomic::AtomicUsize;

    impl Disk {
        /// Writes a change to the file, then marks the file as failed before the change is reported.
        pub fn fail_after(&self, change: &Change) {
            let made = transaction::apply(&self.database().unwrap(), &self.file.shared, &[change]).unwrap();
            made[0].as_ref().unwrap();
            self.file.fail(&::redb::Error::PreviousIo);
            end_write(&self.file.shared, change, false);
        }

        /// As [`Disk::fail_after`], while a session that was read before is kept in the entry of its game.
        pub fn fail_during_read(&self, change: &Change, entry: &Entry, session: &Arc<Session>) {
            let reading = self.database().unwrap();
            self.fail_after(change);
            entry.take_if_newer(Arc::clone(session), || self.file.uses(&reading));
        }

        /// Verifies a damaged file and opens it, without the pause before that.
        pub fn verify_now(&self) {
            self.file.reopen().unwrap();
        }

        pub fn has_record(&self, digest: &RecordDigest) -> bool {
            records::read(&self.database().unwrap(), digest).unwrap().is_some()
        }
    }

    #[tokio::test]
    async fn reads_whose_requests_are_gone_take_few_threads() {
        let folder = tempfile::tempdir().unwrap();
        let opened = file::open(&folder.path().join("games.redb"), RecordLimits::default()).unwrap();
        let file = Arc::new(opened.file);
        let (begun, end) = (Arc::new(AtomicUsize::new(0)), Arc::new(tokio::sync::RwLock::new(())));
        let held = end.write().await;
        let mut reads = Vec::new();
        for _ in 0..10 * MAX_READS {
            let (begun, end) = (Arc::clone(&begun), Arc::clone(&end));
            let wait = move |_: &Database| {
                begun.fetch_add(1, Ordering::Relaxed);
                drop(end.blocking_read());
                Ok(())
            };
            let mut reading = Box::pin(read(&file, wait));
            assert!(futures_util::poll!(&mut reading).is_pending());
            reads.push(reading);
        }
        drop(reads);
        drop(held);
        read(&file, |_| Ok(())).await.unwrap();
        assert!(begun.load(Ordering::Relaxed) <= MAX_READS);
    }
}
