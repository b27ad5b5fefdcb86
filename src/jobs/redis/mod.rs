//! The job queue in Redis, shared by several servers: a Redis stream that one consumer group reads. If a worker stops
//! renewing the lease of its job, another worker takes the job over.

mod changes;
mod guard;
mod keys;
mod scripts;
#[cfg(test)]
mod tests;

pub use guard::LeaseGuard;

use super::{Job, JobError, Lease, Status, Submitter};
use crate::redis_link::{Connection, RedisLink, ScriptCall, Unavailable, with_timeout};
use ::redis::{FromRedisValue, RedisError, cmd, pipe};
use changes::Changes;
use jiff::Timestamp;
use keys::JobKeys;
use scripts::Scripts;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::{AbortOnDropHandle, TaskTracker};
use uuid::Uuid;

const GROUP: &str = "workers";
const CONSUMER: &str = "worker";
/// A job expires after this long without a start or an end.
const JOB_TTL: Duration = Duration::from_secs(7 * 86_400);

#[derive(Clone, Copy, Debug)]
struct Timing {
    /// A lease that was not renewed for this long may be taken over.
    lease: Duration,
    /// How often waiters poll. Messages about changes can be lost.
    poll_every: Duration,
}

const TIMING: Timing = Timing { lease: Duration::from_secs(10), poll_every: Duration::from_secs(5) };

/// [`super::Jobs`] in Redis. The methods do what those of the same name in `Jobs` say.
pub struct RedisJobs {
    shared: Arc<Shared>,
    /// Locked by the one worker that waits for a job.
    taking: tokio::sync::Mutex<()>,
    _listener: AbortOnDropHandle<()>,
}

struct Shared {
    commands: Connection,
    keys: &'static JobKeys,
    scripts: Scripts,
    changes: Arc<Changes>,
    capacity: usize,
    keep: Duration,
    timing: Timing,
    /// The tasks that take or return leases.
    tasks: TaskTracker,
    queued: AtomicUsize,
    running: AtomicUsize,
}

impl std::fmt::Debug for RedisJobs {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.shared.fmt(formatter)
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The connections contain the password.
        formatter.debug_struct("RedisJobs").field("capacity", &self.capacity).finish_non_exhaustive()
    }
}

fn now() -> String {
    Timestamp::now().to_string()
}

fn of_another_version() -> JobError {
    JobError::Unavailable("the analysis was written by another version of the server".to_owned())
}

impl RedisJobs {
    /// A queue of at most `capacity` jobs. Also keeps up to `capacity` ended jobs, each for the duration `keep`. Connects on
    /// first use. Must be called within a Tokio runtime.
    ///
    /// # Errors
    /// When the settings of the connections are not valid.
    pub fn new(link: &RedisLink, capacity: usize, keep: Duration) -> Result<RedisJobs, RedisError> {
        RedisJobs::with_timing(link, capacity, keep, TIMING)
    }

    fn with_timing(
        link: &RedisLink,
        capacity: usize,
        keep: Duration,
        timing: Timing,
    ) -> Result<RedisJobs, RedisError> {
        let commands = link.connection()?;
        let keys = if link.is_cluster() { &keys::CLUSTER } else { &keys::SINGLE };
        let (sender, pushes) = mpsc::unbounded_channel();
        let subscription = link.listening(sender)?;
        let changes = Arc::<Changes>::default();
        let listener = tokio::spawn(changes::listen(
            subscription,
            keys.channel,
            pushes,
            Arc::clone(&changes),
            timing.poll_every,
        ));
        let tasks = TaskTracker::new();
        // `TaskTracker::wait` needs a closed tracker. A closed one still accepts tasks.
        tasks.close();
        let shared = Shared {
            commands,
            keys,
            scripts: Scripts::new(),
            changes,
            capacity,
            keep,
            timing,
            tasks,
            queued: AtomicUsize::new(0),
            running: AtomicUsize::new(0),
        };
        let _listener = AbortOnDropHandle::new(listener);
        Ok(RedisJobs { shared: Arc::new(shared), taking: tokio::sync::Mutex::default(), _listener })
    }

    pub async fn submit(&self, id: Uuid, by: Submitter, request: Value) -> Result<Job, JobError> {
        let keys = self.shared.keys;
        let mut submit = self.shared.scripts.submit.key(keys.job(id));
        submit
            .key(keys.stream)
            .key(keys.client(&by.client))
            .arg(id.to_string())
            .arg(self.shared.capacity)
            .arg(request.to_string())
            .arg(now());
        submit
            .arg(JOB_TTL.as_secs())
            .arg(keys.publish)
            .arg(keys.channel)
            .arg(changes::message(Status::Queued, id))
            .arg(keys.job_prefix)
            .arg(by.max_jobs)
            .arg(by.owner.map_or_else(String::new, |owner| json!(owner).to_string()));
        let fields: Option<HashMap<String, String>> = self.shared.invoke(&submit).await?;
        let fields = fields.ok_or(JobError::Full)?;
        if fields.is_empty() {
            return Err(JobError::TooManyOfClient(by.max_jobs));
        }
        read(id, &fields).ok_or_else(of_another_version)
    }

    pub async fn get(&self, id: Uuid) -> Result<Job, JobError> {
        let mut read_all = cmd("HGETALL");
        read_all.arg(self.shared.keys.job(id));
        let fields: HashMap<String, String> =
            with_timeout(read_all.query_async(&mut self.shared.commands.clone())).await?;
        if fields.is_empty() {
            return Err(JobError::NotFound);
        }
        read(id, &fields).ok_or_else(of_another_version)
    }

