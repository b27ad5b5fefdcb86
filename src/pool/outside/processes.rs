//! The processes of one engine: started on demand, kept, replaced when they fail, and left alone for a while when that does not help.

use super::metrics::OutsideMetrics;
use super::running::Running;
use super::spec::OutsideSpec;
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
    pub async fn take(self: &Arc<Self>, until: Instant) -> Option<Running> {
        loop {
            // Register before checking, so that a change in between is not missed.
            let changed = self.changed.notified();
            match self.next() {
                Next::Ready(running) => return Some(*running),
                Next::Down => return None,
                Next::Wait => tokio::time::timeout_at(until.into(), changed).await.ok()?,
            }
        }
    }

    fn next(self: &Arc<Self>) -> Next {
        let mut state = self.lock();
        while let Some(mut running) = state.idle.pop() {
            if running.process.is_running() {
                return Next::Ready(Box::new(running));
            }
            tracing::warn!(engine = self.spec.name, "an engine's process has ended");
            self.metrics.restart(&self.spec.name);
            state.fail(Instant::now());
        }
        let may_start = state.may_start(Instant::now());
        if may_start && state.live < self.spec.processes {
            state.live += 1;
            drop(state);
            self.start();
            return Next::Wait;
        }
        if state.live == 0 { Next::Down } else { Next::Wait }
    }

    /// Starts a process on a thread.
    fn start(self: &Arc<Self>) {
        let processes = Arc::clone(self);
        let start = move || {
            let started = Running::start(&processes.spec);
            let engine = &processes.spec.name;
            match started {
                Ok(running) => {
                    tracing::info!(engine, process = running.process.id(), "an engine's process is ready");
                    processes.lock().cannot_start = false;
                    processes.give_back(running);
                }
                Err(error) => {
                    tracing::error!(engine, %error, "an engine's process does not start");
                    let mut state = processes.lock();
                    state.cannot_start = true;
                    state.fail(Instant::now());
                    drop(state);
                    processes.changed.notify_waiters();
                }
            }
        };
        drop(tokio::task::spawn_blocking(start));
    }

    /// Keeps a process for the next search.
    pub fn give_back(&self, running: Running) {
        let mut state = self.lock();
        if state.is_closed {
            drop(state);
            drop(running);
            self.lock().live -= 1;
        } else {
            state.idle.push(running);
            drop(state);
        }
        self.changed.notify_waiters();
    }

    /// Notes that a search has succeeded.
    pub fn note_success(&self) {
        let mut state = self.lock();
        (state.failures, state.start_at) = (0, None);
    }

    /// Kills a process that failed, and starts another in its place.
    pub fn replace(self: &Arc<Self>, running: Running) {
        let id = running.process.id();
        drop(running);
        let engine = &self.spec.name;
        tracing::warn!(engine, process = id, "an engine's process was killed, because its search failed");
        self.metrics.restart(engine);
        let mut state = self.lock();
        state.fail(Instant::now());
        let may_start = state.may_start(Instant::now());
        state.live += usize::from(may_start);
        drop(state);
        if may_start {
            self.start();
        }
        self.changed.notify_waiters();
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

/// What there is for a search.
enum Next {
    Ready(Box<Running>),
    Wait,
    Down,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_with_each_failure_but_not_without_end() {
        assert_eq!(pause_after(1), Duration::ZERO);
        assert_eq!([2, 3, 4].map(pause_after), [1, 2, 4].map(|times| FIRST_PAUSE * times));
        assert_eq!(pause_after(1_000_000), LONGEST_PAUSE);
    }
}
