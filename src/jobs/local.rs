//! The job queue in the memory of one process.

use super::{Ending, Job, JobError, Lease, Status, Submitter, tries_after_drop};
use jiff::Timestamp;
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// The size of all jobs with their requests and results. The oldest ended ones are dropped first.
const MAX_BYTES: usize = 64 << 20;

#[derive(Debug)]
pub struct LocalJobs(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    all: Mutex<JobTable>,
    /// Wakes the workers that wait for a job. They check again.
    queued: Notify,
    capacity: usize,
    max_bytes: usize,
    keep: Duration,
}

#[derive(Debug, Default)]
struct JobTable {
    jobs: HashMap<Uuid, Entry>,
    queue: VecDeque<Uuid>,
    /// The jobs that have ended and when, oldest first.
    ended: VecDeque<(Uuid, Instant)>,
    /// The size of all jobs.
    bytes: usize,
}

#[derive(Debug)]
struct Entry {
    client: [u8; 16],
    job: watch::Sender<Job>,
    bytes: usize,
    /// The size that the job will have with its results. It counts until the job ends.
    reserved: usize,
    tries: u32,
    revoked: CancellationToken,
}

impl JobTable {
    /// Changes a job, unless it has ended.
    fn change(&mut self, id: Uuid, change: impl FnOnce(&mut Job)) {
        let unfinished = |entry: &&mut Entry| !entry.job.borrow().status.is_final();
        let Some(entry) = self.jobs.get_mut(&id).filter(unfinished) else { return };
        entry.job.send_modify(|job| {
            change(job);
            job.updated_at = Timestamp::now();
        });
        let is_final = entry.job.borrow().status.is_final();
        let least = if is_final { 0 } else { entry.reserved };
        let bytes = entry.job.borrow().bytes().max(least);
        self.bytes = self.bytes + bytes - std::mem::replace(&mut entry.bytes, bytes);
        if is_final {
            entry.revoked.cancel();
            self.queue.retain(|queued| *queued != id);
            self.ended.push_back((id, Instant::now()));
        }
    }

    /// How many jobs of a client wait or run.
    fn unfinished_of(&self, client: [u8; 16]) -> usize {
        let is_one = |entry: &&Entry| entry.client == client && !entry.job.borrow().status.is_final();
        self.jobs.values().filter(is_one).count()
    }

    fn unfinished_bytes(&self) -> usize {
        let ended = self.ended.iter().filter_map(|(id, _)| self.jobs.get(id));
        self.bytes - ended.map(|entry| entry.bytes).sum::<usize>()
    }

    fn remove_oldest(&mut self) {
        if let Some(entry) = self.ended.pop_front().and_then(|(oldest, _)| self.jobs.remove(&oldest)) {
            self.bytes -= entry.bytes;
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, JobTable> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, all: &mut JobTable, id: Uuid, end: impl FnOnce(&mut Job)) {
        all.change(id, end);
        self.remove_beyond_limits(all);
    }

    /// Drops the oldest ended jobs beyond the limits of number and size.
    fn remove_beyond_limits(&self, all: &mut JobTable) {
        while all.ended.len() > self.capacity || (all.bytes > self.max_bytes && !all.ended.is_empty()) {
            all.remove_oldest();
        }
    }
}

impl LocalJobs {
    /// A queue of at most `capacity` jobs. Also keeps up to `capacity` ended jobs, each for the duration `keep`.
    pub fn new(capacity: usize, keep: Duration) -> LocalJobs {
        LocalJobs::with_bytes(capacity, keep, MAX_BYTES)
    }

    fn with_bytes(capacity: usize, keep: Duration, max_bytes: usize) -> LocalJobs {
        LocalJobs(Arc::new(Shared {
            all: Mutex::default(),
            queued: Notify::new(),
            capacity,
            max_bytes,
            keep,
        }))
    }

