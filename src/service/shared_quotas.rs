//! Quotas of several servers on one store. Each server grants from its own buckets, so that no request waits for the store, and
//! settles with the others several times a second.

use super::Service;
use super::quotas::Unsettled;
use crate::session::SharedQuotas;
use futures_util::{StreamExt, stream};
use std::time::{Duration, Instant};

const SETTLE_EVERY: Duration = Duration::from_millis(200);
/// How many clients are settled at once.
const AT_ONCE: usize = 64;

/// Settles the quotas of all clients with the other servers until this one shuts down. Does nothing if the store is not shared.
pub async fn run_shared_quotas(service: Service) {
    let Some(shared) = service.store.shared_quotas() else { return };
    let settle = async {
        loop {
            tokio::time::sleep(SETTLE_EVERY).await;
            let unsettled = stream::iter(service.quotas.take_unsettled());
            unsettled.for_each_concurrent(AT_ONCE, |unsettled| settle(&service, &shared, unsettled)).await;
        }
    };
    tokio::select! {
        () = settle => {}
        () = service.draining.cancelled() => {}
    }
}

/// Settles one quota of one client. If the store does not answer, this server's own count stands.
async fn settle(service: &Service, shared: &SharedQuotas, unsettled: Unsettled) {
    let Unsettled { quota, per_minute, client, amount } = &unsettled;
    if let Ok(left) = shared.spend(quota, &client.digest(), *amount, *per_minute).await {
        service.quotas.set_left(quota, client, left, Instant::now());
    }
}
