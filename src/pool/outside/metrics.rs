//! The metrics of engines that are programs, by their names.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::time::Duration;

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct EngineLabels {
    engine: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct FallbackLabels {
    engine: String,
    reason: &'static str,
}

/// Why a search was not done by its engine, or not to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FallbackReason {
    /// The settings have no such engine any more, or it does not know this phase of the game.
    NotPlayed,
    /// No process could be started lately.
    Down,
    /// No process was free or ready early enough.
    Busy,
    /// It did not answer in time.
    Late,
    /// It died.
    Died,
    /// It answered with something else than a legal move.
    Illegal,
}

impl FallbackReason {
    fn name(self) -> &'static str {
        match self {
            FallbackReason::NotPlayed => "not_played",
            FallbackReason::Down => "down",
            FallbackReason::Busy => "busy",
            FallbackReason::Late => "late",
            FallbackReason::Died => "died",
            FallbackReason::Illegal => "illegal",
        }
    }
}

/// Clones share everything.
#[derive(Clone, Debug)]
pub struct OutsideMetrics {
    searches: Family<EngineLabels, Counter>,
    fallbacks: Family<FallbackLabels, Counter>,
    restarts: Family<EngineLabels, Counter>,
    overshoot: Family<EngineLabels, Histogram>,
}

impl Default for OutsideMetrics {
    fn default() -> OutsideMetrics {
        let overshoot = || Histogram::new([0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5]);
        OutsideMetrics {
            searches: Family::default(),
            fallbacks: Family::default(),
            restarts: Family::default(),
            overshoot: Family::new_with_constructor(overshoot),
        }
    }
}

impl OutsideMetrics {
    pub fn register(&self, registry: &mut Registry) {
        let help = "Searches that named an outside engine";
        registry.register("engine_searches", help, self.searches.clone());
        let help = "Searches that an outside engine did not do, or not to their end";
        registry.register("engine_fallbacks", help, self.fallbacks.clone());
        let help = "Processes of outside engines that ended by themselves or were killed, and were replaced";
        registry.register("engine_restarts", help, self.restarts.clone());
        let help = "Time by which searches of outside engines exceeded their time budget";
        registry.register("engine_overshoot_seconds", help, self.overshoot.clone());
    }

    fn labels(engine: &str) -> EngineLabels {
        EngineLabels { engine: engine.to_owned() }
    }

    /// Counts a search whose answer was ready so long after its deadline.
    pub fn search(&self, engine: &str, overshoot: Duration) {
        self.searches.get_or_create(&Self::labels(engine)).inc();
        self.overshoot.get_or_create(&Self::labels(engine)).observe(overshoot.as_secs_f64());
    }

    pub fn fallback(&self, engine: &str, reason: FallbackReason) {
        let labels = FallbackLabels { engine: engine.to_owned(), reason: reason.name() };
        self.fallbacks.get_or_create(&labels).inc();
    }

    pub fn restart(&self, engine: &str) {
        self.restarts.get_or_create(&Self::labels(engine)).inc();
    }
}
