//! Game time in Redis, which all servers share, and the index of deadlines.
//!
//! Every server advances the shared game time, and counts on with its own clock in between. It adds only time since the last advance
//! of any server, and since its own, in which it was up for certain. So the game time counts when at least one server is up, and at no
//! other time.

use super::keys::{GAME_TIME, Keys, Shard};
use super::reply::unknown_reply;
use super::scripts::{ADVANCE_GAME_TIME, POSTPONE_DEADLINE};
use crate::game::GameTime;
use crate::redis_link::{Connection, Unavailable, with_timeout};
use crate::store::deadlines::Overdue;
use crate::store::error::StoreError;
use crate::store::game_clock::GameClock;
use ::redis::pipe;
use futures_util::future::join_all;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

/// How often a server advances the game time while a game has a deadline, and otherwise. What a server has counted since its
/// last advance is lost when it dies.
const ADVANCE_EVERY: Duration = Duration::from_millis(100);
const ADVANCE_IDLE_EVERY: Duration = Duration::from_millis(500);
/// A longer gap between two advances is not charged to any clock.
const LONGEST_GAP: Duration = Duration::from_secs(3);
/// If nobody has advanced the game time for this long, no other server is up.
const ALONE_AFTER: Duration = Duration::from_millis(600);
/// A server's replies take time, so a gap may be this much longer than the server's own clock says.
const GAP_SLACK: Duration = Duration::from_millis(100);
/// How long a server counts on without Redis, and so the most that is charged while Redis stands still. Longer than
/// the interval between two advances, because replies take time.
const COUNT_ON_FOR: Duration = Duration::from_millis(1200);
/// The first game time that a server takes is off by up to half of what the reply took. Slower replies than this are left out, up to
/// [`MOST_SLOW_REPLIES`]: a server that is ahead ends games early.
const QUICK_REPLY: Duration = Duration::from_millis(100);
const MOST_SLOW_REPLIES: u32 = 5;
/// A reply that took longer says too little about the time now: this process stood still, or the link to Redis did.
const LONGEST_WAIT: Duration = Duration::from_millis(500);
/// While a game has a deadline, a server polls the index at least this often, because another server may have added
/// one.
const POLL_EVERY: Duration = Duration::from_millis(150);

/// Stands for the earliest known deadline when none is known.
const NONE: i64 = i64::MAX;

/// Games with their deadlines.
type Deadlines = Vec<(String, f64)>;

pub struct SharedTime {
    commands: Connection,
    keys: Keys,
    pub clock: Arc<GameClock>,
    known: Arc<KnownDeadlines>,
    /// Whether Redis stored the last advance.
    takes_changes: Arc<AtomicBool>,
    offset: Arc<Offset>,
    _advancing: AbortOnDropHandle<()>,
}

/// The clock of Redis minus the game time, in milliseconds, as of the last advance.
struct Offset(AtomicI64);

impl Offset {
    const UNKNOWN: i64 = i64::MIN;

    fn get(&self) -> Option<i64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|&offset| offset != Offset::UNKNOWN)
    }
}

struct KnownDeadlines {
    earliest: AtomicI64,
    added: Notify,
}

impl KnownDeadlines {
    fn is_empty(&self) -> bool {
        self.earliest.load(Ordering::Relaxed) == NONE
    }

    /// Adds a deadline that this server or another one has written.
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
    pub fn start(commands: Connection, keys: Keys) -> SharedTime {
        let clock = Arc::new(GameClock::unknown());
        let known = Arc::new(KnownDeadlines { earliest: AtomicI64::new(NONE), added: Notify::new() });
        let takes_changes = Arc::new(AtomicBool::new(false));
        let offset = Arc::new(Offset(AtomicI64::new(Offset::UNKNOWN)));
        let advancing = Advancing {
            keys,
            clock: Arc::clone(&clock),
            known: Arc::clone(&known),
            takes_changes: Arc::clone(&takes_changes),
            offset: Arc::clone(&offset),
        };
        let advancing = tokio::spawn(advancing.run(commands.clone()));
        SharedTime {
            commands,
            keys,
            clock,
            known,
            takes_changes,
            offset,
            _advancing: AbortOnDropHandle::new(advancing),
        }
    }

    /// As [`crate::store::Store::takes_changes`], as of the last advance of the game time.
    pub fn takes_changes(&self) -> bool {
        self.takes_changes.load(Ordering::Relaxed)
    }

    /// What the clock of Redis shows at a game time. None if that is not known, or not the same on all nodes.
    pub fn clock_of_redis(&self, GameTime(time): GameTime) -> Option<i64> {
        let offset = self.offset.get().filter(|_| self.keys == Keys::Single)?;
        Some(time.saturating_add(offset))
    }

    /// Registers a deadline that this server wrote.
    pub fn note(&self, GameTime(deadline): GameTime) {
        self.known.add(deadline);
    }

