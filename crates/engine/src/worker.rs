//! The part of a searching thread that all games share: the table, the budget and the node counts.

use super::table::{Entry, Table};
use super::{Budget, StopFlag};
use std::sync::atomic::{AtomicU64, Ordering};

/// How often a thread checks the clock and the flags, in nodes.
pub const NODES_BETWEEN_CHECKS: u64 = 256;

/// What a thread's search has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub nodes: u64,
    /// The nodes of the search's other threads, as of the last check.
    pub nodes_of_others: u64,
    /// The furthest ply reached in this iteration.
    pub seldepth: usize,
    /// Table probes, and those that found their position.
    pub probes: u64,
    pub hits: u64,
}

impl Counts {
    #[inline]
    pub fn of_all_threads(self) -> u64 {
        self.nodes + self.nodes_of_others
    }
}

/// What the threads of one search share, whatever the game.
#[derive(Debug, Default)]
pub struct Threads {
    /// Ends the helper threads when the main thread is done.
    pub done: StopFlag,
    /// The nodes of all threads, as of their last checks.
    nodes: AtomicU64,
}

#[derive(Debug)]
pub struct Worker<'a> {
    pub table: &'a Table,
    budget: &'a Budget,
    threads: &'a Threads,
    pub counts: Counts,
    /// How many of this thread's nodes [`Threads::nodes`] contains.
    shared_nodes: u64,
    next_check: u64,
    is_stopped: bool,
}

impl<'a> Worker<'a> {
    pub fn new(table: &'a Table, budget: &'a Budget, threads: &'a Threads) -> Worker<'a> {
        Worker {
            table,
            budget,
            threads,
            counts: Counts::default(),
            shared_nodes: 0,
            next_check: NODES_BETWEEN_CHECKS,
            is_stopped: false,
        }
    }

    /// Whether the search must end; then its scores are meaningless. The clock, the flags and the nodes of the other threads are
    /// checked every [`NODES_BETWEEN_CHECKS`] nodes. So the node limit is exact for one thread, and may be exceeded by as many
    /// nodes for each further thread.
    #[inline]
    pub fn check_limits(&mut self) -> bool {
        // The count can grow by many nodes between two calls.
        let is_due = self.counts.nodes >= self.next_check;
        let is_at_limit = self.has_reached_node_limit();
        if (is_due || is_at_limit) && !self.is_stopped {
            self.share_nodes();
            self.next_check = self.counts.nodes + NODES_BETWEEN_CHECKS;
            self.is_stopped = is_at_limit
                || self.threads.done.is_stopped()
                || self.budget.rest_or_end(self.counts.of_all_threads());
        }
        self.is_stopped
    }

    fn has_reached_node_limit(&self) -> bool {
        self.budget.limits.nodes.is_some_and(|limit| self.counts.of_all_threads() >= limit)
    }

    /// Adds this thread's new nodes to the sum, and reads those of the others.
    fn share_nodes(&mut self) {
        let own = self.counts.nodes;
        let new = own - self.shared_nodes;
        let before = self.threads.nodes.fetch_add(new, Ordering::Relaxed);
        self.counts.nodes_of_others = before - self.shared_nodes;
        self.shared_nodes = own;
    }

    /// Whether [`Worker::check_limits`] has ended the search.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    #[inline]
    pub fn probe(&mut self, key: u64) -> Option<Entry> {
        let entry = self.table.probe(key);
        self.counts.probes += 1;
        self.counts.hits += u64::from(entry.is_some());
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn the_node_limit_is_exact_for_one_thread() {
        let (table, threads) = (Table::new(1), Threads::default());
        let budget = Budget::new(Limits { nodes: Some(1000), ..Limits::default() }, StopFlag::default());
        let mut worker = Worker::new(&table, &budget, &threads);
        while !worker.check_limits() {
            worker.counts.nodes += 1;
        }
        assert_eq!(worker.counts.nodes, 1000);
    }

    #[test]
    fn the_node_limit_counts_the_nodes_of_all_threads() {
        let (table, threads) = (Table::new(1), Threads::default());
        let budget = Budget::new(Limits { nodes: Some(10_000), ..Limits::default() }, StopFlag::default());
        let [mut one, mut other] = [(); 2].map(|()| Worker::new(&table, &budget, &threads));
        // The other thread is three times as fast.
        while !one.check_limits() {
            one.counts.nodes += 1;
            for _ in 0..3 {
                other.counts.nodes += u64::from(!other.check_limits());
            }
        }
        let sum = one.counts.nodes + other.counts.nodes;
        assert!((10_000..=10_000 + NODES_BETWEEN_CHECKS).contains(&sum), "{sum} nodes");
        assert!(other.counts.nodes > 2 * one.counts.nodes, "{one:?}, {other:?}");
    }
}
