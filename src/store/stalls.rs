//! Notices that this process stood still: stopped by a signal, frozen with its machine, or without processor time. A request
//! that came meanwhile was read only afterwards, and nobody knows when it came.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const LOOK_EVERY: Duration = Duration::from_millis(100);
/// A longer time between two looks is a stall.
const LONGEST_PAUSE: Duration = Duration::from_millis(250);
/// How long after a stall the process reads requests that came during it, also on a busy machine.
const READS_BACKLOG_FOR: Duration = Duration::from_millis(500);

/// When this process last stood still.
#[derive(Debug, Default)]
pub struct Stalls(Mutex<Looks>);

#[derive(Debug, Default)]
struct Looks {
    last: Option<Instant>,
    stall: Option<Range<Instant>>,
}

impl Looks {
    fn look(&mut self, now: Instant) {
        let Some(before) = self.last.replace(now).filter(|&before| now > before + LONGEST_PAUSE) else {
            return;
        };
        // A process that stands still again has not read yet what came before.
        let earlier = self.stall.take().filter(|stall| before < stall.end + READS_BACKLOG_FOR);
        self.stall = Some(earlier.map_or(before, |stall| stall.start)..now);
    }

    /// When the stall began in which a request may have come that was read at this instant.
    fn stall_before(&self, read: Instant) -> Option<Instant> {
        let noticed = self.stall.as_ref();
        let noticed = noticed.filter(|stall| (stall.start..stall.end + READS_BACKLOG_FOR).contains(&read));
        let unnoticed = || self.last.filter(|&last| read > last + LONGEST_PAUSE);
        noticed.map(|stall| stall.start).or_else(unnoticed)
    }
}

impl Stalls {
    fn lock(&self) -> MutexGuard<'_, Looks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches for stalls until it is dropped. Without it none are noticed.
    pub async fn watch(&self) {
        loop {
            self.lock().look(Instant::now());
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// The earliest instant at which a request may have come that was read at `read`.
    pub fn earliest_arrival(&self, read: Instant) -> Instant {
        self.lock().stall_before(read).unwrap_or(read)
    }

    /// Whether requests that came during a stall may not have been read yet.
    pub fn is_reading_backlog(&self) -> bool {
        self.lock().stall_before(Instant::now()).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When the stall began in which a request may have come that was read at `read`, after these looks. All are in milliseconds.
    fn stall_before(looks: &[u64], read: u64) -> Option<u128> {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut watch = Looks::default();
        looks.iter().for_each(|&look| watch.look(at(look)));
        watch.stall_before(at(read)).map(|stall| stall.duration_since(start).as_millis())
    }

    #[test]
    fn a_request_read_right_after_a_stall_may_have_come_when_the_stall_began() {
        assert_eq!(stall_before(&[], 5000), None, "nobody looks");
        let before_next_look = [0, 100, 300];
        assert_eq!(stall_before(&before_next_look, 550), None);
        assert_eq!(stall_before(&before_next_look, 5000), Some(300));
        let noticed = [0, 100, 300, 5001];
        for (read, stall) in [(299, None), (4000, Some(300)), (5200, Some(300))] {
            assert_eq!(stall_before(&noticed, read), stall, "{read}");
        }
        let long_after = [0, 100, 300, 5001, 5100, 5200, 5300, 5400, 5500, 5600];
        assert_eq!(stall_before(&long_after, 5500), Some(300));
        assert_eq!(stall_before(&long_after, 5501), None);
    }

    #[test]
    fn a_process_that_stands_still_again_before_it_has_read_what_came_has_stood_still_all_the_time() {
        let again = [0, 1000, 1060, 1700];
        for read in [1010, 1050, 1500, 2100] {
            assert_eq!(stall_before(&again, read), Some(0), "{read}");
        }
        let much_later = [0, 1000, 1060, 1700, 1800, 1900, 2000, 2100, 2200, 2300, 3000];
        assert_eq!(stall_before(&much_later, 3010), Some(2300), "it has read all that came before");
    }
}
