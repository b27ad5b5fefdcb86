//! Equal analyses that are wanted at the same time are searched once.

use super::client::Client;
use super::problem::{Code, Problem, Result};
use super::search::{Granted, job};
use super::state::AppState;
use crate::engine::{SearchReport, SearchRequest};
use crate::pool::{Answer, Job, PROGRESS_CAPACITY};
use crate::rules::{Game, Move, Options};
use crate::session::SearchSettings;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

/// What analyses have in common that can share a search.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Key {
    options: Options,
    start: String,
    moves: Vec<Move>,
    request: SearchRequest,
    time: Duration,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Key {
    /// None when each answer is to be another: a level plays at random where no seed is given.
    fn new(game: &Game, settings: &SearchSettings) -> Option<Key> {
        let SearchSettings { ref request, time, depth, nodes } = *settings;
        (request.level.is_none() || request.seed.is_some()).then(|| Key {
            options: game.options(),
            start: game.start_fen(),
            moves: game.moves(),
            request: request.clone(),
            time,
            depth,
            nodes,
        })
    }
}

/// How far a search has come.
#[derive(Debug, Default)]
struct Progress {
    /// Every finished depth, and when it was.
    depths: Vec<(Arc<SearchReport>, Instant)>,
    end: Option<(Result<Answer>, Instant)>,
}

/// A search under way. It ends when nobody holds it any more.
#[derive(Debug)]
struct Running {
    arrived: Instant,
    deadline: Instant,
    progress: watch::Receiver<Progress>,
    _search: AbortOnDropHandle<()>,
}

/// The searches that can be joined.
#[derive(Debug, Default)]
pub struct Analyses(Mutex<HashMap<Key, Weak<Running>>>);

impl AppState {
    /// Has a position searched, by a search that is under way already if there is an equal one that ends in time.
    ///
    /// # Errors
    /// When a search of its own is refused.
    pub fn analyse(
        &self,
        client: &Client,
        game: &Game,
        settings: &SearchSettings,
        arrived: Instant,
    ) -> Result<Part> {
        let start = || -> Result<_> {
            let granted = self.admit(client, settings, arrived)?;
            Ok(Arc::new(self.start(granted, job(game, settings, arrived))))
        };
        let Some(key) = Key::new(game, settings) else { return Ok(Part::new(start()?, arrived)) };
        let mut analyses = self.analyses.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = analyses.get(&key).and_then(Weak::upgrade)
            && running.deadline <= arrived + settings.time
            && running.progress.borrow().end.is_none()
        {
            self.metrics.shared_analysis();
            return Ok(Part::new(running, arrived));
        }
        let running = start()?;
        analyses.retain(|_, running| running.strong_count() > 0);
        analyses.insert(key, Arc::downgrade(&running));
        Ok(Part::new(running, arrived))
    }

    /// Searches on a task of its own, so that no client holds it up.
    fn start(&self, granted: Granted, job: Job) -> Running {
        let (arrived, deadline) = (job.arrived, job.arrived + job.time);
        let (told, progress) = watch::channel(Progress::default());
        let (sender, mut reports) = mpsc::channel(PROGRESS_CAPACITY);
        let state = self.clone();
        let search = async move {
            let tell = async {
                while let Some(report) = reports.recv().await {
                    told.send_modify(|progress| progress.depths.push((Arc::new(report), Instant::now())));
                }
            };
            let (result, ()) = tokio::join!(state.search(job, &granted, Some(sender)), tell);
            // What it did not use is given back before its answer is told.
            drop(granted);
            told.send_modify(|progress| progress.end = Some((result, Instant::now())));
        };
        let _search = AbortOnDropHandle::new(tokio::spawn(search.in_current_span()));
        Running { arrived, deadline, progress, _search }
    }
}

/// What was found, with the times as the client knows them who asked.
#[derive(Debug)]
pub struct Found {
    pub report: Arc<SearchReport>,
    pub time: Duration,
    pub queued: Duration,
}

impl Running {
    /// What was found at a moment, for a client that asked at another: it waited only since then.
    fn found(&self, report: &Arc<SearchReport>, queued: Duration, at: Instant, asked: Instant) -> Found {
        let began = self.arrived + queued;
        Found {
            report: Arc::clone(report),
            time: report.time.min(at.saturating_duration_since(asked)),
            queued: began.saturating_duration_since(asked),
        }
    }
}

/// What happens next in a search.
#[derive(Debug)]
pub enum Step {
    Depth(Found),
    End(Result<Found>),
}

/// One client's part in a search, which it may have to itself.
#[derive(Debug)]
pub struct Part {
    running: Arc<Running>,
    progress: watch::Receiver<Progress>,
    arrived: Instant,
    told: usize,
}

impl Part {
    fn new(running: Arc<Running>, arrived: Instant) -> Part {
        let progress = running.progress.clone();
        Part { running, progress, arrived, told: 0 }
    }

    /// Leaves out all finished depths but the last, and says how many these are.
    pub fn skip_to_last(&mut self) -> usize {
        self.told = self.progress.borrow().depths.len().saturating_sub(1);
        self.told
    }

    /// The next finished depth, or the end. However slow a client is, the search goes on and nothing piles up.
    pub async fn next(&mut self) -> Step {
        loop {
            if let Some(step) = self.step() {
                return step;
            }
            if self.progress.changed().await.is_err() {
                return Step::End(Err(Problem::new(Code::Internal, "the search failed")));
            }
        }
    }

    /// # Errors
    /// As [`AppState::search`].
    pub async fn answer(mut self) -> Result<Found> {
        loop {
            if let Step::End(result) = self.next().await {
                return result;
            }
        }
    }

    fn step(&mut self) -> Option<Step> {
        let Part { running, progress, arrived, told } = self;
        let progress = progress.borrow_and_update();
        if let Some((report, at)) = progress.depths.get(*told) {
            *told += 1;
            return Some(Step::Depth(running.found(report, Duration::ZERO, *at, *arrived)));
        }
        let (result, at) = progress.end.as_ref()?;
        let found =
            |answer: &Answer| running.found(&Arc::new(answer.report.clone()), answer.queued, *at, *arrived);
        Some(Step::End(result.as_ref().map(found).map_err(Problem::clone)))
    }
}
