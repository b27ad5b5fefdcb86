//! What Prometheus is told.

use super::state::AppState;
use crate::pool::{Answer, PoolError};
use crate::session::StoreMetrics;
use axum::http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::sync::atomic::Ordering;
use std::time::Duration;

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RequestLabels {
    method: String,
    route: String,
    status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RefusalLabels {
    reason: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct StatusLabels {
    status: &'static str,
}

#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    latency: Family<RouteLabels, Histogram>,
    search_time: Histogram,
    queue_wait: Histogram,
    overshoot: Histogram,
    depth: Histogram,
    nodes: Counter,
    refusals: Family<RefusalLabels, Counter>,
    analyses_shared: Counter,
    games: Gauge,
    streams: Gauge,
    idle_threads: Gauge,
    table_hit_rate: Histogram,
    jobs: Family<StatusLabels, Gauge>,
}

fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.0005, 2.5, 14))
}

impl Metrics {
    /// All that is counted, and what the store counts of itself.
    pub fn new(store: &StoreMetrics) -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("duiyi"),
            requests: Family::default(),
            latency: Family::new_with_constructor(seconds),
            search_time: seconds(),
            queue_wait: seconds(),
            overshoot: Histogram::new([0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5]),
            depth: Histogram::new([1.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 20.0, 25.0, 30.0]),
            nodes: Counter::default(),
            refusals: Family::default(),
            analyses_shared: Counter::default(),
            games: Gauge::default(),
            streams: Gauge::default(),
            idle_threads: Gauge::default(),
            table_hit_rate: Histogram::new((1..10).map(|tenth| f64::from(tenth) / 10.0)),
            jobs: Family::default(),
        };
        metrics.register(store);
        metrics
    }

    fn register(&mut self, store: &StoreMetrics) {
        let registry = &mut self.registry;
        registry.register("http_requests", "Requests answered", self.requests.clone());
        registry.register("http_request_seconds", "Time to answer a request", self.latency.clone());
        registry.register("search_seconds", "Time a search took", self.search_time.clone());
        registry.register(
            "search_queue_seconds",
            "Time a search waited for a thread",
            self.queue_wait.clone(),
        );
        let help = "How far beyond its time budget a search's answer was ready";
        registry.register("search_overshoot_seconds", help, self.overshoot.clone());
        registry.register("search_depth", "Depth a search finished", self.depth.clone());
        registry.register("search_nodes", "Nodes searched", self.nodes.clone());
        registry.register("search_refusals", "Searches not done", self.refusals.clone());
        let help = "Analyses that shared the search of an equal one";
        registry.register("analyses_shared", help, self.analyses_shared.clone());
        registry.register("games", "Games in the store", self.games.clone());
        registry.register("streams", "Streams that are open", self.streams.clone());
        let help = "The share of a search's table probes that found their position";
        registry.register("search_table_hit_rate", help, self.table_hit_rate.clone());
        registry.register("jobs", "Long analyses by status", self.jobs.clone());
        let help = "Time the store took to do what it was asked";
        registry.register("store_seconds", help, store.seconds.clone());
        registry.register("store_errors", "Times the store did not answer", store.errors.clone());
        registry.register("search_threads_idle", "Search threads without work", self.idle_threads.clone());
    }

    pub fn request(&self, route: &str, method: &Method, status: StatusCode, elapsed: Duration) {
        let labels =
            RequestLabels { method: method.to_string(), route: route.to_owned(), status: status.as_u16() };
        self.requests.get_or_create(&labels).inc();
        self.latency.get_or_create(&RouteLabels { route: route.to_owned() }).observe(elapsed.as_secs_f64());
    }

    /// A search that had `time` and took `elapsed` from its arrival to its answer.
    pub fn search(&self, result: &Result<Answer, PoolError>, time: Duration, elapsed: Duration) {
        match result {
            Ok(answer) => {
                self.search_time.observe(answer.report.time.as_secs_f64());
                self.queue_wait.observe(answer.queued.as_secs_f64());
                self.overshoot.observe(elapsed.saturating_sub(time).as_secs_f64());
                self.depth.observe(f64::from(answer.report.depth));
                self.nodes.inc_by(answer.report.nodes);
                self.table_hit_rate.observe(answer.report.hash_hit_rate);
            }
            Err(error) => {
                let reason = match error {
                    PoolError::Overloaded { .. } => "overloaded",
                    PoolError::ShuttingDown => "shutting_down",
                    PoolError::Panicked => "panicked",
                    PoolError::Search(_) => "nothing_to_search",
                };
                self.refusal(reason);
            }
        }
    }

    /// A search that was not done.
    pub fn refusal(&self, reason: &'static str) {
        self.refusals.get_or_create(&RefusalLabels { reason }).inc();
    }

    /// A request that shares the search of another.
    pub fn shared_analysis(&self) {
        self.analyses_shared.inc();
    }

    /// The text of `/metrics`, in OpenMetrics.
    pub fn text(&self, state: &AppState) -> String {
        self.games.inner().store(state.store.len() as i64, Ordering::Relaxed);
        self.streams.inner().store(state.streams.len() as i64, Ordering::Relaxed);
        self.idle_threads.inner().store(state.pool.idle() as i64, Ordering::Relaxed);
        for (status, number) in state.jobs.count() {
            let labels = StatusLabels { status: status.name() };
            self.jobs.get_or_create(&labels).inner().store(number as i64, Ordering::Relaxed);
        }
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("writing to a string does not fail");
        text
    }
}
