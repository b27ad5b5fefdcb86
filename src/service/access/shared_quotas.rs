//! Quotas of several servers on one store. Each server grants from its own buckets, so that no request waits for the store, and
//! settles with the others several times a second.

use crate::service::access::quotas::{Quotas, Unsettled, WINDOW};
use crate::service::state::Service;
use crate::store::{SharedQuotas, StoreError};
use futures_util::{StreamExt, stream};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

const SETTLE_EVERY: Duration = Duration::from_millis(200);
/// How many clients are settled at once.
const AT_ONCE: usize = 64;

/// Settles the quotas of all clients with the other servers until this one shuts down. Does nothing if the store is not shared.
pub async fn run_shared_quotas(service: Arc<Service>) {
    let Some(shared) = service.store.shared_quotas() else { return };
    let mut settlements = Settlements { quotas: &service.quotas, last: 0, failed: Vec::new() };
    let settle = async {
        loop {
            tokio::time::sleep(SETTLE_EVERY).await;
            let due = stream::iter(settlements.due(Instant::now()));
            let mut settled = due.map(|settlement| settle(&shared, settlement)).buffer_unordered(AT_ONCE);
            while let Some((settlement, left)) = settled.next().await {
                settlements.settled(settlement, left, Instant::now());
            }
        }
    };
    tokio::select! {
        () = settle => {}
        () = service.draining.cancelled() => {}
    }
}

/// Settles one quota of one client. Returns what is left.
async fn settle(shared: &SharedQuotas, settlement: Settlement) -> (Settlement, Result<f64, StoreError>) {
    let Unsettled { quota, per_minute, client, amount } = &settlement.taken;
    let left = shared.spend(quota, &client.digest(), *amount, *per_minute, settlement.number).await;
    (settlement, left)
}

/// What a client has taken, on its way to the other servers.
#[derive(Debug)]
struct Settlement {
    taken: Unsettled,
    number: u64,
    since: Instant,
}

#[derive(Debug)]
struct Settlements<'a> {
    quotas: &'a Quotas,
    /// The number of the last settlement.
    last: u64,
    /// Those that the store has not confirmed.
    failed: Vec<Settlement>,
}

impl Settlements<'_> {
    /// What to settle now: again what failed, and what the other clients have taken since.
    fn due(&mut self, now: Instant) -> Vec<Settlement> {
        let mut due = std::mem::take(&mut self.failed);
        // What was taken a minute ago has refilled.
        due.retain(|settlement| now.saturating_duration_since(settlement.since) < WINDOW);
        let repeated: HashSet<_> =
            due.iter().map(|failed| (failed.taken.quota, &failed.taken.client)).collect();
        let more = self.quotas.take_unsettled(|quota, client| !repeated.contains(&(quota, client)));
        for unsettled in more {
            self.last += 1;
            due.push(Settlement { taken: unsettled, number: self.last, since: now });
        }
        due
    }

    /// Notes what the store replied. If it did not, this server's own count stands until it does.
    fn settled(&mut self, settlement: Settlement, left: Result<f64, StoreError>, now: Instant) {
        match left {
            Ok(left) => self.quotas.set_left(settlement.taken.quota, &settlement.taken.client, left, now),
            Err(_) => self.failed.push(settlement),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::service::access::client::Client;

    #[test]
    fn what_could_not_be_settled_is_settled_again_before_more_of_the_same_client() {
        let config = Config { games_per_minute: Some(10), ..Config::default() };
        let (quotas, now) = (Quotas::new(&config, true), Instant::now());
        let mut settlements = Settlements { quotas: &quotas, last: 0, failed: Vec::new() };
        let (client, other) = (Client::named("a"), Client::named("b"));
        let take =
            |client: &Client, games: usize| (0..games).for_each(|_| quotas.take_game(client, now).unwrap());
        let amounts =
            |due: &[Settlement]| due.iter().map(|it| (it.number, it.taken.amount)).collect::<Vec<_>>();

        take(&client, 3);
        let mut due = settlements.due(now);
        assert_eq!(amounts(&due), [(1, 3.0)]);
        let down = || Err(StoreError::Unavailable("it is down".to_owned()));
        settlements.settled(due.remove(0), down(), now);
        take(&client, 2);
        take(&other, 1);
        let mut due = settlements.due(now);
        assert_eq!(amounts(&due), [(1, 3.0), (2, 1.0)]);
        settlements.settled(due.remove(0), Ok(7.0), now);
        assert_eq!((0..10).take_while(|_| quotas.take_game(&client, now).is_ok()).count(), 5);
        let due = settlements.due(now);
        assert_eq!(amounts(&due), [(3, 7.0)]);

        due.into_iter().for_each(|settlement| settlements.settled(settlement, down(), now));
        assert!(settlements.due(now + WINDOW).is_empty(), "it has refilled");
    }
}
