//! The door through which every search of the service goes: admission, the time budget, cancellation.
//!
//! As many searches run at once as there are threads. A request waits for one at most as long as its own budget
//! allows; one that would wait longer is refused before it waits at all. Dropping the future of
//! [`Pool::search`] ends its search.

mod admission;
#[cfg(test)]
mod tests;
mod threads;

pub use admission::Admission;

use crate::engine::{Budget, Engines, SearchError, SearchReport, SearchRequest, StopFlag};
use crate::limits::Limits;
use crate::rules::Game;
use admission::Admissions;
use std::sync::Arc;
use std::time::{Duration, Instant};
use threads::{HeldThreads, Threads};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// The deadline of a search without a time limit lies so far ahead.
const NO_TIME_LIMIT: Duration = Duration::from_secs(365 * 86_400);

/// One search to be done.
#[derive(Clone, Debug)]
pub struct Task {
    pub game: Game,
    pub request: SearchRequest,
    /// The time counts from [`Task::arrived`] on, waiting included.
    pub limits: Limits,
    /// When the server had read the request.
    pub arrived: Instant,
}

impl Task {
    /// When its search must have ended.
    pub fn deadline(&self) -> Instant {
        self.arrived + self.limits.time.map_or(NO_TIME_LIMIT, |time| time.min(NO_TIME_LIMIT))
    }
}

/// What came of a task.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub report: SearchReport,
    /// How long the task waited for a thread.
    pub queued: Duration,
}

/// What came of a background search.
#[derive(Clone, PartialEq, Debug)]
pub enum BackgroundOutcome {
    Finished(Answer),
    /// A request needed the thread; this is what was found until then.
    Yielded(Answer),
}

/// Why a task has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PoolError {
    #[error("all search threads are busy for longer than the time budget")]
    Overloaded { retry_after: Duration },
    #[error("the server is shutting down")]
    ShuttingDown,
    #[error("the search panicked")]
    Panicked,
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Receives a report of each finished depth, for a stream.
pub type ReportSender = mpsc::Sender<SearchReport>;

/// A channel with room for a report of each depth that a search can reach.
pub fn report_channel() -> (ReportSender, mpsc::Receiver<SearchReport>) {
    mpsc::channel(128)
}

/// The threads that search. Cheap to clone; clones share everything.
#[derive(Clone, Debug)]
pub struct Pool {
    engines: Arc<Engines>,
    threads: Arc<Threads>,
    admissions: Arc<Admissions>,
    closed: CancellationToken,
    stop: CancellationToken,
}

impl Pool {
    /// A pool that runs `width` searches at once, one at least.
    pub fn new(engines: Arc<Engines>, width: usize) -> Pool {
        Pool {
            engines,
            threads: Threads::new(width.max(1)),
            admissions: Arc::default(),
            closed: CancellationToken::new(),
            stop: CancellationToken::new(),
        }
    }

    /// How many searches run at once.
    pub fn width(&self) -> usize {
        self.threads.width()
    }

    /// How many threads no search holds.
    pub fn idle(&self) -> usize {
        self.threads.idle()
    }

    /// How many searches run or wait, those in the background left out.
    pub fn load(&self) -> usize {
        self.admissions.count()
    }

    /// Resolves when a thread is idle and no request waits for it. Reserves nothing.
    pub async fn idle_thread(&self) {
        self.threads.wait_for_idle().await;
    }

    /// Resolves when no admitted search is left.
    pub async fn drained(&self) {
        self.admissions.drained().await;
    }

    /// Refuses new searches; those that were admitted go on.
    pub fn close(&self) {
        self.closed.cancel();
    }

    /// Ends every running search, each with the best it has, and refuses new ones.
    pub fn stop(&self) {
        self.close();
        self.stop.cancel();
    }

    /// Takes a search in before it is known in full, so that what leads to it is done only if it will be done.
    ///
    /// # Errors
    /// When a search with this deadline would wait too long, or the pool is closed.
    pub fn admit(&self, deadline: Instant) -> Result<Admission, PoolError> {
        if self.closed.is_cancelled() {
            return Err(PoolError::ShuttingDown);
        }
        self.admissions.admit(self.width(), deadline)
    }

