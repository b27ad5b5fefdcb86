//! Admission control: admits only searches that will get a thread within their time limit.

use super::PoolError;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// A search is admitted only if at least this much of its time is left once it gets a thread.
const MIN_SEARCH_TIME: Duration = Duration::from_millis(8);

/// The admitted searches.
#[derive(Debug, Default)]
pub struct Admissions {
    /// The deadline of each thread that a search uses or will use, in ascending order.
    deadlines: Mutex<Vec<Instant>>,
    /// Notified when the last admitted search ends.
    drained: Notify,
}

impl Admissions {
    fn lock(&self) -> MutexGuard<'_, Vec<Instant>> {
        self.deadlines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// Admits a search with this deadline, if one of `threads` threads will be free early enough.
    ///
    /// Every admitted search ends by its deadline. With `n` searches admitted, a thread is therefore free at the latest when
    /// `n - threads + 1` of them have reached their deadlines.
    ///
    /// # Errors
    /// [`PoolError::Overloaded`].
    pub fn admit(self: &Arc<Admissions>, threads: usize, deadline: Instant) -> Result<Admission, PoolError> {
        let mut deadlines = self.lock();
        if let Some(ahead) = deadlines.len().checked_sub(threads) {
            let free = deadlines[ahead];
            if free + MIN_SEARCH_TIME > deadline {
                let retry_after = free.saturating_duration_since(Instant::now());
                return Err(PoolError::Overloaded { retry_after });
            }
        }
        Ok(self.add(&mut deadlines, deadline))
    }

    /// Counts one more thread of a search that is already admitted.
    pub fn add_thread(self: &Arc<Admissions>, deadline: Instant) -> Admission {
        self.add(&mut self.lock(), deadline)
    }

    fn add(self: &Arc<Admissions>, deadlines: &mut Vec<Instant>, deadline: Instant) -> Admission {
        let place = deadlines.partition_point(|&other| other < deadline);
        deadlines.insert(place, deadline);
        Admission { admissions: Arc::clone(self), deadline, start: OnceLock::new() }
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

/// The admission of one search. Dropping it frees its place.
#[derive(Debug)]
pub struct Admission {
    admissions: Arc<Admissions>,
    deadline: Instant,
    /// When the first search with this admission started, and on how many threads.
    start: OnceLock<(Instant, usize)>,
}

impl Admission {
    /// Records that a search has started. If several searches share an admission, only the first counts.
    pub(super) fn start(&self, threads: usize) {
        self.start.get_or_init(|| (Instant::now(), threads));
    }

    /// The search time so far, summed over the threads.
    pub fn thread_time(&self) -> Duration {
        let time = |(start, threads): &(Instant, usize)| {
            start.elapsed().saturating_mul(u32::try_from(*threads).unwrap_or(u32::MAX))
        };
        self.start.get().map_or(Duration::ZERO, time)
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut deadlines = self.admissions.lock();
        if let Ok(place) = deadlines.binary_search(&self.deadline) {
            deadlines.remove(place);
        }
        if deadlines.is_empty() {
            self.admissions.drained.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::tests::race;

    #[test]
    fn the_end_of_the_last_search_is_never_missed() {
        let admissions = Arc::<Admissions>::default();
        let deadline = Instant::now() + Duration::from_secs(3600);
        race(|| admissions.admit(1, deadline).unwrap(), drop, || admissions.drained());
    }

    #[test]
    fn a_search_is_admitted_only_if_a_thread_will_be_free_in_time() {
        let admissions = Arc::<Admissions>::default();
        let soon = Instant::now() + Duration::from_secs(10);
        let late = soon + Duration::from_secs(10);
        let first = admissions.admit(1, soon).unwrap();
        assert!(matches!(admissions.admit(1, soon), Err(PoolError::Overloaded { .. })));
        let _second = admissions.admit(1, late).unwrap();
        drop(first);
        assert!(matches!(admissions.admit(1, soon), Err(PoolError::Overloaded { .. })));
    }
}
