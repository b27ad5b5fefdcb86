//! The server keeps the time budget of a search. This is the only test that reads a clock. Its margins are wide because
//! other work may share the machine; `cargo bench --bench budget` gives exact figures.
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "../benches/budget/load.rs"]
mod load;
#[path = "../benches/budget/server.rs"]
mod server;

use reqwest::StatusCode;
use server::Server;
use std::time::Duration;

const BUDGET: Duration = Duration::from_millis(200);
/// Slack for a machine that is busy with other work.
const MARGIN: Duration = Duration::from_millis(500);

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_search_answers_within_its_budget_or_is_refused_quickly() {
    let server = Server::start(&[("DUIYI_SEARCH_THREADS", "2")]).unwrap();
    let run = Duration::from_secs(3);
    let (seen, health) = tokio::join!(load::searches(&server, 20, BUDGET, run), load::health(&server, run));
    let times = |status: StatusCode| -> Vec<Duration> {
        seen.iter().filter(|seen| seen.status == status).map(|seen| seen.elapsed).collect()
    };
    let (answered, refused) = (times(StatusCode::OK), times(StatusCode::SERVICE_UNAVAILABLE));
    assert_eq!(seen.len(), answered.len() + refused.len());
    assert!(answered.len() >= 4, "only {} of {} answered", answered.len(), seen.len());
    assert!(seen.iter().filter(|seen| seen.status != StatusCode::OK).all(|seen| seen.retry_after));
    assert!(median(answered) < BUDGET + MARGIN);
    assert!(median(refused) < BUDGET);
    assert!(median(health) < BUDGET);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_disconnects_frees_its_search_thread() {
    let server = Server::start(&[("DUIYI_SEARCH_THREADS", "1")]).unwrap();
    let times = [
        load::abandoned(&server, Duration::from_secs(60)).await,
        load::abandoned(&server, Duration::from_secs(60)).await,
        load::abandoned(&server, Duration::from_secs(60)).await,
    ];
    assert!(median(times.to_vec()) < MARGIN, "{times:?}");
}
