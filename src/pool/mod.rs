//! The pool of search threads: admission, time budgets, sharing, cancellation. Every search of the service runs here.
//!
//! A search that is admitted has an answer within its time budget. `schedule` decides who is admitted and who runs; `scheduler` makes tasks
//! and threads wait for it. Dropping the future of [`Pool::search`] ends its search.

mod by_program;
mod expectation;
mod fair_order;
mod lane;
mod outside;
mod schedule;
mod scheduler;
mod search;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;

pub use fair_order::ClientId;
pub use outside::OutsideSpec;

use crate::engine::{Engines, Limits, SearchError, SearchReport, SearchRequest, StopFlag};
use crate::rules::Game;
use by_program::Outside;
use expectation::{Expectations, Expected, Kind};
use outside::{FallbackReason, OutsideEngine};
use schedule::{AT_ONCE, Ask, Length, Mode, Refused, Schedule};
use scheduler::{Pacer, Scheduler, Slots};
use search::Search;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// The time limit of a search that has none, for computing its deadline.
const NO_TIME_LIMIT: Duration = Duration::from_secs(365 * 86_400);
/// The nodes of a search that has no time for more. They take about a millisecond.
const AT_ONCE_NODES: u64 = 500;

/// A search task: a position, what to search for, and the limits.
#[derive(Clone, Debug)]
pub struct Task {
    pub game: Game,
    pub request: SearchRequest,
    /// The limits. The time limit counts from [`Task::arrived`] and includes the wait for a thread.
    pub limits: Limits,
    /// When the server had read the request.
    pub arrived: Instant,
    /// The name of the program that searches; none for our own engine.
    pub engine: Option<String>,
}

impl Task {
    /// The moment at which the search must end.
    pub fn deadline(&self) -> Instant {
        self.arrived + self.time()
    }

    fn time(&self) -> Duration {
        self.limits.time.map_or(NO_TIME_LIMIT, |time| time.min(NO_TIME_LIMIT))
    }

    /// The same task within a few nodes. A private table would take longer than the search.
    fn reduced(self) -> Task {
        let nodes = Some(self.limits.nodes.map_or(AT_ONCE_NODES, |nodes| nodes.min(AT_ONCE_NODES)));
        Task {
            request: SearchRequest { isolated: false, threads: 1, ..self.request },
            limits: Limits { nodes, ..self.limits },
            ..self
        }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub report: SearchReport,
    /// How long the search waited for a thread or rested while others had their turn.
    pub queued: Duration,
    /// Whether the server was so busy that the search got only a few nodes.
    pub is_reduced: bool,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Information. It is refused if it cannot be had in time.
    Question,
    /// A move of a game. Rather than refusing it, the pool chooses it with few nodes.
    Move,
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

/// The permission for the searches of one request. Dropping it ends what they count for.
#[derive(Debug)]
pub struct Admission {
    scheduler: Arc<Scheduler>,
    ask: Ask,
    mode: Mode,
    /// None if our own engine searches.
    outside: Option<Arc<OutsideEngine>>,
    /// The thread time of its searches, in nanoseconds.
    spent: AtomicU64,
}

impl Admission {
    /// The search time so far, summed over the threads.
    pub fn thread_time(&self) -> Duration {
        Duration::from_nanos(self.spent.load(Ordering::Relaxed))
    }

    fn spend(&self, time: Duration, threads: usize) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.spent.fetch_add(nanos.saturating_mul(threads as u64), Ordering::Relaxed);
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        if self.mode == Mode::Search(Length::Long) {
            self.scheduler.change(|schedule| schedule.end_long(self.ask.client, self.ask.deadline));
        }
    }
}

/// The pool of search threads. Clones are cheap and share everything.
#[derive(Clone, Debug)]
pub struct Pool {
    engines: Arc<Engines>,
    scheduler: Arc<Scheduler>,
    expectations: Arc<Expectations>,
    outside: Arc<Outside>,
    closed: CancellationToken,
    stop: CancellationToken,
}

impl Pool {
    /// A pool for this many processors, at least one.
    pub fn new(engines: Arc<Engines>, threads: usize) -> Pool {
        Pool {
            engines,
            scheduler: Scheduler::new(threads.max(1)),
            expectations: Arc::default(),
            outside: Arc::default(),
            closed: CancellationToken::new(),
            stop: CancellationToken::new(),
        }
    }

    /// The number of processors that the pool is for.
    pub fn thread_count(&self) -> usize {
        self.scheduler.read(Schedule::slots)
    }

    /// The number of processors without a search.
    pub fn idle(&self) -> usize {
        self.scheduler.read(Schedule::idle)
    }

    /// How many searches of requests run or wait. Those that rest count too.
    pub fn load(&self) -> usize {
        self.schedulers().map(|scheduler| scheduler.read(Schedule::load)).sum()
    }

