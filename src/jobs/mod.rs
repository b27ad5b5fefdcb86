//! Long analyses that nobody waits for on an open connection: handed in, looked at, taken back.
//!
//! A job is its request as JSON and what is known of the answer so far, so that any server can take it up. This module
//! keeps and hands out jobs; who does them knows what they mean.

mod local;
mod redis;

pub use local::LocalJobs;
pub use redis::RedisJobs;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

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
    /// The best that is known, also of a job that goes on or was taken back.
    pub result: Option<Value>,
    /// Why it failed.
    pub problem: Option<Value>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Job {
    fn new(request: Value) -> Job {
        let now = Timestamp::now();
        Job {
            // Whoever knows the id can read and cancel the job.
            id: Uuid::new_v4(),
            request,
            status: Status::Queued,
            result: None,
            problem: None,
            created_at: now,
            updated_at: now,
        }
    }
}

/// How a job ended that was not taken back.
#[derive(Clone, Debug)]
pub enum Ending {
    Done(Value),
    Failed(Value),
}

/// A job to be done by whoever took it.
#[derive(Debug)]
pub struct Lease {
    pub job: Job,
    /// Somebody took the job back, or it is somebody else's by now.
    pub revoked: CancellationToken,
    /// What the queue calls it.
    ticket: String,
    _heartbeat: Option<AbortOnDropHandle<()>>,
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

/// The jobs there are.
#[derive(Debug)]
pub enum Jobs {
    Local(LocalJobs),
    Redis(RedisJobs),
}

/// How often a job that another server may do is looked at by who waits for it.
const LOOK_EVERY: Duration = Duration::from_millis(100);

impl Jobs {
    /// # Errors
    /// [`JobError::Full`], [`JobError::Unavailable`].
    pub async fn submit(&self, request: Value) -> Result<Job, JobError> {
        match self {
            Jobs::Local(jobs) => jobs.submit(request),
            Jobs::Redis(jobs) => jobs.submit(request).await,
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

    /// Takes a job back; what is known of its answer stays. One that has ended stays as it is.
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
        let end = Instant::now() + patience;
        loop {
            let job = self.get(id).await?;
            let left = end.saturating_duration_since(Instant::now());
            if job.status.is_final() || left.is_zero() {
                return Ok(job);
            }
            tokio::time::sleep(left.min(LOOK_EVERY)).await;
        }
    }

    /// The next job to be done, when there is one.
    pub async fn take(&self) -> Lease {
        match self {
            Jobs::Local(jobs) => jobs.take().await,
            Jobs::Redis(jobs) => jobs.take().await,
        }
    }

    /// Keeps what is known of the answer so far.
    pub async fn progress(&self, lease: &Lease, result: Value) {
        match self {
            Jobs::Local(jobs) => jobs.progress(lease, result),
            Jobs::Redis(jobs) => jobs.progress(lease, result).await,
        }
    }

    /// Ends the job, unless it was taken back before.
    pub async fn finish(&self, lease: Lease, ending: Ending) {
        match self {
            Jobs::Local(jobs) => jobs.finish(&lease, ending),
            Jobs::Redis(jobs) => jobs.finish(&lease, ending).await,
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
