//! Long analyses that nobody waits for on an open connection, and the workers that do them.

use super::Service;
use super::analysis::Analysis;
use super::client::Client;
use super::error::{Code, Error, Result};
use super::key::IdempotencyKey;
use crate::config::Config;
use crate::jobs::{Ending, Job, Lease, MAX_TRIES};
use crate::pool::{Answer, Background, PoolError, Task, report_channel};
use crate::rules::Game;
use serde_json::Value;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How a job's request and its answer travel as JSON. The edge of the service defines it, since clients see both.
#[derive(Clone, Copy, Debug)]
pub struct JobFormat {
    pub read: fn(&Config, &Value) -> Result<Analysis>,
    pub found: fn(&Game, &Answer) -> Value,
    pub refusal: fn(&Error) -> Value,
}

impl Service {
    /// Queues an analysis, whose request is kept as the client sent it. A retry with the same key finds the first one.
    ///
    /// # Errors
    /// When the client has used up its search time, there are too many jobs, or the store does not answer.
    pub async fn submit(
        &self,
        client: &Client,
        key: Option<&IdempotencyKey>,
        request: Value,
        analysis: &Analysis,
    ) -> Result<Job> {
        let id = key.map_or_else(Uuid::new_v4, IdempotencyKey::id);
        if key.is_some()
            && let Ok(job) = self.jobs.get(id).await
        {
            return Ok(job);
        }
        self.quotas.spend(client, analysis.settings.time())?;
        Ok(self.jobs.submit(id, request).await?)
    }

    /// # Errors
    /// When there is no such job, or the store does not answer.
    pub async fn job(&self, id: Uuid) -> Result<Job> {
        Ok(self.jobs.get(id).await?)
    }

    /// Cancels a job; what it has found so far is kept.
    ///
    /// # Errors
    /// As [`Service::job`].
    pub async fn cancel_job(&self, id: Uuid) -> Result<Job> {
        Ok(self.jobs.cancel(id).await?)
    }

    /// The job when it has ended, or as it is after `patience` or when the server shuts down.
    ///
    /// # Errors
    /// As [`Service::job`].
    pub async fn wait_for_job(&self, job: Job, patience: Duration) -> Result<Job> {
        let limit = Duration::from_millis(self.config.request_timeout_ms / 2);
        tokio::select! {
            job = self.jobs.wait(job.id, patience.min(limit)) => Ok(job?),
            () = self.draining.cancelled() => Ok(job),
        }
    }
}

/// Does one job after another, whenever a thread has nothing else to do, until the server shuts down.
pub async fn work(service: Service, format: JobFormat) {
    let draining = service.draining.clone();
    let work = async {
        loop {
            // A server that has no thread to spare leaves the job to one that has.
            service.pool.idle_thread().await;
            let lease = service.jobs.take().await;
            let revoked = lease.revoked.clone();
            let ending = tokio::select! {
                ending = search(&service, format, &lease) => ending,
                () = revoked.cancelled() => None,
            };
            if let Some(ending) = ending {
                lease.finish(ending).await;
            }
        }
    };
    tokio::select! {
        () = work => {}
        () = draining.cancelled() => {}
    }
}

/// How the job ended; none when it is left to another server.
async fn search(service: &Service, format: JobFormat, lease: &Lease) -> Option<Ending> {
    let failed = |error: &Error| Some(Ending::Failed((format.refusal)(error)));
    if lease.tries > MAX_TRIES {
        let detail =
            format!("the analysis was given up: {MAX_TRIES} servers in turn stopped while they did it");
        return failed(&Error::new(Code::Internal, detail));
    }
    let Analysis { game, settings } = match (format.read)(&service.config.for_jobs(), &lease.job.request) {
        Ok(analysis) => analysis,
        Err(error) => return failed(&error),
    };
    let mut left = settings.task(&game, Instant::now());
    let mut deepest = 0;
    loop {
        left.arrived = Instant::now();
        match turn(service, format, lease, &left, &mut deepest).await {
            Ok(Background::Finished(answer)) => return Some(Ending::Done((format.found)(&game, &answer))),
            Ok(Background::Yielded(Answer { report, .. })) => {
                // Much of what was searched is in the table, so that little is done twice.
                left.limits.time = left.limits.time.map(|time| time.saturating_sub(report.time));
                left.limits.nodes = left.limits.nodes.map(|nodes| nodes.saturating_sub(report.nodes).max(1));
            }
            Err(PoolError::ShuttingDown) => return None,
            Err(error) => return failed(&error.into()),
        }
    }
}

/// Searches until the end, or until somebody else needs the thread, and keeps the answer of every new greatest depth.
async fn turn(
    service: &Service,
    format: JobFormat,
    lease: &Lease,
    task: &Task,
    deepest: &mut u32,
) -> std::result::Result<Background, PoolError> {
    let (sender, mut reports) = report_channel();
    let started = Instant::now();
    let keep = async {
        while let Some(report) = reports.recv().await {
            if report.depth >= *deepest {
                *deepest = report.depth;
                let answer = Answer { report, queued: Duration::ZERO };
                lease.progress((format.found)(&task.game, &answer)).await;
            }
        }
    };
    let (result, ()) = tokio::join!(service.pool.search_in_background(task.clone(), Some(sender)), keep);
    if let Ok(Background::Finished(answer) | Background::Yielded(answer)) = &result {
        let time = task.limits.time.unwrap_or(Duration::MAX);
        service.metrics.search(&Ok(answer.clone()), time, started.elapsed());
    }
    result
}
