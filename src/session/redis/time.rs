//! Game time in Redis, which all servers share, and the index of deadlines.
//!
//! Every server advances the shared game time twice a second and counts on with its own clock in between.

use super::scripts::ADVANCE_GAME_TIME;
use super::{keys, unknown_reply};
use crate::redis_link::with_timeout;
use crate::session::{GameClock, GameTime, Overdue, StoreError};
use ::redis::aio::ConnectionManager;
use ::redis::pipe;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

/// How often a server advances the game time.
const ADVANCE_EVERY: Duration = Duration::from_millis(500);
/// A longer gap between two advances is not charged to any clock.
const LONGEST_GAP: Duration = Duration::from_secs(3);
/// A longer gap before a server starts is not charged either: any other that is up would have advanced the time.
const LONGEST_GAP_AT_START: Duration = Duration::from_secs(1);
/// How much longer than a server's own clock says a gap may be, because replies take time.
const GAP_SLACK: Duration = Duration::from_millis(100);
/// How long a server counts on by itself, and so the most that is charged of a time in which Redis stood still. Longer than
/// between two advances, because replies take time.
const COUNT_ON_FOR: Duration = Duration::from_millis(1200);
/// While some game has a deadline, a server looks at the index at least this often, because another server may have added one.
const LOOK_EVERY: Duration = Duration::from_millis(150);

/// The earliest deadline that this server knows if it knows none.
const NONE: i64 = i64::MAX;

pub struct SharedTime {
    commands: ConnectionManager,
    pub clock: Arc<GameClock>,
    known: Arc<KnownDeadlines>,
    _advancing: AbortOnDropHandle<()>,
}

struct KnownDeadlines {
    earliest: AtomicI64,
    added: Notify,
}

impl KnownDeadlines {
    /// Another server may have added this deadline, or this one did.
    fn add(&self, deadline: i64) {
        if self.earliest.fetch_min(deadline, Ordering::Relaxed) > deadline {
            self.added.notify_one();
        }
    }
}

impl std::fmt::Debug for SharedTime {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("SharedTime").field("clock", &self.clock).finish_non_exhaustive()
    }
}

impl SharedTime {
    /// Starts to advance the game time. Must be called within a Tokio runtime.
    pub fn start(commands: ConnectionManager) -> SharedTime {
        let clock = Arc::new(GameClock::unknown());
        let known = Arc::new(KnownDeadlines { earliest: AtomicI64::new(NONE), added: Notify::new() });
        let advancing = tokio::spawn(advance(commands.clone(), Arc::clone(&clock), Arc::clone(&known)));
        SharedTime { commands, clock, known, _advancing: AbortOnDropHandle::new(advancing) }
    }

    /// Notes a deadline that this server wrote.
    pub fn note(&self, GameTime(deadline): GameTime) {
        self.known.add(deadline);
    }

    /// As [`crate::session::Store::deadline_added`].
    pub async fn deadline_added(&self) {
        self.known.added.notified().await;
    }

    /// As [`crate::session::Store::overdue`].
    pub async fn overdue(&self, now: GameTime) -> Result<Overdue, StoreError> {
        if !self.clock.is_known() {
            return Err(StoreError::game_time_unknown());
        }
        self.known.earliest.store(NONE, Ordering::Relaxed);
        let mut look = pipe();
        look.cmd("ZRANGEBYSCORE").arg(keys::DEADLINES).arg("-inf").arg(now.0).arg("LIMIT").arg(0);
        look.arg(Overdue::BATCH);
        look.cmd("ZRANGEBYSCORE").arg(keys::DEADLINES).arg(format!("({}", now.0)).arg("+inf");
        look.arg("WITHSCORES").arg("LIMIT").arg(0).arg(1);
        type Found = (Vec<String>, Vec<(String, f64)>);
        let (games, next): Found = with_timeout(look.query_async(&mut self.commands.clone())).await?;
        let next = next.first().map(|&(_, deadline)| GameTime(deadline as i64));
        if let Some(GameTime(next)) = next {
            self.known.earliest.fetch_min(next, Ordering::Relaxed);
        }
        Ok(Overdue::new(ids(&games)?, next, now, LOOK_EVERY))
    }

    /// As [`crate::session::Store::games_with_deadline`].
    pub async fn games(&self) -> Result<Vec<Uuid>, StoreError> {
        let mut all = ::redis::cmd("ZRANGE");
        all.arg(keys::DEADLINES).arg(0).arg(-1);
        let games: Vec<String> = with_timeout(all.query_async(&mut self.commands.clone())).await?;
        ids(&games)
    }

    /// As [`crate::session::Store::forget_deadline`].
    pub async fn forget(&self, id: Uuid) {
        let mut forget = ::redis::cmd("ZREM");
        forget.arg(keys::DEADLINES).arg(id.to_string());
        let _next_look_tries_again = with_timeout(forget.query_async::<()>(&mut self.commands.clone())).await;
    }
}

fn ids(texts: &[String]) -> Result<Vec<Uuid>, StoreError> {
    texts.iter().map(|text| text.parse().map_err(|_| unknown_reply())).collect()
}

/// Advances the game time until the task is aborted.
async fn advance(mut commands: ConnectionManager, clock: Arc<GameClock>, known: Arc<KnownDeadlines>) {
    let mut last: Option<(Instant, i64)> = None;
    loop {
        let asked = Instant::now();
        let mut advance = ADVANCE_GAME_TIME.key(keys::GAME_TIME);
        advance.key(keys::DEADLINES);
        match last {
            Some((_, time)) => advance.arg(time),
            None => advance.arg(""),
        };
        let gap = last.map_or(LONGEST_GAP_AT_START, |(at, _)| asked.duration_since(at) + GAP_SLACK);
        advance.arg(gap.as_millis() as u64).arg(LONGEST_GAP.as_millis() as u64);
        if let Ok((time, deadlines)) = with_timeout(advance.invoke_async::<(i64, usize)>(&mut commands)).await
        {
            clock.measured(asked, Instant::now(), GameTime(time), COUNT_ON_FOR);
            last = Some((asked, time));
            if deadlines > 0 {
                known.add(time);
            }
        }
        tokio::time::sleep(ADVANCE_EVERY).await;
    }
}
