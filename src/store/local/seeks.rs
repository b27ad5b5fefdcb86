//! Seeks of a store in this process. With a file they are in it, too, so that a match survives the server.

use super::LocalStore;
use super::change::Change;
use super::seek_change::SeekChange;
use crate::game::GameTime;
use crate::store::error::StoreError;
use crate::store::seeks::{Draw, PoolId, Row, Seek, SeekBoard, SeekLimits, SeekState};
use std::sync::MutexGuard;
use uuid::Uuid;

impl LocalStore {
    fn board(&self) -> MutexGuard<'_, SeekBoard> {
        self.shared.board()
    }

    async fn change_seeks(&self, change: SeekChange) -> Result<(), StoreError> {
        self.change(Change::Seeks(change)).await
    }

    /// # Errors
    /// As [`crate::store::Store::add_seek`].
    pub async fn add_seek(
        &self,
        seek: &Seek,
        draw: Draw,
        limits: SeekLimits,
        now: GameTime,
    ) -> Result<SeekState, StoreError> {
        let id = seek.id;
        self.change_seeks(SeekChange::Add { seek: Box::new(seek.clone()), draw, limits, now }).await?;
        self.board().get(id).map(|Row { state, .. }| state.clone()).ok_or(StoreError::NotFound)
    }

    /// # Errors
    /// As [`crate::store::Store::seek`].
    pub fn seek(&self, id: Uuid, now: GameTime) -> Result<(Seek, SeekState), StoreError> {
        let mut board = self.board();
        let state = board.touch(id, now).ok_or(StoreError::NotFound)?;
        board.get(id).map(|Row { seek, .. }| (seek.clone(), state)).ok_or(StoreError::NotFound)
    }

    /// As [`crate::store::Store::touch_seeks`].
    pub fn touch_seeks(&self, ids: &[Uuid], now: GameTime) {
        let mut board = self.board();
        for &id in ids {
            board.touch(id, now);
        }
    }

    /// As [`crate::store::Store::open_seeks_of`].
    pub fn open_seeks_of(&self, ids: &[Uuid], now: GameTime) -> Vec<Uuid> {
        self.board().open_of(ids, now)
    }

    /// # Errors
    /// As [`crate::store::Store::meet_engine`].
    pub async fn meet_engine(&self, id: Uuid, draw: Draw, now: GameTime) -> Result<(), StoreError> {
        self.change_seeks(SeekChange::MeetEngine { id, draw, now }).await
    }

    /// # Errors
    /// As [`crate::store::Store::withdraw_seek`].
    pub async fn withdraw_seek(&self, id: Uuid, now: GameTime) -> Result<(), StoreError> {
        self.change_seeks(SeekChange::Withdraw { id, now }).await
    }

    /// # Errors
    /// As [`crate::store::Store::host_seeks`].
    pub async fn host_seeks(&self, ids: Vec<Uuid>) -> Result<(), StoreError> {
        self.change_seeks(SeekChange::Host(ids)).await
    }

    /// As [`crate::store::Store::open_seeks`].
    pub fn open_seeks(&self, lobby: PoolId, now: GameTime) -> Vec<Seek> {
        self.board().open(lobby, now)
    }

    /// Removes the seeks that nobody has waited on for too long.
    pub async fn expire_seeks(&self, now: GameTime) {
        if !self.board().is_empty() {
            let _next_time = self.change_seeks(SeekChange::Expire { now }).await;
        }
    }
}
