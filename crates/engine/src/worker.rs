//! The part of a searching thread that all games share: the table, the budget and the node counts.

use super::table::{Entry, Table};
use super::{Budget, StopFlag};

/// How often a thread checks the clock and the flags, in nodes.
pub const NODES_BETWEEN_CHECKS: u64 = 256;

/// What a thread's search has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub nodes: u64,
    /// The furthest ply reached in this iteration.
    pub seldepth: usize,
    /// Table probes, and those that found their position.
    pub probes: u64,
    pub hits: u64,
}

#[derive(Debug)]
pub struct Worker<'a> {
    pub table: &'a Table,
    budget: &'a Budget,
    /// Ends the helper threads when the main thread is done.
    done: &'a StopFlag,
    pub counts: Counts,
    next_check: u64,
    is_stopped: bool,
}

impl<'a> Worker<'a> {
    pub fn new(table: &'a Table, budget: &'a Budget, done: &'a StopFlag) -> Worker<'a> {
        Worker {
            table,
            budget,
            done,
            counts: Counts::default(),
            next_check: NODES_BETWEEN_CHECKS,
            is_stopped: false,
        }
    }

    /// Whether the search must end; then its scores are meaningless. Enforces the node limit exactly, and checks the clock and
    /// the flags every [`NODES_BETWEEN_CHECKS`] nodes.
    #[inline]
    pub fn check_limits(&mut self) -> bool {
        let nodes = self.counts.nodes;
        if self.budget.limits.nodes.is_some_and(|limit| nodes >= limit) {
            self.is_stopped = true;
        }
        // The count can grow by many nodes between two calls.
        if nodes >= self.next_check {
            self.next_check = nodes + NODES_BETWEEN_CHECKS;
            self.is_stopped |= self.done.is_stopped() || self.budget.rest_or_end(nodes);
        }
        self.is_stopped
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
