//! Schedules the search threads.
//!
//! Requests get threads in the order of their turns. A background search gets a thread only while no request waits, and is
//! preempted when a request finds no idle thread.

use super::fair_order::Turn;
use crate::engine::StopFlag;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, oneshot};

/// A fixed number of search threads.
#[derive(Debug)]
pub struct Threads {
    /// The number of threads, idle or not.
    total: usize,
    queue: Mutex<Queue>,
    /// Notifies the tasks that wait for an idle thread. They check the state again.
    freed: Notify,
    /// The queue of background searches: the first one holds the lock while it waits for a thread.
    background_queue: tokio::sync::Mutex<()>,
}

/// The order in which requests get threads: by turn, then by arrival. Searches of one request can share a turn.
type Place = (Turn, u64);

#[derive(Debug)]
struct Queue {
    /// How many threads are idle. None is while a request waits.
    idle: usize,
    /// The requests that wait for a thread. One that is given a thread is removed, and then notified.
    waiting: BTreeMap<Place, oneshot::Sender<()>>,
    arrivals: u64,
    /// The background searches that run and have not been preempted.
    background: Vec<Preemption>,
}

impl Queue {
    /// Makes threads idle, and gives them to the first requests that wait. The caller notifies these.
    #[must_use]
    fn free(&mut self, threads: usize) -> Vec<oneshot::Sender<()>> {
        self.idle += threads;
        let mut served = Vec::new();
        while self.idle > 0
            && let Some((_, request)) = self.waiting.pop_first()
        {
            self.idle -= 1;
            served.push(request);
        }
        served
    }

    /// Takes up to `wanted` idle threads; returns how many.
    fn take_idle(&mut self, wanted: usize) -> usize {
        let taken = self.idle.min(wanted);
        self.idle -= taken;
        taken
    }
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
    threads: Arc<Threads>,
    count: usize,
    preemption: Option<Preemption>,
}

impl HeldThreads {
    pub fn count(&self) -> usize {
        self.count
    }
}

impl Drop for HeldThreads {
    fn drop(&mut self) {
        let mut queue = self.threads.lock();
        if let Some(ended) = &self.preemption {
            queue.background.retain(|other| !Arc::ptr_eq(&other.requested, &ended.requested));
        }
        let served = queue.free(self.count);
        drop(queue);
        self.threads.notify(served);
    }
}

/// A request that waits for a thread. Dropping this gives the thread, if it has got one, to the next.
#[derive(Debug)]
struct Waiting<'a> {
    threads: &'a Threads,
    place: Place,
    served: oneshot::Receiver<()>,
    is_taken: bool,
}

impl Waiting<'_> {
    /// Waits for the thread. It then belongs to the caller.
    async fn served(mut self) {
        // The sender is never dropped without sending while this request waits.
        let _notified = (&mut self.served).await;
        self.is_taken = true;
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut queue = self.threads.lock();
        let still_waits = queue.waiting.remove(&self.place).is_some();
        if still_waits || self.is_taken {
            return;
        }
        let served = queue.free(1);
        drop(queue);
        self.threads.notify(served);
    }
}