    /// The schedules of our own engine and of all programs.
    fn schedulers(&self) -> impl Iterator<Item = &Arc<Scheduler>> {
        [&self.scheduler].into_iter().chain(self.outside.engines.iter().map(|engine| &engine.scheduler))
    }

    /// How many long searches a client may have at once while no other has any.
    pub fn long_searches_per_client(&self) -> usize {
        self.scheduler.read(Schedule::long_per_client)
    }

    /// Resolves when a search in the background would start at once. Reserves nothing.
    pub async fn idle_thread(&self) {
        self.scheduler.wait_until(Schedule::has_room_in_background).await;
    }

    /// Resolves when all admitted searches have ended.
    pub async fn drained(&self) {
        for scheduler in self.schedulers() {
            scheduler.wait_until(Schedule::is_empty).await;
        }
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

    /// Admits a search of a client before its position is known. A caller can thus make sure that there will be an answer before
    /// it does the work that leads to the search. What is admitted is answered, unless the pool stops.
    ///
    /// # Errors
    /// When the search would not start early enough before its deadline, and few nodes would not do or could not be had either;
    /// or when the pool is closed.
    pub fn admit(&self, client: ClientId, purpose: Purpose, task: &Task) -> Result<Admission, PoolError> {
        if self.closed.is_cancelled() {
            return Err(PoolError::ShuttingDown);
        }
        let outside = self.outside.asked(task);
        let ask = self.ask(client, purpose, task, outside.is_some());
        let scheduler = outside.as_ref().map_or(&self.scheduler, |engine| &engine.scheduler);
        let admitted = scheduler.change(|schedule| schedule.admit(Instant::now(), &ask));
        let mode = admitted.map_err(|Refused(retry_after)| PoolError::Overloaded { retry_after })?;
        let scheduler = Arc::clone(scheduler);
        Ok(Admission { scheduler, ask, mode, outside, spent: AtomicU64::default() })
    }

    /// Admits a move that must be made, with few nodes and whatever else is going on.
    pub fn admit_at_once(&self, client: ClientId, task: &Task) -> Admission {
        Admission {
            scheduler: Arc::clone(&self.scheduler),
            ask: self.ask(client, Purpose::Move, task, false),
            mode: Mode::AtOnce,
            outside: None,
            spent: AtomicU64::default(),
        }
    }

    fn ask(&self, client: ClientId, purpose: Purpose, task: &Task, is_outside: bool) -> Ask {
        let left = task.deadline().saturating_duration_since(Instant::now());
        let (deadline, is_move) = (task.deadline(), purpose == Purpose::Move);
        match is_outside {
            // A program takes what it gets.
            true => {
                let expected = Expected::exactly(left);
                Ask { length: Length::Long, ..Ask::new(client, expected, deadline, is_move) }
            }
            false => Ask::new(client, self.expectations.of(&Kind::of(task), left), deadline, is_move),
        }
    }

    /// Searches within the limits of the task, and sends each completed depth to `reports`.
    ///
    /// A task that asks for several threads gets those that are idle when it starts, at least one.
    ///
    /// # Errors
    /// Those of [`Pool::admit`] at once. Later when the pool stops, the search panics (its threads are freed nevertheless), or
    /// there is no move to search.
    pub async fn search(
        &self,
        client: ClientId,
        task: Task,
        reports: Option<ReportSender>,
    ) -> Result<Answer, PoolError> {
        let admission = self.admit(client, Purpose::Question, &task)?;
        self.search_admitted(task, &admission, reports).await
    }

    /// As [`Pool::search`], for a task that was admitted before.
    ///
    /// # Errors
    /// As [`Pool::search`], but for those of the admission.
    pub async fn search_admitted(
        &self,
        task: Task,
        admission: &Admission,
        reports: Option<ReportSender>,
    ) -> Result<Answer, PoolError> {
        let Some(name) = task.engine.clone() else {
            return Box::pin(self.search_by_own(task, admission, reports)).await;
        };
        let deadline = task.deadline();
        let (result, fallback) = match admission.program() {
            Some(engine) => Box::pin(self.search_by_program(engine, task, admission, reports)).await,
            None => {
                let reason = self.reason_of_fallback(&task);
                (Box::pin(self.search_by_own(task, admission, reports)).await, Some(reason))
            }
        };
        self.finish_named(&name, deadline, result, fallback)
    }

    /// As [`Pool::search_admitted`], by our own engine.
    async fn search_by_own(
        &self,
        task: Task,
        admission: &Admission,
        reports: Option<ReportSender>,
    ) -> Result<Answer, PoolError> {
        let Mode::Search(length) = admission.mode else {
            return Box::pin(self.search_at_once(task, admission, reports)).await;
        };
        let ask = Ask { deadline: task.deadline(), ..admission.ask };
        let entry = Schedule::<()>::entry(&ask, admission.mode, task.request.threads);
        let slots = tokio::select! {
            slots = self.scheduler.take(length, entry, task.request.threads, Some(ask.start_by())) => slots,
            () = self.stop.cancelled() => return Err(PoolError::ShuttingDown),
        };
        match slots {
            Some(slots) => Box::pin(self.run(task, Some(slots), Some(admission), reports, &self.stop)).await,
            None => Box::pin(self.search_at_once(task, admission, reports)).await,
        }
    }

    /// Searches a few nodes, ahead of all others, and beside them if even that takes too long.
    ///
    /// # Errors
    /// As [`Pool::search_admitted`].
    pub async fn search_at_once(
        &self,
        task: Task,
        admission: &Admission,
        reports: Option<ReportSender>,
    ) -> Result<Answer, PoolError> {
        let task = task.reduced();
        let entry = Schedule::<()>::entry(&admission.ask, Mode::AtOnce, 1);
        let start_by = task.deadline().checked_sub(AT_ONCE.upper()).unwrap_or(task.deadline());
        let slots = self.scheduler.take(Length::Short, entry, 1, Some(start_by)).await;
        let answer = Box::pin(self.run(task, slots, Some(admission), reports, &self.stop)).await?;
        Ok(Answer { is_reduced: true, ..answer })
    }

    /// Searches in the background, on one thread, while no request needs it: then the search rests. Neither the wait nor these
    /// rests count as search time.
    ///
    /// # Errors
    /// When the pool closes, the search panics, or there is no move to search.
    pub async fn search_in_background(
        &self,
        task: Task,
        reports: Option<ReportSender>,
    ) -> Result<Answer, PoolError> {
        let Some(name) = task.engine.clone() else {
            return Box::pin(self.search_by_own_in_background(task, reports)).await;
        };
        let (found, fallback) = match self.outside.asked(&task) {
            Some(engine) => {
                Box::pin(self.search_by_program_in_background(&engine, &task, reports.clone())).await?
            }
            None => (None, Some(self.reason_of_fallback(&task))),
        };
        let (result, fallback) = match found {
            Some(answer) => (Ok(answer), fallback),
            None => {
                let reason = fallback.unwrap_or(FallbackReason::Busy);
                (Box::pin(self.search_by_own_in_background(task, reports)).await, Some(reason))
            }
        };
        // It has no deadline.
        self.finish_named(&name, Instant::now(), result, fallback)
    }

    async fn search_by_own_in_background(
        &self,
        task: Task,
        reports: Option<ReportSender>,
    ) -> Result<Answer, PoolError> {
        let entry = Schedule::<()>::background_entry();
        let slots = tokio::select! {
            biased;
            () = self.closed.cancelled() => return Err(PoolError::ShuttingDown),
            slots = self.scheduler.take(Length::Long, entry, 1, None) => slots,
        };
        let queued = task.arrived.elapsed();
        let task = Task { arrived: Instant::now(), ..task };
        let answer = Box::pin(self.run(task, slots, None, reports, &self.closed)).await;
        if self.closed.is_cancelled() {
            return Err(PoolError::ShuttingDown);
        }
        answer.map(|answer| Answer { queued: queued + answer.queued, ..answer })
    }

    /// Runs the search on a thread, with these slots, or beside all others. Cancelling `closing` or dropping the future
    /// stops it. Without an admission the search is one in the background.
    async fn run(
        &self,
        task: Task,
        slots: Option<Slots>,
        admission: Option<&Admission>,
        reports: Option<ReportSender>,
        closing: &CancellationToken,
    ) -> Result<Answer, PoolError> {
        let waited = task.arrived.elapsed();
        let kind = Kind::of(&task);
        let threads = slots.as_ref().map_or(1, Slots::threads);
        let length = slots.as_ref().map_or(Length::Short, Slots::length);
        let deadline = admission.map(|_| task.deadline());
        let stop = StopFlag::default();
        let pacer = Arc::new(Pacer::new(slots, stop.clone(), deadline));
        let search = Search {
            engines: Arc::clone(&self.engines),
            task,
            threads,
            is_background: admission.is_none(),
            stop,
            pacer: Arc::clone(&pacer),
            reports,
        };
        let stop_on_drop = StopOnDrop(Arc::clone(&pacer));
        let mut ended = search.spawn(length);
        let result = tokio::select! {
            result = &mut ended => result,
            () = closing.cancelled() => {
                stop_on_drop.0.stop();
                ended.await
            }
        };
        if let Some(admission) = admission {
            admission.spend(pacer.ran(), threads);
        }
        let report = result.map_err(|_| PoolError::Panicked)??;
        if deadline.is_some_and(|deadline| Instant::now() < deadline) {
            self.expectations.learn(kind, pacer.ran());
        }
        Ok(Answer { report, queued: waited + pacer.rested(), is_reduced: false })
    }
}

struct StopOnDrop(Arc<Pacer>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
