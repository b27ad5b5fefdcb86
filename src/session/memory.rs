//! The store in memory: a concurrent map, changed by compare-and-set on the version.

use super::{Answers, Event, Feeds, Session, StoreError, now};
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
    pub answers: Answers,
    capacity: usize,
    idle: Duration,
}

impl MemoryStore {
    /// Keeps at most `capacity` games, each until nobody has used it for `idle`.
    pub fn new(capacity: usize, idle: Duration) -> MemoryStore {
        MemoryStore {
            games: papaya::HashMap::new(),
            feeds: Feeds::default(),
            answers: Answers::default(),
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

    /// # Errors
    /// [`StoreError::Full`].
    pub fn insert(&self, session: Arc<Session>) -> Result<Arc<Session>, StoreError> {
        if self.games.len() >= self.capacity {
            return Err(StoreError::Full);
        }
        self.games.pin().insert(session.id, Kept::new(Arc::clone(&session)));
        Ok(session)
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

    /// Puts `next` in the place of the version before it and tells the listeners.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the game has another version by now, [`StoreError::NotFound`] when it is gone.
    pub fn replace(&self, next: Arc<Session>) -> Result<Arc<Session>, StoreError> {
        let games = self.games.pin();
        let outcome = games.compute(next.id, |entry| match entry {
            Some((_, kept)) if kept.session.version + 1 == next.version => {
                Operation::Insert(Kept::new(Arc::clone(&next)))
            }
            Some((_, kept)) => Operation::Abort(StoreError::Conflict(Arc::clone(&kept.session))),
            None => Operation::Abort(StoreError::NotFound),
        });
        if let papaya::Compute::Aborted(error) = outcome {
            return Err(error);
        }
        self.feeds.publish(next.id, Event::Changed(Arc::clone(&next)));
        Ok(next)
    }

    /// # Errors
    /// [`StoreError::NotFound`], and [`StoreError::Conflict`] when it has not the version that is asked for.
    pub fn remove(&self, id: Uuid, version: Option<u64>) -> Result<(), StoreError> {
        let games = self.games.pin();
        let outcome = games.compute(id, |entry| match entry {
            Some((_, kept)) if version.is_none_or(|version| version == kept.session.version) => {
                Operation::Remove
            }
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
        MemoryStore::new(10, Duration::from_secs(60))
    }

    #[test]
    fn of_many_changes_to_one_version_one_wins() {
        let store = store();
        let first = store.insert(session().into()).unwrap();
        let moves = first.game.legal_moves();
        let won: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = moves
                .iter()
                .map(|&mv| first.with_move(mv, false).unwrap())
                .map(|next| scope.spawn(|| usize::from(store.replace(next.into()).is_ok())))
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(won, 1);
        let now = store.get(first.id).unwrap();
        assert_eq!((now.version, now.game.ply()), (2, 1));
        match store.replace(first.with_undo(0).unwrap().into()) {
            Err(StoreError::Conflict(current)) => assert_eq!(current.version, 2),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_full_store_refuses_and_an_idle_game_goes() {
        let store = MemoryStore::new(1, Duration::ZERO);
        let id = store.insert(session().into()).unwrap().id;
        assert!(matches!(store.insert(session().into()), Err(StoreError::Full)));
        store.sweep();
        assert!(store.get(id).is_ok(), "used within this second");
        store.games.pin().get(&id).unwrap().last_used.store(0, Ordering::Relaxed);
        store.sweep();
        assert!(matches!(store.get(id), Err(StoreError::NotFound)) && store.is_empty());
    }

    #[tokio::test]
    async fn listeners_hear_of_changes_and_of_the_end() {
        let store = store();
        let first = store.insert(session().into()).unwrap();
        let mut feed = store.feeds.subscribe(first.id);
        store.replace(first.with_undo(0).unwrap().into()).unwrap();
        assert!(matches!(feed.recv().await, Ok(Event::Changed(session)) if session.version == 2));
        assert!(matches!(store.remove(first.id, Some(1)), Err(StoreError::Conflict(_))));
        store.remove(first.id, Some(2)).unwrap();
        assert!(matches!(feed.recv().await, Ok(Event::Deleted)));
    }
}
