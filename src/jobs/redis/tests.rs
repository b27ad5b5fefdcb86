use super::*;
use crate::jobs::fixtures::{ANYBODY, by};
use crate::jobs::{Ending, MAX_TRIES};
use serde_json::json;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

const LONG: Duration = Duration::from_secs(3600);
/// With these intervals nothing is polled: only messages wake a waiter.
const NO_POLLING: Timing = Timing { lease: LONG, poll_every: LONG };
const SHORT_LEASES: Timing = Timing { lease: Duration::from_secs(1), poll_every: LONG };
/// Where [`dies_with_a_job`] finds its job.
const URL: &str = "DUIYI_TEST_REDIS_URL";

/// A Redis server for one test. It persists each write before it acknowledges it.
struct RedisServer {
    folder: TempDir,
    process: Child,
}

impl RedisServer {
    fn start() -> RedisServer {
        let folder = tempfile::tempdir().unwrap();
        let process = RedisServer::spawn(folder.path());
        RedisServer { folder, process }
    }

    fn spawn(folder: &Path) -> Child {
        Command::new("redis-server")
            .args(["--port", "0", "--unixsocket", "redis.sock", "--save", ""])
            .args(["--appendonly", "yes", "--appendfsync", "always", "--dir", folder.to_str().unwrap()])
            .current_dir(folder)
            .stdout(Stdio::null())
            .spawn()
            .expect("redis-server is in the path: Debian's package redis-server has it")
    }

    fn url(&self) -> String {
        format!("redis+unix://{}", self.folder.path().join("redis.sock").display())
    }

    fn restart(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.process = RedisServer::spawn(self.folder.path());
    }

    /// The jobs of one more server, once Redis answers.
    async fn jobs(&self, capacity: usize, timing: Timing) -> RedisJobs {
        let link = RedisLink::new(&self.url(), None).unwrap();
        let jobs = RedisJobs::with_timing(&link, capacity, LONG, timing).unwrap();
        while matches!(jobs.get(Uuid::nil()).await, Err(JobError::Unavailable(_))) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        jobs
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        let _already_ended = self.process.kill();
        let _already_waited_for = self.process.wait();
    }
}

