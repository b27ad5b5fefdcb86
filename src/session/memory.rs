//! The store in memory: a concurrent map, changed by compare-and-set on the version.

use super::{Event, Feeds, Record, RecordLimits, Records, Session, StoreError, Tag, now};
use papaya::Operation;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use uuid::Uuid;

#[derive(Debug)]
struct Kept {
    session: Arc<Session>,
    /// Seconds since the epoch.
    last_used: AtomicI64,
}

impl Kept {
    fn new(session: Arc<Session>) -> Arc<Kept> {
        Arc::new(Kept { session, last_used: AtomicI64::new(now()) })
    }
}

#[derive(Debug)]
pub struct MemoryStore {
    games: papaya::HashMap<Uuid, Arc<Kept>>,
    pub feeds: Feeds,
    pub records: Records,
    capacity: usize,
    idle: Duration,
}

impl MemoryStore {
    /// Keeps at most `capacity` games, each until nobody has used it for `idle`.
    pub fn new(capacity: usize, idle: Duration, records: RecordLimits) -> MemoryStore {
        MemoryStore {
            games: papaya::HashMap::new(),
            feeds: Feeds::default(),
            records: Records::new(records),
            capacity,
            idle,
        }
    }

    pub fn len(&self) -> usize {
        self.games.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How long after its last use a game is kept.
    pub fn idle(&self) -> Duration {
        self.idle
    }

    /// As [`super::Store::insert`].
    ///
    /// # Errors
    /// [`StoreError::Full`], [`StoreError::Conflict`], [`StoreError::ClaimLost`].
    pub fn insert(
        &self,
        session: Arc<Session>,
        record: Option<Record<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        if let Some(kept) = self.games.pin().get(&session.id).map(|kept| Arc::clone(&kept.session)) {
            return if kept.tag() == session.tag() { Ok(session) } else { Err(StoreError::Conflict(kept)) };
        }
        if self.games.len() >= self.capacity {
            return Err(StoreError::Full);
        }
        self.records.write(record, || {
            self.games.pin().insert(session.id, Kept::new(Arc::clone(&session)));
            Ok(session)
        })
    }

    /// # Errors
    /// [`StoreError::ClaimLost`].
    pub fn settle(&self, record: Record<'_>) -> Result<(), StoreError> {
        self.records.write(Some(record), || Ok(()))
    }

    /// A snapshot of the game, which counts as a use.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub fn get(&self, id: Uuid) -> Result<Arc<Session>, StoreError> {
        let games = self.games.pin();
        let kept = games.get(&id).ok_or(StoreError::NotFound)?;
        kept.last_used.store(now(), Ordering::Relaxed);
        Ok(Arc::clone(&kept.session))
    }

    /// As [`super::Store::replace`].
    ///
    /// # Errors
    /// [`StoreError::Conflict`], [`StoreError::NotFound`], [`StoreError::ClaimLost`].
    pub fn replace(
        &self,
        base: Tag,
        next: Arc<Session>,
        record: Option<Record<'_>>,
    ) -> Result<Arc<Session>, StoreError> {
        if self.games.pin().get(&next.id).is_some_and(|kept| kept.session.tag() == next.tag()) {
            return Ok(next);
        }
        self.records.write(record, || self.exchange(base, &next))?;
        self.feeds.publish(next.id, Event::Changed(Arc::clone(&next)));
        Ok(next)
    }

    fn exchange(&self, base: Tag, next: &Arc<Session>) -> Result<(), StoreError> {
        let games = self.games.pin();
        let outcome = games.compute(next.id, |entry| match entry {
            Some((_, kept)) if kept.session.tag() == base => Operation::Insert(Kept::new(Arc::clone(next))),
            Some((_, kept)) => Operation::Abort(StoreError::Conflict(Arc::clone(&kept.session))),
            None => Operation::Abort(StoreError::NotFound),
        });
        if let papaya::Compute::Aborted(error) = outcome { Err(error) } else { Ok(()) }
    }

