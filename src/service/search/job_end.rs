//! The end of a job, and of each of its searches.

use crate::jobs::{Ending, Lease};
use crate::pool::{Answer, Task};
use crate::service::feed::news::of_analysis;
use crate::service::state::Service;
use std::time::Duration;

/// Ends a job, and tells the key that submitted it. The news comes first, so that it is not lost if this server stops in between:
/// then the job is executed again and has two events.
pub(super) async fn finish(service: &Service, lease: Lease, ending: Ending) {
    const TRIES: u32 = 10;
    if let Some(news) = of_analysis(&lease.job, &ending) {
        let mut tries = 0;
        while let Err(error) = service.store.add_news(vec![news.clone()]).await {
            tries += 1;
            if tries == TRIES {
                tracing::warn!(id = %lease.job.id, %error, "the end of an analysis is no event of its key");
                break;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
    lease.finish(ending).await;
}

/// Counts a search in the metrics.
pub(in crate::service) fn count(service: &Service, task: &Task, answer: &Answer) {
    let time = task.limits.time.unwrap_or(Duration::MAX);
    service.metrics.search(&Ok(answer.clone()), time, answer.report.time);
}
