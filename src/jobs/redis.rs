//! The jobs of several servers: a stream in Redis that a group of workers reads. What a worker took and does not keep
//! alive any more, another takes over.

use super::{Ending, Job, JobError, Lease, Status};
use crate::session::within;
use ::redis::aio::ConnectionManager;
use ::redis::streams::{StreamAutoClaimReply, StreamId, StreamPendingCountReply, StreamReadReply};
use ::redis::{AsyncTypedCommands, Cmd, FromRedisValue, RedisError, Script, cmd, pipe};
use jiff::Timestamp;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

const STREAM: &str = "duiyi:jobs";
const GROUP: &str = "workers";
/// A worker says so often that it is at it, and sees whether it still shall be.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// What nobody is at for so long may be taken over.
const ABANDONED_AFTER: Duration = Duration::from_secs(10);
/// How often a worker without work looks for some.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// A job that has not ended by then is forgotten.
const LONGEST_LIFE: Duration = Duration::from_secs(86_400);

fn key(id: Uuid) -> String {
    format!("duiyi:job:{id}")
}

/// KEYS: the job, the stream. ARGV: id, capacity, request, time, seconds to keep.
const SUBMIT: &str = r"
if redis.call('XLEN', KEYS[2]) >= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'status', 'queued', 'request', ARGV[3], 'created_at', ARGV[4], 'updated_at', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('XADD', KEYS[2], '*', 'id', ARGV[1])
return 1";

/// Changes a job that has not ended. KEYS: the job. ARGV: status, time, seconds to keep, and a field and its value if
/// there is one.
const CHANGE: &str = r"
local status = redis.call('HGET', KEYS[1], 'status')
if status ~= 'queued' and status ~= 'running' then return 0 end
redis.call('HSET', KEYS[1], 'status', ARGV[1], 'updated_at', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
if ARGV[4] then redis.call('HSET', KEYS[1], ARGV[4], ARGV[5]) end
return 1";

/// KEYS: the stream. ARGV: the group, which may be there already.
const JOIN: &str = "redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], '0', 'MKSTREAM')";

pub struct RedisJobs {
    commands: ConnectionManager,
    submit: Script,
    change: Script,
    join: Script,
    has_joined: AtomicBool,
    /// This process among the workers.
    consumer: String,
    capacity: usize,
    keep: Duration,
    waiting: AtomicUsize,
    running: AtomicUsize,
}

impl std::fmt::Debug for RedisJobs {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("RedisJobs").field("consumer", &self.consumer).finish_non_exhaustive()
    }
}

async fn ask<T>(answer: impl Future<Output = Result<T, RedisError>>) -> Result<T, JobError> {
    within(answer).await.map_err(|error| JobError::Unavailable(error.to_string()))
}

impl RedisJobs {
    /// Keeps at most `capacity` jobs that have not ended, and each for `keep` after it has.
    pub fn new(commands: ConnectionManager, capacity: usize, keep: Duration) -> RedisJobs {
        RedisJobs {
            commands,
            submit: Script::new(SUBMIT),
            change: Script::new(CHANGE),
            join: Script::new(JOIN),
            has_joined: AtomicBool::new(false),
            consumer: Uuid::new_v4().to_string(),
            capacity,
            keep,
            waiting: AtomicUsize::new(0),
            running: AtomicUsize::new(0),
        }
    }

    pub async fn submit(&self, request: Value) -> Result<Job, JobError> {
        let job = Job::new(request);
        let mut submit = self.submit.key(key(job.id));
        submit.key(STREAM).arg(job.id.to_string()).arg(self.capacity).arg(job.request.to_string());
        submit.arg(job.created_at.to_string()).arg(LONGEST_LIFE.as_secs());
        match ask(submit.invoke_async(&mut self.commands.clone())).await? {
            0 => Err(JobError::Full),
            _ => Ok(job),
        }
    }

    pub async fn get(&self, id: Uuid) -> Result<Job, JobError> {
        let fields: HashMap<String, String> = ask(self.commands.clone().hgetall(key(id))).await?;
        if fields.is_empty() {
            return Err(JobError::NotFound);
        }
        read(id, &fields).ok_or_else(|| {
            JobError::Unavailable("the analysis was written by another version of the server".to_owned())
        })
    }

    pub async fn cancel(&self, id: Uuid) -> Result<Job, JobError> {
        self.change(id, Status::Cancelled, self.keep, None).await?;
        self.get(id).await
    }

    /// Whether the job has not ended before.
    async fn change(
        &self,
        id: Uuid,
        status: Status,
        keep: Duration,
        field: Option<(&str, &Value)>,
    ) -> Result<bool, JobError> {
        let mut change = self.change.key(key(id));
        change.arg(status.name()).arg(Timestamp::now().to_string()).arg(keep.as_secs());
        if let Some((name, value)) = field {
            change.arg(name).arg(value.to_string());
        }
        ask(change.invoke_async(&mut self.commands.clone())).await
    }

    /// Sees to it that there is a group of workers.
    async fn join_group(&self) {
        let mut join = self.join.key(STREAM);
        let _tried_again = within(join.arg(GROUP).invoke_async::<()>(&mut self.commands.clone())).await;
    }