    pub async fn cancel(&self, id: Uuid) -> Result<Job, JobError> {
        self.shared.end(id, None, Status::Cancelled, None).await?;
        self.get(id).await
    }

    pub async fn wait(&self, id: Uuid, timeout: Duration) -> Result<Job, JobError> {
        let end = Instant::now() + timeout;
        let mut watch = self.shared.changes.watch(id);
        loop {
            let job = self.get(id).await?;
            if job.status.is_final() || tokio::time::timeout_at(end, watch.changed()).await.is_err() {
                return Ok(job);
            }
        }
    }

    pub async fn take(&self) -> Lease {
        let _taking = self.taking.lock().await;
        let shared = &self.shared;
        loop {
            // Register before checking, so that a job queued in between is not missed.
            let queued = shared.changes.queued();
            // Lease on a separate task: if this future is dropped meanwhile, the task drops the lease and so returns the job.
            let lease = shared.tasks.spawn(Arc::clone(shared).lease()).await;
            if let Ok(Ok(Some(lease))) = lease {
                return lease;
            }
            // No message says that a lease has expired, so poll for expired leases.
            let _queued_or_time_to_poll = tokio::time::timeout(shared.timing.lease / 2, queued).await;
        }
    }

    pub async fn wait_for_returns(&self) {
        self.shared.tasks.wait().await;
    }

    pub fn count(&self) -> Vec<(Status, usize)> {
        vec![
            (Status::Queued, self.shared.queued.load(Ordering::Relaxed)),
            (Status::Running, self.shared.running.load(Ordering::Relaxed)),
        ]
    }

    /// Counts the jobs. Redis expires them by itself.
    pub async fn sweep(&self) {
        let mut count = pipe();
        let stream = self.shared.keys.stream;
        count.cmd("XLEN").arg(stream).cmd("XPENDING").arg(stream).arg(GROUP);
        let mut commands = self.shared.commands.clone();
        let counted = with_timeout(count.query_async::<(usize, Vec<::redis::Value>)>(&mut commands)).await;
        if let Ok((all, pending)) = counted {
            let running = pending.into_iter().next().and_then(|number| usize::from_redis_value(number).ok());
            let running = running.unwrap_or(0);
            self.shared.running.store(running, Ordering::Relaxed);
            self.shared.queued.store(all.saturating_sub(running), Ordering::Relaxed);
        }
    }
}

impl Shared {
    async fn invoke<T: FromRedisValue>(&self, script: &ScriptCall<'_>) -> Result<T, Unavailable> {
        with_timeout(script.invoke(&mut self.commands.clone())).await
    }

    /// Ends a job. With a token, only if the lease with this token is still valid.
    async fn end(
        &self,
        id: Uuid,
        token: Option<Uuid>,
        status: Status,
        field: Option<(&str, &Value)>,
    ) -> Result<(), Unavailable> {
        let keys = self.keys;
        let mut end = self.scripts.end.key(keys.job(id));
        end.key(keys.stream).key(keys.ended).arg(id.to_string());
        end.arg(token.map_or_else(String::new, |token| token.to_string())).arg(status.name()).arg(now());
        end.arg(self.keep.as_secs()).arg(self.capacity).arg(GROUP).arg(keys.job_prefix);
        end.arg(keys.publish).arg(keys.channel).arg(changes::message(status, id));
        if let Some((name, value)) = field {
            end.arg(name).arg(value.to_string());
        }
        self.invoke(&end).await
    }

    /// Leases the next job, if there is one.
    async fn lease(self: Arc<Shared>) -> Result<Option<Lease>, Unavailable> {
        loop {
            let token = Uuid::new_v4();
            let mut lease = self.scripts.lease.key(self.keys.stream);
            lease
                .arg(GROUP)
                .arg(CONSUMER)
                .arg(self.timing.lease.as_millis() as u64)
                .arg(self.keys.job_prefix);
            lease.arg(token.to_string()).arg(now()).arg(JOB_TTL.as_secs());
            let Some((entry, id, tries, fields)) = self.invoke::<Option<Leased>>(&lease).await? else {
                return Ok(None);
            };
            let Some(job) = id.parse().ok().and_then(|id| read(id, &fields)) else {
                // A newer server may take the job over when this lease expires.
                tracing::warn!(id, "an analysis was written by another version of the server");
                continue;
            };
            let revoked = CancellationToken::new();
            let guard = LeaseGuard::begin(self, job.id, entry, token, tries, revoked.clone()).await?;
            return Ok(Some(Lease {
                job,
                tries: tries + 1,
                revoked,
                guard: super::LeaseGuard::Redis(guard),
            }));
        }
    }
}

/// The stream entry of a job, its id, the number of earlier tries, and its fields.
type Leased = (String, String, u32, HashMap<String, String>);

fn read(id: Uuid, fields: &HashMap<String, String>) -> Option<Job> {
    let json = |name: &str| fields.get(name).map(|text| serde_json::from_str::<Value>(text)).transpose().ok();
    let status = fields.get("status")?;
    Some(Job {
        id,
        owner: fields.get("owner").and_then(|text| serde_json::from_str(text).ok()),
        request: json("request")??,
        status: Status::ALL.into_iter().find(|known| known.name() == status)?,
        result: json("result")?,
        problem: json("problem")?,
        created_at: fields.get("created_at")?.parse().ok()?,
        updated_at: fields.get("updated_at")?.parse().ok()?,
    })
}
