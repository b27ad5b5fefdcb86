//! Batches: jobs that analyse many positions, one after another. A batch takes turns with the other jobs in the queue, so that
//! it delays each of them by one position.

use crate::config::Config;
use crate::jobs::{Ending, Job, JobError, Lease};
use crate::pool::PoolError;
use crate::service::access::client::Client;
use crate::service::access::key::IdempotencyKey;
use crate::service::access::quotas::Charge;
use crate::service::error::{Error, Result};
use crate::service::play::start::give_way;
use crate::service::search::analysis::Analysis;
use crate::service::search::job_end::{count, finish};
use crate::service::search::job_request::{Batch, JobFormat};
use crate::service::search::settings::SearchSettings;
use crate::service::state::Service;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// What a batch has found so far, as it is stored with its job: for each position, in their order, its result or problem.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct BatchProgress {
    pub results: Vec<Value>,
    searched_ms: u64,
}

impl BatchProgress {
    pub fn of(job: &Job) -> BatchProgress {
        job.result.as_ref().and_then(|stored| BatchProgress::deserialize(stored).ok()).unwrap_or_default()
    }

    fn stored(&self) -> Value {
        json!(self)
    }
}

impl Batch {
    fn lines(&self) -> usize {
        self.options.lines.unwrap_or(1)
    }

    /// The time that all searches may take.
    fn time(&self, config: &Config) -> Duration {
        let each = self.options.with_defaults(&SearchSettings::default_of(config), config).time();
        each.saturating_mul(self.starts.len() as u32)
    }

    /// About how much memory the results take.
    fn bytes_of_results(&self) -> usize {
        const RESULT: usize = 2 << 10;
        const LINE: usize = 2 << 10;
        self.starts.len() * (RESULT + self.lines() * LINE)
    }

    fn analysis(&self, index: usize, config: &Config) -> Result<Analysis> {
        let start = self.starts[index].as_ref().map_err(Clone::clone)?;
        Analysis::new(start, &self.options, config)
    }
}

impl Service {
    /// Queues a batch, as [`Service::submit`] does an analysis. The search time of all its positions is taken from the client's
    /// quota, and what they did not use is given back when the batch has ended.
    ///
    /// # Errors
    /// As [`Service::submit`].
    pub async fn submit_batch(
        self: &Arc<Self>,
        client: &Client,
        key: Option<&IdempotencyKey>,
        request: Value,
        batch: &Batch,
    ) -> Result<Job> {
        let (id, submitted) = self.id_of_job(key).await;
        if let Some(job) = submitted {
            return Ok(job);
        }
        let charge = self.quotas.charge_job(client, batch.time(&self.config.for_jobs()))?;
        let by = self.submitter(client, batch.bytes_of_results());
        let job = self.jobs.submit(id, by, request).await?;
        tokio::spawn(refund_when_ended(Arc::clone(self), id, charge));
        Ok(job)
    }
}

/// Waits for the end of a batch, and gives back the search time that it did not use.
async fn refund_when_ended(service: Arc<Service>, id: Uuid, mut charge: Charge) {
    const LOOK_EVERY: Duration = Duration::from_secs(30);
    let ended = async {
        loop {
            match service.jobs.wait(id, LOOK_EVERY).await {
                Ok(job) if job.status.is_final() => return Some(job),
                Ok(_) => {}
                Err(JobError::Unavailable(_)) => tokio::time::sleep(LOOK_EVERY).await,
                Err(_) => return None,
            }
        }
    };
    let job = tokio::select! {
        job = ended => job,
        () = service.draining.cancelled() => None,
    };
    charge.spend(job.map_or(Duration::MAX, |job| Duration::from_millis(BatchProgress::of(&job).searched_ms)));
}

/// Searches the positions that have no result yet, until another job waits or this server shuts down.
pub(super) async fn execute(service: &Service, format: JobFormat, batch: &Batch, mut lease: Lease) {
    let config = service.config.for_jobs();
    let mut progress = BatchProgress::of(&lease.job);
    while progress.results.len() < batch.starts.len() {
        let index = progress.results.len();
        let result = match search(service, format, batch.analysis(index, &config), &mut progress).await {
            Ok(result) => json!({"index": index, "result": result}),
            Err(Some(error)) => json!({"index": index, "problem": (format.render_error)(&error)}),
            Err(None) => return,
        };
        progress.results.push(result);
        lease.progress(progress.stored()).await;
        if progress.results.len() < batch.starts.len() {
            match lease.hand_over().await {
                Some(kept) => lease = kept,
                None => return,
            }
        }
    }
    finish(service, lease, Ending::Done(progress.stored())).await;
}

/// The result of one position. The error is none when this server shuts down.
async fn search(
    service: &Service,
    format: JobFormat,
    analysis: Result<Analysis>,
    progress: &mut BatchProgress,
) -> std::result::Result<Value, Option<Error>> {
    let Analysis { game, settings } = analysis.map_err(Some)?;
    give_way(&game).await;
    let task = settings.task(&game, Instant::now());
    match service.pool.search_in_background(task.clone(), None).await {
        Ok(answer) => {
            count(service, &task, &answer);
            progress.searched_ms += answer.report.time.as_millis() as u64;
            Ok((format.render_result)(&game, &answer))
        }
        Err(PoolError::ShuttingDown) => Err(None),
        Err(error) => Err(Some(error.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::error::Code;
    use crate::service::search::settings::SearchOptions;

    #[test]
    fn a_batch_takes_memory_for_each_line_of_each_position() {
        let bytes = |positions: usize, lines| {
            let unreadable = || Err(Error::new(Code::InvalidPosition, "no position"));
            let starts = std::iter::repeat_with(unreadable).take(positions).collect();
            Batch { starts, options: SearchOptions { lines, ..SearchOptions::default() } }.bytes_of_results()
        };
        assert_eq!(bytes(4, Some(3)), 4 * bytes(1, Some(3)));
        assert_eq!(bytes(1, None), bytes(1, Some(1)));
        assert_eq!(bytes(1, Some(3)) - bytes(1, Some(2)), bytes(1, Some(2)) - bytes(1, Some(1)));
        assert!(bytes(1, Some(2)) > bytes(1, Some(1)));
    }
}
