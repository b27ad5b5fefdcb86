//! Which searches are taken in: only those that will get a thread within their time.

use super::PoolError;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The least time a search needs to be worth starting after a wait.
const MIN_SEARCH_TIME: Duration = Duration::from_millis(8);

/// The admitted searches.
#[derive(Debug, Default)]
pub struct Admissions {
    /// When each thread that is taken or promised will be free at the latest, in order.
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

    /// Admits a search that must end by its deadline, if one of `width` threads is free in time.
    ///
    /// Every admitted search ends by its deadline, so a thread is free for a new one at the latest when so many have
    /// ended that fewer than the width are left.
    ///
    /// # Errors
    /// [`PoolError::Overloaded`].
    pub fn admit(self: &Arc<Admissions>, width: usize, deadline: Instant) -> Result<Admission, PoolError> {
        let mut deadlines = self.lock();
        if let Some(ahead) = deadlines.len().checked_sub(width) {
            let free = deadlines[ahead];
            if free + MIN_SEARCH_TIME > deadline {
                let retry_after = free.saturating_duration_since(Instant::now());
                return Err(PoolError::Overloaded { retry_after });
            }
        }
        Ok(self.add(&mut deadlines, deadline))
    }

    /// Notes a thread that an admitted search took beyond its first.
    pub fn add_thread(self: &Arc<Admissions>, deadline: Instant) -> Admission {
        self.add(&mut self.lock(), deadline)
    }

    fn add(self: &Arc<Admissions>, deadlines: &mut Vec<Instant>, deadline: Instant) -> Admission {
        let place = deadlines.partition_point(|&other| other < deadline);
        deadlines.insert(place, deadline);
        Admission { admissions: Arc::clone(self), deadline, start: OnceLock::new() }
    }

    /// Resolves when no admitted search is left.
    pub async fn drained(&self) {
        loop {
            // Made before looking, so that it sees an end in between.
            let drained = self.drained.notified();
            if self.lock().is_empty() {
                return;
            }
            drained.await;
        }
    }
}

/// A search's place among the admitted ones, given up when it is dropped.
#[derive(Debug)]
pub struct Admission {
    admissions: Arc<Admissions>,
    deadline: Instant,
    /// When the first search under it got its threads, and how many.
    start: OnceLock<(Instant, usize)>,
}

impl Admission {
    /// Notes that a search got its threads. Of several under one admission the first counts for all.
    pub(super) fn start(&self, threads: usize) {
        self.start.get_or_init(|| (Instant::now(), threads));
    }

    /// The time its threads have been busy so far, together.
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
    fn a_thread_is_promised_only_in_time() {
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
