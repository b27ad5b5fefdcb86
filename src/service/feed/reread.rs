//! Reads the games with event streams on this server every few seconds, in case the store was unavailable and published no
//! changes: one read for all streams of a game. At the same time counts who watches.

use crate::service::state::Service;
use futures_util::future::join_all;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use uuid::Uuid;

/// How often each game is read.
const EVERY: Duration = Duration::from_secs(5);
/// How many games are read at once.
const AT_ONCE: usize = 16;

/// Reads the games until the server shuts down.
pub async fn run_rereads(service: Arc<Service>) {
    let rounds = async {
        loop {
            round(&service).await;
        }
    };
    tokio::select! {
        () = rounds => {}
        () = service.draining.cancelled() => {}
    }
}

async fn reread(service: &Service, id: Uuid) {
    service.store.reread(id).await;
    service.store.count_watchers(id, service.watchers.of(&id)).await;
}

/// Reads each game once, evenly over the time of a round. If the store is slow, the round takes longer.
async fn round(service: &Service) {
    let began = Instant::now();
    let games = service.store.games_with_listeners();
    for (done, some) in (0..).step_by(AT_ONCE).zip(games.chunks(AT_ONCE)) {
        sleep_until(began + EVERY.mul_f64(done as f64 / games.len() as f64)).await;
        join_all(some.iter().map(|&id| reread(service, id))).await;
    }
    sleep_until(began + EVERY).await;
}