    /// As [`crate::store::Store::deadline_added`].
    pub async fn deadline_added(&self) {
        self.known.added.notified().await;
    }

    /// As [`crate::store::Store::overdue`].
    pub async fn overdue(&self, now: GameTime) -> Result<Overdue, StoreError> {
        if !self.clock.is_known() {
            return Err(StoreError::game_time_unknown());
        }
        self.known.earliest.store(NONE, Ordering::Relaxed);
        let looks = join_all(self.keys.shards().map(|shard| self.look(shard, now))).await;
        let (mut overdue, mut next, mut failure) = (Vec::new(), None, None);
        for look in looks {
            match look {
                Ok((games, later)) => {
                    overdue.extend(games);
                    next = next.into_iter().chain(later.first().map(|&(_, deadline)| deadline as i64)).min();
                }
                Err(unavailable) => failure = Some(unavailable),
            }
        }
        // Return the games of the shards that answer, even if others do not.
        if let (Some(unavailable), true) = (failure, overdue.is_empty()) {
            return Err(unavailable.into());
        }
        if let Some(next) = next {
            self.known.earliest.fetch_min(next, Ordering::Relaxed);
        }
        overdue.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        let games: Vec<String> = overdue.into_iter().take(Overdue::BATCH).map(|(game, _)| game).collect();
        Ok(Overdue::new(ids(&games)?, next.map(GameTime), now, POLL_EVERY))
    }

    /// The overdue games of a shard, and the next game with a deadline.
    async fn look(
        &self,
        shard: Shard,
        GameTime(now): GameTime,
    ) -> Result<(Deadlines, Deadlines), Unavailable> {
        let deadlines = self.keys.deadlines(shard);
        let mut look = pipe();
        look.cmd("ZRANGEBYSCORE").arg(&deadlines).arg("-inf").arg(now).arg("WITHSCORES");
        look.arg("LIMIT").arg(0).arg(Overdue::BATCH);
        look.cmd("ZRANGEBYSCORE").arg(&deadlines).arg(format!("({now}")).arg("+inf").arg("WITHSCORES");
        look.arg("LIMIT").arg(0).arg(1);
        with_timeout(look.query_async(&mut self.commands.clone())).await
    }

    /// As [`crate::store::Store::games_with_deadline`].
    pub async fn games(&self) -> Result<Vec<Uuid>, StoreError> {
        let mut games = Vec::new();
        for shard in self.keys.shards() {
            let mut all = ::redis::cmd("ZRANGE");
            all.arg(self.keys.deadlines(shard)).arg(0).arg(-1);
            let some: Vec<String> = with_timeout(all.query_async(&mut self.commands.clone())).await?;
            games.extend(ids(&some)?);
        }
        Ok(games)
    }

    /// As [`crate::store::Store::postpone_deadline`].
    pub async fn postpone(&self, id: Uuid, before: GameTime, until: GameTime) -> Result<bool, StoreError> {
        let mut call = POSTPONE_DEADLINE.key(self.keys.deadlines(self.keys.shard(id)));
        call.arg(id.to_string()).arg(before.0).arg(until.0);
        Ok(with_timeout(call.invoke(&mut self.commands.clone())).await?)
    }

    /// As [`crate::store::Store::forget_deadline`].
    pub async fn forget(&self, id: Uuid) {
        let mut forget = ::redis::cmd("ZREM");
        forget.arg(self.keys.deadlines(self.keys.shard(id))).arg(id.to_string());
        let _next_look_tries_again = with_timeout(forget.query_async::<()>(&mut self.commands.clone())).await;
    }
}

fn ids(texts: &[String]) -> Result<Vec<Uuid>, StoreError> {
    texts.iter().map(|text| text.parse().map_err(|_| unknown_reply())).collect()
}

/// Advances the game time.
struct Advancing {
    keys: Keys,
    clock: Arc<GameClock>,
    known: Arc<KnownDeadlines>,
    takes_changes: Arc<AtomicBool>,
    offset: Arc<Offset>,
}

/// A reply of the script. The clock of Redis is in milliseconds since the Unix epoch.
#[derive(Clone, Copy)]
struct Advance {
    /// The clock of this server before the call.
    asked: Instant,
    /// The game time.
    time: i64,
    /// The clock of Redis.
    now: i64,
    /// The clock of Redis when any server had last advanced the game time before the call.
    advanced_at: Option<i64>,
    /// How many games have a deadline. None in a cluster, where the script cannot count them.
    deadlines: Option<usize>,
}

impl Advance {
    /// Whether the game time is exact, as of a call that only reads it: either no other server is up, or one has advanced it
    /// since the `first` such call.
    fn is_exact(&self, first: &Advance) -> bool {
        let is_alone = |at| !(0..=ALONE_AFTER.as_millis() as i64).contains(&(self.now - at));
        self.advanced_at.is_none_or(is_alone) || self.advanced_at != first.advanced_at
    }
}

