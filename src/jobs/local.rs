//! The jobs of one process.

use super::{Ending, Job, JobError, Lease, Status};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

#[derive(Debug)]
pub struct LocalJobs {
    all: Mutex<All>,
    handed_in: Notify,
    capacity: usize,
    keep: Duration,
}

#[derive(Debug, Default)]
struct All {
    jobs: HashMap<Uuid, (Job, CancellationToken)>,
    queue: VecDeque<Uuid>,
}

impl LocalJobs {
    /// Keeps at most `capacity` jobs, each for `keep` after it has ended.
    pub fn new(capacity: usize, keep: Duration) -> LocalJobs {
        LocalJobs { all: Mutex::default(), handed_in: Notify::new(), capacity, keep }
    }

    fn lock(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn submit(&self, request: Value) -> Result<Job, JobError> {
        let mut all = self.lock();
        if all.jobs.len() >= self.capacity {
            return Err(JobError::Full);
        }
        let job = Job::new(request);
        all.jobs.insert(job.id, (job.clone(), CancellationToken::new()));
        all.queue.push_back(job.id);
        self.handed_in.notify_one();
        Ok(job)
    }

    pub fn get(&self, id: Uuid) -> Result<Job, JobError> {
        self.lock().jobs.get(&id).map(|(job, _)| job.clone()).ok_or(JobError::NotFound)
    }

    pub fn cancel(&self, id: Uuid) -> Result<Job, JobError> {
        let mut all = self.lock();
        let (job, revoked) = all.jobs.get_mut(&id).ok_or(JobError::NotFound)?;
        if !job.status.is_final() {
            (job.status, job.updated_at) = (Status::Cancelled, Timestamp::now());
            revoked.cancel();
        }
        Ok(job.clone())
    }

    pub async fn take(&self) -> Lease {
        loop {
            if let Some(lease) = self.take_now() {
                return lease;
            }
            self.handed_in.notified().await;
        }
    }

    fn take_now(&self) -> Option<Lease> {
        let mut all = self.lock();
        while let Some(id) = all.queue.pop_front() {
            if let Some((job, revoked)) =
                all.jobs.get_mut(&id).filter(|(job, _)| job.status == Status::Queued)
            {
                (job.status, job.updated_at) = (Status::Running, Timestamp::now());
                let (job, revoked) = (job.clone(), revoked.clone());
                let lease = Lease { job, revoked, ticket: String::new(), _heartbeat: None };
                if !all.queue.is_empty() {
                    self.handed_in.notify_one();
                }
                return Some(lease);
            }
        }
        None
    }

    /// Changes a job that has not ended.
    fn change(&self, lease: &Lease, change: impl FnOnce(&mut Job)) {
        if let Some((job, _)) =
            self.lock().jobs.get_mut(&lease.job.id).filter(|(job, _)| !job.status.is_final())
        {
            change(job);
            job.updated_at = Timestamp::now();
        }
    }

    pub fn progress(&self, lease: &Lease, result: Value) {
        self.change(lease, |job| job.result = Some(result));
    }

    pub fn finish(&self, lease: &Lease, ending: Ending) {
        self.change(lease, |job| match ending {
            Ending::Done(result) => (job.status, job.result) = (Status::Done, Some(result)),
            Ending::Failed(problem) => (job.status, job.problem) = (Status::Failed, Some(problem)),
        });
    }

    pub fn count(&self) -> Vec<(Status, usize)> {
        let all = self.lock();
        let of = |status: Status| all.jobs.values().filter(|(job, _)| job.status == status).count();
        Status::ALL.into_iter().map(|status| (status, of(status))).collect()
    }

    pub fn sweep(&self) {
        let keep = SignedDuration::try_from(self.keep).unwrap_or(SignedDuration::MAX);
        let now = Timestamp::now();
        self.lock()
            .jobs
            .retain(|_, (job, _)| !job.status.is_final() || now.duration_since(job.updated_at) < keep);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[tokio::test]
    async fn a_job_is_done_once_and_its_answer_kept() {
        let jobs = LocalJobs::new(2, Duration::from_secs(60));
        let first = jobs.submit(json!({"number": 1})).unwrap();
        jobs.submit(json!({"number": 2})).unwrap();
        assert_eq!(jobs.submit(json!({})), Err(JobError::Full));
        let lease = jobs.take().await;
        assert_eq!((lease.job.id, jobs.get(first.id).unwrap().status), (first.id, Status::Running));
        jobs.progress(&lease, json!("better"));
        assert_eq!(jobs.get(first.id).unwrap().result, Some(json!("better")));
        jobs.finish(&lease, Ending::Done(json!("best")));
        assert_eq!(jobs.cancel(first.id).unwrap().status, Status::Done, "too late");
        assert_eq!(jobs.take().await.job.request, json!({"number": 2}));
    }

    #[tokio::test]
    async fn a_job_taken_back_keeps_what_is_known_and_is_not_begun_again() {
        let jobs = LocalJobs::new(9, Duration::ZERO);
        let (first, second) = (jobs.submit(json!(1)).unwrap().id, jobs.submit(json!(2)).unwrap().id);
        let lease = jobs.take().await;
        jobs.progress(&lease, json!("something"));
        jobs.cancel(first).unwrap();
        jobs.cancel(second).unwrap();
        assert!(lease.revoked.is_cancelled());
        jobs.finish(&lease, Ending::Done(json!("too late")));
        let kept = jobs.get(first).unwrap();
        assert_eq!((kept.status, kept.result), (Status::Cancelled, Some(json!("something"))));
        assert!(jobs.take_now().is_none());
        jobs.sweep();
        assert_eq!(jobs.get(first), Err(JobError::NotFound));
    }
}
