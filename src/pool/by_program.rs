//! Searches by programs: their turns with a process, and what follows when there is none or it fails.

use super::admission::Admission;
use super::outside::{Ended, FallbackReason, Outside, OutsideEngine, OutsideSpec, Piece};
use super::schedule::{Ask, LEAST, Length, Schedule};
use super::scheduler::Slots;
use super::search_pool::Pool;
use super::task::{Answer, PoolError, Purpose, ReportSender, Task};
use crate::engine::{SearchReport, Source, StopFlag};
use prometheus_client::registry::Registry;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a search by a program has found in its turns so far.
#[derive(Debug, Default)]
struct Turns {
    best: Option<SearchReport>,
    nodes: u64,
    ran: Duration,
}

impl Turns {
    /// Takes what a turn has found. It begins again with the first depth, so an earlier one may have got deeper.
    fn add(&mut self, report: Option<SearchReport>, ran: Duration) {
        self.ran += ran;
        let Some(mut report) = report else { return };
        self.nodes += report.nodes;
        (report.nodes, report.time) = (self.nodes, self.ran);
        match &mut self.best {
            Some(best) if best.depth > report.depth => (best.nodes, best.time) = (report.nodes, report.time),
            best => *best = Some(report),
        }
    }

    fn depth(&self) -> u32 {
        self.best.as_ref().map_or(0, |best| best.depth)
    }

    fn answer(self, arrived: Instant) -> Option<Answer> {
        let queued = arrived.elapsed().saturating_sub(self.ran);
        self.best.map(|report| Answer { report, queued, is_reduced: false })
    }
}

