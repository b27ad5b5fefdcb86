//! Schedules the search threads.
//!
//! Requests get threads in order of arrival. A background search gets a thread only while no request waits, and is
//! preempted when a request finds no idle thread.

use crate::engine::StopFlag;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// A fixed number of search threads. A permit of the semaphore stands for an idle one.
#[derive(Debug)]
pub struct Threads {
    /// The number of threads, idle or not.
    total: usize,
    permits: Arc<Semaphore>,
    queue: Mutex<Queue>,
    /// Notifies the tasks that wait for an idle thread. They check the state again.
    freed: Notify,
    /// The queue of background searches: the first one holds the lock while it waits for a thread.
    background_queue: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Queue {
    /// How many requests wait for a thread.
    requests: usize,
    /// The background searches that run and have not been preempted.
    background: Vec<Preemption>,
}

/// Preempts one background search. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct Preemption {
    pub stop: StopFlag,
    requested: Arc<AtomicBool>,
}

impl Preemption {
    /// Whether a request needed the thread.
    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    fn request(&self) {
        self.requested.store(true, Ordering::Relaxed);
        self.stop.stop();
    }
}

/// The threads of one search. Dropping this frees them.
#[derive(Debug)]
pub struct HeldThreads {
    // Fields drop in this order: the permits must be free before a waiter wakes.
    permits: OwnedSemaphorePermit,
    _release: Release,
}

#[derive(Debug)]
struct Release {
    threads: Arc<Threads>,
    preemption: Option<Preemption>,
}

impl Drop for Release {
    fn drop(&mut self) {
        if let Some(ended) = &self.preemption {
            let is_other = |other: &Preemption| !Arc::ptr_eq(&other.requested, &ended.requested);
            self.threads.lock().background.retain(is_other);
        }
        self.threads.freed.notify_waiters();
    }
}

impl HeldThreads {
    pub fn count(&self) -> usize {
        self.permits.num_permits()
    }
}

/// Counts a request as waiting until it is dropped.
struct Waiting<'a>(&'a Threads);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.lock().requests -= 1;
        self.0.freed.notify_waiters();
    }
}

impl Threads {
    pub fn new(total: usize) -> Arc<Threads> {
        Arc::new(Threads {
            total,
            permits: Arc::new(Semaphore::new(total)),
            queue: Mutex::default(),
            freed: Notify::new(),
            background_queue: tokio::sync::Mutex::default(),
        })
    }

    /// The number of threads, idle or not.
    pub fn total(&self) -> usize {
        self.total
    }

    /// The number of idle threads.
    pub fn idle(&self) -> usize {
        self.permits.available_permits()
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an idle thread, unless requests wait for one: it belongs to the first of them.
    fn take_idle(&self, queue: &Queue) -> Option<OwnedSemaphorePermit> {
        if queue.requests > 0 {
            return None;
        }
        Arc::clone(&self.permits).try_acquire_owned().ok()
    }

    fn held(
        self: &Arc<Threads>,
        permits: OwnedSemaphorePermit,
        preemption: Option<Preemption>,
    ) -> HeldThreads {
        HeldThreads { permits, _release: Release { threads: Arc::clone(self), preemption } }
    }

    /// Waits for a thread for a request. Then takes idle threads too, up to `wanted` in total.
    pub async fn acquire(self: &Arc<Threads>, wanted: usize) -> HeldThreads {
        let mut permits = match self.take_idle_or_queue() {
            Ok(permit) => permit,
            // The guard counts this request as waiting until it has its thread.
            Err(_waiting) => {
                let permit = Arc::clone(&self.permits).acquire_owned().await;
                permit.expect("the semaphore is never closed")
            }
        };
        let queue = self.lock();
        for _ in 1..wanted {
            let Some(permit) = self.take_idle(&queue) else { break };
            permits.merge(permit);
        }
        drop(queue);
        self.held(permits, None)
    }

    /// Takes an idle thread. If there is none, queues the request and preempts a background search.
    fn take_idle_or_queue(&self) -> Result<OwnedSemaphorePermit, Waiting<'_>> {
        let mut queue = self.lock();
        if let Some(permit) = self.take_idle(&queue) {
            return Ok(permit);
        }
        queue.requests += 1;
        // The one that started last has the least to lose.
        if let Some(preempted) = queue.background.pop() {
            preempted.request();
        }
        Err(Waiting(self))
    }

    /// Waits for an idle thread for a background search. Background searches get threads in order of arrival.
    pub async fn acquire_idle(self: &Arc<Threads>) -> (HeldThreads, Preemption) {
        let _first_in_queue = self.background_queue.lock().await;
        loop {
            // Register before checking, so that a thread freed in between is not missed.
            let freed = self.freed.notified();
            if let Some(taken) = self.try_acquire_idle() {
                return taken;
            }
            freed.await;
        }
    }

    fn try_acquire_idle(self: &Arc<Threads>) -> Option<(HeldThreads, Preemption)> {
        let mut queue = self.lock();
        let permit = self.take_idle(&queue)?;
        let preemption = Preemption::default();
        queue.background.push(preemption.clone());
        drop(queue);
        Some((self.held(permit, Some(preemption.clone())), preemption))
    }

