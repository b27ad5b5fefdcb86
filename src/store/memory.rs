//! The store in memory: a concurrent map, changed by compare-and-set on the version.

use super::deadlines::Deadlines;
use super::error::StoreError;
use super::events::{Event, Feeds};
use super::keep_times::KeepTimes;
use super::last_seen::SeenPlayers;
use super::records::{IdempotencyRecord, RecordLimits, Records};
use crate::game::{Session, Tag};
use crate::store::times::uptime;
use foldhash::quality::RandomState;
use papaya::Operation;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use uuid::Uuid;

#[derive(Debug)]
struct Entry {
    session: Arc<Session>,
    /// As [`uptime`].
    last_used: AtomicI64,
}

impl Entry {
    fn new(session: Arc<Session>) -> Entry {
        Entry { session, last_used: AtomicI64::new(uptime()) }
    }
}

#[derive(Debug)]
pub struct MemoryStore {
    games: papaya::HashMap<Uuid, Entry, RandomState>,
    pub feeds: Feeds,
    pub records: Records,
    pub deadlines: Deadlines,
    pub players: SeenPlayers,
    capacity: usize,
    keep: KeepTimes,
}

impl MemoryStore {
    /// A store of at most `capacity` games. A game expires when it was not used for the time `keep`.
    pub fn new(capacity: usize, keep: impl Into<KeepTimes>, records: RecordLimits) -> MemoryStore {
        MemoryStore {
            games: papaya::HashMap::default(),
            feeds: Feeds::default(),
            records: Records::new(records),
            deadlines: Deadlines::default(),
            players: SeenPlayers::default(),
            capacity,
            keep: keep.into(),
        }
    }

    pub fn len(&self) -> usize {
        self.games.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn keep_times(&self) -> KeepTimes {
        self.keep
    }

    /// As [`super::Store::insert`].
    ///
    /// # Errors
    /// [`StoreError::Full`], [`StoreError::Conflict`], [`StoreError::ClaimLost`].
    pub fn insert(
        &self,
        session: Arc<Session>,
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        if let Some(stored) = self.games.pin().get(&session.id).map(|stored| Arc::clone(&stored.session)) {
            return if stored.tag() == session.tag() {
                Ok(session)
            } else {
                Err(StoreError::Conflict(stored))
            };
        }
        if self.games.len() >= self.capacity {
            return Err(StoreError::Full);
        }
        self.records.write(record, || {
            let games = self.games.pin();
            if let Err(taken) = games.try_insert(session.id, Entry::new(Arc::clone(&session))) {
                return Err(StoreError::Conflict(Arc::clone(&taken.current.session)));
            }
            self.index(&session);
            Ok(session)
        })
    }

    /// Puts the deadline of a game that was just written into the index.
    fn index(&self, written: &Session) {
        if written.clock.is_some() {
            let current = || self.games.pin().get(&written.id).and_then(|stored| stored.session.deadline());
            self.deadlines.update(written.id, current);
        }
    }

    /// As [`super::Store::settle`].
    ///
    /// # Errors
    /// [`StoreError::ClaimLost`].
    pub fn settle(&self, record: IdempotencyRecord<'_>) -> Result<(), StoreError> {
        self.records.write(Some(record), || Ok(()))
    }

    /// Reads a game. Counts as a use.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub fn get(&self, id: Uuid) -> Result<Arc<Session>, StoreError> {
        let games = self.games.pin();
        let stored = games.get(&id).ok_or(StoreError::NotFound)?;
        stored.last_used.store(uptime(), Ordering::Relaxed);
        Ok(Arc::clone(&stored.session))
    }

    /// As [`super::Store::replace`].
    ///
    /// # Errors
    /// [`StoreError::Conflict`], [`StoreError::NotFound`], [`StoreError::ClaimLost`].
    pub fn replace(
        &self,
        base: Tag,
        next: Arc<Session>,
        record: Option<IdempotencyRecord<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        if self.games.pin().get(&next.id).is_some_and(|stored| stored.session.tag() == next.tag()) {
            return Ok(next);
        }
        self.records.write(record, || self.exchange(base, &next))?;
        self.index(&next);
        self.feeds.publish(next.id, Event::Changed(Arc::clone(&next)));
        Ok(next)
    }

    fn exchange(&self, base: Tag, next: &Arc<Session>) -> Result<(), StoreError> {
        let games = self.games.pin();
        let outcome = games.compute(next.id, |entry| match entry {
            Some((_, stored)) if stored.session.tag() == base => {
                Operation::Insert(Entry::new(Arc::clone(next)))
            }
            Some((_, stored)) => Operation::Abort(StoreError::Conflict(Arc::clone(&stored.session))),
            None => Operation::Abort(StoreError::NotFound),
        });
        if let papaya::Compute::Aborted(error) = outcome { Err(error) } else { Ok(()) }
    }

    /// As [`super::Store::remove`].
    ///
    /// # Errors
    /// [`StoreError::NotFound`], [`StoreError::Conflict`].
    pub fn remove(&self, id: Uuid, base: Option<Tag>) -> Result<(), StoreError> {
        let games = self.games.pin();
        let outcome = games.compute(id, |entry| match entry {
            Some((_, stored)) if base.is_none_or(|base| base == stored.session.tag()) => Operation::Remove,
            Some((_, stored)) => Operation::Abort(StoreError::Conflict(Arc::clone(&stored.session))),
            None => Operation::Abort(StoreError::NotFound),
        });
        if let papaya::Compute::Aborted(error) = outcome {
            return Err(error);
        }
        self.forget(id);
        Ok(())
    }

