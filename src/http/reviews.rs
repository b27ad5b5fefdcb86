//! What reviews found, kept for a while, so that one whose connection was lost can go on.

use super::judge::Found;
use crate::session::{SearchSettings, Session};
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
    version: u64,
    settings: SearchSettings,
}

#[derive(Debug)]
struct Kept {
    found: Vec<Found>,
    used: Instant,
}

/// What was found in a game's positions, from the first on.
#[derive(Clone, Debug)]
pub struct Positions(Arc<Mutex<Kept>>);

impl Positions {
    fn new() -> Positions {
        Positions(Arc::new(Mutex::new(Kept { found: Vec::new(), used: Instant::now() })))
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, index: usize) -> Option<Found> {
        self.lock().found.get(index).copied()
    }

    /// Puts what was found in the next position, unless a connection that is not yet known to be lost did.
    pub fn put(&self, index: usize, found: Found) {
        let mut kept = self.lock();
        kept.used = Instant::now();
        if kept.found.len() == index {
            kept.found.push(found);
        }
    }
}

/// The latest reviews, oldest first.
#[derive(Debug, Default)]
pub struct Reviews(Mutex<VecDeque<(Key, Positions)>>);

impl Reviews {
    /// The positions of a review: what is kept of it when it goes on, else none yet.
    pub fn open(&self, session: &Session, settings: &SearchSettings, goes_on: bool) -> Positions {
        let key = Key { game: session.id, version: session.version, settings: settings.clone() };
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
