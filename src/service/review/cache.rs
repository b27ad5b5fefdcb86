//! What reviews have found, kept for a while, so that a review whose connection was lost can go on.

use super::judge::BestMove;
use crate::service::search::SearchSettings;
use crate::session::{Session, Tag};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// A client that comes back does so within minutes.
const KEPT_FOR: Duration = Duration::from_secs(300);

/// So that many reviews do not fill the memory; a long game is some kilobytes.
const MOST_KEPT: usize = 256;

#[derive(Clone, PartialEq, Debug)]
struct Key {
    game: Uuid,
    tag: Tag,
    settings: SearchSettings,
}

#[derive(Debug)]
struct Kept {
    found: Vec<BestMove>,
    used: Instant,
}

/// What was found in the positions of a game, from the first on.
#[derive(Clone, Debug)]
pub struct Positions(Arc<Mutex<Kept>>);

impl Positions {
    fn new() -> Positions {
        Positions(Arc::new(Mutex::new(Kept { found: Vec::new(), used: Instant::now() })))
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, index: usize) -> Option<BestMove> {
        self.lock().found.get(index).copied()
    }

    /// Adds what was found in the next position, unless another connection of the same client has.
    pub fn put(&self, index: usize, found: BestMove) {
        let mut kept = self.lock();
        kept.used = Instant::now();
        if kept.found.len() == index {
            kept.found.push(found);
        }
    }
}

/// The latest reviews, oldest first.
#[derive(Debug, Default)]
pub(in crate::service) struct ReviewCache(Mutex<VecDeque<(Key, Positions)>>);

impl ReviewCache {
    /// The positions of a review: those that are kept of it if it is resumed, else none.
    pub fn open(&self, session: &Session, settings: &SearchSettings, goes_on: bool) -> Positions {
        let key = Key { game: session.id, tag: session.tag(), settings: settings.clone() };
        let mut reviews = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reviews.retain(|(_, positions)| positions.lock().used.elapsed() < KEPT_FOR);
        let place = reviews.iter().position(|(other, _)| *other == key);
        let before = place.and_then(|place| reviews.remove(place)).map(|(_, positions)| positions);
        let positions = before.filter(|_| goes_on).unwrap_or_else(Positions::new);
        if reviews.len() >= MOST_KEPT {
            reviews.pop_front();
        }
        reviews.push_back((key, positions.clone()));
        positions
    }
}
