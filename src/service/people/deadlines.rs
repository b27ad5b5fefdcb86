//! Ends the games whose time is up, without a request, and plays on those that the server plays by itself. Every server runs this
//! task; if several find the same game, one of them ends it.

use crate::game::{GameTime, Session};
use crate::service::feed::news::with_news;
use crate::service::play::run::take_over;
use crate::service::state::Service;
use crate::store::{Overdue, StoreError};
use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How long a move that arrived in time may take to be written.
const GRACE: Duration = Duration::from_millis(20);
/// How many games are ended or corrected at once.
const WIDTH: usize = 16;
/// The pause after the store did not answer, or a game in the index was not ended.
const PAUSE: Duration = Duration::from_millis(50);
/// The pause before a game is tried again that could not be ended.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// Ends games at their deadlines until the server shuts down.
pub async fn run_deadlines(service: Arc<Service>) {
    let draining = service.draining.clone();
    let sweeper = Sweeper { service, offset: None, failed: HashMap::new() };
    tokio::select! {
        () = sweeper.run() => {}
        () = draining.cancelled() => {}
    }
}

struct Sweeper {
    service: Arc<Service>,
    /// The time of day minus the game time, in milliseconds, for which all clocks are correct.
    offset: Option<i64>,
    /// The games that could not be ended or played on, and when.
    failed: HashMap<Uuid, Instant>,
}

impl Sweeper {
    async fn run(mut self) {
        loop {
            match self.look().await {
                Ok(Some(wait)) => {
                    let added = self.service.store.deadline_added();
                    let _the_earlier_of_both = tokio::time::timeout(wait, added).await;
                }
                Ok(None) => self.service.store.deadline_added().await,
                Err(error) => {
                    tracing::debug!(%error, "the deadlines could not be read");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// Ends the games whose time is up. Returns how long to wait before the next poll. None if no game has a
    /// deadline.
    async fn look(&mut self) -> Result<Option<Duration>, StoreError> {
        let store = &self.service.store;
        // A move that came in time while this server stood still may not have been read yet.
        if store.is_reading_backlog() {
            return Ok(Some(PAUSE));
        }
        let GameTime(now) = store.running_game_time().await?;
        let due = GameTime(now - GRACE.as_millis() as i64);
        let Overdue { mut games, look_again_after } = store.overdue(due).await?;
        self.correct_clocks(Timestamp::now().as_millisecond() - now).await?;
        self.failed.retain(|_, at| at.elapsed() < TRY_AGAIN_AFTER);
        let overdue = games.len();
        games.retain(|id| !self.failed.contains_key(id));
        let mut all_ended = games.len() == overdue;
        for (id, result) in change_all(&self.service, games, Session::timed_out).await {
            let result = match result {
                Ok(false) => take_over(&self.service, id, due).await,
                ended => ended,
            };
            all_ended &= matches!(result, Ok(true));
            if let Err(error) = result {
                tracing::warn!(%id, %error, "a game could not be ended or played on at its deadline");
                self.failed.insert(id, Instant::now());
            }
        }
        Ok(look_again_after.map(|wait| if all_ended { wait } else { wait.max(PAUSE) }))
    }

    /// Corrects the times of day of all running clocks after game time stood still, or the machine's clock was set.
    async fn correct_clocks(&mut self, offset: i64) -> Result<(), StoreError> {
        if self.offset.is_some_and(|known| (known - offset).abs() <= Session::TIME_TOLERANCE_MS) {
            return Ok(());
        }
        let games = self.service.store.games_with_deadline().await?;
        for (_, result) in change_all(&self.service, games, Session::restamped).await {
            result?;
        }
        self.offset = Some(offset);
        Ok(())
    }
}

/// Changes the games for which `change` returns a new session. Returns for each game whether it was changed.
async fn change_all(
    service: &Service,
    games: Vec<Uuid>,
    change: fn(&Session, GameTime) -> Option<Session>,
) -> Vec<(Uuid, Result<bool, StoreError>)> {
    let changes = games.into_iter().map(|id| async move { (id, change_one(service, id, change).await) });
    stream::iter(changes).buffer_unordered(WIDTH).collect().await
}

/// Changes a game if `change` returns a new session for its current state. Returns whether it was changed.
pub(in crate::service) async fn change_one(
    service: &Service,
    id: Uuid,
    change: fn(&Session, GameTime) -> Option<Session>,
) -> Result<bool, StoreError> {
    loop {
        let session = match service.store.get(id).await {
            Err(StoreError::NotFound) => {
                service.store.forget_deadline(id).await;
                return Ok(true);
            }
            session => session?,
        };
        let Some(next) = change(&session, service.store.running_game_time().await?) else { return Ok(false) };
        let next = with_news(Some(&session), Arc::new(next));
        match service.store.replace(session.tag(), next, None).await {
            // The next read says what it is now.
            Err(StoreError::Conflict(_) | StoreError::NotFound) => {}
            result => return result.map(|_| true),
        }
    }
}
