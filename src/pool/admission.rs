//! Admission control: admits only searches that will get a thread within their time limit.

use super::PoolError;
use super::fair_order::{ClientId, FairOrder, Turn};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// A search is admitted only if at least this much of its time is left once it gets a thread.
const MIN_SEARCH_TIME: Duration = Duration::from_millis(8);

/// The admitted searches.
#[derive(Debug, Default)]
pub struct Admissions {
    searches: Mutex<Searches>,
    /// Notified when the last admitted search ends.
    drained: Notify,
}

#[derive(Debug, Default)]
struct Searches {
    order: FairOrder,
    /// The deadline of each thread that a search uses, in ascending order.
    running: Vec<Instant>,
    /// The searches that have not started, in the order in which they get threads.
    waiting: BTreeMap<Turn, Waiting>,
}

#[derive(Debug)]
struct Waiting {
    deadline: Instant,
    /// Cancelled when another client's search has taken the place of this one.
    displaced: CancellationToken,
}

/// When threads get free at the latest, if they go to one search after the other. Every search ends by its deadline.
struct Timeline {
    threads: usize,
    /// When each thread in use gets free.
    free_at: BinaryHeap<Reverse<Instant>>,
}

impl Timeline {
    /// When the next search gets a thread. None if one is idle.
    fn next_free(&self) -> Option<Instant> {
        (self.free_at.len() >= self.threads).then(|| self.free_at.peek().map(|free| free.0)).flatten()
    }

    /// Whether a search with this deadline, being the next, gets a thread early enough.
    fn is_in_time(&self, deadline: Instant) -> bool {
        self.next_free().is_none_or(|free| free + MIN_SEARCH_TIME <= deadline)
    }

    /// Gives the next free thread to a search with this deadline.
    fn occupy(&mut self, deadline: Instant) {
        match self.next_free() {
            // It gets no thread at all.
            Some(free) if free > deadline => return,
            Some(_) => drop(self.free_at.pop()),
            None => {}
        }
        self.free_at.push(Reverse(deadline));
    }
}

impl Searches {
    fn is_empty(&self) -> bool {
        self.running.is_empty() && self.waiting.is_empty()
    }

    /// Makes room for a search with this turn. Searches of other clients that are behind it and would now wait too long lose
    /// their places.
    ///
    /// # Errors
    /// When the search would wait too long itself: the time when a thread will be free.
    fn make_room(&mut self, threads: usize, turn: Turn, deadline: Instant) -> Result<(), Instant> {
        let mut timeline = Timeline { threads, free_at: BinaryHeap::new() };
        let ahead = self.waiting.range(..turn).map(|(_, search)| search.deadline);
        self.running.iter().copied().chain(ahead).for_each(|deadline| timeline.occupy(deadline));
        if let Some(free) = timeline.next_free().filter(|_| !timeline.is_in_time(deadline)) {
            return Err(free);
        }
        timeline.occupy(deadline);
        let mut displaced = Vec::new();
        for (&turn, search) in self.waiting.range(turn..) {
            match timeline.is_in_time(search.deadline) {
                true => timeline.occupy(search.deadline),
                false => displaced.push(turn),
            }
        }
        for search in displaced.iter().filter_map(|turn| self.waiting.remove(turn)) {
            search.displaced.cancel();
        }
        Ok(())
    }
}

impl Admissions {
    fn lock(&self) -> MutexGuard<'_, Searches> {
        self.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many threads the admitted searches use or wait for.
    pub fn count(&self) -> usize {
        let searches = self.lock();
        searches.running.len() + searches.waiting.len()
    }

    /// Admits a search of this client on up to `wanted` threads, if one of `threads` threads will be free early enough when
    /// it is its turn.
    ///
    /// # Errors
    /// [`PoolError::Overloaded`].
    pub fn admit(
        self: &Arc<Admissions>,
        threads: usize,
        client: ClientId,
        wanted: usize,
        deadline: Instant,
    ) -> Result<Admission, PoolError> {
        let now = Instant::now();
        let cost = times(deadline.saturating_duration_since(now), wanted);
        let mut searches = self.lock();
        let turn = searches.order.next_turn(client);
        searches
            .make_room(threads, turn, deadline)
            .map_err(|free| PoolError::Overloaded { retry_after: free.saturating_duration_since(now) })?;
        searches.order.add(client, turn, cost);
        let displaced = CancellationToken::new();
        searches.waiting.insert(turn, Waiting { deadline, displaced: displaced.clone() });
        drop(searches);
        let admissions = Arc::clone(self);
        Ok(Admission { admissions, client, turn, deadline, cost, displaced, start: OnceLock::new() })
    }

    /// Counts one more thread of a search that is already admitted.
    pub fn add_thread(self: &Arc<Admissions>, deadline: Instant) -> ThreadInUse {
        self.use_thread(&mut self.lock(), deadline)
    }

    fn use_thread(self: &Arc<Admissions>, searches: &mut Searches, deadline: Instant) -> ThreadInUse {
        let place = searches.running.partition_point(|&other| other < deadline);
        searches.running.insert(place, deadline);
        ThreadInUse { admissions: Arc::clone(self), deadline }
    }

    /// Resolves when all admitted searches have ended.
    pub async fn drained(&self) {
        loop {
            // Register before checking, so that an end in between is not missed.
            let drained = self.drained.notified();
            if self.lock().is_empty() {
                return;
            }
            drained.await;
        }
    }
}