    fn forget(&self, id: Uuid) {
        self.deadlines.remove(id);
        self.feeds.publish(id, Event::Deleted);
        self.feeds.remove(id);
    }

    /// Deletes the games that were not used for too long. A game with a running clock is in use.
    pub fn sweep(&self) {
        let now = uptime();
        let games = self.games.pin();
        let is_idle = |stored: &Entry| {
            let oldest = now - self.keep.of(&stored.session).as_secs() as i64;
            stored.last_used.load(Ordering::Relaxed) < oldest && stored.session.deadline().is_none()
        };
        for (&id, _) in games.iter().filter(|(_, stored)| is_idle(stored)) {
            // Check again: somebody may have used the game in the meantime.
            if games.remove_if(&id, |_, stored| is_idle(stored)).is_ok_and(|removed| removed.is_some()) {
                self.forget(id);
            }
        }
        self.players.retain(|id| games.contains_key(&id));
        self.feeds.sweep();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::fixtures::timed_session;
    use crate::game::{GameTime, Player};
    use crate::rules::{BySide, Game, Options, Side, xiangqi};
    use std::time::Duration;

    fn session() -> Session {
        let game = Game::new(&Options::Xiangqi(xiangqi::Options::default()), None).unwrap();
        Session::new(game, BySide { first: Player::Human, second: Player::Human }, None)
    }

    fn store() -> MemoryStore {
        MemoryStore::new(10, Duration::from_secs(60), RecordLimits::default())
    }

    #[test]
    fn one_of_many_concurrent_changes_to_a_version_wins() {
        let store = store();
        let first = store.insert(session().into(), None).unwrap();
        let moves = first.game.legal_moves();
        let won: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = moves
                .iter()
                .map(|&mv| first.with_move(mv, false, GameTime(0)).unwrap())
                .map(|next| {
                    scope.spawn(|| usize::from(store.replace(first.tag(), next.into(), None).is_ok()))
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(won, 1);
        let now = store.get(first.id).unwrap();
        assert_eq!((now.version, now.game.ply()), (2, 1));
        match store.replace(first.tag(), first.with_undo(0, GameTime(0)).unwrap().into(), None) {
            Err(StoreError::Conflict(current)) => assert_eq!(current.version, 2),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_full_store_refuses_games_and_an_idle_game_expires() {
        let store = MemoryStore::new(1, Duration::ZERO, RecordLimits::default());
        let id = store.insert(session().into(), None).unwrap().id;
        assert!(matches!(store.insert(session().into(), None), Err(StoreError::Full)));
        store.sweep();
        assert!(store.get(id).is_ok(), "used within this second");
        store.games.pin().get(&id).unwrap().last_used.store(-1, Ordering::Relaxed);
        store.sweep();
        assert!(matches!(store.get(id), Err(StoreError::NotFound)) && store.is_empty());
    }

    #[test]
    fn a_game_that_is_over_is_kept_longer() {
        let keep = KeepTimes { unfinished: Duration::ZERO, finished: Duration::from_secs(3600) };
        let store = MemoryStore::new(10, keep, RecordLimits::default());
        let unused_for = |id: Uuid, seconds: i64| {
            store.games.pin().get(&id).unwrap().last_used.store(uptime() - seconds, Ordering::Relaxed);
            store.sweep();
            store.games.pin().contains_key(&id)
        };
        let first = store.insert(session().into(), None).unwrap();
        let over = Arc::new(first.with_resignation(Side::First, GameTime(0)).unwrap());
        store.replace(first.tag(), over, None).unwrap();
        assert!(unused_for(first.id, 3500) && !unused_for(first.id, 3700));
    }

    #[test]
    fn a_game_whose_clock_runs_does_not_expire() {
        let store = MemoryStore::new(10, Duration::ZERO, RecordLimits::default());
        let timed = store.insert(timed_session(GameTime(0)), None).unwrap();
        store.games.pin().get(&timed.id).unwrap().last_used.store(-1, Ordering::Relaxed);
        store.sweep();
        assert!(store.games.pin().contains_key(&timed.id));
        let ended = Arc::new(timed.timed_out(GameTime(1000)).unwrap());
        store.replace(timed.tag(), ended, None).unwrap();
        store.games.pin().get(&timed.id).unwrap().last_used.store(-1, Ordering::Relaxed);
        store.sweep();
        assert!(store.is_empty());
    }

    #[tokio::test]
    async fn listeners_receive_changes_and_the_deletion() {
        let store = store();
        let first = store.insert(session().into(), None).unwrap();
        let mut feed = store.feeds.subscribe(first.id);
        store.replace(first.tag(), first.with_undo(0, GameTime(0)).unwrap().into(), None).unwrap();
        assert!(matches!(feed.recv().await, Ok(Event::Changed(session)) if session.version == 2));
        assert!(matches!(store.remove(first.id, Some(first.tag())), Err(StoreError::Conflict(_))));
        let now = store.get(first.id).unwrap().tag();
        store.remove(first.id, Some(now)).unwrap();
        assert!(matches!(feed.recv().await, Ok(Event::Deleted)));
    }
}
