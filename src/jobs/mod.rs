//! Analysis jobs, which run in the background: clients submit, poll and cancel them.
//!
//! A job consists of its request as JSON and its result so far, so that any server can execute it. This module stores the
//! jobs and leases them to workers. Only the workers interpret the JSON.

#[cfg(test)]
mod fixtures;
mod local;
mod redis;

pub use local::LocalJobs;
pub use redis::RedisJobs;

use crate::redis_link::Unavailable;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// The maximum number of tries of a job. A job that has not ended after these probably crashes its process, so it fails.
pub const MAX_TRIES: u32 = 3;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Queued,
    Running,
    Done,
    Cancelled,
    Failed,
}

impl Status {
    pub const ALL: [Status; 5] =
        [Status::Queued, Status::Running, Status::Done, Status::Cancelled, Status::Failed];

    /// Whether the job has ended and will not change again.
    pub fn is_final(self) -> bool {
        matches!(self, Status::Done | Status::Cancelled | Status::Failed)
    }

    pub fn name(self) -> &'static str {
        match self {
            Status::Queued => "queued",
            Status::Running => "running",
            Status::Done => "done",
            Status::Cancelled => "cancelled",
            Status::Failed => "failed",
        }
    }
}

/// The bearer of an API key, and the end user on whose behalf it called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobOwner {
    pub key: String,
    pub user: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    pub id: Uuid,
    /// Who submitted it. None without an API key.
    pub owner: Option<JobOwner>,
    pub request: Value,
    pub status: Status,
    /// The result so far. A job that still runs or was cancelled may have one, too.
    pub result: Option<Value>,
    /// Why it failed, as a problem document.
    pub problem: Option<Value>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Job {
    /// About how much memory the job takes.
    fn bytes(&self) -> usize {
        let values = [Some(&self.request), self.result.as_ref(), self.problem.as_ref()];
        size_of::<Job>() + values.into_iter().flatten().map(bytes_of).sum::<usize>()
    }
}

/// About how much memory a value takes.
fn bytes_of(value: &Value) -> usize {
    /// What an allocation takes beyond its contents, or an entry of an object beyond its key and value.
    const OVERHEAD: usize = 16;
    let contents = match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len() + OVERHEAD,
        Value::Array(values) => values.iter().map(bytes_of).sum(),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| key.len() + 3 * OVERHEAD + bytes_of(value)).sum()
        }
    };
    size_of::<Value>() + contents
}

/// Who submits a job.
#[derive(Clone, Debug)]
pub struct Submitter {
    /// A digest that identifies the client.
    pub client: [u8; 16],
    pub owner: Option<JobOwner>,
    /// How many jobs of the client may wait or run. 0 means no limit.
    pub max_jobs: usize,
    /// About how much memory the results of the job will take, in bytes.
    pub reserved: usize,
}

/// How a job ends that is not cancelled: with its result or a problem document, as JSON.
#[derive(Clone, Debug)]
pub enum Ending {
    Done(Value),
    Failed(Value),
}

/// A job that is leased to a worker.
///
/// Dropping the lease before [`Lease::finish`] returns the job to the front of the queue. This does not count as a try,
/// unless a panic drops the lease. If the process dies, another worker takes the job over after ten seconds, and the try
/// counts.
#[derive(Debug)]
pub struct Lease {
    pub job: Job,
    /// The number of tries, including this one. Above [`MAX_TRIES`] the worker must fail the job without running it.
    pub tries: u32,
    /// Cancelled when the job is cancelled or another server takes it over.
    pub revoked: CancellationToken,
    guard: LeaseGuard,
}

#[derive(Debug)]
enum LeaseGuard {
    Local(local::LeaseGuard),
    Redis(redis::LeaseGuard),
}

impl Lease {
    /// Stores an intermediate result. Errors are ignored, because the next result replaces this one.
    pub async fn progress(&self, result: Value) {
        match &self.guard {
            LeaseGuard::Local(guard) => guard.progress(result),
            LeaseGuard::Redis(guard) => guard.progress(result).await,
        }
    }

    /// Returns the job to the end of the queue if another one waits there. This does not count as a try. Gives the lease back
    /// if none waits.
    pub async fn hand_over(mut self) -> Option<Lease> {
        let is_handed_over = match &mut self.guard {
            LeaseGuard::Local(guard) => guard.hand_over(),
            LeaseGuard::Redis(guard) => guard.hand_over().await,
        };
        (!is_handed_over).then_some(self)
    }