    /// Resolves when a thread is idle and no request waits for it. Takes nothing.
    pub async fn wait_for_idle(&self) {
        loop {
            let freed = self.freed.notified();
            if self.lock().requests == 0 && self.idle() > 0 {
                return;
            }
            freed.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::tests::race;
    use std::future::Future;
    use std::pin::{Pin, pin};
    use std::sync::atomic::AtomicUsize;
    use std::task::{Context, Poll, Wake, Waker};

    fn poll<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    #[tokio::test]
    async fn a_request_goes_before_a_background_search_that_waited_longer() {
        let threads = Threads::new(1);
        let held = threads.acquire(1).await;
        let mut background = pin!(threads.acquire_idle());
        assert!(poll(background.as_mut()).is_pending());
        let mut request = pin!(threads.acquire(1));
        assert!(poll(request.as_mut()).is_pending());
        drop(held);
        assert!(poll(background.as_mut()).is_pending());
        drop(request.await);
        background.await;
    }

    #[tokio::test]
    async fn a_request_that_was_not_polled_yet_goes_before_a_background_search_too() {
        let threads = Threads::new(1);
        let held = threads.acquire(1).await;
        let waiting = threads.take_idle_or_queue().expect_err("no thread is idle");
        drop(held);
        let mut background = pin!(threads.acquire_idle());
        assert!(poll(background.as_mut()).is_pending());
        drop(waiting);
        background.await;
    }

    #[tokio::test]
    async fn a_dropped_request_leaves_its_thread_to_a_background_search() {
        let threads = Threads::new(1);
        let held = threads.acquire(1).await;
        let mut background = pin!(threads.acquire_idle());
        let mut idle = pin!(threads.wait_for_idle());
        let mut request = Box::pin(threads.acquire(1));
        assert!(poll(background.as_mut()).is_pending() && poll(request.as_mut()).is_pending());
        // The semaphore assigns the thread to the request, which is never polled again.
        drop(held);
        assert!(poll(background.as_mut()).is_pending() && poll(idle.as_mut()).is_pending());
        drop(request);
        idle.await;
        background.await;
    }

    #[tokio::test]
    async fn a_background_search_is_preempted_only_when_no_thread_is_idle() {
        let threads = Threads::new(2);
        let (background, preemption) = threads.acquire_idle().await;
        let _first = threads.acquire(1).await;
        assert!(!preemption.is_requested());
        let mut second = pin!(threads.acquire(1));
        assert!(poll(second.as_mut()).is_pending() && preemption.is_requested());
        drop(background);
        second.await;
        assert!(threads.lock().background.is_empty());
    }

    #[tokio::test]
    async fn a_search_takes_more_than_one_thread_only_while_no_request_waits() {
        let threads = Threads::new(3);
        assert_eq!(threads.acquire(5).await.count(), 3);
        let one = threads.acquire(1).await;
        let two = threads.acquire(2).await;
        assert_eq!(two.count(), 2);
        let mut wide = pin!(threads.acquire(2));
        let mut behind = pin!(threads.acquire(1));
        assert!(poll(wide.as_mut()).is_pending() && poll(behind.as_mut()).is_pending());
        drop((one, two));
        assert_eq!((wide.await.count(), behind.await.count()), (1, 1));
    }

    /// A waker that records how many threads were idle when it was woken.
    struct IdleWhenWoken {
        threads: Arc<Threads>,
        idle: AtomicUsize,
    }

    impl Wake for IdleWhenWoken {
        fn wake(self: Arc<Self>) {
            self.idle.store(self.threads.idle(), Ordering::Relaxed);
        }
    }

    #[tokio::test]
    async fn a_thread_is_idle_before_its_waiter_is_woken() {
        let threads = Threads::new(1);
        let held = threads.acquire(1).await;
        let woken = Arc::new(IdleWhenWoken { threads: Arc::clone(&threads), idle: AtomicUsize::new(9) });
        let mut waiter = pin!(threads.wait_for_idle());
        let waker = Waker::from(Arc::clone(&woken));
        assert!(waiter.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        drop(held);
        assert_eq!(woken.idle.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn a_waiter_never_misses_an_idle_thread() {
        let threads = Threads::new(1);
        let take = || poll(pin!(threads.acquire(1)));
        race(take, drop, || async { drop(threads.acquire_idle().await) });
        race(take, drop, || threads.wait_for_idle());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_waiter_wakes_while_requests_come_and_go() {
        const ROUNDS: usize = 3_000;
        let threads = Threads::new(2);
        let mut tasks = tokio::task::JoinSet::new();
        for wanted in [1, 1, 2] {
            let threads = Arc::clone(&threads);
            tasks.spawn(async move {
                for round in 0..ROUNDS {
                    tokio::select! {
                        biased;
                        held = threads.acquire(wanted) => {
                            tokio::task::yield_now().await;
                            drop(held);
                        }
                        // Every third request is dropped while it waits.
                        () = tokio::task::yield_now(), if round % 3 == 0 => {}
                    }
                }
            });
        }
        for _ in 0..3 {
            let threads = Arc::clone(&threads);
            tasks.spawn(async move {
                for _ in 0..ROUNDS {
                    let (held, preemption) = threads.acquire_idle().await;
                    for _ in 0..3 {
                        if preemption.is_requested() {
                            break;
                        }
                        tokio::task::yield_now().await;
                    }
                    drop(held);
                }
            });
        }
        while let Some(ended) = tasks.join_next().await {
            ended.unwrap();
        }
        let queue = threads.lock();
        assert_eq!((threads.idle(), queue.requests, queue.background.len()), (2, 0, 0));
    }
}
