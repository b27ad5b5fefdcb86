//! The metrics for Prometheus.

use crate::service::{self, Service};
use crate::telemetry;
use axum::http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::sync::atomic::Ordering;
use std::time::Duration;

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RouteLabels {
    route: String,
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
    games: Gauge,
    streams: Gauge,
    idle_threads: Gauge,
    store_available: Gauge,
    jobs: Family<StatusLabels, Gauge>,
    dropped_log_lines: Counter,
}

impl Metrics {
    /// Registers the metrics of HTTP, of the store, and of the service.
    pub fn new(service: &Service) -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("duiyi"),
            requests: Family::default(),
            latency: Family::new_with_constructor(service::seconds),
            games: Gauge::default(),
            streams: Gauge::default(),
            idle_threads: Gauge::default(),
            store_available: Gauge::default(),
            jobs: Family::default(),
            dropped_log_lines: Counter::default(),
        };
        let registry = &mut metrics.registry;
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version of the program", version);
        registry.register("http_requests", "HTTP requests answered", metrics.requests.clone());
        registry.register("http_request_seconds", "Time until the response starts", metrics.latency.clone());
        registry.register("games", "Games in the store", metrics.games.clone());
        registry.register("streams", "Open streams", metrics.streams.clone());
        registry.register("jobs", "Analysis jobs by status", metrics.jobs.clone());
        registry.register("search_threads_idle", "Idle search threads", metrics.idle_threads.clone());
        let help = "Lines of the log that standard error did not take in time";
        registry.register("log_lines_dropped", help, metrics.dropped_log_lines.clone());
        let help = "Whether the store takes changes";
        registry.register("store_available", help, metrics.store_available.clone());
        service.register_metrics(registry);
        metrics
    }

    /// Counts a request. `route` is one of the routes of the server, or one name for all other paths.
    pub fn request(&self, route: &str, method: &Method, status: StatusCode, elapsed: Duration) {
        let labels =
            RequestLabels { method: method_label(method), route: route.to_owned(), status: status.as_u16() };
        self.requests.get_or_create(&labels).inc();
        self.latency.get_or_create(&RouteLabels { route: route.to_owned() }).observe(elapsed.as_secs_f64());
    }

    /// The body of `/metrics`, in the OpenMetrics text format.
    pub fn text(&self, service: &Service) -> String {
        let set = |gauge: &Gauge, value: usize| gauge.inner().store(value as i64, Ordering::Relaxed);
        let load = service.load();
        set(&self.games, load.games);
        set(&self.streams, load.streams);
        set(&self.idle_threads, load.idle_threads);
        set(&self.store_available, service.takes_changes().into());
        for (status, number) in load.jobs {
            set(&self.jobs.get_or_create(&StatusLabels { status: status.name() }), number);
        }
        self.dropped_log_lines.inner().store(telemetry::dropped_lines() as u64, Ordering::Relaxed);
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("writing to a string does not fail");
        text
    }
}

/// The name of a method in metrics and traces. Clients can make up methods, which are one.
pub fn method_label(method: &Method) -> &'static str {
    const KNOWN: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"];
    KNOWN.into_iter().find(|known| *known == method.as_str()).unwrap_or("other")
}
