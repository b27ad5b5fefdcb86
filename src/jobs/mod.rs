//! Long analyses that nobody waits for on an open connection: submitted, looked at, cancelled.
//!
//! A job is its request as JSON and what is known of the answer so far, so that any server can do it. This module
//! keeps jobs and leases them to workers; the worker knows what they mean.

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

/// How often a job is begun. One that was begun so often without an end probably kills its process, and fails.
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

    /// Whether nothing will change any more.
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

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    pub id: Uuid,
    pub request: Value,
    pub status: Status,
    /// The best that is known, also of a job that still runs or was cancelled.
    pub result: Option<Value>,
    /// Why it failed.
    pub problem: Option<Value>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// How a job ended that was not cancelled.
#[derive(Clone, Debug)]
pub enum Ending {
    Done(Value),
    Failed(Value),
}

/// A job that a worker does. Dropping it before [`Lease::finish`] returns the job to the front of the queue at once and
/// does not count as a try, unless a panic drops it. A lease that dies with its process is taken over after ten seconds
/// and counts.
#[derive(Debug)]
pub struct Lease {
    pub job: Job,
    /// How often the job was begun, this time included. Above [`MAX_TRIES`] it must not be done but fail.
    pub tries: u32,
    /// Cancelled when the job was cancelled or another server took it over.
    pub revoked: CancellationToken,
    hold: Hold,
}

#[derive(Debug)]
enum Hold {
    Local(local::Hold),
    Redis(redis::Hold),
}

impl Lease {
    /// Keeps what is known of the answer so far. A result that is lost is replaced by the next.
    pub async fn progress(&self, result: Value) {
        match &self.hold {
            Hold::Local(hold) => hold.progress(result),
            Hold::Redis(hold) => hold.progress(result).await,
        }
    }

    /// Ends the job, unless it was cancelled or taken over before. Tries again for some seconds when the store is away.
    pub async fn finish(self, ending: Ending) {
        match self.hold {
            Hold::Local(hold) => hold.finish(ending),
            Hold::Redis(hold) => hold.finish(ending).await,
        }
    }
}

/// How many times a job that `tries` counts was begun once its lease is dropped.
fn tries_after_drop(tries: u32) -> u32 {
    // A job whose worker panics would otherwise be begun without end.
    if std::thread::panicking() { tries } else { tries.saturating_sub(1) }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JobError {
    #[error("there is no such analysis")]
    NotFound,
    #[error("there is no room for more analyses")]
    Full,
    #[error("the store cannot be reached: {0}")]
    Unavailable(String),
}

impl From<Unavailable> for JobError {
    fn from(Unavailable(reason): Unavailable) -> JobError {
        JobError::Unavailable(reason)
    }
}

/// The jobs there are, of this process or of all servers that share a Redis.
#[derive(Debug)]
pub enum Jobs {
    Local(LocalJobs),
    Redis(RedisJobs),
}

impl Jobs {
    /// Queues a job under an id that nobody can guess, since the id is all it takes to read or cancel the job. If there is
    /// a job of this id already, answers with that one, unchanged.
    ///
    /// # Errors
    /// [`JobError::Full`], [`JobError::Unavailable`]. After the latter the job may or may not be queued; the same id can
    /// be submitted again.
    pub async fn submit(&self, id: Uuid, request: Value) -> Result<Job, JobError> {
        match self {
            Jobs::Local(jobs) => jobs.submit(id, request),
            Jobs::Redis(jobs) => jobs.submit(id, request).await,
        }
    }

    /// # Errors
    /// [`JobError::NotFound`], [`JobError::Unavailable`].
    pub async fn get(&self, id: Uuid) -> Result<Job, JobError> {
        match self {
            Jobs::Local(jobs) => jobs.get(id),
            Jobs::Redis(jobs) => jobs.get(id).await,
        }
    }

    /// Cancels a job; what is known of its answer stays. One that has ended stays as it is.
    ///
    /// # Errors
    /// [`JobError::NotFound`], [`JobError::Unavailable`].
    pub async fn cancel(&self, id: Uuid) -> Result<Job, JobError> {
        match self {
            Jobs::Local(jobs) => jobs.cancel(id),
            Jobs::Redis(jobs) => jobs.cancel(id).await,
        }
    }

    /// The job when it has ended, or as it is when that takes longer than `patience`.
    ///
    /// # Errors
    /// [`JobError::NotFound`], [`JobError::Unavailable`].
    pub async fn wait(&self, id: Uuid, patience: Duration) -> Result<Job, JobError> {
        match self {
            Jobs::Local(jobs) => jobs.wait(id, patience).await,
            Jobs::Redis(jobs) => jobs.wait(id, patience).await,
        }
    }

    /// Waits for the next job to be done. Dropping the future loses no job.
    pub async fn take(&self) -> Lease {
        match self {
            Jobs::Local(jobs) => jobs.take().await,
            Jobs::Redis(jobs) => jobs.take().await,
        }
    }

    /// Resolves when every job whose lease was dropped is back in the queue, or could not be returned. To be awaited
    /// before the process ends.
    pub async fn returned(&self) {
        match self {
            Jobs::Local(_) => {}
            Jobs::Redis(jobs) => jobs.returned().await,
        }
    }

    /// How many jobs of each status there are, as far as this process knows.
    pub fn count(&self) -> Vec<(Status, usize)> {
        match self {
            Jobs::Local(jobs) => jobs.count(),
            Jobs::Redis(jobs) => jobs.count(),
        }
    }

    /// Forgets the jobs that ended long ago.
    pub async fn sweep(&self) {
        match self {
            Jobs::Local(jobs) => jobs.sweep(),
            Jobs::Redis(jobs) => jobs.sweep().await,
        }
    }
}
