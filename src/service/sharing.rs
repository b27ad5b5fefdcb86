//! Equal analyses that are asked for at the same time share one search.

use super::Service;
use super::analysis::Analysis;
use super::client::Client;
use super::error::{Code, Error, Result};
use super::search::{Granted, SearchSettings};
use crate::engine::SearchReport;
use crate::pool::{Answer, Task, report_channel};
use crate::rules::{Move, Options};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

/// What analyses have in common that can share a search.
#[derive(PartialEq, Eq, Hash, Debug)]
struct Key {
    options: Options,
    start: String,
    moves: Vec<Move>,
    settings: SearchSettings,
}

impl Key {
    /// None where each answer may differ: a level plays at random unless a seed is given.
    fn new(Analysis { game, settings }: &Analysis) -> Option<Key> {
        let is_repeatable = settings.request.level.is_none() || settings.request.seed.is_some();
        is_repeatable.then(|| Key {
            options: game.options(),
            start: game.start_fen(),
            moves: game.moves(),
            settings: settings.clone(),
        })
    }
}

/// How far a search has come.
#[derive(Debug, Default)]
struct Depths {
    /// The report of every finished depth, and when it was finished.
    finished: Vec<(Arc<SearchReport>, Instant)>,
    end: Option<(Result<Answer>, Instant)>,
}

/// A search under way. It ends when its last listener is dropped.
#[derive(Debug)]
struct SharedSearch {
    arrived: Instant,
    deadline: Instant,
    depths: watch::Receiver<Depths>,
    _search: AbortOnDropHandle<()>,
}

/// The searches that can be joined.
#[derive(Debug, Default)]
pub(super) struct RunningAnalyses(Mutex<HashMap<Key, Weak<SharedSearch>>>);

impl Service {
    /// Searches a position. Joins an equal search that is under way if that ends in time.
    ///
    /// # Errors
    /// When a search of its own is refused.
    pub fn analyse(&self, client: &Client, analysis: &Analysis, arrived: Instant) -> Result<Listener> {
        let settings = &analysis.settings;
        let start = || -> Result<_> {
            let granted = self.admit(client, settings, arrived)?;
            Ok(Arc::new(self.start(granted, settings.task(&analysis.game, arrived))))
        };
        let Some(key) = Key::new(analysis) else { return Ok(Listener::new(start()?, arrived)) };
        let mut analyses = self.analyses.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = analyses.get(&key).and_then(Weak::upgrade)
            && running.deadline <= arrived + settings.time()
            && running.depths.borrow().end.is_none()
        {
            self.metrics.shared_analysis();
            return Ok(Listener::new(running, arrived));
        }
        let running = start()?;
        analyses.retain(|_, running| running.strong_count() > 0);
        analyses.insert(key, Arc::downgrade(&running));
        Ok(Listener::new(running, arrived))
    }

    /// Searches on a task of its own, so that no client holds the others up.
    fn start(&self, granted: Granted, task: Task) -> SharedSearch {
        let arrived = task.arrived;
        let deadline = arrived + task.limits.time.unwrap_or_default();
        let (publisher, depths) = watch::channel(Depths::default());
        let (sender, mut reports) = report_channel();
        let service = self.clone();
        let search = async move {
            let publish = async {
                while let Some(report) = reports.recv().await {
                    publisher.send_modify(|depths| depths.finished.push((Arc::new(report), Instant::now())));
                }
            };
            let (result, ()) = tokio::join!(service.search(task, &granted, Some(sender)), publish);
            // The client's unused search time is given back before the answer is published.
            drop(granted);
            publisher.send_modify(|depths| depths.end = Some((result, Instant::now())));
        };
        let _search = AbortOnDropHandle::new(tokio::spawn(search.in_current_span()));
        SharedSearch { arrived, deadline, depths, _search }
    }
}

/// What a search found, with the times of the client that asked.
#[derive(Clone, Debug)]
pub struct Finding {
    pub report: Arc<SearchReport>,
    pub time: Duration,
    pub queued: Duration,
}

impl SharedSearch {
    /// What was found by `at`, for a client that asked at `asked`: it has waited only since then.
    fn finding(&self, report: &Arc<SearchReport>, queued: Duration, at: Instant, asked: Instant) -> Finding {
        let began = self.arrived + queued;
        Finding {
            report: Arc::clone(report),
            time: report.time.min(at.saturating_duration_since(asked)),
            queued: began.saturating_duration_since(asked),
        }
    }
}

/// What happens next in a search.
#[derive(Debug)]
pub enum Step {
    Depth(Finding),
    End(Result<Finding>),
}

/// One client of a search, which may have others.
#[derive(Debug)]
pub struct Listener {
    search: Arc<SharedSearch>,
    depths: watch::Receiver<Depths>,
    asked: Instant,
    /// How many finished depths it has seen.
    seen: usize,
}

impl Listener {
    fn new(search: Arc<SharedSearch>, asked: Instant) -> Listener {
        let depths = search.depths.clone();
        Listener { search, depths, asked, seen: 0 }
    }

    /// Skips all finished depths but the last, and returns how many these are.
    pub fn skip_to_last(&mut self) -> usize {
        self.seen = self.depths.borrow().finished.len().saturating_sub(1);
        self.seen
    }

    /// The next finished depth, or the end. A slow client does not hold the search up, and nothing piles up for it.
    pub async fn next(&mut self) -> Step {
        loop {
            if let Some(step) = self.step() {
                return step;
            }
            if self.depths.changed().await.is_err() {
                return Step::End(Err(Error::new(Code::Internal, "the search failed")));
            }
        }
    }

    /// # Errors
    /// As [`crate::pool::Pool::search_admitted`].
    pub async fn answer(mut self) -> Result<Finding> {
        loop {
            if let Step::End(result) = self.next().await {
                return result;
            }
        }
    }

    fn step(&mut self) -> Option<Step> {
        let Listener { search, depths, asked, seen } = self;
        let depths = depths.borrow_and_update();
        if let Some((report, at)) = depths.finished.get(*seen) {
            *seen += 1;
            return Some(Step::Depth(search.finding(report, Duration::ZERO, *at, *asked)));
        }
        let (result, at) = depths.end.as_ref()?;
        let finding =
            |answer: &Answer| search.finding(&Arc::new(answer.report.clone()), answer.queued, *at, *asked);
        Some(Step::End(result.as_ref().map(finding).map_err(Error::clone)))
    }
}
