//! Identical analyses that run at the same time share one search.

use crate::engine::SearchReport;
use crate::pool::{Answer, Purpose, Task, report_channel};
use crate::service::access::client::Client;
use crate::service::error::{Code, Error, Result};
use crate::service::search::admission::SearchPermit;
use crate::service::search::analysis::Analysis;
use crate::service::search::running::{Depths, Key, SharedSearch};
use crate::service::state::Service;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument;

impl Service {
    /// Searches a position. Joins an identical running search if its deadline is early enough, otherwise starts a new one.
    ///
    /// # Errors
    /// When a new search is refused.
    pub fn analyse(
        self: &Arc<Self>,
        client: &Client,
        analysis: &Analysis,
        arrived: Instant,
    ) -> Result<Listener> {
        let settings = &analysis.settings;
        let start = || -> Result<_> {
            let task = settings.task(&analysis.game, arrived);
            let permit = self.charge_and_admit(client, Purpose::Question, &task)?;
            Ok(Arc::new(self.start(permit, task)))
        };
        let Some(key) = Key::new(analysis) else { return Ok(Listener::new(start()?, arrived)) };
        let mut analyses = self.analyses.lock();
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

    /// Starts a search on its own task, so that no client can block the others.
    fn start(self: &Arc<Self>, permit: SearchPermit, task: Task) -> SharedSearch {
        let arrived = task.arrived;
        let deadline = arrived + task.limits.time.unwrap_or_default();
        let (publisher, depths) = watch::channel(Depths::default());
        let (sender, mut reports) = report_channel();
        let service = Arc::clone(self);
        let search = async move {
            let publish = async {
                while let Some(report) = reports.recv().await {
                    publisher.send_modify(|depths| depths.finished.push((Arc::new(report), Instant::now())));
                }
            };
            let (result, ()) = tokio::join!(service.search(task, &permit, Some(sender)), publish);
            // Refund the unused search time before publishing the result.
            drop(permit);
            publisher.send_modify(|depths| depths.end = Some((result, Instant::now())));
        };
        let _search = AbortOnDropHandle::new(tokio::spawn(search.in_current_span()));
        SharedSearch { arrived, deadline, depths, _search }
    }
}

/// A report of a search, with the times that one client saw.
#[derive(Clone, Debug)]
pub struct TimedReport {
    pub report: Arc<SearchReport>,
    pub time: Duration,
    pub queued: Duration,
    /// Whether the server was so busy that the search got only a few nodes.
    pub is_reduced: bool,
}

impl SharedSearch {
    /// A report that was ready at `at`, for a client whose request arrived at `asked`: its times count from `asked`.
    fn timed_report(
        &self,
        report: &Arc<SearchReport>,
        queued: Duration,
        at: Instant,
        asked: Instant,
    ) -> TimedReport {
        let began = self.arrived + queued;
        TimedReport {
            report: Arc::clone(report),
            time: report.time.min(at.saturating_duration_since(asked)),
            queued: began.saturating_duration_since(asked),
            is_reduced: false,
        }
    }
}

/// The progress that a listener sees.
#[derive(Debug)]
pub enum SearchProgress {
    Depth(TimedReport),
    End(Result<TimedReport>),
}

/// One client of a shared search.
#[derive(Debug)]
pub struct Listener {
    search: Arc<SharedSearch>,
    depths: watch::Receiver<Depths>,
    asked: Instant,
    /// How many completed depths it has received.
    seen: usize,
}

impl Listener {
    fn new(search: Arc<SharedSearch>, asked: Instant) -> Listener {
        let depths = search.depths.clone();
        Listener { search, depths, asked, seen: 0 }
    }

    /// Skips all completed depths but the last, and returns how many it skipped.
    pub fn skip_to_last(&mut self) -> usize {
        self.seen = self.depths.borrow().finished.len().saturating_sub(1);
        self.seen
    }

    /// Waits for the next completed depth or the end. A slow client neither blocks the search nor needs a buffer.
    pub async fn next(&mut self) -> SearchProgress {
        loop {
            if let Some(progress) = self.progress() {
                return progress;
            }
            if self.depths.changed().await.is_err() {
                return SearchProgress::End(Err(Error::new(Code::Internal, "the search failed")));
            }
        }
    }

    /// Waits for the final result.
    ///
    /// # Errors
    /// As [`crate::pool::Pool::search_admitted`].
    pub async fn answer(mut self) -> Result<TimedReport> {
        loop {
            if let SearchProgress::End(result) = self.next().await {
                return result;
            }
        }
    }

    fn progress(&mut self) -> Option<SearchProgress> {
        let Listener { search, depths, asked, seen } = self;
        let depths = depths.borrow_and_update();
        if let Some((report, at)) = depths.finished.get(*seen) {
            *seen += 1;
            return Some(SearchProgress::Depth(search.timed_report(report, Duration::ZERO, *at, *asked)));
        }
        let (result, at) = depths.end.as_ref()?;
        let timed_report = |answer: &Answer| {
            let report = search.timed_report(&Arc::new(answer.report.clone()), answer.queued, *at, *asked);
            TimedReport { is_reduced: answer.is_reduced, ..report }
        };
        Some(SearchProgress::End(result.as_ref().map(timed_report).map_err(Error::clone)))
    }
}
