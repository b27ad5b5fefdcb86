//! How long searches are expected to take: learned from those that ended, by ruleset, level and limits.

use super::task::Task;
use crate::engine::Level;
use crate::rules::Ruleset;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What a search takes that nothing is known of, at a level or within 2,000 nodes.
const FIRST_GUESS: Duration = Duration::from_millis(10);
/// The nodes that are searched for certain in a millisecond by any machine.
const NODES_PER_MS: u64 = 200;
/// The most kinds of searches to learn about. Others keep the first guess.
const MOST_KINDS: usize = 4096;

/// A time with its spread.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Expected {
    pub mean: Duration,
    /// The mean deviation.
    pub deviation: Duration,
}

impl Expected {
    /// A time that is known.
    pub const fn exactly(time: Duration) -> Expected {
        Expected { mean: time, deviation: Duration::ZERO }
    }

    /// What few searches exceed.
    pub fn upper(self) -> Duration {
        self.mean + 2 * self.deviation
    }

    pub fn at_most(self, time: Duration) -> Expected {
        Expected { mean: self.mean.min(time), deviation: self.deviation.min(time) }
    }

    /// The estimate after one more observation: mean and mean deviation move an eighth and a quarter of the way (Jacobson, "Congestion
    /// avoidance and control", 1988).
    fn observe(self, took: Duration) -> Expected {
        Expected {
            mean: (7 * self.mean + took) / 8,
            deviation: (3 * self.deviation + took.abs_diff(self.mean)) / 4,
        }
    }
}

/// Searches that take about the same time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kind {
    ruleset: Ruleset,
    level: Option<Level>,
    depth: Option<u32>,
    /// The logarithm of the node limit.
    nodes: Option<u32>,
    threads: usize,
    lines: usize,
}

impl Kind {
    pub fn of(task: &Task) -> Kind {
        let (request, limits) = (&task.request, &task.limits);
        Kind {
            ruleset: task.game.ruleset(),
            level: request.level,
            depth: limits.depth,
            nodes: limits.nodes.map(|nodes| nodes.max(1).ilog2()),
            threads: request.threads,
            lines: request.lines,
        }
    }

    /// Whether anything but its time ends the search.
    fn is_limited(&self) -> bool {
        self.level.is_some_and(|level| level.handicap(self.ruleset).is_some())
            || self.depth.is_some()
            || self.nodes.is_some()
    }

    /// The estimate for a search that may take `budget`, when none of its kind has ended yet.
    fn first_guess(&self, budget: Duration) -> Expected {
        let by_nodes = self.nodes.map(|nodes| Duration::from_millis((2 << nodes.min(62)) / NODES_PER_MS));
        match (self.level, by_nodes) {
            (Some(_), None) => Expected::exactly(FIRST_GUESS),
            (None, None) => Expected::exactly(budget),
            (_, Some(by_nodes)) => Expected::exactly(by_nodes.max(FIRST_GUESS)),
        }
    }
}

/// What has been learned so far.
#[derive(Debug, Default)]
pub struct Expectations(Mutex<HashMap<Kind, Expected>>);

impl Expectations {
    /// How long a search takes that may take `budget`.
    pub fn of(&self, kind: &Kind, budget: Duration) -> Expected {
        if !kind.is_limited() {
            return Expected::exactly(budget);
        }
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(kind).copied();
        known.unwrap_or_else(|| kind.first_guess(budget)).at_most(budget)
    }

    /// Learns from a search that has ended by itself.
    pub fn learn(&self, kind: Kind, took: Duration) {
        let mut kinds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kinds.get_mut(&kind) {
            *known = known.observe(took);
        } else if kinds.len() < MOST_KINDS && kind.is_limited() {
            kinds.insert(kind, Expected { mean: took, deviation: took / 2 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn kind(level: Option<u8>, nodes: Option<u64>) -> Kind {
        Kind {
            ruleset: Ruleset::Xiangqi,
            level: level.and_then(Level::new),
            depth: None,
            nodes: nodes.map(u64::ilog2),
            threads: 1,
            lines: 1,
        }
    }

    #[test]
    fn a_search_at_full_strength_takes_its_budget_whatever_others_took() {
        let expectations = Expectations::default();
        for full in [kind(None, None), kind(Some(Level::MAX), None)] {
            expectations.learn(full, MS(1));
            assert_eq!(expectations.of(&full, MS(700)), Expected::exactly(MS(700)));
        }
    }

    #[test]
    fn the_estimate_follows_what_searches_of_the_kind_take() {
        let (expectations, twelve) = (Expectations::default(), kind(Some(12), None));
        assert_eq!(expectations.of(&twelve, MS(1000)).mean, FIRST_GUESS);
        (0..50).for_each(|_| expectations.learn(twelve, MS(4)));
        let steady = expectations.of(&twelve, MS(1000));
        assert_eq!(steady.mean.as_millis(), 4);
        assert!(steady.upper() < MS(5), "{steady:?}");
        (0..50).for_each(|round| expectations.learn(twelve, MS(2 + 16 * (round % 2))));
        let varied = expectations.of(&twelve, MS(1000));
        assert!(varied.mean > MS(8) && varied.upper() > MS(18), "{varied:?}");
        assert_eq!(expectations.of(&twelve, MS(3)).mean, MS(3), "no search exceeds its budget");
        assert_eq!(expectations.of(&kind(Some(11), None), MS(1000)).mean, FIRST_GUESS);
    }

    #[test]
    fn many_nodes_are_expected_to_take_long() {
        let expectations = Expectations::default();
        let guess = |nodes| expectations.of(&kind(None, Some(nodes)), MS(60_000)).mean;
        assert_eq!(guess(500), FIRST_GUESS);
        assert!(guess(100_000) > MS(400));
        assert_eq!(guess(u64::MAX), MS(60_000));
    }

    #[test]
    fn made_up_limits_take_no_memory() {
        let expectations = Expectations::default();
        for depth in 0..2 * MOST_KINDS as u32 {
            expectations.learn(Kind { depth: Some(depth), ..kind(None, None) }, MS(1));
        }
        assert_eq!(expectations.0.lock().unwrap().len(), MOST_KINDS);
    }
}
