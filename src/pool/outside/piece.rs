//! One turn of a search with a process, on a thread.

use super::engine::OutsideEngine;
use super::metrics::FallbackReason;
use super::processes::Lent;
use crate::engine::{Budget, Engines, Limits, SearchReport, SearchRequest, Source, StopFlag};
use crate::pool::schedule::{LEAST, Schedule};
use crate::pool::scheduler::Slots;
use crate::pool::task::{AT_ONCE_NODES, ReportSender, Task};
use crate::protocol::driver::{Allowance, Ask, Failure, Found, Patience};
use crate::rules::{Game, Move};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Kept of the time of a search for what follows it: our own engine may have to find the move.
const RESERVE: Duration = Duration::from_millis(3);
/// How long a program may take to stop. Of a short search, at most a quarter.
const STOP_TIME: Duration = Duration::from_millis(15);
/// How late the move of a program may come at most if the process is to be kept. No answer waits for it.
const LATEST: Duration = Duration::from_millis(300);
/// How long a search keeps its process at least and at most while other requests wait for one.
const SLICES: std::ops::RangeInclusive<Duration> = Duration::from_millis(10)..=Duration::from_millis(50);
/// How long a search in the background keeps a process that cannot be stopped.
const MOST_IN_BACKGROUND: Duration = Duration::from_secs(2);

/// A turn that is ready to run.
pub struct Piece {
    pub engine: Arc<OutsideEngine>,
    /// Our own engines, which judge a move for which its program reports no score.
    pub engines: Arc<Engines>,
    pub lent: Lent,
    pub slots: Slots,
    pub task: Task,
    /// When the turn must have ended.
    pub deadline: Instant,
    pub is_background: bool,
    pub stop: StopFlag,
    /// Reports of this depth and less have been sent before.
    pub seen: u32,
    pub reports: Option<ReportSender>,
}

/// How a turn ended.
#[derive(Debug)]
pub enum Ended {
    /// The search is complete.
    Done(SearchReport),
    /// Others wait for the process. What was found so far, if anything.
    Yielded(Option<SearchReport>),
    /// The program failed. What it reported before, if anything.
    Failed(Option<SearchReport>, FallbackReason),
}

impl Piece {
    /// Runs the turn on a thread, which gives back process and slots afterwards. The receiver gets the result as soon as it is
    /// known.
    pub fn spawn(self) -> oneshot::Receiver<Ended> {
        let (sender, ended) = oneshot::channel();
        let work = move || self.run_blocking(sender);
        drop(tokio::task::spawn_blocking(work));
        ended
    }