/// Which replies set the clock of this server.
#[derive(Default)]
struct Replies {
    /// The first one, which only read the game time.
    first: Option<Advance>,
    /// How many were too slow to set the clock for the first time.
    slow: u32,
}

impl Replies {
    /// Whether this server may count on from what it has read.
    fn is_exact(&mut self, read: Advance) -> bool {
        read.is_exact(self.first.get_or_insert(read))
    }

    /// Whether the clock follows a reply that took so long.
    fn is_quick(&mut self, waited: Duration, clock_is_known: bool) -> bool {
        if clock_is_known {
            return waited <= LONGEST_WAIT;
        }
        let is_quick = waited <= QUICK_REPLY || self.slow == MOST_SLOW_REPLIES;
        self.slow += u32::from(!is_quick);
        is_quick
    }
}

impl Advancing {
    /// Advances until the task is aborted.
    async fn run(self, mut commands: Connection) {
        let (mut replies, mut last) = (Replies::default(), None);
        let mut has_failed = false;
        loop {
            let advanced = self.advance(&mut commands, last.as_ref(), has_failed).await;
            has_failed = advanced.is_err();
            self.takes_changes.store(!has_failed, Ordering::Relaxed);
            let mut clocks_run = false;
            if let Ok(advance) = advanced {
                let replied = Instant::now();
                if last.is_none() {
                    if replies.is_exact(advance) {
                        last = Some(advance);
                        // From now on what passes is counted, also for this server.
                        continue;
                    }
                } else {
                    if replies.is_quick(replied.duration_since(advance.asked), self.clock.is_known()) {
                        self.clock.measured(advance.asked, replied, GameTime(advance.time), COUNT_ON_FOR);
                    }
                    self.offset.0.store(advance.now - advance.time, Ordering::Relaxed);
                    last = Some(advance);
                }
                clocks_run = advance.deadlines.is_some_and(|games| games > 0);
                if advance.deadlines != Some(0) && self.known.is_empty() {
                    self.known.add(advance.time);
                }
            }
            self.pause(clocks_run || !self.clock.is_known()).await;
        }
    }

    /// Pauses between two advances. A game with a deadline, which this server may write at any time, shortens the pause.
    async fn pause(&self, clocks_run: bool) {
        tokio::time::sleep(ADVANCE_EVERY).await;
        let mut paused = ADVANCE_EVERY;
        while !clocks_run && paused < ADVANCE_IDLE_EVERY && self.known.is_empty() {
            tokio::time::sleep(ADVANCE_EVERY).await;
            paused += ADVANCE_EVERY;
        }
    }

    /// Advances the game time by the time since the `last` advance of this server. Without one, only reads it.
    ///
    /// If the call before `has_failed`, Redis may stand still, and execute this call much later.
    async fn advance(
        &self,
        commands: &mut Connection,
        last: Option<&Advance>,
        has_failed: bool,
    ) -> Result<Advance, Unavailable> {
        let asked = Instant::now();
        let mut script = ADVANCE_GAME_TIME.key(GAME_TIME);
        if self.keys == Keys::Single {
            self.keys.shards().for_each(|only| _ = script.key(self.keys.deadlines(only)));
        }
        script.arg(LONGEST_GAP.as_millis() as u64).arg(ALONE_AFTER.as_millis() as u64);
        if let Some(last) = last {
            let counted = asked.duration_since(last.asked);
            let gap = GAP_SLACK + if has_failed { counted.min(COUNT_ON_FOR) } else { counted };
            script.arg(last.time).arg(last.now).arg(gap.as_millis() as u64);
        }
        let (time, now, advanced_at, deadlines) = with_timeout(script.invoke(commands)).await?;
        Ok(Advance { asked, time, now, advanced_at, deadlines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(advanced_at: Option<i64>) -> Advance {
        Advance { asked: Instant::now(), time: 5_000, now: 9_000, advanced_at, deadlines: Some(0) }
    }

    #[test]
    fn the_clock_is_not_set_by_a_slow_reply_unless_all_are_slow() {
        const SLOW: Duration = Duration::from_millis(640);
        let mut quick_at_last = Replies::default();
        assert!(!quick_at_last.is_quick(SLOW, false));
        assert!(quick_at_last.is_quick(QUICK_REPLY, false));
        let mut slow = Replies::default();
        let taken = (0..=MOST_SLOW_REPLIES).map(|_| slow.is_quick(SLOW, false));
        assert_eq!(taken.filter(|&is_quick| is_quick).count(), 1);
        assert!(!slow.is_quick(SLOW, true), "a clock that is set is the better estimate");
    }

    #[test]
    fn while_another_server_is_up_the_game_time_is_read_until_that_one_has_advanced_it() {
        let mut replies = Replies::default();
        assert!(!replies.is_exact(reply(Some(8_900))));
        assert!(!replies.is_exact(reply(Some(8_900))));
        assert!(replies.is_exact(reply(Some(8_990))));
    }
}