    pub async fn take(&self) -> Lease {
        if !self.has_joined.swap(true, Ordering::Relaxed) {
            self.join_group().await;
        }
        loop {
            match self.take_now().await {
                Ok(Some(lease)) => return lease,
                Ok(None) => {}
                // The store is away, and may have forgotten the group when it is back.
                Err(_) => self.join_group().await,
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    async fn take_now(&self) -> Result<Option<Lease>, JobError> {
        let mut commands = self.commands.clone();
        let mut claim = cmd("XAUTOCLAIM");
        claim.arg(STREAM).arg(GROUP).arg(&self.consumer).arg(ABANDONED_AFTER.as_millis() as u64);
        claim.arg("0-0").arg("COUNT").arg(1);
        let claimed: StreamAutoClaimReply = ask(claim.query_async(&mut commands)).await?;
        if let Some(entry) = claimed.claimed.into_iter().next() {
            return self.lease(entry).await;
        }
        let mut read = cmd("XREADGROUP");
        read.arg("GROUP")
            .arg(GROUP)
            .arg(&self.consumer)
            .arg("COUNT")
            .arg(1)
            .arg("STREAMS")
            .arg(STREAM)
            .arg(">");
        let read: Option<StreamReadReply> = ask(read.query_async(&mut commands)).await?;
        let entry =
            read.and_then(|read| read.keys.into_iter().next()).and_then(|key| key.ids.into_iter().next());
        match entry {
            Some(entry) => self.lease(entry).await,
            None => Ok(None),
        }
    }

    async fn lease(&self, entry: StreamId) -> Result<Option<Lease>, JobError> {
        let text = entry.map.get("id").cloned().and_then(|id| String::from_redis_value(id).ok());
        let id = text.and_then(|id| id.parse::<Uuid>().ok());
        let Some(id) = id else {
            self.strike(&entry.id).await?;
            return Ok(None);
        };
        if !self.change(id, Status::Running, LONGEST_LIFE, None).await? {
            self.strike(&entry.id).await?;
            return Ok(None);
        }
        let job = self.get(id).await?;
        let revoked = CancellationToken::new();
        let keep_alive =
            keep_alive(self.commands.clone(), self.consumer.clone(), entry.id.clone(), id, revoked.clone());
        let _heartbeat = Some(AbortOnDropHandle::new(tokio::spawn(keep_alive)));
        Ok(Some(Lease { job, revoked, ticket: entry.id, _heartbeat }))
    }

    /// Takes an entry from the stream for good.
    async fn strike(&self, entry: &str) -> Result<(), JobError> {
        let mut strike = pipe();
        strike.cmd("XACK").arg(STREAM).arg(GROUP).arg(entry).ignore();
        strike.cmd("XDEL").arg(STREAM).arg(entry).ignore();
        ask(strike.query_async(&mut self.commands.clone())).await
    }

    pub async fn progress(&self, lease: &Lease, result: Value) {
        // The next depth tells more.
        let _lost = self.change(lease.job.id, Status::Running, LONGEST_LIFE, Some(("result", &result))).await;
    }

    pub async fn finish(&self, lease: &Lease, ending: Ending) {
        let (status, field) = match &ending {
            Ending::Done(result) => (Status::Done, ("result", result)),
            Ending::Failed(problem) => (Status::Failed, ("problem", problem)),
        };
        // What cannot be told now is done again by whoever takes the entry next.
        if self.change(lease.job.id, status, self.keep, Some(field)).await.is_ok() {
            let _done_again = self.strike(&lease.ticket).await;
        }
    }

    pub fn count(&self) -> Vec<(Status, usize)> {
        vec![
            (Status::Queued, self.waiting.load(Ordering::Relaxed)),
            (Status::Running, self.running.load(Ordering::Relaxed)),
        ]
    }

    /// Redis forgets jobs by itself; here they are counted.
    pub async fn sweep(&self) {
        let mut count = pipe();
        count.cmd("XLEN").arg(STREAM).cmd("XPENDING").arg(STREAM).arg(GROUP);
        let counted =
            within(count.query_async::<(usize, Vec<::redis::Value>)>(&mut self.commands.clone())).await;
        if let Ok((all, pending)) = counted {
            let running = pending.into_iter().next().and_then(|number| usize::from_redis_value(number).ok());
            let running = running.unwrap_or(0);
            self.running.store(running, Ordering::Relaxed);
            self.waiting.store(all.saturating_sub(running), Ordering::Relaxed);
        }
    }
}

fn read(id: Uuid, fields: &HashMap<String, String>) -> Option<Job> {
    let json = |name: &str| fields.get(name).map(|text| serde_json::from_str::<Value>(text)).transpose().ok();
    let status = fields.get("status")?;
    Some(Job {
        id,
        request: json("request")??,
        status: Status::ALL.into_iter().find(|known| known.name() == status)?,
        result: json("result")?,
        problem: json("problem")?,
        created_at: fields.get("created_at")?.parse().ok()?,
        updated_at: fields.get("updated_at")?.parse().ok()?,
    })
}

/// Keeps others from taking the job over, until it is taken back or somebody has.
async fn keep_alive(
    mut commands: ConnectionManager,
    consumer: String,
    entry: String,
    id: Uuid,
    revoked: CancellationToken,
) {
    loop {
        tokio::time::sleep(HEARTBEAT).await;
        let mut owner: Cmd = cmd("XPENDING");
        owner.arg(STREAM).arg(GROUP).arg(&entry).arg(&entry).arg(1);
        let pending = within(owner.query_async::<StreamPendingCountReply>(&mut commands)).await;
        let status = within(commands.hget(key(id), "status")).await;
        let (Ok(pending), Ok(status)) = (pending, status) else { continue };
        let is_ours = pending.ids.first().is_some_and(|pending| pending.consumer == consumer);
        if !is_ours || status.as_deref() != Some(Status::Running.name()) {
            revoked.cancel();
            return;
        }
        let mut claim = cmd("XCLAIM");
        claim.arg(STREAM).arg(GROUP).arg(&consumer).arg(0).arg(&entry).arg("JUSTID");
        let _next_time = within(claim.query_async::<()>(&mut commands)).await;
    }
}
