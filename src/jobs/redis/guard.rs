//! The lease of a job in Redis. It is renewed while a worker holds it. Dropping it returns the job.

use super::changes::{Watch, message};
use super::{CONSUMER, GROUP, Shared, now};
use crate::jobs::{Ending, Status, tries_after_drop};
use crate::redis_link::Unavailable;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

/// The pause before the end of a job is stored again after a failure.
const END_RETRY: Duration = Duration::from_millis(500);

/// Keeps a job leased. Dropping it returns the job to the queue.
#[derive(Debug)]
pub struct LeaseGuard {
    leased: Arc<LeasedJob>,
    /// How often the job was attempted, including this time.
    tries: u32,
    has_ended: bool,
    runtime: Handle,
    _renewal: AbortOnDropHandle<()>,
}

/// A leased job, and the token that proves the lease.
#[derive(Debug)]
struct LeasedJob {
    jobs: Arc<Shared>,
    id: Uuid,
    entry: String,
    token: Uuid,
}

impl LeaseGuard {
    /// Counts the try and starts to renew the lease.
    ///
    /// # Errors
    /// When Redis does not answer. The job returns to the queue.
    pub(super) async fn begin(
        jobs: Arc<Shared>,
        id: Uuid,
        entry: String,
        token: Uuid,
        tries_before: u32,
        revoked: CancellationToken,
    ) -> Result<LeaseGuard, Unavailable> {
        let watch = jobs.changes.watch(id);
        let leased = Arc::new(LeasedJob { jobs, id, entry, token });
        let renewal = tokio::spawn(Arc::clone(&leased).renew_until_revoked(watch, revoked));
        let guard = LeaseGuard {
            leased,
            tries: tries_before + 1,
            has_ended: false,
            runtime: Handle::current(),
            _renewal: AbortOnDropHandle::new(renewal),
        };
        guard.leased.renew(&[("tries", &guard.tries.to_string())]).await?;
        Ok(guard)
    }

    pub async fn progress(&self, result: Value) {
        let fields = [("updated_at", &*now()), ("result", &result.to_string())];
        let _the_next_result_replaces_it = self.leased.renew(&fields).await;
    }

    /// Returns the job to the end of the queue, if another one waits there.
    pub async fn hand_over(&mut self) -> bool {
        // If Redis does not answer, the lease says whether the job is still here.
        self.has_ended = self.leased.hand_over(self.tries.saturating_sub(1)).await.unwrap_or(false);
        self.has_ended
    }

    pub async fn finish(mut self, ending: Ending) {
        let (status, field) = match &ending {
            Ending::Done(result) => (Status::Done, ("result", result)),
            Ending::Failed(problem) => (Status::Failed, ("problem", problem)),
        };
        let LeasedJob { jobs, id, token, .. } = &*self.leased;
        let end = async {
            while jobs.end(*id, Some(*token), status, Some(field)).await.is_err() {
                tokio::time::sleep(END_RETRY).await;
            }
        };
        // If the end cannot be stored in time, another worker takes the job over and executes it again.
        let _stored = tokio::time::timeout(jobs.timing.lease, end).await;
        self.has_ended = true;
    }
}

#[cfg(test)]
impl LeaseGuard {
    pub fn stop_renewal(&self) {
        self._renewal.abort();
    }
}

impl Drop for LeaseGuard {
    fn drop(&mut self) {
        if !self.has_ended {
            let (leased, tries) = (Arc::clone(&self.leased), tries_after_drop(self.tries));
            let jobs = Arc::clone(&leased.jobs);
            jobs.tasks.spawn_on(async move { leased.return_job(tries).await }, &self.runtime);
        }
    }
}

impl LeasedJob {
    /// Renews the lease and sets fields of the job. Returns whether the lease is still valid.
    async fn renew(&self, fields: &[(&str, &str)]) -> Result<bool, Unavailable> {
        let keys = self.jobs.keys;
        let mut renew = self.jobs.scripts.renew.key(keys.job(self.id));
        renew.key(keys.stream).arg(self.token.to_string()).arg(&self.entry).arg(GROUP).arg(CONSUMER);
        for (name, value) in fields {
            renew.arg(*name).arg(*value);
        }
        self.jobs.invoke(&renew).await
    }

    async fn renew_until_revoked(self: Arc<LeasedJob>, mut watch: Watch, revoked: CancellationToken) {
        let renew_every = self.jobs.timing.lease / 5;
        loop {
            let _ended_or_time_to_renew = tokio::time::timeout(renew_every, watch.changed()).await;
            // If Redis does not answer, the lease may still be valid.
            if let Ok(false) = self.renew(&[]).await {
                revoked.cancel();
                return;
            }
        }
    }

    async fn hand_over(&self, tries: u32) -> Result<bool, Unavailable> {
        let keys = self.jobs.keys;
        let mut hand_over = self.jobs.scripts.hand_over.key(keys.job(self.id));
        hand_over
            .key(keys.stream)
            .arg(self.token.to_string())
            .arg(&self.entry)
            .arg(GROUP)
            .arg(now())
            .arg(tries);
        hand_over.arg(keys.publish).arg(keys.channel).arg(message(Status::Queued, self.id));
        hand_over.arg(self.id.to_string());
        self.jobs.invoke(&hand_over).await
    }

    async fn return_job(&self, tries: u32) {
        let keys = self.jobs.keys;
        let mut return_job = self.jobs.scripts.return_job.key(keys.job(self.id));
        return_job.key(keys.stream).arg(self.token.to_string()).arg(&self.entry).arg(GROUP).arg(CONSUMER);
        return_job.arg(self.jobs.timing.lease.as_millis() as u64).arg(now()).arg(tries);
        return_job.arg(keys.publish).arg(keys.channel).arg(message(Status::Queued, self.id));
        // If this fails, another worker takes the job over when the lease expires.
        let _returned = self.jobs.invoke::<()>(&return_job).await;
    }
}
