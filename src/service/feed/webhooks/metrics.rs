//! The metrics of webhooks.

use crate::config::Webhook;
use jiff::Timestamp;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Labels {
    url: String,
}

impl Labels {
    fn of(webhook: &Webhook) -> Labels {
        Labels { url: webhook.url.clone() }
    }
}

#[derive(Debug, Default)]
pub struct WebhookMetrics {
    delivered: Family<Labels, Counter>,
    failed: Family<Labels, Counter>,
    oldest: Family<Labels, Gauge>,
}

impl WebhookMetrics {
    pub fn register(&self, registry: &mut Registry) {
        registry.register("webhook_delivered", "Events that a webhook delivered", self.delivered.clone());
        registry.register("webhook_failed", "Requests of a webhook that failed", self.failed.clone());
        let help = "Age in seconds of the oldest event that a webhook has not delivered";
        registry.register("webhook_oldest_undelivered_seconds", help, self.oldest.clone());
    }

    pub(super) fn delivered(&self, webhook: &Webhook) {
        self.delivered.get_or_create(&Labels::of(webhook)).inc();
    }

    pub(super) fn failed(&self, webhook: &Webhook) {
        self.failed.get_or_create(&Labels::of(webhook)).inc();
    }

    /// Notes when the oldest event happened that is not delivered.
    pub(super) fn oldest(&self, webhook: &Webhook, at: Option<Timestamp>) {
        let age = at.map_or(0, |at| Timestamp::now().as_second() - at.as_second());
        self.oldest.get_or_create(&Labels::of(webhook)).set(age);
    }
}
