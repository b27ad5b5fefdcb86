//! Searches: their admission, and their execution on the pool.

use crate::pool::{Admission, Answer, ClientId, PoolError, Purpose, ReportSender, Task};
use crate::service::access::client::Client;
use crate::service::access::quotas::Charge;
use crate::service::error::{Code, Result};
use crate::service::state::Service;
use std::time::{Duration, Instant};

/// The permission for one search: its admission to the pool, and the search time reserved from its client's quota.
#[derive(Debug)]
pub struct SearchPermit {
    admission: Admission,
    /// None for a game that the server plays by itself: its client has few of them at once.
    charge: Option<Charge>,
}

impl Drop for SearchPermit {
    fn drop(&mut self) {
        if let Some(charge) = &mut self.charge {
            charge.spend(self.admission.thread_time());
        }
    }
}

impl Service {
    /// Admits a search. Callers do this before they change a game, so that a refusal leaves the game as it was.
    ///
    /// # Errors
    /// When the search cannot have its result in time, or the client has used up its search time.
    pub(in crate::service) fn charge_and_admit(
        &self,
        client: &Client,
        purpose: Purpose,
        task: &Task,
    ) -> Result<SearchPermit> {
        self.charge_and_admit_uncounted(client, purpose, task).inspect_err(|error| {
            self.metrics.refusal(match error.code {
                Code::Overloaded => "overloaded",
                Code::ShuttingDown => "shutting_down",
                _ => "rate_limited",
            });
        })
    }

    /// As [`Service::charge_and_admit`], but does not count a refusal in the metrics, for callers that retry.
    ///
    /// # Errors
    /// As [`Service::charge_and_admit`].
    pub(in crate::service) fn charge_and_admit_uncounted(
        &self,
        client: &Client,
        purpose: Purpose,
        task: &Task,
    ) -> Result<SearchPermit> {
        let charge = self.charge(client, task)?;
        Ok(SearchPermit { admission: self.pool.admit(client.id(), purpose, task)?, charge: Some(charge) })
    }

    /// Admits a move that must be made, however busy the server is.
    ///
    /// # Errors
    /// When the client has used up its search time.
    pub(in crate::service) fn charge_and_admit_at_once(
        &self,
        client: &Client,
        task: &Task,
    ) -> Result<SearchPermit> {
        let charge = self.charge(client, task)?;
        Ok(SearchPermit { admission: self.pool.admit_at_once(client.id(), task), charge: Some(charge) })
    }

    /// Admits the move of an engine whose clock runs, in a game that the server plays by itself.
    ///
    /// # Errors
    /// When the server shuts down.
    pub(in crate::service) fn admit_run(&self, by: ClientId, task: &Task) -> Result<SearchPermit> {
        let admission = match self.pool.admit(by, Purpose::Move, task) {
            Err(PoolError::Overloaded { .. }) => self.pool.admit_at_once(by, task),
            admission => admission?,
        };
        Ok(SearchPermit { admission, charge: None })
    }

    fn charge(&self, client: &Client, task: &Task) -> Result<Charge> {
        self.quotas.charge(client, task.limits.time.unwrap_or_default(), task.request.threads)
    }

    /// Runs an admitted search and counts it in the metrics.
    ///
    /// # Errors
    /// As [`crate::pool::Pool::search_admitted`].
    pub(in crate::service) async fn search(
        &self,
        task: Task,
        permit: &SearchPermit,
        reports: Option<ReportSender>,
    ) -> Result<Answer> {
        let asked = (task.limits.time, task.arrived);
        let result = self.pool.search_admitted(task, &permit.admission, reports).await;
        self.counted(asked, result)
    }

    /// As [`Service::search`], within a few nodes.
    ///
    /// # Errors
    /// As [`crate::pool::Pool::search_at_once`].
    pub(in crate::service) async fn search_at_once(
        &self,
        task: Task,
        permit: &SearchPermit,
    ) -> Result<Answer> {
        let asked = (task.limits.time, task.arrived);
        let result = self.pool.search_at_once(task, &permit.admission, None).await;
        self.counted(asked, result)
    }

    /// Counts a search in the metrics that asked for this time when it arrived.
    fn counted(
        &self,
        (time, arrived): (Option<Duration>, Instant),
        result: std::result::Result<Answer, PoolError>,
    ) -> Result<Answer> {
        self.metrics.search(&result, time.unwrap_or(Duration::MAX), arrived.elapsed());
        Ok(result?)
    }
}
