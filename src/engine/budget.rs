//! How long a search may go on, and how it learns that it must stop.

use crate::limits::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a move costs on the clock beside the search unless the caller says otherwise: the delays of the program that keeps
/// the time and of the way to it.
pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(20);
/// The number of moves a game is assumed to last if the caller does not say.
const MOVES_TO_GO: u32 = 30;

/// The time to search the next move: `left` on the clock, plus `increment` after every move, must last for `moves_to_go`,
/// each of which costs `overhead` beside the search. Zero if not even the overhead is left.
pub fn share_of_clock(
    left: Duration,
    increment: Duration,
    moves_to_go: Option<u64>,
    overhead: Duration,
) -> Duration {
    let moves = moves_to_go.map_or(MOVES_TO_GO, |moves| moves.clamp(1, u32::MAX.into()) as u32);
    // The increment pays the overhead. What it does not pay is kept back for the moves to come.
    let unpaid = overhead.saturating_sub(increment);
    let usable = left.saturating_sub(unpaid * moves.min(MOVES_TO_GO));
    (usable / moves + increment.saturating_sub(overhead) * 3 / 4).min(left.saturating_sub(overhead))
}

/// Asks a running search to stop. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one search, counted from the time it was asked for.
#[derive(Clone, Debug)]
pub struct Budget {
    pub started: Instant,
    pub limits: Limits,
    pub stop: StopFlag,
}

impl Budget {
    pub fn new(limits: Limits, stop: StopFlag) -> Budget {
        Budget { started: Instant::now(), limits, stop }
    }

    /// The time at which the search must end, if there is a limit of time.
    pub fn deadline(&self) -> Option<Instant> {
        self.limits.time.map(|time| self.started + time)
    }

    /// Whether a search that has visited `nodes` must end. Reads the clock, so do not call it at every node.
    pub fn is_spent(&self, nodes: u64) -> bool {
        self.stop.is_stopped()
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = DEFAULT_MOVE_OVERHEAD;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_clock_is_shared_out() {
        assert_eq!(share_of_clock(ms(60_600), ms(0), None, OVERHEAD), ms(2000));
        assert_eq!(share_of_clock(ms(60_200), ms(0), Some(10), OVERHEAD), ms(6000));
        assert_eq!(share_of_clock(ms(30_000), ms(1020), None, OVERHEAD), ms(1750));
        assert_eq!(share_of_clock(ms(500), ms(0), Some(1), OVERHEAD), ms(480));
        assert_eq!(share_of_clock(ms(10), ms(0), None, OVERHEAD), ms(0));
    }

    /// Plays long games in which every move costs the whole overhead beside its search.
    #[test]
    fn no_clock_runs_out() {
        for (start, increment, period) in
            [(1000, 0, None), (1000, 10, None), (1000, 0, Some(40)), (100, 50, None), (5000, 0, Some(1))]
        {
            // A program cannot save time that it is not given: without an increment the overhead is a tenth of that.
            let cost = if increment == 0 && period.is_none() { ms(2) } else { ms(10) };
            let mut left = ms(start);
            for ply in 0..250u64 {
                let to_go = period.map(|period| period - ply % period);
                let spent = share_of_clock(left, ms(increment), to_go, OVERHEAD) + cost;
                assert!(spent < left, "{start}+{increment}, move {ply}: {spent:?} of {left:?}");
                left = left - spent + ms(increment);
                if to_go == Some(1) {
                    left += ms(start);
                }
            }
        }
    }
}
