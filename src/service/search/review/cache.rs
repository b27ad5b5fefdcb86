//! A cache of the searches of recent reviews, so that a client that lost its connection can resume a review.

use super::judged::BestMove;
use crate::game::{Session, Tag};
use crate::rules::Game;
use crate::service::access::client::Client;
use crate::service::search::settings::SearchSettings;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How long an unused review stays in the cache. A client that reconnects does so within minutes.
const TIME_TO_LIVE: Duration = Duration::from_secs(300);

/// The most reviews in the cache. Each is some ten kilobytes for a long game.
const MAX_REVIEWS: usize = 256;

#[derive(Clone, PartialEq, Debug)]
struct Key {
    game: Uuid,
    tag: Tag,
    settings: SearchSettings,
}

/// The id under which the review of a game that is not stored is cached, for its client.
pub(super) fn id_of_moves(game: &Game, client: &Client) -> Uuid {
    let mut digest = Sha256::new();
    digest.update(client.digest());
    digest.update(format!("{:?}\n{}\n", game.options(), game.start_fen()));
    for mv in game.moves() {
        digest.update(game.coordinates(mv));
        digest.update(" ");
    }
    let digest: [u8; 32] = digest.finalize().into();
    uuid::Builder::from_custom_bytes(*digest.first_chunk().expect("a digest is longer")).into_uuid()
}

#[derive(Debug)]
struct CachedReview {
    found: Vec<BestMove>,
    /// What deeper searches found, by the index of the position.
    deeper: HashMap<usize, BestMove>,
    used: Instant,
}

/// The search results of the positions of a game, in order from the first.
#[derive(Clone, Debug)]
pub struct CachedPositions(Arc<Mutex<CachedReview>>);

impl CachedPositions {
    fn new() -> CachedPositions {
        CachedPositions(Arc::new(Mutex::new(CachedReview {
            found: Vec::new(),
            deeper: HashMap::new(),
            used: Instant::now(),
        })))
    }

    fn lock(&self) -> MutexGuard<'_, CachedReview> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, index: usize) -> Option<BestMove> {
        self.lock().found.get(index).cloned()
    }

    /// Keeps the result of the next position, and returns the result that is kept: the one of another connection that
    /// searched the same position, if it was first. So all connections of a review get the same events.
    #[must_use]
    pub fn keep(&self, index: usize, found: BestMove) -> BestMove {
        let mut review = self.lock();
        review.used = Instant::now();
        if review.found.len() == index {
            review.found.push(found.clone());
        }
        review.found.get(index).cloned().unwrap_or(found)
    }

    /// What a deeper search of a position found.
    pub fn get_deeper(&self, index: usize) -> Option<BestMove> {
        self.lock().deeper.get(&index).cloned()
    }

    /// As [`CachedPositions::keep`], for a deeper search of any position.
    #[must_use]
    pub fn keep_deeper(&self, index: usize, found: BestMove) -> BestMove {
        let mut review = self.lock();
        review.used = Instant::now();
        review.deeper.entry(index).or_insert(found).clone()
    }
}

/// The cached reviews, least recently opened first.
#[derive(Debug, Default)]
pub(in crate::service) struct ReviewCache(Mutex<VecDeque<(Key, CachedPositions)>>);

impl ReviewCache {
    /// The results of a review: the cached ones if the client resumes it, otherwise an empty list.
    pub fn open(&self, session: &Session, settings: &SearchSettings, is_resumed: bool) -> CachedPositions {
        let key = Key { game: session.id, tag: session.tag(), settings: settings.clone() };
        let mut reviews = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reviews.retain(|(_, positions)| positions.lock().used.elapsed() < TIME_TO_LIVE);
        let place = reviews.iter().position(|(other, _)| *other == key);
        let before = place.and_then(|place| reviews.remove(place)).map(|(_, positions)| positions);
        let positions = before.filter(|_| is_resumed).unwrap_or_else(CachedPositions::new);
        if reviews.len() >= MAX_REVIEWS {
            reviews.pop_front();
        }
        reviews.push_back((key, positions.clone()));
        positions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Score;

    /// A review whose client has left goes on until its search ends, beside the one that the client resumed.
    #[test]
    fn two_connections_that_search_the_same_position_get_one_result() {
        let positions = CachedPositions::new();
        let found = |score| BestMove { line: [].into(), score: Score::Cp(score) };
        assert_eq!(positions.keep(0, found(39)).score, Score::Cp(39));
        assert_eq!(positions.keep(0, found(38)).score, Score::Cp(39));
        assert_eq!(positions.get(0).map(|best| best.score), Some(Score::Cp(39)));
        assert_eq!(positions.keep(1, found(12)).score, Score::Cp(12));
    }
}
