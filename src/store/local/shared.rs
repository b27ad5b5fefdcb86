//! What the store has in memory, which its callers and the writer thread of its file share.

use super::idle_time::IdleTime;
use super::news_log::NewsLog;
use super::owned::OwnedGames;
use crate::game::{GameTime, Session};
use crate::store::deadlines::Deadlines;
use crate::store::events::{Event, Feeds};
use crate::store::game_clock::GameClock;
use crate::store::keep_times::KeepTimes;
use crate::store::last_seen::SeenPlayers;
use crate::store::phrases::PhraseCounts;
use crate::store::records::{Ledger, SharedLedger};
use crate::store::seeks::SeekBoard;
use crate::store::stream_tickets::StreamTickets;
use foldhash::quality::RandomState;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use uuid::Uuid;

/// A game, and its session unless that is only in the file.
#[derive(Debug)]
pub struct Entry {
    /// In idle time.
    pub last_used: AtomicI64,
    /// The last use that was written to the file.
    pub written_use: AtomicI64,
    /// Whether the game is known to be over.
    pub is_over: AtomicBool,
    session: Mutex<Option<Arc<Session>>>,
}

impl Entry {
    pub fn new(last_used: i64) -> Entry {
        Entry {
            last_used: AtomicI64::new(last_used),
            written_use: AtomicI64::new(last_used),
            is_over: AtomicBool::new(false),
            session: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Session>>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn session(&self) -> Option<Arc<Session>> {
        self.lock().clone()
    }

    /// Takes a session over, unless it has a later version already. Does not take it over either if what it was read from is not
    /// current any more: the file may have failed since and now contain something else. Returns the later of both sessions.
    pub fn take_if_newer(&self, session: Arc<Session>, is_current: impl FnOnce() -> bool) -> Arc<Session> {
        let mut kept = self.lock();
        if !is_current() {
            return session;
        }
        match &*kept {
            Some(kept) if kept.version >= session.version => Arc::clone(kept),
            _ => Arc::clone(kept.insert(session)),
        }
    }

    /// Leaves the session to the file.
    pub fn drop_session(&self) {
        *self.lock() = None;
    }
}

#[derive(Debug)]
pub struct Shared {
    pub games: papaya::HashMap<Uuid, Arc<Entry>, RandomState>,
    /// The claims, which end with the process, and the records.
    pub ledger: SharedLedger,
    pub feeds: Feeds,
    pub deadlines: Deadlines,
    pub owned: OwnedGames,
    pub news: NewsLog,
    pub players: SeenPlayers,
    pub phrases: PhraseCounts,
    pub stream_tickets: StreamTickets,
    seeks: Mutex<SeekBoard>,
    /// Stands still while the file has failed.
    pub clock: Arc<GameClock>,
    idle_time: RwLock<IdleTime>,
    /// Held during a change to a store without a file.
    pub changing: Mutex<()>,
}

impl Shared {
    pub fn new(ledger: Ledger, game_time: GameTime, idle_time: IdleTime, last_news: u64) -> Shared {
        Shared {
            games: papaya::HashMap::default(),
            ledger: SharedLedger::new(ledger),
            feeds: Feeds::default(),
            deadlines: Deadlines::default(),
            owned: OwnedGames::default(),
            news: NewsLog::after(last_news),
            players: SeenPlayers::default(),
            phrases: PhraseCounts::default(),
            stream_tickets: StreamTickets::default(),
            seeks: Mutex::default(),
            clock: Arc::new(GameClock::starting_at(game_time)),
            idle_time: RwLock::new(idle_time),
            changing: Mutex::default(),
        }
    }

    pub fn board(&self) -> MutexGuard<'_, SeekBoard> {
        self.seeks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether something in the store depends on the game time.
    pub fn needs_game_time(&self) -> bool {
        !self.deadlines.is_empty() || !self.board().is_empty()
    }

    pub fn idle_time(&self) -> IdleTime {
        *self.idle_time.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set_idle_time(&self, idle_time: IdleTime) {
        *self.idle_time.write().unwrap_or_else(PoisonError::into_inner) = idle_time;
    }

    pub fn entry(&self, id: Uuid) -> Option<Arc<Entry>> {
        self.games.pin().get(&id).cloned()
    }

    pub fn session(&self, id: Uuid) -> Option<Arc<Session>> {
        self.games.pin().get(&id).and_then(|entry| entry.session())
    }

    /// Takes over a session that was written, and tells the listeners. `is_current` is as for [`Entry::take_if_newer`].
    pub fn publish(&self, session: Arc<Session>, is_current: impl FnOnce() -> bool) {
        let now = self.idle_time().now();
        let games = self.games.pin();
        let entry = games.get_or_insert_with(session.id, || Arc::new(Entry::new(now)));
        entry.last_used.store(now, Ordering::Relaxed);
        entry.is_over.store(session.is_over(), Ordering::Relaxed);
        entry.take_if_newer(Arc::clone(&session), is_current);
        self.deadlines.take(&session);
        self.owned.take(&session);
        self.feeds.publish(session.id, Event::Changed(session));
    }

    /// Removes a game that was deleted, and tells the listeners.
    pub fn forget(&self, id: Uuid) {
        self.games.pin().remove(&id);
        self.deadlines.remove(id);
        self.owned.remove(id);
        self.feeds.publish(id, Event::Deleted);
        self.feeds.remove(id);
    }

    /// Whether a game was not used since `oldest`, in idle time. A game with a running clock is in use.
    pub fn is_unused(&self, id: Uuid, oldest: i64) -> bool {
        let games = self.games.pin();
        let last_used = games.get(&id).map_or(i64::MIN, |entry| entry.last_used.load(Ordering::Relaxed));
        last_used < oldest && !self.deadlines.contains(id)
    }

    /// The games that have expired, except that of some it is not known whether they are over and kept longer.
    pub fn expired(&self, keep: KeepTimes) -> Vec<Uuid> {
        let idle_time = self.idle_time();
        let (oldest, oldest_over) = (idle_time.before(keep.unfinished), idle_time.before(keep.finished));
        let has_expired = |entry: &Entry| {
            let is_over = entry.is_over.load(Ordering::Relaxed);
            entry.last_used.load(Ordering::Relaxed) < if is_over { oldest_over.min(oldest) } else { oldest }
        };
        let games = self.games.pin();
        let old = games.iter().filter(|(_, entry)| has_expired(entry)).map(|(&id, _)| id);
        old.filter(|&id| !self.deadlines.contains(id)).collect()
    }
}