    pub fn submit(&self, id: Uuid, by: Submitter, request: Value) -> Result<Job, JobError> {
        let mut all = self.0.lock();
        if let Some(entry) = all.jobs.get(&id) {
            return Ok(entry.job.borrow().clone());
        }
        if by.max_jobs > 0 && all.unfinished_of(by.client) >= by.max_jobs {
            return Err(JobError::TooManyOfClient(by.max_jobs));
        }
        if all.jobs.len() - all.ended.len() >= self.0.capacity {
            return Err(JobError::Full);
        }
        let now = Timestamp::now();
        let job = Job {
            id,
            owner: by.owner,
            request,
            status: Status::Queued,
            result: None,
            problem: None,
            created_at: now,
            updated_at: now,
        };
        let bytes = job.bytes() + by.reserved;
        if all.unfinished_bytes() + bytes > self.0.max_bytes {
            return Err(JobError::Full);
        }
        let entry = Entry {
            client: by.client,
            job: watch::Sender::new(job.clone()),
            bytes,
            reserved: bytes,
            tries: 0,
            revoked: CancellationToken::new(),
        };
        all.bytes += bytes;
        all.jobs.insert(id, entry);
        all.queue.push_back(id);
        self.0.remove_beyond_limits(&mut all);
        drop(all);
        self.0.queued.notify_waiters();
        Ok(job)
    }

    fn watch(&self, id: Uuid) -> Result<watch::Receiver<Job>, JobError> {
        self.0.lock().jobs.get(&id).map(|entry| entry.job.subscribe()).ok_or(JobError::NotFound)
    }

    pub fn get(&self, id: Uuid) -> Result<Job, JobError> {
        Ok(self.watch(id)?.borrow().clone())
    }

    pub fn cancel(&self, id: Uuid) -> Result<Job, JobError> {
        let job = self.watch(id)?;
        self.0.end(&mut self.0.lock(), id, |job| job.status = Status::Cancelled);
        let job = job.borrow().clone();
        Ok(job)
    }

    pub async fn wait(&self, id: Uuid, timeout: Duration) -> Result<Job, JobError> {
        let mut job = self.watch(id)?;
        let ended = job.wait_for(|job| job.status.is_final());
        let _ended_or_timed_out = tokio::time::timeout(timeout, ended).await.is_ok();
        Ok(job.borrow().clone())
    }

    pub async fn take(&self) -> Lease {
        loop {
            // Register before checking, so that a job queued in between is not missed.
            let queued = self.0.queued.notified();
            if let Some(lease) = self.take_now() {
                return lease;
            }
            queued.await;
        }
    }

    fn take_now(&self) -> Option<Lease> {
        let mut all = self.0.lock();
        let id = all.queue.pop_front()?;
        all.change(id, |job| job.status = Status::Running);
        let entry = all.jobs.get_mut(&id)?;
        entry.tries += 1;
        Some(Lease {
            job: entry.job.borrow().clone(),
            tries: entry.tries,
            revoked: entry.revoked.clone(),
            guard: super::LeaseGuard::Local(LeaseGuard {
                jobs: Arc::clone(&self.0),
                id,
                revoked: entry.revoked.clone(),
                is_handed_over: false,
            }),
        })
    }

    pub fn count(&self) -> Vec<(Status, usize)> {
        let all = self.0.lock();
        let of =
            |status: Status| all.jobs.values().filter(|entry| entry.job.borrow().status == status).count();
        Status::ALL.into_iter().map(|status| (status, of(status))).collect()
    }

    pub fn sweep(&self) {
        let mut all = self.0.lock();
        while all.ended.front().is_some_and(|(_, ended)| ended.elapsed() >= self.0.keep) {
            all.remove_oldest();
        }
    }
}

/// Keeps a job leased. Dropping it returns the job to the queue.
#[derive(Debug)]
pub struct LeaseGuard {
    jobs: Arc<Shared>,
    id: Uuid,
    /// Cancelled when the job has ended. Another job may have the same id by then.
    revoked: CancellationToken,
    is_handed_over: bool,
}

impl LeaseGuard {
    /// Locks the jobs, if this lease is still valid.
    fn lock_leased(&self) -> Option<MutexGuard<'_, JobTable>> {
        let all = self.jobs.lock();
        (!self.revoked.is_cancelled() && !self.is_handed_over).then_some(all)
    }

