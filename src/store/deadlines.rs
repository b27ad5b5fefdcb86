//! The index of games by deadline of the stores in this process.

use crate::game::{GameTime, Session};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use uuid::Uuid;

/// The games whose deadlines have passed, and when to look again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overdue {
    pub games: Vec<Uuid>,
    /// None: no game has a deadline. [`super::Store::deadline_added`] resolves when that changes.
    pub look_again_after: Option<Duration>,
}

impl Overdue {
    /// The most games in one [`Overdue`].
    pub const BATCH: usize = 256;

    /// `next` is the earliest deadline after `now`. The caller looks again after `at_most` at the latest.
    pub fn new(games: Vec<Uuid>, next: Option<GameTime>, now: GameTime, at_most: Duration) -> Overdue {
        let until = |next: GameTime| Duration::from_millis((next.0 - now.0).max(0) as u64).min(at_most);
        let look_again_after = match games.is_empty() {
            true => next.map(until),
            false => Some(Duration::ZERO),
        };
        Overdue { games, look_again_after }
    }
}

/// The deadlines of the games of a store, by game and by time.
#[derive(Debug, Default)]
pub struct Deadlines {
    index: Mutex<Index>,
    added: Notify,
}

#[derive(Debug, Default)]
struct Index {
    by_time: BTreeSet<(GameTime, Uuid)>,
    by_game: HashMap<Uuid, GameTime>,
}

impl Index {
    /// Sets or removes the deadline of a game. Returns whether the game now has the earliest deadline.
    fn set(&mut self, id: Uuid, deadline: Option<GameTime>) -> bool {
        let before = match deadline {
            Some(deadline) => self.by_game.insert(id, deadline),
            None => self.by_game.remove(&id),
        };
        if let Some(before) = before {
            self.by_time.remove(&(before, id));
        }
        let Some(deadline) = deadline else { return false };
        self.by_time.insert((deadline, id));
        self.by_time.first() == Some(&(deadline, id))
    }
}

impl Deadlines {
    /// The longest time between two polls of the index.
    const POLL_EVERY: Duration = Duration::from_secs(5);

    fn lock(&self) -> MutexGuard<'_, Index> {
        self.index.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the deadline of a game to what `deadline` reads. It reads while the index is locked, so that the last of
    /// concurrent changes counts.
    pub fn update(&self, id: Uuid, deadline: impl FnOnce() -> Option<GameTime>) {
        let mut index = self.lock();
        let is_first = index.set(id, deadline());
        drop(index);
        if is_first {
            self.added.notify_one();
        }
    }

    /// Sets the deadline of a game to that of its session. Most games never have one.
    pub fn take(&self, session: &Session) {
        if session.may_have_deadline() {
            self.update(session.id, || session.deadline());
        }
    }

    /// As [`crate::store::Store::postpone_deadline`].
    pub fn postpone(&self, id: Uuid, before: GameTime, until: GameTime) -> bool {
        let mut index = self.lock();
        let is_before = index.by_game.get(&id).is_some_and(|&deadline| deadline <= before);
        if is_before {
            index.set(id, Some(until));
        }
        is_before
    }

    pub fn remove(&self, id: Uuid) {
        self.lock().set(id, None);
    }

    /// Replaces the whole index.
    pub fn reset(&self, deadlines: impl IntoIterator<Item = (Uuid, GameTime)>) {
        let mut index = self.lock();
        *index = Index::default();
        for (id, deadline) in deadlines {
            index.set(id, Some(deadline));
        }
        drop(index);
        self.added.notify_one();
    }

    pub fn is_empty(&self) -> bool {
        self.lock().by_time.is_empty()
    }

    pub fn contains(&self, id: Uuid) -> bool {
        self.lock().by_game.contains_key(&id)
    }

    /// All games that have a deadline.
    pub fn games(&self) -> Vec<Uuid> {
        self.lock().by_game.keys().copied().collect()
    }

    /// The games whose deadline is not after `now`, the earliest first.
    pub fn overdue(&self, now: GameTime) -> Overdue {
        let index = self.lock();
        let is_due = |&&(deadline, _): &&(GameTime, Uuid)| deadline <= now;
        let games = index.by_time.iter().take_while(is_due).take(Overdue::BATCH).map(|&(_, id)| id).collect();
        let next = index.by_time.first().map(|&(deadline, _)| deadline);
        Overdue::new(games, next, now, Deadlines::POLL_EVERY)
    }

    /// Resolves when a game has got the earliest deadline of all since the last call.
    pub async fn added(&self) {
        self.added.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_earliest_deadlines_come_first() {
        let (deadlines, ids) = (Deadlines::default(), [Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4()]);
        assert_eq!(deadlines.overdue(GameTime(99)), Overdue { games: vec![], look_again_after: None });
        for (id, deadline) in ids.into_iter().zip([30, 10, 20]) {
            deadlines.update(id, || Some(GameTime(deadline)));
        }
        deadlines.added().await;
        assert_eq!(deadlines.overdue(GameTime(20)).games, [ids[1], ids[2]]);
        deadlines.update(ids[1], || Some(GameTime(40)));
        deadlines.remove(ids[2]);
        let soon = Some(Duration::from_millis(7));
        assert_eq!(deadlines.overdue(GameTime(23)), Overdue { games: vec![], look_again_after: soon });
        assert!(deadlines.contains(ids[0]) && !deadlines.contains(ids[2]));
        deadlines.reset([]);
        assert!(deadlines.is_empty());
    }
}
