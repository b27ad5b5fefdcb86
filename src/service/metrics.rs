//! The metrics of searches.

use crate::pool::{Answer, PoolError};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::time::Duration;

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RefusalLabels {
    reason: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct OpponentLabels {
    opponent: &'static str,
}

#[derive(Debug)]
pub struct Metrics {
    search_time: Histogram,
    queue_wait: Histogram,
    overshoot: Histogram,
    depth: Histogram,
    nodes: Counter,
    reduced: Counter,
    refusals: Family<RefusalLabels, Counter>,
    analyses_shared: Counter,
    seeks_matched: Family<OpponentLabels, Counter>,
    table_hit_rate: Histogram,
}

/// A histogram of response times in seconds, from 0.5 ms to about 75 s.
pub fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.0005, 2.5, 14))
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics {
            search_time: seconds(),
            queue_wait: seconds(),
            overshoot: Histogram::new([0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5]),
            depth: Histogram::new([1.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 20.0, 25.0, 30.0]),
            nodes: Counter::default(),
            reduced: Counter::default(),
            refusals: Family::default(),
            analyses_shared: Counter::default(),
            seeks_matched: Family::default(),
            table_hit_rate: Histogram::new((1..10).map(|tenth| f64::from(tenth) / 10.0)),
        }
    }
}

impl Metrics {
    pub fn register(&self, registry: &mut Registry) {
        registry.register("search_seconds", "Duration of searches", self.search_time.clone());
        let help = "Time searches waited for a thread, or rested for others";
        registry.register("search_queue_seconds", help, self.queue_wait.clone());
        let help = "Time by which searches exceeded their time budget";
        registry.register("search_overshoot_seconds", help, self.overshoot.clone());
        registry.register("search_depth", "Deepest completed iteration of searches", self.depth.clone());
        registry.register("search_nodes", "Nodes searched", self.nodes.clone());
        let help = "Searches that got only a few nodes, because the server was busy";
        registry.register("search_reduced", help, self.reduced.clone());
        registry.register("search_refusals", "Searches that were refused or failed", self.refusals.clone());
        let help = "Analyses that joined the running search of an identical request";
        registry.register("analyses_shared", help, self.analyses_shared.clone());
        let help = "Games of people who looked for an opponent";
        registry.register("seeks_matched", help, self.seeks_matched.clone());
        let help = "Hit rate of transposition table probes in searches";
        registry.register("search_table_hit_rate", help, self.table_hit_rate.clone());
    }

    /// Counts a search with the time limit `time` that took `elapsed` from the arrival of the request to its result.
    pub(in crate::service) fn search(
        &self,
        result: &Result<Answer, PoolError>,
        time: Duration,
        elapsed: Duration,
    ) {
        match result {
            Ok(answer) => {
                self.search_time.observe(answer.report.time.as_secs_f64());
                self.queue_wait.observe(answer.queued.as_secs_f64());
                self.overshoot.observe(elapsed.saturating_sub(time).as_secs_f64());
                self.depth.observe(f64::from(answer.report.depth));
                self.nodes.inc_by(answer.report.nodes);
                self.reduced.inc_by(answer.is_reduced.into());
                self.table_hit_rate.observe(answer.report.hash_hit_rate);
            }
            Err(error) => self.refusal(match error {
                PoolError::Overloaded { .. } => "overloaded",
                PoolError::ShuttingDown => "shutting_down",
                PoolError::Panicked => "panicked",
                PoolError::Search(_) => "nothing_to_search",
            }),
        }
    }

    /// Counts a search that was refused.
    pub(in crate::service) fn refusal(&self, reason: &'static str) {
        self.refusals.get_or_create(&RefusalLabels { reason }).inc();
    }

    /// Counts the game of somebody who looked for an opponent, which is a person or an engine.
    pub(in crate::service) fn matched(&self, opponent: &'static str) {
        self.seeks_matched.get_or_create(&OpponentLabels { opponent }).inc();
    }

    /// Counts a request that joined the search of another.
    pub(in crate::service) fn shared_analysis(&self) {
        self.analyses_shared.inc();
    }
}