impl Threads {
    pub fn new(total: usize) -> Arc<Threads> {
        let queue = Queue { idle: total, waiting: BTreeMap::new(), arrivals: 0, background: Vec::new() };
        Arc::new(Threads {
            total,
            queue: Mutex::new(queue),
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
        self.lock().idle
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the requests that have got threads, and those who wait for an idle one.
    fn notify(&self, served: Vec<oneshot::Sender<()>>) {
        for request in served {
            // A request that was dropped meanwhile gives its thread to the next.
            let _dropped = request.send(());
        }
        self.freed.notify_waiters();
    }

    /// Waits for a thread for a request with this turn. Then takes idle threads too, up to `wanted` in total.
    pub async fn acquire(self: &Arc<Threads>, turn: Turn, wanted: usize) -> HeldThreads {
        if let Err(waiting) = self.take_idle_or_queue(turn) {
            waiting.served().await;
        }
        let further = self.lock().take_idle(wanted.saturating_sub(1));
        HeldThreads { threads: Arc::clone(self), count: 1 + further, preemption: None }
    }

    /// Takes an idle thread. If there is none, queues the request and preempts a background search.
    fn take_idle_or_queue(&self, turn: Turn) -> Result<(), Waiting<'_>> {
        let mut queue = self.lock();
        if queue.take_idle(1) == 1 {
            return Ok(());
        }
        queue.arrivals += 1;
        let place = (turn, queue.arrivals);
        let (sender, served) = oneshot::channel();
        queue.waiting.insert(place, sender);
        // The one that started last has the least to lose.
        if let Some(preempted) = queue.background.pop() {
            preempted.request();
        }
        Err(Waiting { threads: self, place, served, is_taken: false })
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
        if queue.take_idle(1) == 0 {
            return None;
        }
        let preemption = Preemption::default();
        queue.background.push(preemption.clone());
        drop(queue);
        let held = HeldThreads { threads: Arc::clone(self), count: 1, preemption: Some(preemption.clone()) };
        Some((held, preemption))
    }

    /// Resolves when a thread is idle and no request waits for it. Takes nothing.
    pub async fn wait_for_idle(&self) {
        loop {
            let freed = self.freed.notified();
            if self.idle() > 0 {
                return;
            }
            freed.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::fair_order::{ClientId, FairOrder};
    use crate::pool::tests::race;
    use std::future::Future;
    use std::pin::{Pin, pin};
    use std::sync::atomic::AtomicUsize;
    use std::task::{Context, Poll, Wake, Waker};

    fn poll<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    /// The turn of a client that has asked for nothing yet.
    fn turn() -> Turn {
        FairOrder::default().next_turn(ClientId(0))
    }

    #[tokio::test]
    async fn requests_get_threads_in_the_order_of_their_turns() {
        let mut order = FairOrder::default();
        let early = order.next_turn(ClientId(0));
        order.add(ClientId(0), early, std::time::Duration::from_secs(1));
        let late = order.next_turn(ClientId(0));
        let threads = Threads::new(1);
        let held = threads.acquire(early, 1).await;
        let (mut last, mut first) = (pin!(threads.acquire(late, 1)), pin!(threads.acquire(early, 1)));
        assert!(poll(last.as_mut()).is_pending() && poll(first.as_mut()).is_pending());
        drop(held);
        assert!(poll(last.as_mut()).is_pending());
        drop(first.await);
        last.await;
    }

    #[tokio::test]
    async fn a_request_goes_before_a_background_search_that_waited_longer() {
        let threads = Threads::new(1);
        let held = threads.acquire(turn(), 1).await;
        let mut background = pin!(threads.acquire_idle());
        assert!(poll(background.as_mut()).is_pending());
        let mut request = pin!(threads.acquire(turn(), 1));
        assert!(poll(request.as_mut()).is_pending());
        drop(held);
        assert!(poll(background.as_mut()).is_pending());
        drop(request.await);
        background.await;
    }

    #[tokio::test]
    async fn a_request_that_was_not_polled_yet_goes_before_a_background_search_too() {
        let threads = Threads::new(1);
        let held = threads.acquire(turn(), 1).await;
        let waiting = threads.take_idle_or_queue(turn()).expect_err("no thread is idle");
        drop(held);
        let mut background = pin!(threads.acquire_idle());
        assert!(poll(background.as_mut()).is_pending());
        drop(waiting);
        background.await;
    }

    #[tokio::test]
    async fn a_dropped_request_leaves_its_thread_to_a_background_search() {
        let threads = Threads::new(1);
        let held = threads.acquire(turn(), 1).await;
        let mut background = pin!(threads.acquire_idle());
        let mut idle = pin!(threads.wait_for_idle());
        let mut request = Box::pin(threads.acquire(turn(), 1));
        assert!(poll(background.as_mut()).is_pending() && poll(request.as_mut()).is_pending());
        // The request gets the thread and is never polled again.
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
        let _first = threads.acquire(turn(), 1).await;
        assert!(!preemption.is_requested());
        let mut second = pin!(threads.acquire(turn(), 1));
        assert!(poll(second.as_mut()).is_pending() && preemption.is_requested());
        drop(background);
        second.await;
        assert!(threads.lock().background.is_empty());
    }

    #[tokio::test]
    async fn a_search_takes_more_than_one_thread_only_while_no_request_waits() {
        let threads = Threads::new(3);
        assert_eq!(threads.acquire(turn(), 5).await.count(), 3);
        let _one = threads.acquire(turn(), 1).await;
        let two = threads.acquire(turn(), 2).await;
        assert_eq!(two.count(), 2);
        let mut wide = pin!(threads.acquire(turn(), 2));
        let mut behind = pin!(threads.acquire(turn(), 1));
        assert!(poll(wide.as_mut()).is_pending() && poll(behind.as_mut()).is_pending());
        // The search that waits gets one of the two, although the other wants both.
        drop(two);
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
        let held = threads.acquire(turn(), 1).await;
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
        let take = || poll(pin!(threads.acquire(turn(), 1)));
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
                        held = threads.acquire(turn(), wanted) => {
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
        assert_eq!((queue.idle, queue.waiting.len(), queue.background.len()), (2, 0, 0));
    }
}
