//! The pool of search threads: admission, time budgets, cancellation. Every search of the service runs here.
//!
//! At most one search runs per thread. A search may wait for a thread, but no longer than its time budget allows. A search
//! that would have to wait longer is refused immediately. Threads go to the clients in turn, so that one that asks for more
//! than the others waits for itself. Dropping the future of [`Pool::search`] ends its search.

mod admission;
mod fair_order;
#[cfg(test)]
mod tests;
mod threads;

pub use admission::Admission;
pub use fair_order::ClientId;

use crate::engine::{Budget, Engines, SearchError, SearchReport, SearchRequest, StopFlag};
use crate::limits::Limits;
use crate::rules::Game;
use admission::{Admissions, ThreadInUse};
use std::sync::Arc;
use std::time::{Duration, Instant};
use threads::{HeldThreads, Threads};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// The time limit of a search that has none, for computing its deadline.
const NO_TIME_LIMIT: Duration = Duration::from_secs(365 * 86_400);

/// A search task: a position, what to search for, and the limits.
#[derive(Clone, Debug)]
pub struct Task {
    pub game: Game,
    pub request: SearchRequest,
    /// The limits. The time limit counts from [`Task::arrived`] and includes the wait for a thread.
    pub limits: Limits,
    /// When the server had read the request.
    pub arrived: Instant,
}

impl Task {
    /// The moment at which the search must end.
    pub fn deadline(&self) -> Instant {
        self.arrived + self.limits.time.map_or(NO_TIME_LIMIT, |time| time.min(NO_TIME_LIMIT))
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub report: SearchReport,
    /// How long the task waited for a thread.
    pub queued: Duration,
}

/// How a background search ended.
#[derive(Clone, PartialEq, Debug)]
pub enum BackgroundOutcome {
    Finished(Answer),
    /// A request needed the thread. The answer is the last completed depth.
    Yielded(Answer),
}

/// Why a search has no result.
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

/// The channel on which a search reports each completed depth.
pub type ReportSender = mpsc::Sender<SearchReport>;

/// A report channel that can buffer every depth a search can reach.
pub fn report_channel() -> (ReportSender, mpsc::Receiver<SearchReport>) {
    mpsc::channel(128)
}

/// The pool of search threads. Clones are cheap and share everything.
#[derive(Clone, Debug)]
pub struct Pool {
    engines: Arc<Engines>,
    threads: Arc<Threads>,
    admissions: Arc<Admissions>,
    closed: CancellationToken,
    stop: CancellationToken,
}

impl Pool {
    /// A pool of `threads` threads, at least one.
    pub fn new(engines: Arc<Engines>, threads: usize) -> Pool {
        Pool {
            engines,
            threads: Threads::new(threads.max(1)),
            admissions: Arc::default(),
            closed: CancellationToken::new(),
            stop: CancellationToken::new(),
        }
    }

    /// The number of threads.
    pub fn thread_count(&self) -> usize {
        self.threads.total()
    }

    /// The number of idle threads.
    pub fn idle(&self) -> usize {
        self.threads.idle()
    }

    /// How many admitted searches run or wait. Background searches do not count.
    pub fn load(&self) -> usize {
        self.admissions.count()
    }

    /// Resolves when a thread is idle and no request waits for it. Reserves nothing.
    pub async fn idle_thread(&self) {
        self.threads.wait_for_idle().await;
    }

    /// Resolves when all admitted searches have ended.
    pub async fn drained(&self) {
        self.admissions.drained().await;
    }

    /// Refuses new searches from now on. Admitted searches continue; background searches end.
    pub fn close(&self) {
        self.closed.cancel();
    }

    /// Stops every running search, which then returns its best move so far, and refuses new searches.
    pub fn stop(&self) {
        self.close();
        self.stop.cancel();
    }

    /// Admits a search of a client, on up to `threads` threads, before the position is known. A caller can thus make sure
    /// that a search will run before it does the work that leads to the search. The search runs, unless another client, which
    /// has asked for less, takes its place.
    ///
    /// # Errors
    /// When no thread will be free early enough before the deadline, or when the pool is closed.
    pub fn admit(&self, client: ClientId, threads: usize, deadline: Instant) -> Result<Admission, PoolError> {
        if self.closed.is_cancelled() {
            return Err(PoolError::ShuttingDown);
        }
        self.admissions.admit(self.thread_count(), client, threads, deadline)
    }

    /// Searches within the limits of the task, and sends each completed depth to `reports`.
    ///
    /// A task that asks for several threads gets those that are idle when it starts, at least one.
    ///
    /// # Errors
    /// Immediately when no thread will be free early enough before the deadline. Later when the pool stops, the search
    /// panics (its threads are freed nevertheless), or there is no move to search.
    pub async fn search(
        &self,
        client: ClientId,
        task: Task,
        reports: Option<ReportSender>,
    ) -> Result<Answer, PoolError> {
        let admission = self.admit(client, task.request.threads, task.deadline())?;
        self.search_admitted(task, &admission, reports).await
    }

    /// As [`Pool::search`], for a task whose deadline was admitted before.
    ///
    /// # Errors
    /// As [`Pool::search`], except that the task is refused later, if another client has taken its place.
    pub async fn search_admitted(
        &self,
        task: Task,
        admission: &Admission,
        reports: Option<ReportSender>,
    ) -> Result<Answer, PoolError> {
        let held = self.wait_for_threads(&task, admission).await?;
        let queued = task.arrived.elapsed();
        admission.start(held.count());
        let _further: Vec<ThreadInUse> =
            (1..held.count()).map(|_| self.admissions.add_thread(task.deadline())).collect();
        let report = self.run(task, held, StopFlag::default(), reports, &self.stop).await?;
        Ok(Answer { report, queued })
    }

    /// Searches a few nodes on the thread of the caller, in addition to the threads of the pool. This takes about a
    /// millisecond, less than waiting for a thread may take.
    ///
    /// # Errors
    /// When there is no move to search.
    pub fn search_at_once(&self, game: &Game, request: &SearchRequest) -> Result<SearchReport, SearchError> {
        const NODES: u64 = 500;
        // A private table would take longer than the search.
        let request = SearchRequest { isolated: false, threads: 1, ..request.clone() };
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let budget = Budget::new(limits, StopFlag::default());
        self.engines.search_blocking(game, &request, &budget, &mut |_| {})
    }

    async fn wait_for_threads(&self, task: &Task, admission: &Admission) -> Result<HeldThreads, PoolError> {
        let too_late = async {
            tokio::select! {
                () = admission.displaced() => {}
                () = tokio::time::sleep_until(task.deadline().into()) => {}
            }
        };
        tokio::select! {
            biased;
            held = self.threads.acquire(admission.turn(), task.request.threads) => Ok(held),
            () = too_late => Err(PoolError::Overloaded { retry_after: task.deadline() - task.arrived }),
            () = self.stop.cancelled() => Err(PoolError::ShuttingDown),
        }
    }

    /// Searches in the background, on one thread. Waits until a thread is idle and no request waits for one; this wait does
    /// not count as search time. The search yields its thread as soon as a request needs it.
    ///
    /// # Errors
    /// When the pool closes, the search panics, or there is no move to search.
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

    /// Runs the search on a blocking thread. Cancelling `closing` or dropping the future stops it.
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
            // A receiver that is gone or far behind must not block the search.
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
