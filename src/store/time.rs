//! The game time of a store.

use super::any::Store;
use super::error::StoreError;
use crate::game::{GameTime, Session};
use std::time::{Duration, Instant};

/// How long to wait for the game time to run. A server advances it ten times a second.
const CATCH_UP_TIMEOUT: Duration = Duration::from_millis(500);

impl Store {
    /// The game time when a request arrived that was read at `read`. If it may have arrived while this process stood still, the
    /// time when that began: nobody is charged for a stall. While the game time is not known it is negative; then no clock can
    /// be started.
    pub fn game_time(&self, read: Instant) -> GameTime {
        self.game_clock.at(self.stalls.earliest_arrival(read))
    }

    /// The current game time. It stands still while this server does not know what others have counted.
    pub fn game_time_now(&self) -> GameTime {
        self.game_clock.at(Instant::now())
    }

    /// The current game time, once it runs. After this server stood still or was cut off from Redis, it first has to learn what
    /// other servers have counted meanwhile. In a cluster, games can be played while the node of the game time is down; all clocks
    /// stand still then.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the store does not say in time.
    pub async fn running_game_time(&self) -> Result<GameTime, StoreError> {
        let started = Instant::now();
        while !self.game_clock.is_running() {
            if started.elapsed() > CATCH_UP_TIMEOUT {
                if self.is_cluster() {
                    break;
                }
                return Err(StoreError::Unavailable("the game time stands still".to_owned()));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok(self.game_time_now())
    }

    /// Waits until the game time runs, if the game may have a deadline.
    ///
    /// # Errors
    /// As [`Store::running_game_time`].
    pub async fn catch_up(&self, session: &Session) -> Result<(), StoreError> {
        if session.may_have_deadline() {
            self.running_game_time().await?;
        }
        Ok(())
    }

    /// Watches for stalls of this process until it is dropped.
    pub async fn watch_for_stalls(&self) {
        self.stalls.watch().await;
    }

    /// Whether requests that came while this process stood still may not have been read yet.
    pub fn is_reading_backlog(&self) -> bool {
        self.stalls.is_reading_backlog()
    }

    /// Resolves once the game time is known. This takes time only with Redis, until Redis answers.
    pub async fn game_time_known(&self) {
        while self.known_game_time().is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    pub(super) fn known_game_time(&self) -> Result<GameTime, StoreError> {
        Some(self.game_time_now()).filter(|now| now.0 >= 0).ok_or_else(StoreError::game_time_unknown)
    }
}