fn times(time: Duration, threads: usize) -> Duration {
    time.saturating_mul(u32::try_from(threads).unwrap_or(u32::MAX))
}

/// A thread that an admitted search uses, until this is dropped.
#[derive(Debug)]
pub struct ThreadInUse {
    admissions: Arc<Admissions>,
    deadline: Instant,
}

impl Drop for ThreadInUse {
    fn drop(&mut self) {
        let mut searches = self.admissions.lock();
        if let Ok(place) = searches.running.binary_search(&self.deadline) {
            searches.running.remove(place);
        }
        if searches.is_empty() {
            self.admissions.drained.notify_waiters();
        }
    }
}

/// When the first search with an admission started, and on how many threads.
#[derive(Debug)]
struct Start {
    at: Instant,
    threads: usize,
    _thread: ThreadInUse,
}

/// The admission of one search. Dropping it frees its place.
#[derive(Debug)]
pub struct Admission {
    admissions: Arc<Admissions>,
    client: ClientId,
    turn: Turn,
    deadline: Instant,
    /// The most thread time that the search may use.
    cost: Duration,
    displaced: CancellationToken,
    start: OnceLock<Start>,
}

impl Admission {
    pub(super) fn turn(&self) -> Turn {
        self.turn
    }

    /// Resolves when the search has lost its place to another client's. A search that has started never does.
    pub(super) async fn displaced(&self) {
        self.displaced.cancelled().await;
    }

    /// Records that a search has started. If several searches share an admission, only the first counts.
    pub(super) fn start(&self, threads: usize) {
        self.start.get_or_init(|| {
            let mut searches = self.admissions.lock();
            searches.waiting.remove(&self.turn);
            searches.order.serve(self.turn);
            let _thread = self.admissions.use_thread(&mut searches, self.deadline);
            Start { at: Instant::now(), threads, _thread }
        });
    }

    /// The search time so far, summed over the threads.
    pub fn thread_time(&self) -> Duration {
        self.start.get().map_or(Duration::ZERO, |start| times(start.at.elapsed(), start.threads))
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let unused = self.cost.saturating_sub(self.thread_time());
        let mut searches = self.admissions.lock();
        searches.order.refund(self.client, unused);
        searches.waiting.remove(&self.turn);
        if searches.is_empty() {
            self.admissions.drained.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::tests::race;

    const ONE: ClientId = ClientId(1);
    const OTHER: ClientId = ClientId(2);

    fn after(seconds: u64) -> Instant {
        Instant::now() + Duration::from_secs(seconds)
    }

    #[test]
    fn the_end_of_the_last_search_is_never_missed() {
        let admissions = Arc::<Admissions>::default();
        let deadline = after(3600);
        race(|| admissions.admit(1, ONE, 1, deadline).unwrap(), drop, || admissions.drained());
    }

    #[test]
    fn a_search_is_admitted_only_if_a_thread_will_be_free_in_time() {
        let admissions = Arc::<Admissions>::default();
        let (soon, late) = (after(10), after(20));
        let first = admissions.admit(1, ONE, 1, soon).unwrap();
        assert!(matches!(admissions.admit(1, ONE, 1, soon), Err(PoolError::Overloaded { .. })));
        let _second = admissions.admit(1, ONE, 1, late).unwrap();
        drop(first);
        assert!(matches!(admissions.admit(1, ONE, 1, soon), Err(PoolError::Overloaded { .. })));
    }

    #[test]
    fn a_newcomer_goes_first_and_displaces_what_would_then_wait_too_long() {
        let admissions = Arc::<Admissions>::default();
        let admit = |client, seconds| admissions.admit(1, client, 1, after(seconds));
        let running = admit(ONE, 10).unwrap();
        running.start(1);
        let queued: Vec<Admission> = [20, 30, 50].map(|seconds| admit(ONE, seconds).unwrap()).into();
        let newcomer = admit(OTHER, 40).unwrap();
        assert!(queued.iter().all(|search| newcomer.turn() < search.turn()));
        let displaced: Vec<bool> = queued.iter().map(|search| search.displaced.is_cancelled()).collect();
        assert_eq!(displaced, [true, true, false], "the thread is free after 40 s");
        assert!(!running.displaced.is_cancelled());
    }

    #[test]
    fn a_client_displaces_nobody_who_asks_for_as_much_as_it_does() {
        let admissions = Arc::<Admissions>::default();
        let admit = |client| admissions.admit(2, client, 1, after(10));
        let first = [admit(ONE).unwrap(), admit(OTHER).unwrap()];
        first.iter().for_each(|search| search.start(1));
        for client in [ONE, OTHER] {
            assert!(matches!(admit(client), Err(PoolError::Overloaded { .. })));
        }
    }

    #[test]
    fn a_refused_search_costs_its_client_nothing() {
        let admissions = Arc::<Admissions>::default();
        let _running = admissions.admit(1, ONE, 1, after(10)).inspect(|running| running.start(1));
        let before = admissions.lock().order.next_turn(OTHER);
        assert!(admissions.admit(1, OTHER, 1, after(5)).is_err());
        assert_eq!(admissions.lock().order.next_turn(OTHER), before);
    }
}