    pub fn progress(&self, result: Value) {
        if let Some(mut all) = self.lock_leased() {
            all.change(self.id, |job| job.result = Some(result));
        }
    }

    /// Returns the job to the end of the queue, if another one waits there.
    pub fn hand_over(&mut self) -> bool {
        let Some(mut all) = self.lock_leased() else { return false };
        if all.queue.is_empty() {
            return false;
        }
        if let Some(entry) = all.jobs.get_mut(&self.id) {
            entry.tries = entry.tries.saturating_sub(1);
        }
        all.change(self.id, |job| job.status = Status::Queued);
        all.queue.push_back(self.id);
        drop(all);
        self.is_handed_over = true;
        self.jobs.queued.notify_waiters();
        true
    }

    pub fn finish(self, ending: Ending) {
        if let Some(mut all) = self.lock_leased() {
            self.jobs.end(&mut all, self.id, |job| match ending {
                Ending::Done(result) => (job.status, job.result) = (Status::Done, Some(result)),
                Ending::Failed(problem) => (job.status, job.problem) = (Status::Failed, Some(problem)),
            });
        }
    }
}

impl Drop for LeaseGuard {
    fn drop(&mut self) {
        let Some(mut all) = self.lock_leased() else { return };
        if let Some(entry) = all.jobs.get_mut(&self.id) {
            entry.tries = tries_after_drop(entry.tries);
        }
        all.change(self.id, |job| job.status = Status::Queued);
        all.queue.push_front(self.id);
        drop(all);
        self.jobs.queued.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::super::MAX_TRIES;
    use super::super::fixtures::{ANYBODY, by};
    use super::*;
    use serde_json::json;

    const LONG: Duration = Duration::from_secs(3600);

    fn submit(jobs: &LocalJobs, request: Value) -> Uuid {
        jobs.submit(Uuid::new_v4(), ANYBODY, request).unwrap().id
    }

    #[tokio::test]
    async fn a_job_is_executed_once_and_keeps_its_result() {
        let jobs = LocalJobs::new(2, LONG);
        let first = submit(&jobs, json!({"number": 1}));
        submit(&jobs, json!({"number": 2}));
        let lease = jobs.take().await;
        assert_eq!((lease.job.id, lease.tries, jobs.get(first).unwrap().status), (first, 1, Status::Running));
        lease.progress(json!("better")).await;
        assert_eq!(jobs.get(first).unwrap().result, Some(json!("better")));
        lease.finish(Ending::Done(json!("best"))).await;
        let done = jobs.cancel(first).unwrap();
        assert_eq!((done.status, done.result), (Status::Done, Some(json!("best"))), "too late");
        assert_eq!(jobs.take().await.job.request, json!({"number": 2}));
    }

    #[tokio::test]
    async fn a_cancelled_job_keeps_its_result_and_does_not_run_again() {
        let jobs = LocalJobs::new(9, Duration::ZERO);
        let (first, second) = (submit(&jobs, json!(1)), submit(&jobs, json!(2)));
        let lease = jobs.take().await;
        lease.progress(json!("something")).await;
        jobs.cancel(first).unwrap();
        jobs.cancel(second).unwrap();
        assert!(lease.revoked.is_cancelled());
        lease.finish(Ending::Done(json!("too late"))).await;
        let kept = jobs.get(first).unwrap();
        assert_eq!((kept.status, kept.result), (Status::Cancelled, Some(json!("something"))));
        assert!(jobs.take_now().is_none());
        jobs.sweep();
        assert_eq!(jobs.get(first), Err(JobError::NotFound));
    }

    #[tokio::test]
    async fn only_queued_and_running_jobs_count_against_the_capacity() {
        let jobs = LocalJobs::new(2, LONG);
        for number in 0..10 {
            submit(&jobs, json!(number));
            jobs.take().await.finish(Ending::Done(json!(number))).await;
        }
        let kept = |jobs: &LocalJobs| jobs.count().iter().map(|(_, count)| count).sum::<usize>();
        assert_eq!(kept(&jobs), 2, "as many ended jobs as the capacity");
        let (first, _) = (submit(&jobs, json!("a")), submit(&jobs, json!("b")));
        let lease = jobs.take().await;
        assert_eq!(jobs.submit(Uuid::new_v4(), ANYBODY, json!("c")), Err(JobError::Full));
        drop(lease);
        jobs.cancel(first).unwrap();
        submit(&jobs, json!("c"));
        assert_eq!(kept(&jobs), 4);
    }

    #[tokio::test]
    async fn jobs_are_bounded_in_bytes_and_the_oldest_ended_ones_go_first() {
        let request = || json!({"moves": vec!["h2e2"; 1000]});
        let jobs = LocalJobs::with_bytes(100, LONG, 400_000);
        let mut ids = Vec::new();
        for _ in 0..50 {
            ids.push(submit(&jobs, request()));
            jobs.take().await.finish(Ending::Done(request())).await;
        }
        assert!(jobs.0.lock().bytes <= 400_000);
        assert!(jobs.get(ids[0]).is_err() && jobs.get(ids[49]).is_ok());
        let unfinished = std::iter::repeat_with(|| jobs.submit(Uuid::new_v4(), ANYBODY, request()));
        let accepted = unfinished.take_while(Result::is_ok).count();
        assert!((1..20).contains(&accepted), "{accepted}");
        assert_eq!(jobs.submit(Uuid::new_v4(), ANYBODY, request()), Err(JobError::Full));
        while let Some(lease) = jobs.take_now() {
            lease.finish(Ending::Failed(json!("no"))).await;
        }
        assert_eq!(jobs.0.lock().unfinished_bytes(), 0);
    }

    #[tokio::test]
    async fn a_client_has_a_limited_number_of_jobs_that_wait_or_run() {
        let jobs = LocalJobs::new(9, LONG);
        let ours = |id: Uuid| jobs.submit(id, by(1, 2), json!(1)).map(|job| job.id);
        let ids = [Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4()];
        assert_eq!((ours(ids[0]), ours(ids[1])), (Ok(ids[0]), Ok(ids[1])));
        let lease = jobs.take().await;
        assert_eq!(ours(ids[2]), Err(JobError::TooManyOfClient(2)));
        assert_eq!(ours(ids[0]), Ok(ids[0]), "a retry");
        jobs.submit(Uuid::new_v4(), by(2, 2), json!(2)).unwrap();
        lease.finish(Ending::Done(json!("best"))).await;
        assert_eq!(ours(ids[2]), Ok(ids[2]));
    }

    #[tokio::test]
    async fn the_oldest_ended_job_is_removed_first() {
        let jobs = LocalJobs::new(2, LONG);
        let mut ids = Vec::new();
        for number in 0..3 {
            ids.push(submit(&jobs, json!(number)));
            jobs.cancel(ids[number]).unwrap();
        }
        assert_eq!(jobs.get(ids[0]), Err(JobError::NotFound));
        assert!(jobs.get(ids[1]).is_ok() && jobs.get(ids[2]).is_ok());
    }

    #[tokio::test]
    async fn submitting_an_id_again_returns_its_job_even_when_the_queue_is_full() {
        let jobs = LocalJobs::new(1, LONG);
        let id = Uuid::new_v4();
        let first = jobs.submit(id, ANYBODY, json!("first")).unwrap();
        assert_eq!(jobs.submit(id, ANYBODY, json!("second")), Ok(first));
        let lease = jobs.take().await;
        lease.finish(Ending::Failed(json!("no"))).await;
        let again = jobs.submit(id, ANYBODY, json!("third")).unwrap();
        assert_eq!((again.status, again.request), (Status::Failed, json!("first")));
        assert!(jobs.take_now().is_none());
    }

    #[tokio::test]
    async fn a_dropped_lease_returns_its_job_to_the_front_and_does_not_count_as_a_try() {
        let jobs = LocalJobs::new(9, LONG);
        let (first, _) = (submit(&jobs, json!(1)), submit(&jobs, json!(2)));
        for _ in 0..2 * MAX_TRIES {
            let lease = jobs.take().await;
            assert_eq!((lease.job.id, lease.tries), (first, 1));
            drop(lease);
            assert_eq!(jobs.get(first).unwrap().status, Status::Queued);
        }
    }

    #[tokio::test]
    async fn a_lease_is_handed_over_only_if_another_job_waits() {
        let jobs = LocalJobs::new(9, LONG);
        let first = submit(&jobs, json!(1));
        let lease = jobs.take().await.hand_over().await.expect("no other job waits");
        let second = submit(&jobs, json!(2));
        lease.progress(json!("half")).await;
        assert!(lease.hand_over().await.is_none());
        let lease = jobs.take().await;
        assert_eq!((lease.job.id, jobs.get(first).unwrap().status), (second, Status::Queued));
        lease.finish(Ending::Done(json!("done"))).await;
        let lease = jobs.take().await;
        assert_eq!((lease.job.id, lease.tries, lease.job.result.clone()), (first, 1, Some(json!("half"))));
    }

    #[tokio::test]
    async fn room_for_the_results_of_a_job_is_reserved_until_it_ends() {
        let jobs = LocalJobs::with_bytes(9, LONG, 100_000);
        let large = Submitter { reserved: 60_000, ..ANYBODY };
        let first = jobs.submit(Uuid::new_v4(), large.clone(), json!(1)).unwrap().id;
        assert_eq!(jobs.submit(Uuid::new_v4(), large.clone(), json!(2)), Err(JobError::Full));
        jobs.take().await.progress(json!("small")).await;
        assert_eq!(jobs.submit(Uuid::new_v4(), large.clone(), json!(2)), Err(JobError::Full));
        jobs.cancel(first).unwrap();
        assert!(jobs.submit(Uuid::new_v4(), large.clone(), json!(2)).is_ok());
    }

    #[tokio::test]
    async fn a_job_whose_worker_panics_runs_out_of_tries() {
        let jobs = Arc::new(LocalJobs::new(9, LONG));
        submit(&jobs, json!(1));
        for expected in 1..=MAX_TRIES {
            let jobs = Arc::clone(&jobs);
            let worker = tokio::spawn(async move {
                let lease = jobs.take().await;
                assert_ne!(lease.tries, expected, "the panic of this test");
            });
            assert!(worker.await.unwrap_err().is_panic());
        }
        assert!(jobs.take().await.tries > MAX_TRIES);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_end_of_a_job_wakes_its_waiters() {
        let jobs = Arc::new(LocalJobs::new(9, LONG));
        for number in 0..5_000 {
            let id = submit(&jobs, json!(number));
            let worker = tokio::spawn({
                let jobs = Arc::clone(&jobs);
                async move { jobs.take().await.finish(Ending::Done(json!(number))).await }
            });
            assert_eq!(jobs.wait(id, LONG).await.unwrap().result, Some(json!(number)));
            worker.await.unwrap();
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_submission_wakes_a_worker() {
        let jobs = Arc::new(LocalJobs::new(9, LONG));
        for number in 0..5_000 {
            let worker = tokio::spawn({
                let jobs = Arc::clone(&jobs);
                async move { jobs.take().await.finish(Ending::Done(json!(number))).await }
            });
            submit(&jobs, json!(number));
            worker.await.unwrap();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_ends_at_its_timeout() {
        let jobs = LocalJobs::new(9, LONG);
        let id = submit(&jobs, json!(1));
        assert_eq!(jobs.wait(id, LONG).await.unwrap().status, Status::Queued);
        assert_eq!(jobs.wait(Uuid::new_v4(), LONG).await, Err(JobError::NotFound));
    }
}