    /// Searches within the task's limits.
    ///
    /// A task for several threads takes as many as are idle when it starts, at least one.
    ///
    /// # Errors
    /// At once when the task would wait beyond its deadline; when the pool stops; when the search panics, which
    /// frees its thread like any end; when there is nothing to search.
    pub async fn search(&self, task: Task, reports: Option<ReportSender>) -> Result<Answer, PoolError> {
        let admission = self.admit(task.deadline())?;
        self.search_admitted(task, &admission, reports).await
    }

    /// As [`Pool::search`], for a task with a deadline that was admitted before.
    ///
    /// # Errors
    /// As [`Pool::search`], except that it is not refused at once.
    pub async fn search_admitted(
        &self,
        task: Task,
        admission: &Admission,
        reports: Option<ReportSender>,
    ) -> Result<Answer, PoolError> {
        let held = self.wait_for_threads(&task).await?;
        let queued = task.arrived.elapsed();
        admission.start(held.count());
        let _further: Vec<Admission> =
            (1..held.count()).map(|_| self.admissions.add_thread(task.deadline())).collect();
        let report = self.run(task, held, StopFlag::default(), reports, &self.stop).await?;
        Ok(Answer { report, queued })
    }

    async fn wait_for_threads(&self, task: &Task) -> Result<HeldThreads, PoolError> {
        tokio::select! {
            held = self.threads.acquire(task.request.threads) => Ok(held),
            () = tokio::time::sleep_until(task.deadline().into()) => {
                Err(PoolError::Overloaded { retry_after: task.deadline() - task.arrived })
            }
            () = self.stop.cancelled() => Err(PoolError::ShuttingDown),
        }
    }

    /// Searches on one thread that no request needs. Waits for it as long as it takes, which does not count as search
    /// time, and gives it up as soon as a request needs it.
    ///
    /// # Errors
    /// When the pool closes; when the search panics; when there is nothing to search.
    pub async fn search_in_background(
        &self,
        task: Task,
        reports: Option<ReportSender>,
    ) -> Result<BackgroundOutcome, PoolError> {
        let (held, preemption) = tokio::select! {
            biased;
            () = self.closed.cancelled() => return Err(PoolError::ShuttingDown),
            taken = self.threads.acquire_idle() => taken,
        };
        let (started, queued) = (Instant::now(), task.arrived.elapsed());
        let task = Task { arrived: started, ..task };
        let result = self.run(task, held, preemption.stop.clone(), reports, &self.closed).await;
        if self.closed.is_cancelled() {
            return Err(PoolError::ShuttingDown);
        }
        let answer = Answer { report: result?, queued };
        Ok(match preemption.is_requested() {
            true => BackgroundOutcome::Yielded(answer),
            false => BackgroundOutcome::Finished(answer),
        })
    }

    /// Searches on a blocking thread until the end, until `closing`, or until the future is dropped.
    async fn run(
        &self,
        task: Task,
        held: HeldThreads,
        stop: StopFlag,
        reports: Option<ReportSender>,
        closing: &CancellationToken,
    ) -> Result<SearchReport, PoolError> {
        let stop_on_drop = StopOnDrop(stop.clone());
        let engines = Arc::clone(&self.engines);
        let mut search =
            tokio::task::spawn_blocking(move || search_blocking(&engines, task, held, stop, reports));
        let result = tokio::select! {
            result = &mut search => result,
            () = closing.cancelled() => {
                stop_on_drop.0.stop();
                search.await
            }
        };
        match result {
            Ok(report) => Ok(report?),
            Err(error) if error.is_panic() => Err(PoolError::Panicked),
            Err(_) => Err(PoolError::ShuttingDown),
        }
    }
}

fn search_blocking(
    engines: &Engines,
    task: Task,
    held: HeldThreads,
    stop: StopFlag,
    reports: Option<ReportSender>,
) -> Result<SearchReport, SearchError> {
    let Task { game, mut request, limits, arrived } = task;
    request.threads = held.count();
    let budget = Budget { started: arrived, limits, stop };
    let mut sink = |report: &SearchReport| {
        if let Some(reports) = &reports {
            // A reader that went away or is far behind must not hold up the search.
            let _reader_is_gone_or_slow = reports.try_send(report.clone());
        }
    };
    engines.search_blocking(&game, &request, &budget, &mut sink)
}

struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
