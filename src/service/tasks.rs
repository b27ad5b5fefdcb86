//! The tasks that the service runs beside its requests, and their end.

use super::access::shared_quotas::run_shared_quotas;
use super::error::{Code, Error, Result};
use super::feed::reread::run_rereads;
use super::feed::webhooks::run_webhook;
use super::people::deadlines::run_deadlines;
use super::people::presence::run_presence;
use super::people::seek_watch::watch_seeks;
use super::search::job_request::JobFormat;
use super::search::jobs::run_worker;
use super::state::Service;
use futures_util::FutureExt;
use std::sync::Arc;
use tokio_util::task::AbortOnDropHandle;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::Instrument;

/// The tasks that end when it is dropped.
#[derive(Debug)]
pub struct Housekeeping {
    _sweeper: AbortOnDropHandle<()>,
    _stall_watch: AbortOnDropHandle<()>,
}

impl Service {
    /// Runs a change to its end on a task of its own, even if the client disconnects.
    ///
    /// # Errors
    /// Those of the change.
    pub(in crate::service) fn run_to_end<
        T: Send + 'static,
        C: Future<Output = Result<T>> + Send + 'static,
    >(
        &self,
        change: C,
    ) -> impl Future<Output = Result<T>> + use<T, C> {
        let task = self.tasks.spawn(change.in_current_span());
        task.map(|ended| {
            ended.unwrap_or_else(|_panicked| {
                let detail = "the request failed: read the game to see whether it changed";
                Err(Error::new(Code::Internal, detail))
            })
        })
    }

    /// Starts everything that happens without a request: games end at their deadlines, presence and quotas are shared with other
    /// servers, jobs are executed, and what has expired is deleted.
    pub fn start_tasks(self: &Arc<Service>, format: JobFormat) -> Housekeeping {
        self.tasks.spawn(run_deadlines(Arc::clone(self)));
        self.tasks.spawn(run_presence(Arc::clone(self)));
        self.tasks.spawn(watch_seeks(Arc::clone(self)));
        self.tasks.spawn(run_rereads(Arc::clone(self)));
        self.tasks.spawn(run_shared_quotas(Arc::clone(self)));
        for webhook in &self.config.webhooks {
            self.tasks.spawn(run_webhook(Arc::clone(self), webhook.clone()));
        }
        for _ in 0..self.pool.thread_count() {
            self.tasks.spawn(run_worker(Arc::clone(self), format));
        }
        let (swept, watched) = (Arc::clone(self), Arc::clone(self));
        let sweep = async move {
            loop {
                swept.store.sweep().await;
                swept.jobs.sweep().await;
                tokio::time::sleep(swept.config.sweep_every()).await;
            }
        };
        let watch = async move { watched.store.watch_for_stalls().await };
        Housekeeping {
            _sweeper: AbortOnDropHandle::new(tokio::spawn(sweep)),
            _stall_watch: AbortOnDropHandle::new(tokio::spawn(watch)),
        }
    }

    /// The first stage of a shutdown: the service reports that it is not ready.
    pub fn announce_shutdown(&self) {
        tracing::info!(searches = self.pool.load(), "shutting down");
        self.shutting_down.cancel();
    }

    /// The second stage: new searches are refused, streams and job workers end. Resolves when the admitted searches have ended.
    pub async fn drain(&self) {
        self.draining.cancel();
        self.pool.close();
        self.pool.drained().await;
    }

    /// Resolves when the second stage of a shutdown has begun.
    pub async fn draining(&self) {
        self.draining.cancelled().await;
    }

    /// The last stage: every search ends with the best move found so far.
    pub fn stop_searches(&self) {
        self.pool.stop();
    }

    /// Ends the processes of engines that are programs. Resolves when none is left.
    pub async fn end_outside_engines(&self) {
        self.pool.end_outside().await;
    }

    /// Keeps [`Service::ended`] waiting until it is dropped.
    pub fn running(&self) -> TaskTrackerToken {
        self.tasks.token()
    }

    /// Resolves when changes whose clients have disconnected have ended, and unfinished jobs are back in the queue.
    pub async fn ended(&self) {
        self.tasks.close();
        self.tasks.wait().await;
        self.jobs.wait_for_returns().await;
    }
}
