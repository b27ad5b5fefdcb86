//! The file that readers and the writer thread share, and its state.

use super::file::{self, FileError, OpenFile, Opened};
use crate::game::GameTime;
use crate::store::error::StoreError;
use crate::store::local::change::LastUses;
use crate::store::local::owned::Row;
use crate::store::local::shared::{Entry, Shared};
use crate::store::records::RecordLimits;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;
use uuid::Uuid;

/// The state of the file.
#[derive(Debug)]
pub enum FileState {
    Open(Arc<OpenFile>),
    /// It failed, for example because the disk is full.
    Failed,
    /// Some of its pages are damaged. It is verified before it is used again.
    Damaged,
}

/// The file, which readers and the writer thread share.
#[derive(Debug)]
pub struct SharedFile {
    pub path: PathBuf,
    pub limits: RecordLimits,
    pub state: RwLock<FileState>,
    pub shared: Arc<Shared>,
}

impl SharedFile {
    pub fn database(&self) -> Result<Arc<OpenFile>, StoreError> {
        match &*self.state.read().unwrap_or_else(PoisonError::into_inner) {
            FileState::Open(file) => Ok(Arc::clone(file)),
            FileState::Failed => {
                Err(StoreError::Unavailable("its file failed and is opened again".to_owned()))
            }
            FileState::Damaged => Err(StoreError::Unavailable("its file is damaged".to_owned())),
        }
    }

    pub fn is_open(&self) -> bool {
        matches!(*self.state.read().unwrap_or_else(PoisonError::into_inner), FileState::Open(_))
    }

    /// Whether this file is the one in use.
    pub fn uses(&self, file: &Arc<OpenFile>) -> bool {
        self.database().is_ok_and(|used| Arc::ptr_eq(&used, file))
    }

    pub fn set(&self, state: FileState) {
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = state;
    }

    /// Closes the file after an error. Operations return an error until the writer thread has opened it again.
    pub fn fail(&self, error: &::redb::Error) -> StoreError {
        tracing::error!(%error, path = %self.path.display(), "the store's file failed");
        self.shared.clock.pause();
        let is_damaged = matches!(error, ::redb::Error::Corrupted(_));
        self.set(if is_damaged { FileState::Damaged } else { FileState::Failed });
        StoreError::Unavailable("its file failed".to_owned())
    }

    pub fn is_damaged(&self) -> bool {
        matches!(*self.state.read().unwrap_or_else(PoisonError::into_inner), FileState::Damaged)
    }

    /// Opens the file again. Verifies it first if it was damaged.
    ///
    /// # Errors
    /// As [`file::open`].
    pub fn reopen(&self) -> Result<(), FileError> {
        let verified = if self.is_damaged() { file::verify(&self.path) } else { Ok(()) };
        let opened = verified.and_then(|()| file::open(&self.path, self.limits));
        let opened = opened.inspect_err(
            |error| tracing::warn!(%error, path = %self.path.display(), "the store's file cannot be opened"),
        )?;
        tracing::info!(path = %self.path.display(), "the store's file is open again");
        self.take(opened);
        self.shared.clock.resume();
        Ok(())
    }

    /// Uses a file that was opened.
    pub fn take(&self, Opened { file, mut indexes }: Opened) {
        self.rebuild_index(indexes.uses, indexes.deadlines, indexes.owned);
        self.shared.board().reset(indexes.seeks, self.shared.clock.at(Instant::now()));
        let mut ledger = self.shared.ledger.lock();
        indexes.records.take_claims(&mut ledger);
        *ledger = indexes.records;
        drop(ledger);
        self.shared.set_idle_time(indexes.idle_time);
        self.set(FileState::Open(Arc::new(file)));
    }

    /// Rebuilds the index in memory from the file, because the two may differ after a failure.
    pub fn rebuild_index(&self, uses: LastUses, deadlines: Vec<(Uuid, GameTime)>, owned: Vec<(Uuid, Row)>) {
        let games = self.shared.games.pin();
        if !games.is_empty() {
            let stored: HashSet<Uuid> = uses.iter().map(|&(id, _)| id).collect();
            games.retain(|id, _| stored.contains(id));
        }
        for (id, used) in uses {
            let entry = games.get_or_insert_with(id, || Arc::new(Entry::new(used)));
            entry.is_over.store(false, Ordering::Relaxed);
            entry.drop_session();
        }
        self.shared.deadlines.reset(deadlines);
        self.shared.owned.reset(owned);
    }
}
