//! The processes of one engine: started on demand, kept, replaced when they fail, and left alone for a while when that does not help.

use super::metrics::OutsideMetrics;
use super::running::Running;
use super::spec::OutsideSpec;
use crate::protocol::driver::Process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// How long a process is not started again after the second failure in a row; twice as long after each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct Processes {
    spec: OutsideSpec,
    metrics: OutsideMetrics,
    state: Mutex<State>,
    /// Notified when a process becomes idle, and when one could not be started.
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    idle: Vec<Running>,
    /// How many are idle, search, or start.
    live: usize,
    /// How many processes have failed since a search succeeded.
    failures: u32,
    /// When the next one may be started.
    start_at: Option<Instant>,
    /// Whether the last start failed.
    cannot_start: bool,
    is_closed: bool,
}

impl State {
    fn fail(&mut self, now: Instant) {
        self.live -= 1;
        self.failures += 1;
        self.start_at = now.checked_add(pause_after(self.failures));
    }

    fn may_start(&self, now: Instant) -> bool {
        !self.is_closed && self.start_at.is_none_or(|start_at| now >= start_at)
    }
}

/// The pause before the next start after this many failures in a row.
fn pause_after(failures: u32) -> Duration {
    match failures {
        0 | 1 => Duration::ZERO,
        more => (FIRST_PAUSE * 2_u32.pow((more - 2).min(10))).min(LONGEST_PAUSE),
    }
}

impl Processes {
    pub fn new(spec: &OutsideSpec, metrics: OutsideMetrics) -> Processes {
        Processes { spec: spec.clone(), metrics, state: Mutex::default(), changed: Notify::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is no process, and none is started for a while.
    pub fn is_down(&self) -> bool {
        let state = self.lock();
        state.live == 0 && !state.may_start(Instant::now())
    }

    /// Whether the last attempt to start a process failed.
    pub fn cannot_start(&self) -> bool {
        self.lock().cannot_start
    }

    /// A process that is ready, if there is one by this time. Starts one if that needs to be.
    pub async fn take(self: &Arc<Self>, until: Instant) -> Option<Lent> {
        loop {
            // Register before checking, so that a change in between is not missed.
            let changed = self.changed.notified();
            match self.next() {
                Next::Ready(lent) => return Some(*lent),
                Next::Down => return None,
                Next::Wait => tokio::time::timeout_at(until.into(), changed).await.ok()?,
            }
        }
    }

    fn next(self: &Arc<Self>) -> Next {
        let mut state = self.lock();
        while let Some(mut running) = state.idle.pop() {
            if running.process.is_running() {
                drop(state);
                return Next::Ready(Box::new(Lent { running, place: self.place() }));
            }
            tracing::warn!(engine = self.spec.name, "an engine's process has ended");
            self.metrics.restart(&self.spec.name);
            state.fail(Instant::now());
        }
        let may_start = state.may_start(Instant::now());
        if may_start && state.live < self.spec.processes {
            state.live += 1;
            drop(state);
            self.start(self.place());
            return Next::Wait;
        }
        if state.live == 0 { Next::Down } else { Next::Wait }
    }

    /// The guard of a place that is counted already.
    fn place(self: &Arc<Self>) -> Place {
        Place(Some(Arc::clone(self)))
    }

    /// Starts a process in this place, on a thread.
    fn start(self: &Arc<Self>, place: Place) {
        let processes = Arc::clone(self);
        let start = move || {
            let started = Running::start(&processes.spec);
            let engine = &processes.spec.name;
            match started {
                Ok(running) => {
                    tracing::info!(engine, process = running.process.id(), "an engine's process is ready");
                    processes.lock().cannot_start = false;
                    Lent { running, place }.give_back();
                }
                Err(error) => {
                    tracing::error!(engine, %error, "an engine's process does not start");
                    processes.lock().cannot_start = true;
                    drop(place);
                }
            }
        };
        drop(tokio::task::spawn_blocking(start));
    }

    /// Notes that a search has succeeded.
    pub fn note_success(&self) {
        let mut state = self.lock();
        (state.failures, state.start_at) = (0, None);
    }

    fn end_idle(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        let idle = std::mem::take(&mut state.idle);
        state.live -= idle.len();
        drop(state);
        drop(idle);
    }

    /// Ends all processes: those that are idle now, the others when they would become idle. Resolves when none is left.
    pub async fn close(&self) {
        self.end_idle();
        loop {
            let changed = self.changed.notified();
            if self.lock().live == 0 {
                return;
            }
            changed.await;
        }
    }
}

/// The place of a process that searches or starts. Dropping it frees the place and counts as a failure of the process: so it is when a
/// thread panics.
#[derive(Debug)]
struct Place(Option<Arc<Processes>>);

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(processes) = self.0.take() {
            processes.lock().fail(Instant::now());
            processes.changed.notify_waiters();
        }
    }
}

