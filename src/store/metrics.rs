//! How long the operations of a store take, and how many fail.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// The metrics of a store, by operation: `insert`, `get`, `tag`, `replace`, `remove`, `claim`, `settle`.
#[derive(Clone, Debug)]
pub struct StoreMetrics {
    pub seconds: Family<Operation, Histogram>,
    /// How many operations got no answer.
    pub errors: Counter,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct Operation {
    pub operation: &'static str,
}

impl Default for StoreMetrics {
    fn default() -> StoreMetrics {
        let seconds = || Histogram::new(exponential_buckets(0.00001, 4.0, 10));
        StoreMetrics { seconds: Family::new_with_constructor(seconds), errors: Counter::default() }
    }
}

impl StoreMetrics {
    pub fn register(&self, registry: &mut Registry) {
        registry.register("store_seconds", "Duration of store operations", self.seconds.clone());
        registry.register("store_errors", "Store operations without an answer", self.errors.clone());
    }
}
