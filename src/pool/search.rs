//! One search on a thread.

use super::schedule::Length;
use super::scheduler::Pacer;
use super::task::{ReportSender, Task};
use crate::engine::{Budget, Engines, SearchError, SearchReport, StopFlag};
use std::sync::Arc;
use tokio::sync::oneshot;

/// A search that is ready to run.
pub struct Search {
    pub engines: Arc<Engines>,
    pub task: Task,
    pub threads: usize,
    pub is_background: bool,
    pub stop: StopFlag,
    pub pacer: Arc<Pacer>,
    pub reports: Option<ReportSender>,
}

impl Search {
    /// Runs the search on a thread: a long one on a thread of its own, to which the kernel prefers all others. The receiver
    /// gets an error if the search panics.
    pub fn spawn(self, length: Length) -> oneshot::Receiver<Result<SearchReport, SearchError>> {
        let (sender, ended) = oneshot::channel();
        let is_background = self.is_background;
        let work = move || {
            let result = self.run_blocking();
            // Its client may be gone.
            let _unread = sender.send(result);
        };
        match length {
            Length::Short => drop(tokio::task::spawn_blocking(work)),
            Length::Long => {
                let nice = if is_background { NICE_IN_BACKGROUND } else { NICE };
                let low = move || {
                    lower_priority(nice);
                    work();
                };
                if let Err(error) = std::thread::Builder::new().name("search".to_owned()).spawn(low) {
                    tracing::error!(%error, "a search got no thread");
                }
            }
        }
        ended
    }

    fn run_blocking(self) -> Result<SearchReport, SearchError> {
        let Search {
            engines,
            task: Task { game, mut request, limits, arrived, .. },
            threads,
            is_background: _,
            stop,
            pacer,
            reports,
        } = self;
        request.threads = threads;
        let budget = Budget { started: arrived, limits, stop, pace: Some(Arc::clone(&pacer) as _) };
        let mut sink = |report: &SearchReport| {
            if let Some(reports) = &reports {
                // A receiver that is gone or far behind must not block the search.
                let _reader_is_gone_or_slow = reports.try_send(report.clone());
            }
        };
        let result = engines.search_blocking(&game, &request, &budget, &mut sink);
        pacer.end();
        result
    }
}

/// Threads of the usual priority get nine tenths of a processor that they share with one of these.
const NICE: i32 = 10;
/// Nearly all of it.
const NICE_IN_BACKGROUND: i32 = 19;

/// Makes the kernel prefer threads of the usual priority to this one and those that it starts.
fn lower_priority(nice: i32) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, nice) {
        tracing::debug!(%error, "a long search runs at the usual priority");
    }
}
