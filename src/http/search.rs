//! Searches for handlers: through the pool, counted, and told to those who listen.

use super::client::Client;
use super::limiter::Charge;
use super::problem::{Code, Result};
use super::state::AppState;
use crate::pool::{Admission, Answer, Job, PROGRESS_CAPACITY, Progress};
use crate::rules::Game;
use crate::session::{Event, SearchSettings, Session};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::mpsc;

/// The job that these settings make of a position.
pub fn job(game: &Game, settings: &SearchSettings, arrived: Instant) -> Job {
    Job {
        game: game.clone(),
        request: settings.request.clone(),
        time: settings.time,
        depth: settings.depth,
        nodes: settings.nodes,
        arrived,
    }
}

/// A search that was taken in: its place among the others, and what its client pays for it.
#[derive(Debug)]
pub struct Granted {
    admission: Admission,
    charge: Charge,
}

impl Drop for Granted {
    fn drop(&mut self) {
        self.charge.spend(self.admission.thread_time());
    }
}

impl AppState {
    /// Takes a search in, before anything is changed on its account.
    ///
    /// # Errors
    /// When it would wait beyond its budget, or its client has used up its search time.
    pub fn admit(&self, client: &Client, settings: &SearchSettings, arrived: Instant) -> Result<Granted> {
        self.try_admit(client, settings, arrived).inspect_err(|problem| {
            self.metrics.refusal(match problem.code {
                Code::Overloaded => "overloaded",
                Code::ShuttingDown => "shutting_down",
                _ => "rate_limited",
            });
        })
    }

    /// The same for those who try again if it is refused, which does not count.
    ///
    /// # Errors
    /// As [`AppState::admit`].
    pub fn try_admit(&self, client: &Client, settings: &SearchSettings, arrived: Instant) -> Result<Granted> {
        let charge = self.limiter.charge(client, settings.time, settings.request.threads)?;
        let admission = self.pool.admit(arrived + settings.time)?;
        Ok(Granted { admission, charge })
    }

    /// # Errors
    /// As [`crate::pool::Pool::search_admitted`].
    pub async fn search(&self, job: Job, granted: &Granted, progress: Option<Progress>) -> Result<Answer> {
        let (time, arrived) = (job.time, job.arrived);
        let result = self.pool.search_admitted(job, &granted.admission, progress).await;
        self.metrics.search(&result, time, arrived.elapsed());
        Ok(result?)
    }

    /// Searches for a game, and tells those who listen to it of every depth.
    ///
    /// # Errors
    /// As [`AppState::search`].
    pub async fn search_for(&self, session: &Session, job: Job, granted: &Granted) -> Result<Answer> {
        let &Session { id, version, .. } = session;
        let (progress, mut reports) = mpsc::channel(PROGRESS_CAPACITY);
        let publish = async {
            while let Some(report) = reports.recv().await {
                self.store.publish(id, Event::Thinking { version, report: Arc::new(report) });
            }
        };
        let (answer, ()) = tokio::join!(self.search(job, granted, Some(progress)), publish);
        answer
    }
}