    /// # Errors
    /// [`StoreError::NotFound`], and [`StoreError::Conflict`] when it is not in the state that is asked for.
    pub fn remove(&self, id: Uuid, base: Option<Tag>) -> Result<(), StoreError> {
        let games = self.games.pin();
        let outcome = games.compute(id, |entry| match entry {
            Some((_, kept)) if base.is_none_or(|base| base == kept.session.tag()) => Operation::Remove,
            Some((_, kept)) => Operation::Abort(StoreError::Conflict(Arc::clone(&kept.session))),
            None => Operation::Abort(StoreError::NotFound),
        });
        if let papaya::Compute::Aborted(error) = outcome {
            return Err(error);
        }
        self.forget_feed(id);
        Ok(())
    }

    fn forget_feed(&self, id: Uuid) {
        self.feeds.publish(id, Event::Deleted);
        self.feeds.remove(id);
    }

    /// Forgets the games nobody has used for too long.
    pub fn sweep(&self) {
        let oldest = now() - self.idle.as_secs() as i64;
        let games = self.games.pin();
        let is_idle = |kept: &Kept| kept.last_used.load(Ordering::Relaxed) < oldest;
        for (&id, _) in games.iter().filter(|(_, kept)| is_idle(kept)) {
            // Unless somebody came back meanwhile.
            if games.remove_if(&id, |_, kept| is_idle(kept)).is_ok_and(|removed| removed.is_some()) {
                self.forget_feed(id);
            }
        }
        self.feeds.sweep();
    }
}

#[cfg(test)]
mod tests {
    use super::super::Player;
    use super::*;
    use crate::rules::{BySide, Game, Options, xiangqi};

    fn session() -> Session {
        let game = Game::new(&Options::Xiangqi(xiangqi::Options::default()), None).unwrap();
        Session::new(game, BySide { first: Player::Human, second: Player::Human }, None)
    }

    fn store() -> MemoryStore {
        MemoryStore::new(10, Duration::from_secs(60), RecordLimits::default())
    }

    #[test]
    fn of_many_changes_to_one_version_one_wins() {
        let store = store();
        let first = store.insert(session().into(), None).unwrap();
        let moves = first.game.legal_moves();
        let won: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = moves
                .iter()
                .map(|&mv| first.with_move(mv, false).unwrap())
                .map(|next| {
                    scope.spawn(|| usize::from(store.replace(first.tag(), next.into(), None).is_ok()))
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(won, 1);
        let now = store.get(first.id).unwrap();
        assert_eq!((now.version, now.game.ply()), (2, 1));
        match store.replace(first.tag(), first.with_undo(0).unwrap().into(), None) {
            Err(StoreError::Conflict(current)) => assert_eq!(current.version, 2),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_full_store_refuses_and_an_idle_game_goes() {
        let store = MemoryStore::new(1, Duration::ZERO, RecordLimits::default());
        let id = store.insert(session().into(), None).unwrap().id;
        assert!(matches!(store.insert(session().into(), None), Err(StoreError::Full)));
        store.sweep();
        assert!(store.get(id).is_ok(), "used within this second");
        store.games.pin().get(&id).unwrap().last_used.store(0, Ordering::Relaxed);
        store.sweep();
        assert!(matches!(store.get(id), Err(StoreError::NotFound)) && store.is_empty());
    }

    #[tokio::test]
    async fn listeners_hear_of_changes_and_of_the_end() {
        let store = store();
        let first = store.insert(session().into(), None).unwrap();
        let mut feed = store.feeds.subscribe(first.id);
        store.replace(first.tag(), first.with_undo(0).unwrap().into(), None).unwrap();
        assert!(matches!(feed.recv().await, Ok(Event::Changed(session)) if session.version == 2));
        assert!(matches!(store.remove(first.id, Some(first.tag())), Err(StoreError::Conflict(_))));
        let now = store.get(first.id).unwrap().tag();
        store.remove(first.id, Some(now)).unwrap();
        assert!(matches!(feed.recv().await, Ok(Event::Deleted)));
    }
}