/// A process that a search uses. Dropping it kills the process.
#[derive(Debug)]
pub struct Lent {
    // Dropped first: the place is free when the process is gone.
    running: Running,
    place: Place,
}

impl Lent {
    pub fn process(&mut self) -> &mut Process {
        &mut self.running.process
    }

    /// Keeps the process for the next search.
    pub fn give_back(mut self) {
        let Some(processes) = self.place.0.take() else { return };
        let mut state = processes.lock();
        if state.is_closed {
            drop(state);
            drop(self.running);
            processes.lock().live -= 1;
        } else {
            state.idle.push(self.running);
            drop(state);
        }
        processes.changed.notify_waiters();
    }

    /// Kills the process because it failed, and starts another in its place.
    pub fn replace(self) {
        let Some(processes) = self.place.0.clone() else { return };
        let (engine, process) = (&processes.spec.name, self.running.process.id());
        drop(self);
        tracing::warn!(engine, process, "an engine's process was killed, because its search failed");
        processes.metrics.restart(engine);
        let mut state = processes.lock();
        if state.may_start(Instant::now()) {
            state.live += 1;
            drop(state);
            processes.start(processes.place());
        }
    }
}

/// What there is for a search.
enum Next {
    Ready(Box<Lent>),
    Wait,
    Down,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::driver::{Dialect, Program};
    use crate::rules::Ruleset;
    use duiyi_testkit::fake_engine::fake_engine;

    fn one_process() -> Arc<Processes> {
        let program = Program::new(fake_engine("ucci", "well"), Dialect::Ucci);
        let spec = OutsideSpec {
            name: "fake".to_owned(),
            program,
            rulesets: vec![Ruleset::Xiangqi],
            processes: 1,
            threads: 1,
        };
        Arc::new(Processes::new(&spec, OutsideMetrics::default()))
    }

    async fn take(processes: &Arc<Processes>) -> Lent {
        /// Enough for a process to start on a busy machine.
        const PATIENCE: Duration = Duration::from_secs(60);
        processes.take(Instant::now() + PATIENCE).await.expect("a process")
    }

    #[tokio::test]
    async fn a_search_that_panics_frees_the_place_of_its_process() {
        let processes = one_process();
        let mut lent = take(&processes).await;
        let killed = lent.process().id();
        let search = tokio::task::spawn_blocking(move || {
            let _lent = lent;
            panic!("a bug");
        });
        assert!(search.await.is_err_and(|error| error.is_panic()));
        let mut next = take(&processes).await;
        assert_ne!(next.process().id(), killed);
        next.give_back();
        processes.close().await;
    }

    #[tokio::test]
    async fn a_process_that_is_given_back_searches_again() {
        let processes = one_process();
        let mut lent = take(&processes).await;
        let id = lent.process().id();
        lent.give_back();
        assert_eq!(take(&processes).await.process().id(), id);
    }

    #[test]
    fn pauses_grow_with_each_failure_but_not_without_end() {
        assert_eq!(pause_after(1), Duration::ZERO);
        assert_eq!([2, 3, 4].map(pause_after), [1, 2, 4].map(|times| FIRST_PAUSE * times));
        assert_eq!(pause_after(1_000_000), LONGEST_PAUSE);
    }
}
