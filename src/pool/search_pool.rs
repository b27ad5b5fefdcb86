//! The pool of search threads: who is admitted, and how each search runs. See [`super::by_program`] for programs.

use super::admission::Admission;
use super::expectation::{Expectations, Expected, Kind};
use super::fair_order::ClientId;
use super::outside::{FallbackReason, Outside};
use super::schedule::{AT_ONCE, Ask, Length, Mode, Refused, Schedule};
use super::scheduler::{Pacer, Scheduler, Slots};
use super::search::Search;
use super::task::{Answer, PoolError, Purpose, ReportSender, Task};
use crate::engine::{Engines, StopFlag};
use std::sync::Arc;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// The pool of search threads. Clones are cheap and share everything.
#[derive(Clone, Debug)]
pub struct Pool {
    pub(super) engines: Arc<Engines>,
    pub(super) scheduler: Arc<Scheduler>,
    expectations: Arc<Expectations>,
    pub(super) outside: Arc<Outside>,
    pub(super) closed: CancellationToken,
    pub(super) stop: CancellationToken,
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

    /// Admits a search of a client before it runs. A caller can thus make sure that there will be an answer before it does the work
    /// that leads to the search. What is admitted is answered, unless the pool stops.
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
        Ok(Admission::new(scheduler, ask, mode, outside))
    }

    /// Admits a move that must be made, with few nodes and whatever else is going on.
    pub fn admit_at_once(&self, client: ClientId, task: &Task) -> Admission {
        let ask = self.ask(client, Purpose::Move, task, false);
        Admission::new(Arc::clone(&self.scheduler), ask, Mode::AtOnce, None)
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
    pub(super) async fn search_by_own(
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
