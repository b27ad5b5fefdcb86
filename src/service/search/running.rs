//! The searches that run now and that identical requests can join.

use super::analysis::Analysis;
use super::settings::SearchSettings;
use crate::engine::SearchReport;
use crate::pool::Answer;
use crate::rules::{Move, Options};
use crate::service::error::Result;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;
use tokio::sync::watch;
use tokio_util::task::AbortOnDropHandle;

/// What must be equal for two analyses to share a search.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Key {
    options: Options,
    start: String,
    moves: Vec<Move>,
    settings: SearchSettings,
}

impl Key {
    /// None if the search is not deterministic: a level chooses at random unless the request sets a seed.
    pub fn new(Analysis { game, settings }: &Analysis) -> Option<Key> {
        let is_repeatable = settings.request.level.is_none() || settings.request.seed.is_some();
        is_repeatable.then(|| Key {
            options: game.options(),
            start: game.start_fen(),
            moves: game.moves(),
            settings: settings.clone(),
        })
    }
}

/// The progress of a search.
#[derive(Debug, Default)]
pub struct Depths {
    /// The report of each completed depth, and when the depth was completed.
    pub finished: Vec<(Arc<SearchReport>, Instant)>,
    pub end: Option<(Result<Answer>, Instant)>,
}

/// A running search. Dropping its last listener ends it.
#[derive(Debug)]
pub struct SharedSearch {
    pub arrived: Instant,
    pub deadline: Instant,
    pub depths: watch::Receiver<Depths>,
    pub _search: AbortOnDropHandle<()>,
}

/// The running searches that other requests can join.
#[derive(Debug, Default)]
pub struct RunningAnalyses(Mutex<HashMap<Key, Weak<SharedSearch>>>);

impl RunningAnalyses {
    pub fn lock(&self) -> MutexGuard<'_, HashMap<Key, Weak<SharedSearch>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