    /// Ends the job, unless it was cancelled or taken over. Retries for some seconds while the store is unavailable.
    pub async fn finish(self, ending: Ending) {
        match self.guard {
            LeaseGuard::Local(guard) => guard.finish(ending),
            LeaseGuard::Redis(guard) => guard.finish(ending).await,
        }
    }
}

/// The number of tries after a lease is dropped: the dropped one counts only if its worker panicked.
fn tries_after_drop(tries: u32) -> u32 {
    // If a panic did not count, a job that makes its worker panic would be tried forever.
    if std::thread::panicking() { tries } else { tries.saturating_sub(1) }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JobError {
    #[error("there is no such analysis")]
    NotFound,
    #[error("there is no room for more analyses")]
    Full,
    #[error(
        "expected at most {0} analyses of one client that wait or run: wait until one ends, or cancel one"
    )]
    TooManyOfClient(usize),
    #[error("the store cannot be reached: {0}")]
    Unavailable(String),
}

impl From<Unavailable> for JobError {
    fn from(Unavailable(reason): Unavailable) -> JobError {
        JobError::Unavailable(reason)
    }
}

/// The job queue: in this process, or in a Redis that several servers share.
#[derive(Debug)]
pub enum Jobs {
    Local(LocalJobs),
    Redis(RedisJobs),
}

impl Jobs {
    /// Queues a job. If a job with this id exists already, returns it unchanged. The id must be unguessable, because anybody who
    /// has it can read and cancel the job.
    ///
    /// # Errors
    /// [`JobError::Full`], [`JobError::TooManyOfClient`], [`JobError::Unavailable`]. After the latter the job may or may not be queued; the caller can
    /// submit the same id again.
    pub async fn submit(&self, id: Uuid, by: Submitter, request: Value) -> Result<Job, JobError> {
        match self {
            Jobs::Local(jobs) => jobs.submit(id, by, request),
            Jobs::Redis(jobs) => jobs.submit(id, by, request).await,
        }
    }

    /// Reads a job.
    ///
    /// # Errors
    /// [`JobError::NotFound`], [`JobError::Unavailable`].
    pub async fn get(&self, id: Uuid) -> Result<Job, JobError> {
        match self {
            Jobs::Local(jobs) => jobs.get(id),
            Jobs::Redis(jobs) => jobs.get(id).await,
        }
    }

    /// Cancels a job, and returns it with its result so far. A job that has ended is returned unchanged.
    ///
    /// # Errors
    /// [`JobError::NotFound`], [`JobError::Unavailable`].
    pub async fn cancel(&self, id: Uuid) -> Result<Job, JobError> {
        match self {
            Jobs::Local(jobs) => jobs.cancel(id),
            Jobs::Redis(jobs) => jobs.cancel(id).await,
        }
    }

    /// Waits until the job has ended, but no longer than `timeout`. Returns the job as it is then.
    ///
    /// # Errors
    /// [`JobError::NotFound`], [`JobError::Unavailable`].
    pub async fn wait(&self, id: Uuid, timeout: Duration) -> Result<Job, JobError> {
        match self {
            Jobs::Local(jobs) => jobs.wait(id, timeout).await,
            Jobs::Redis(jobs) => jobs.wait(id, timeout).await,
        }
    }

    /// Waits for the next job in the queue and leases it. While Redis cannot be reached, it keeps trying. Dropping the future
    /// loses no job.
    pub async fn take(&self) -> Lease {
        match self {
            Jobs::Local(jobs) => jobs.take().await,
            Jobs::Redis(jobs) => jobs.take().await,
        }
    }

    /// Waits until all jobs whose leases were dropped are back in the queue, or could not be returned. Await this before the
    /// process ends, because Redis returns them in the background.
    pub async fn wait_for_returns(&self) {
        match self {
            Jobs::Local(_) => {}
            Jobs::Redis(jobs) => jobs.wait_for_returns().await,
        }
    }

    /// The number of jobs by status. In Redis only queued and running jobs are counted, for all servers together, as of the
    /// last [`Jobs::sweep`].
    pub fn count(&self) -> Vec<(Status, usize)> {
        match self {
            Jobs::Local(jobs) => jobs.count(),
            Jobs::Redis(jobs) => jobs.count(),
        }
    }

    /// Regular maintenance: removes local jobs that ended long ago, and counts those in Redis, which expire by themselves.
    pub async fn sweep(&self) {
        match self {
            Jobs::Local(jobs) => jobs.sweep(),
            Jobs::Redis(jobs) => jobs.sweep().await,
        }
    }
}