    fn run_blocking(mut self, sender: oneshot::Sender<Ended>) {
        let started = Instant::now();
        let left = self.deadline.saturating_duration_since(started);
        let give_up_at = self.deadline.checked_sub(RESERVE).unwrap_or(started);
        let stop_at = give_up_at.checked_sub(STOP_TIME.min(left / 4)).unwrap_or(started);
        let slice = self.slice(left);
        let can_stop = self.lent.process().can_stop();
        // A program that cannot be stopped gets a fixed time.
        let stop_at = if can_stop { stop_at } else { stop_at.min(started + self.turn(left)) };
        let (scheduler, stop, is_background) = (&self.engine.scheduler, &self.stop, self.is_background);
        let yields = std::cell::Cell::new(false);
        let is_stopped = || {
            let has_had_turn = started.elapsed() >= slice;
            if has_had_turn && scheduler.read(Schedule::is_wanted) {
                yields.set(true);
            }
            stop.is_stopped() || yields.get()
        };
        let name = &self.engine.spec.name;
        let (reports, seen) = (&self.reports, self.seen);
        let mut last: Option<SearchReport> = None;
        let mut keep = |found: Found| {
            let Some(report) = found.report(name) else { return };
            if let Some(reports) = reports
                && report.depth > seen
            {
                // A receiver that is gone or far behind must not block the search.
                let _reader_is_gone_or_slow = reports.try_send(report.clone());
            }
            last = Some(report);
        };
        let Task { game, request, limits, .. } = &self.task;
        let moves = moves_to_search(game, request);
        let time = limits.soft_time.or(limits.time).map(|time| time.min(left));
        let ask = Ask {
            game,
            allowance: Allowance::Move(Limits { time, ..*limits }),
            lines: request.lines,
            search_moves: &moves,
        };
        let patience = Patience { stop_at: Some(stop_at), give_up_at };
        let result = self.lent.process().search(&ask, patience, &is_stopped, &mut keep);
        let was_stopped = yields.get() && !stop.is_stopped() && !is_over(self.deadline);
        let failure = result.as_ref().err().cloned();
        let ended = match result {
            Ok(found) => {
                let report = found.report(name);
                let report = report.or_else(|| self.judged(&found, give_up_at));
                match report {
                    report if was_stopped => Ended::Yielded(report),
                    Some(report) => Ended::Done(report),
                    None => Ended::Failed(last, FallbackReason::Illegal),
                }
            }
            Err(failure) => Ended::Failed(last, reason(&failure)),
        };
        // The reader of the reports waits for their end.
        drop(self.reports.take());
        // Killing a process may take a moment, so answer first.
        let _nobody_waits_any_more = sender.send(ended);
        let processes = &self.engine.processes;
        match failure {
            None => {
                processes.note_success();
                self.lent.give_back();
            }
            Some(Failure::Resigned) => self.lent.give_back(),
            // On a busy machine a move may come too late by no fault of the program.
            Some(Failure::Time) if self.lent.process().wait_for_late_move(LATEST).is_ok() => {
                self.lent.give_back();
            }
            Some(failure) => {
                tracing::warn!(engine = name, %failure, background = is_background, "an engine's search failed");
                self.lent.replace();
            }
        }
        drop(self.slots);
    }

    /// How long the search keeps its process if other requests wait for one.
    fn slice(&self, left: Duration) -> Duration {
        match self.is_background {
            true => *SLICES.start(),
            false => self.share(left).clamp(*SLICES.start(), *SLICES.end()),
        }
    }

    /// The time of a program that cannot be stopped.
    fn turn(&self, left: Duration) -> Duration {
        match self.is_background {
            true => left.min(MOST_IN_BACKGROUND),
            false => self.share(left).max(LEAST),
        }
    }

    /// The part of the time that is left if all who have been admitted get equal parts.
    fn share(&self, left: Duration) -> Duration {
        left / self.engine.scheduler.read(Schedule::sharing)
    }

    /// The report of a move for which the program has no score: our own engine judges it with a few nodes.
    fn judged(&self, found: &Found, deadline: Instant) -> Option<SearchReport> {
        let arrived = Instant::now();
        let time = Some(deadline.saturating_duration_since(arrived).max(Duration::from_millis(1)));
        let limits = Limits { time, nodes: Some(AT_ONCE_NODES), ..Limits::default() };
        let request = SearchRequest {
            search_moves: vec![found.best],
            book: false,
            skip_forced: false,
            ..SearchRequest::default()
        };
        let budget = Budget::new(limits, self.stop.clone());
        let report = self.engines.search_blocking(&self.task.game, &request, &budget, &mut |_| {}).ok()?;
        let by = Some(self.engine.spec.name.clone());
        Some(SearchReport { source: Source::Search, nodes: found.nodes, time: found.time, by, ..report })
    }
}

fn is_over(deadline: Instant) -> bool {
    Instant::now() + RESERVE + LEAST >= deadline
}

fn reason(failure: &Failure) -> FallbackReason {
    match failure {
        Failure::Time => FallbackReason::Late,
        Failure::Crash => FallbackReason::Died,
        Failure::Illegal(_) | Failure::Resigned => FallbackReason::Illegal,
    }
}

/// The moves to which the search is limited; empty if it is not.
fn moves_to_search(game: &Game, request: &SearchRequest) -> Vec<Move> {
    if request.avoid_moves.is_empty() {
        return request.search_moves.clone();
    }
    let wanted = |mv: &Move| {
        (request.search_moves.is_empty() || request.search_moves.contains(mv))
            && !request.avoid_moves.contains(mv)
    };
    game.legal_moves().into_iter().filter(wanted).collect()
}
