//! Seeks in a store.

use super::any::{Kind, Store};
use super::error::StoreError;
use super::seeks::{Draw, PoolId, Seek, SeekLimits, SeekState};
use uuid::Uuid;

impl Store {
    /// Adds a seek, or finds it if an earlier attempt has added it, and lets it meet the one that has waited longest of those that
    /// fit: both are matched in one step. Returns what has come of it.
    ///
    /// # Errors
    /// [`StoreError::Full`], [`StoreError::TooManySeeks`], [`StoreError::Unavailable`].
    pub async fn add_seek(
        &self,
        seek: &Seek,
        draw: Draw,
        limits: SeekLimits,
    ) -> Result<SeekState, StoreError> {
        let now = self.running_game_time().await?;
        let work = async {
            match &self.kind {
                Kind::Local(store) => store.add_seek(seek, draw, limits, now).await,
                Kind::Redis(store) => store.add_seek(seek, draw, limits, now).await,
            }
        };
        self.timed("seek", Box::pin(work)).await
    }

    /// Reads a seek, and notes that somebody waits on it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if it is gone, [`StoreError::Unavailable`].
    pub async fn seek(&self, id: Uuid) -> Result<(Seek, SeekState), StoreError> {
        let now = self.running_game_time().await?;
        let work = async {
            match &self.kind {
                Kind::Local(store) => store.seek(id, now),
                Kind::Redis(store) => store.seek(id, now).await,
            }
        };
        self.timed("seek", Box::pin(work)).await
    }

    /// Notes that somebody waits on these seeks.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn touch_seeks(&self, ids: &[Uuid]) -> Result<(), StoreError> {
        let now = self.running_game_time().await?;
        match &self.kind {
            Kind::Local(store) => {
                store.touch_seeks(ids, now);
                Ok(())
            }
            Kind::Redis(store) => Box::pin(store.touch_seeks(ids, now)).await,
        }
    }

    /// Those of these seeks that are still open.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn open_seeks_of(&self, ids: &[Uuid]) -> Result<Vec<Uuid>, StoreError> {
        let now = self.running_game_time().await?;
        match &self.kind {
            Kind::Local(store) => Ok(store.open_seeks_of(ids, now)),
            Kind::Redis(store) => Box::pin(store.open_seeks_of(ids)).await,
        }
    }

    /// Lets the engine that a seek names take the place of the opponent, unless one has come.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the seek is gone, [`StoreError::Unavailable`].
    pub async fn meet_engine(&self, id: Uuid, draw: Draw) -> Result<(), StoreError> {
        let now = self.running_game_time().await?;
        let work = async {
            match &self.kind {
                Kind::Local(store) => store.meet_engine(id, draw, now).await,
                Kind::Redis(store) => store.meet_engine(id, draw, now).await,
            }
        };
        self.timed("seek", Box::pin(work)).await
    }

    /// Removes an open seek.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if it is gone, [`StoreError::SeekMatched`], [`StoreError::Unavailable`].
    pub async fn withdraw_seek(&self, id: Uuid) -> Result<(), StoreError> {
        let now = self.running_game_time().await?;
        let work = async {
            match &self.kind {
                Kind::Local(store) => store.withdraw_seek(id, now).await,
                Kind::Redis(store) => store.withdraw_seek(id, now).await,
            }
        };
        self.timed("seek", Box::pin(work)).await
    }

    /// Notes that the game of these seeks exists, so that nobody creates it again once it has been deleted.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn host_seeks(&self, ids: Vec<Uuid>) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Local(store) => store.host_seeks(ids).await,
            Kind::Redis(store) => Box::pin(store.host_seeks(&ids)).await,
        }
    }

    /// The open seeks of a lobby, those that have waited longest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn open_seeks(&self, lobby: PoolId) -> Result<Vec<Seek>, StoreError> {
        let now = self.running_game_time().await?;
        let work = async {
            match &self.kind {
                Kind::Local(store) => Ok(store.open_seeks(lobby, now)),
                Kind::Redis(store) => store.open_seeks(lobby, now).await,
            }
        };
        self.timed("list", Box::pin(work)).await
    }
}