async fn submit(jobs: &RedisJobs, request: Value) -> Uuid {
    jobs.submit(Uuid::new_v4(), ANYBODY, request).await.unwrap().id
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn one_server_executes_a_job_and_another_reads_it() {
    let redis = RedisServer::start();
    let (here, there) = (redis.jobs(9, NO_POLLING).await, redis.jobs(9, NO_POLLING).await);
    let submitted = here.submit(Uuid::new_v4(), ANYBODY, json!({"moves": ["h2e2"]})).await.unwrap();
    assert_eq!(here.get(submitted.id).await, Ok(submitted.clone()));
    let lease = there.take().await;
    assert_eq!((lease.job.request.clone(), lease.tries), (submitted.request, 1));
    assert_eq!(here.get(submitted.id).await.unwrap().status, Status::Running);
    lease.progress(json!("better")).await;
    assert_eq!(here.get(submitted.id).await.unwrap().result, Some(json!("better")));
    lease.finish(Ending::Done(json!("best"))).await;
    let done = here.cancel(submitted.id).await.unwrap();
    assert_eq!((done.status, done.result), (Status::Done, Some(json!("best"))), "too late");
    assert_eq!(here.get(Uuid::new_v4()).await, Err(JobError::NotFound));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn messages_on_the_channel_wake_workers_and_waiters() {
    let redis = RedisServer::start();
    let (here, there) = (redis.jobs(9, NO_POLLING).await, Arc::new(redis.jobs(9, NO_POLLING).await));
    for number in 0..500 {
        let worker = tokio::spawn({
            let there = Arc::clone(&there);
            async move { there.take().await.finish(Ending::Done(json!(number))).await }
        });
        let id = submit(&here, json!(number)).await;
        assert_eq!(here.wait(id, LONG).await.unwrap().result, Some(json!(number)));
        worker.await.unwrap();
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn cancelling_a_job_revokes_its_lease_and_the_job_does_not_run_again() {
    let redis = RedisServer::start();
    let (here, there) = (redis.jobs(9, NO_POLLING).await, redis.jobs(9, NO_POLLING).await);
    let (first, second) = (submit(&here, json!(1)).await, submit(&here, json!(2)).await);
    let lease = there.take().await;
    lease.progress(json!("something")).await;
    here.cancel(first).await.unwrap();
    here.cancel(second).await.unwrap();
    lease.revoked.cancelled().await;
    lease.finish(Ending::Done(json!("too late"))).await;
    let kept = there.get(first).await.unwrap();
    assert_eq!((kept.status, kept.result), (Status::Cancelled, Some(json!("something"))));
    let third = submit(&here, json!(3)).await;
    assert_eq!(there.take().await.job.id, third);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn only_queued_and_running_jobs_count_against_the_capacity() {
    let redis = RedisServer::start();
    let jobs = redis.jobs(2, NO_POLLING).await;
    let mut ids = Vec::new();
    for number in 0..5 {
        ids.push(submit(&jobs, json!(number)).await);
        jobs.take().await.finish(Ending::Done(json!(number))).await;
    }
    for (number, id) in ids.into_iter().enumerate() {
        assert_eq!(jobs.get(id).await.is_ok(), number >= 3, "the latest, as many as the capacity");
    }
    let (first, _) = (submit(&jobs, json!("a")).await, submit(&jobs, json!("b")).await);
    let _lease = jobs.take().await;
    assert_eq!(jobs.submit(Uuid::new_v4(), ANYBODY, json!("c")).await, Err(JobError::Full));
    jobs.cancel(first).await.unwrap();
    submit(&jobs, json!("c")).await;
    jobs.sweep().await;
    assert!(jobs.count().contains(&(Status::Queued, 2)));
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_client_has_a_limited_number_of_jobs_at_all_servers() {
    let server = RedisServer::start();
    let (here, there) = (server.jobs(9, NO_POLLING).await, server.jobs(9, NO_POLLING).await);
    let ids = [Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4()];
    let ours = async |jobs: &RedisJobs, id: Uuid| jobs.submit(id, by(1, 2), json!(1)).await.map(|job| job.id);
    assert_eq!((ours(&here, ids[0]).await, ours(&there, ids[1]).await), (Ok(ids[0]), Ok(ids[1])));
    let lease = there.take().await;
    assert_eq!(ours(&here, ids[2]).await, Err(JobError::TooManyOfClient(2)));
    assert_eq!(ours(&here, ids[0]).await, Ok(ids[0]), "a retry");
    here.submit(Uuid::new_v4(), by(2, 2), json!(2)).await.unwrap();
    lease.finish(Ending::Done(json!("best"))).await;
    assert_eq!(ours(&here, ids[2]).await, Ok(ids[2]));
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn submitting_an_id_again_returns_its_job_even_when_the_queue_is_full() {
    let redis = RedisServer::start();
    let jobs = redis.jobs(1, NO_POLLING).await;
    let id = Uuid::new_v4();
    let first = jobs.submit(id, ANYBODY, json!("first")).await.unwrap();
    assert_eq!(jobs.submit(id, ANYBODY, json!("second")).await, Ok(first));
    jobs.take().await.finish(Ending::Failed(json!("no"))).await;
    let again = jobs.submit(id, ANYBODY, json!("third")).await.unwrap();
    assert_eq!(
        (again.status, again.request, again.problem),
        (Status::Failed, json!("first"), Some(json!("no")))
    );
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_dropped_lease_returns_its_job_to_the_front_and_does_not_count_as_a_try() {
    let redis = RedisServer::start();
    let (here, there) = (redis.jobs(9, NO_POLLING).await, redis.jobs(9, NO_POLLING).await);
    let (first, _) = (submit(&here, json!(1)).await, submit(&here, json!(2)).await);
    for _ in 0..MAX_TRIES {
        for jobs in [&here, &there] {
            let lease = jobs.take().await;
            assert_eq!((lease.job.id, lease.tries), (first, 1));
            drop(lease);
            jobs.wait_for_returns().await;
            assert_eq!(jobs.get(first).await.unwrap().status, Status::Queued);
        }
    }
    // A worker that is already waiting is woken.
    let (lease, _second) = (here.take().await, here.take().await);
    let (lease, ()) = tokio::join!(there.take(), async { drop(lease) });
    assert_eq!(lease.job.id, first);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_lease_is_handed_over_to_another_server_only_if_another_job_waits() {
    let redis = RedisServer::start();
    let (here, there) = (redis.jobs(9, NO_POLLING).await, redis.jobs(9, NO_POLLING).await);
    let first = submit(&here, json!(1)).await;
    let lease = here.take().await.hand_over().await.expect("no other job waits");
    let second = submit(&here, json!(2)).await;
    lease.progress(json!("half")).await;
    assert!(lease.hand_over().await.is_none());
    let lease = there.take().await;
    assert_eq!((lease.job.id, here.get(first).await.unwrap().status), (second, Status::Queued));
    lease.finish(Ending::Done(json!("done"))).await;
    let lease = there.take().await;
    assert_eq!((lease.job.id, lease.tries, lease.job.result.clone()), (first, 1, Some(json!("half"))));
    lease.finish(Ending::Done(json!("all"))).await;
    assert_eq!(here.get(first).await.unwrap().result, Some(json!("all")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn a_take_that_is_dropped_at_any_time_loses_no_job() {
    let redis = RedisServer::start();
    let jobs = Arc::new(redis.jobs(9, NO_POLLING).await);
    let id = submit(&jobs, json!(1)).await;
    for delay in 0..300 {
        let worker = tokio::spawn({
            let jobs = Arc::clone(&jobs);
            async move { drop(jobs.take().await) }
        });
        tokio::time::sleep(Duration::from_micros(delay * 5)).await;
        worker.abort();
        let _aborted_or_done = worker.await;
    }
    let lease = jobs.take().await;
    assert_eq!((lease.job.id, lease.tries), (id, 1));
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_job_that_kills_its_process_fails_after_three_tries() {
    let redis = RedisServer::start();
    let jobs = redis.jobs(9, SHORT_LEASES).await;
    let id = submit(&jobs, json!("deadly")).await;
    for tries in 1..=MAX_TRIES {
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "jobs::redis::tests::dies_with_a_job", "--include-ignored"])
            .env(URL, redis.url())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(!status.unwrap().success());
        assert_eq!(jobs.get(id).await.unwrap().result, Some(json!(tries)));
    }
    let lease = jobs.take().await;
    assert!(lease.job.id == id && lease.tries > MAX_TRIES);
    lease.finish(Ending::Failed(json!("given up"))).await;
    let failed = jobs.get(id).await.unwrap();
    assert_eq!((failed.status, failed.problem), (Status::Failed, Some(json!("given up"))));
}

/// Runs in the process that the test above starts and kills three times.
#[tokio::test]
#[ignore = "the test above runs it"]
async fn dies_with_a_job() {
    let Ok(url) = std::env::var(URL) else { return };
    let jobs = RedisJobs::with_timing(&RedisLink::new(&url, None).unwrap(), 9, LONG, SHORT_LEASES).unwrap();
    let lease = jobs.take().await;
    lease.progress(json!(lease.tries)).await;
    std::process::abort();
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_lease_expires_only_if_it_is_not_renewed() {
    let redis = RedisServer::start();
    let (here, there) = (redis.jobs(9, SHORT_LEASES).await, redis.jobs(9, SHORT_LEASES).await);
    let id = submit(&here, json!(1)).await;
    let first = here.take().await;
    let outlived = tokio::time::timeout(3 * SHORT_LEASES.lease, there.take()).await;
    // The lease may have expired if the machine stalled for longer than a lease.
    assert!(outlived.is_err() || first.revoked.is_cancelled());
    drop(outlived);
    // Simulate a stalled process.
    let super::super::LeaseGuard::Redis(guard) = &first.guard else { panic!("it is in Redis") };
    guard.stop_renewal();
    let second = there.take().await;
    first.progress(json!("late")).await;
    first.finish(Ending::Done(json!("late"))).await;
    let job = here.get(id).await.unwrap();
    assert_eq!((job.status, job.result), (Status::Running, None));
    assert_eq!(second.tries, 2);
    second.finish(Ending::Done(json!("done"))).await;
    assert_eq!(here.get(id).await.unwrap().result, Some(json!("done")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn the_queue_works_again_after_redis_was_down() {
    let mut redis = RedisServer::start();
    let (here, there) = (redis.jobs(9, NO_POLLING).await, Arc::new(redis.jobs(9, NO_POLLING).await));
    let before = submit(&here, json!("before")).await;
    let lease = there.take().await;
    redis.restart();
    let finishing = tokio::spawn(lease.finish(Ending::Done(json!("done"))));
    let worker = tokio::spawn({
        let there = Arc::clone(&there);
        async move { there.take().await.job.request.clone() }
    });
    let id = Uuid::new_v4();
    while let Err(JobError::Unavailable(_)) = here.submit(id, ANYBODY, json!("after")).await {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(worker.await.unwrap(), json!("after"));
    finishing.await.unwrap();
    assert_eq!(here.wait(before, LONG).await.unwrap().result, Some(json!("done")));
}
