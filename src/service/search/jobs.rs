//! Analysis jobs, which run in the background, and the workers that execute them.

use crate::jobs::{Ending, Job, JobOwner, Lease, MAX_TRIES, Submitter};
use crate::pool::{Answer, PoolError, Task, report_channel};
use crate::service::access::client::Client;
use crate::service::access::key::IdempotencyKey;
use crate::service::error::{Code, Error, Result};
use crate::service::play::start::give_way;
use crate::service::search::analysis::Analysis;
use crate::service::search::batch;
use crate::service::search::job_end::{count, finish};
use crate::service::search::job_request::{JobFormat, JobRequest};
use crate::service::state::Service;
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;

impl Service {
    /// Queues an analysis and stores its request as the client sent it. A retry with the same key returns the first job.
    ///
    /// # Errors
    /// When the client has used up its search time, it has too many jobs, there are too many in all, or the store does not answer.
    pub async fn submit(
        &self,
        client: &Client,
        key: Option<&IdempotencyKey>,
        request: Value,
        analysis: &Analysis,
    ) -> Result<Job> {
        give_way(&analysis.game).await;
        let (id, submitted) = self.id_of_job(key).await;
        if let Some(job) = submitted {
            return Ok(job);
        }
        let mut charge = self.quotas.charge_job(client, analysis.settings.time())?;
        let by = self.submitter(client, 0);
        let job = self.jobs.submit(id, by, request).await?;
        charge.spend(Duration::MAX);
        Ok(job)
    }

    /// The id of a job that is submitted with this key, and the job if it has been submitted already.
    pub(in crate::service) async fn id_of_job(&self, key: Option<&IdempotencyKey>) -> (Uuid, Option<Job>) {
        let Some(key) = key else { return (Uuid::new_v4(), None) };
        let id = key.id(0);
        (id, self.jobs.get(id).await.ok())
    }

    /// Who submits a job whose results will take so many bytes.
    pub(in crate::service) fn submitter(&self, client: &Client, reserved: usize) -> Submitter {
        let owner = client
            .caller()
            .map(|caller| JobOwner { key: caller.name().to_owned(), user: caller.user().map(str::to_owned) });
        Submitter { client: client.digest(), owner, max_jobs: self.config.max_jobs_per_client, reserved }
    }

    /// Reads a job.
    ///
    /// # Errors
    /// When there is no such job, or the store does not answer.
    pub async fn job(&self, id: Uuid) -> Result<Job> {
        Ok(self.jobs.get(id).await?)
    }

    /// Cancels a job. Its result so far remains readable.
    ///
    /// # Errors
    /// As [`Service::job`].
    pub async fn cancel_job(&self, id: Uuid) -> Result<Job> {
        Ok(self.jobs.cancel(id).await?)
    }

    /// Waits until the job has ended, the timeout has passed, or the server shuts down. Returns the job as it is then.
    ///
    /// # Errors
    /// As [`Service::job`].
    pub async fn wait_for_job(&self, job: Job, timeout: Duration) -> Result<Job> {
        let limit = Duration::from_millis(self.config.request_timeout_ms / 2);
        tokio::select! {
            job = self.jobs.wait(job.id, timeout.min(limit)) => Ok(job?),
            () = self.draining.cancelled() => Ok(job),
        }
    }
}

/// Executes one job after another on idle search threads, until the server shuts down.
pub async fn run_worker(service: Arc<Service>, format: JobFormat) {
    let draining = service.draining.clone();
    let work = async {
        loop {
            // Lease a job only when a thread is idle, so that a busy server leaves it to another.
            service.pool.idle_thread().await;
            let lease = service.jobs.take().await;
            Box::pin(execute(&service, format, lease)).await;
        }
    };
    tokio::select! {
        () = work => {}
        () = draining.cancelled() => {}
    }
}

/// Executes a job, or one position after another of a batch until another job waits.
async fn execute(service: &Service, format: JobFormat, lease: Lease) {
    let revoked = lease.revoked.clone();
    let execution = async {
        match begin(service, format, &lease) {
            Err(error) => finish(service, lease, Ending::Failed((format.render_error)(&error))).await,
            Ok(JobRequest::Batch(batch)) => Box::pin(batch::execute(service, format, &batch, lease)).await,
            Ok(JobRequest::Analysis(analysis)) => {
                if let Some(ending) = search(service, format, &lease, &analysis).await {
                    finish(service, lease, ending).await;
                }
            }
        }
    };
    tokio::select! {
        () = execution => {}
        () = revoked.cancelled() => {}
    }
}

/// What the job asks for, unless it was tried too often.
fn begin(service: &Service, format: JobFormat, lease: &Lease) -> Result<JobRequest> {
    if lease.tries > MAX_TRIES {
        let detail =
            format!("the analysis was abandoned: {MAX_TRIES} servers stopped while they worked on it");
        return Err(Error::new(Code::Internal, detail));
    }
    (format.parse_request)(&service.config.for_jobs(), &lease.job.request)
}

/// None when this server shuts down first, which leaves the job to another.
async fn search(
    service: &Service,
    format: JobFormat,
    lease: &Lease,
    Analysis { game, settings }: &Analysis,
) -> Option<Ending> {
    let task = settings.task(game, Instant::now());
    match search_and_keep(service, format, lease, &task).await {
        Ok(answer) => Some(Ending::Done((format.render_result)(game, &answer))),
        Err(PoolError::ShuttingDown) => None,
        Err(error) => Some(Ending::Failed((format.render_error)(&error.into()))),
    }
}

/// Searches while no request needs the thread. Stores the result of each depth.
async fn search_and_keep(
    service: &Service,
    format: JobFormat,
    lease: &Lease,
    task: &Task,
) -> std::result::Result<Answer, PoolError> {
    let (sender, mut reports) = report_channel();
    let keep = async {
        while let Some(report) = reports.recv().await {
            let answer = Answer { report, queued: Duration::ZERO, is_reduced: false };
            lease.progress((format.render_result)(&task.game, &answer)).await;
        }
    };
    let (result, ()) = tokio::join!(service.pool.search_in_background(task.clone(), Some(sender)), keep);
    if let Ok(answer) = &result {
        count(service, task, answer);
    }
    result
}