/// Stops the search of a turn whose result is not wanted any more.
struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Pool {
    /// The same pool with these programs.
    #[must_use]
    pub fn with_outside(mut self, specs: Vec<OutsideSpec>) -> Pool {
        self.outside = Arc::new(Outside::new(specs));
        self
    }

    pub fn register_outside_metrics(&self, registry: &mut Registry) {
        self.outside.metrics.register(registry);
    }

    /// The names of the engines that are programs, and whether the last attempt to start one of their processes failed.
    pub fn outside_engines(&self) -> impl Iterator<Item = (&str, bool)> {
        self.outside.engines.iter().map(|it| (it.spec.name.as_str(), it.processes.cannot_start()))
    }

    /// Ends all processes of programs. Resolves when none is left.
    pub async fn end_outside(&self) {
        for engine in &self.outside.engines {
            engine.processes.close().await;
        }
    }

    /// Counts a search that named a program, and marks the answer if it is that of a fallback.
    pub(super) fn finish_named(
        &self,
        name: &str,
        deadline: Instant,
        result: Result<Answer, PoolError>,
        fallback: Option<FallbackReason>,
    ) -> Result<Answer, PoolError> {
        let mut answer = result?;
        self.outside.metrics.search(name, Instant::now().saturating_duration_since(deadline));
        if let Some(reason) = fallback {
            self.outside.metrics.fallback(name, reason);
            answer.report.source = Source::Fallback;
        }
        Ok(answer)
    }

    /// Why our own engine searches a task that names a program.
    pub(super) fn reason_of_fallback(&self, task: &Task) -> FallbackReason {
        self.outside.of(task).err().flatten().unwrap_or(FallbackReason::Busy)
    }

    /// Searches with a process of a program, in turns if others wait for it. The last line of a program that fails is the answer, or
    /// our own engine finds one in the time that is left.
    pub(super) async fn search_by_program(
        &self,
        engine: &Arc<OutsideEngine>,
        task: Task,
        admission: &Admission,
        reports: Option<ReportSender>,
    ) -> (Result<Answer, PoolError>, Option<FallbackReason>) {
        let ask = Ask { deadline: task.deadline(), ..admission.ask };
        let mut turns = Turns::default();
        let failure = loop {
            let entry = Schedule::<()>::entry(&ask, admission.mode, engine.spec.threads);
            let slots = tokio::select! {
                slots = engine.scheduler.take(Length::Long, entry, 1, Some(ask.start_by())) => slots,
                () = self.stop.cancelled() => {
                    let answer = turns.answer(task.arrived).ok_or(PoolError::ShuttingDown);
                    return (answer, None);
                }
            };
            let Some(slots) = slots else { break None };
            let left = task.deadline().saturating_duration_since(Instant::now());
            // While a process starts, half of the time is kept for our own engine.
            let ready_by = Instant::now() + left / 2;
            let turn = Turn { task: &task, deadline: task.deadline(), ready_by, seen: turns.depth() };
            let began = Instant::now();
            let ended = self.turn(engine, slots, turn, reports.clone(), false).await;
            let ran = began.elapsed();
            match ended {
                Ok(Ended::Done(report)) => {
                    admission.spend(ran, engine.spec.threads);
                    turns.add(Some(report), ran);
                    break None;
                }
                Ok(Ended::Yielded(report)) => {
                    admission.spend(ran, engine.spec.threads);
                    turns.add(report, ran);
                }
                Ok(Ended::Failed(report, reason)) => {
                    turns.add(report, ran);
                    break Some(reason);
                }
                Err(error) => return (Err(error), None),
            }
        };
        if let Some(answer) = turns.answer(task.arrived) {
            return (Ok(answer), failure);
        }
        let answer = Box::pin(self.search_instead(task, admission, reports)).await;
        (answer, Some(failure.unwrap_or(FallbackReason::Busy)))
    }

    /// Searches by our own engine in the time that is left.
    async fn search_instead(
        &self,
        task: Task,
        admission: &Admission,
        reports: Option<ReportSender>,
    ) -> Result<Answer, PoolError> {
        let task = Task { engine: None, ..task };
        if task.deadline().saturating_duration_since(Instant::now()) > 2 * LEAST
            && let Ok(own) = self.admit(admission.ask.client, Purpose::Move, &task)
        {
            let answer = Box::pin(self.search_by_own(task, &own, reports)).await;
            admission.spend(own.thread_time(), 1);
            return answer;
        }
        self.search_at_once(task, admission, reports).await
    }

    /// Searches with a process in the background, while no request needs it. Neither waits nor rests count.
    pub(super) async fn search_by_program_in_background(
        &self,
        engine: &Arc<OutsideEngine>,
        task: &Task,
        reports: Option<ReportSender>,
    ) -> Result<(Option<Answer>, Option<FallbackReason>), PoolError> {
        let mut turns = Turns::default();
        let failure = loop {
            let entry = Schedule::<()>::background_entry();
            let slots = tokio::select! {
                biased;
                () = self.closed.cancelled() => return Err(PoolError::ShuttingDown),
                slots = engine.scheduler.take(Length::Long, entry, 1, None) => slots,
            };
            let left = task.time().saturating_sub(turns.ran);
            let Some(slots) = slots.filter(|_| left >= LEAST) else { break None };
            let deadline = Instant::now() + left;
            let ready_by = Instant::now() + engine.spec.program.start_timeout + Duration::from_secs(1);
            let turn = Turn { task, deadline, ready_by, seen: turns.depth() };
            let began = Instant::now();
            let ended = self.turn(engine, slots, turn, reports.clone(), true).await?;
            if self.closed.is_cancelled() {
                return Err(PoolError::ShuttingDown);
            }
            match ended {
                Ended::Done(report) => {
                    turns.add(Some(report), began.elapsed());
                    break None;
                }
                Ended::Yielded(report) => turns.add(report, began.elapsed()),
                Ended::Failed(report, reason) => {
                    turns.add(report, began.elapsed());
                    break Some(reason);
                }
            }
        };
        Ok((turns.answer(task.arrived), failure))
    }

    /// One turn with a process. Dropping the future ends it.
    async fn turn(
        &self,
        engine: &Arc<OutsideEngine>,
        slots: Slots,
        Turn { task, deadline, ready_by, seen }: Turn<'_>,
        reports: Option<ReportSender>,
        is_background: bool,
    ) -> Result<Ended, PoolError> {
        let Some(lent) = engine.processes.take(ready_by).await else {
            let is_down = engine.processes.is_down();
            let reason = if is_down { FallbackReason::Down } else { FallbackReason::Busy };
            return Ok(Ended::Failed(None, reason));
        };
        let stop = StopFlag::default();
        let piece = Piece {
            engine: Arc::clone(engine),
            engines: Arc::clone(&self.engines),
            lent,
            slots,
            task: task.clone(),
            deadline,
            is_background,
            stop: stop.clone(),
            seen,
            reports,
        };
        let stop_on_drop = StopOnDrop(stop);
        let mut ended = piece.spawn();
        let closing = if is_background { &self.closed } else { &self.stop };
        let ended = tokio::select! {
            ended = &mut ended => ended,
            () = closing.cancelled() => {
                stop_on_drop.0.stop();
                ended.await
            }
        };
        ended.map_err(|_| PoolError::Panicked)
    }
}

/// What a turn is for.
struct Turn<'a> {
    task: &'a Task,
    deadline: Instant,
    /// When it no longer waits for a process that starts.
    ready_by: Instant,
    /// The depth that an earlier turn has reported.
    seen: u32,
}
