//! A lease in Redis: renewed as long as it is held, and returned when it is dropped.

use super::changes::{CHANNEL, Watch, message};
use super::{CONSUMER, GROUP, STREAM, Shared, key, now};
use crate::jobs::{Ending, Status, tries_after_drop};
use crate::redis_link::Unavailable;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

/// The pause after an end that could not be stored.
const END_AGAIN: Duration = Duration::from_millis(500);

/// What keeps a job leased.
#[derive(Debug)]
pub struct Hold {
    ticket: Arc<Ticket>,
    /// How often the job was begun, this time included.
    tries: u32,
    has_ended: bool,
    runtime: Handle,
    _renewal: AbortOnDropHandle<()>,
}

/// What proves a lease.
#[derive(Debug)]
struct Ticket {
    jobs: Arc<Shared>,
    id: Uuid,
    entry: String,
    token: Uuid,
}

impl Hold {
    /// Counts the try and keeps the lease from running out.
    ///
    /// # Errors
    /// When Redis does not answer. Then the job is returned.
    pub(super) async fn begin(
        jobs: Arc<Shared>,
        id: Uuid,
        entry: String,
        token: Uuid,
        tries_before: u32,
        revoked: CancellationToken,
    ) -> Result<Hold, Unavailable> {
        let watch = jobs.changes.watch(id);
        let ticket = Arc::new(Ticket { jobs, id, entry, token });
        let renewal = tokio::spawn(Arc::clone(&ticket).renew_until_revoked(watch, revoked));
        let hold = Hold {
            ticket,
            tries: tries_before + 1,
            has_ended: false,
            runtime: Handle::current(),
            _renewal: AbortOnDropHandle::new(renewal),
        };
        hold.ticket.renew(&[("tries", &hold.tries.to_string())]).await?;
        Ok(hold)
    }

    pub async fn progress(&self, result: Value) {
        let fields = [("updated_at", &*now()), ("result", &result.to_string())];
        let _the_next_tells_more = self.ticket.renew(&fields).await;
    }

    pub async fn finish(mut self, ending: Ending) {
        let (status, field) = match &ending {
            Ending::Done(result) => (Status::Done, ("result", result)),
            Ending::Failed(problem) => (Status::Failed, ("problem", problem)),
        };
        let Ticket { jobs, id, token, .. } = &*self.ticket;
        let end = async {
            while jobs.end(*id, Some(*token), status, Some(field)).await.is_err() {
                tokio::time::sleep(END_AGAIN).await;
            }
        };
        // What cannot be stored by then is done again by the worker that takes the job over.
        let _stored = tokio::time::timeout(jobs.timing.lease, end).await;
        self.has_ended = true;
    }
}

#[cfg(test)]
impl Hold {
    pub fn stop_renewal(&self) {
        self._renewal.abort();
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if !self.has_ended {
            let (ticket, tries) = (Arc::clone(&self.ticket), tries_after_drop(self.tries));
            let jobs = Arc::clone(&ticket.jobs);
            jobs.tasks.spawn_on(async move { ticket.give_back(tries).await }, &self.runtime);
        }
    }
}

impl Ticket {
    /// Renews the lease and sets fields of the job; answers whether the lease still stands.
    async fn renew(&self, fields: &[(&str, &str)]) -> Result<bool, Unavailable> {
        let mut renew = self.jobs.scripts.renew.key(key(self.id));
        renew.key(STREAM).arg(self.token.to_string()).arg(&self.entry).arg(GROUP).arg(CONSUMER);
        for (name, value) in fields {
            renew.arg(*name).arg(*value);
        }
        self.jobs.invoke(&renew).await
    }

    async fn renew_until_revoked(self: Arc<Ticket>, mut watch: Watch, revoked: CancellationToken) {
        let renew_every = self.jobs.timing.lease / 5;
        loop {
            let _ended_or_time_to_renew = tokio::time::timeout(renew_every, watch.changed()).await;
            // When Redis does not answer the lease may still stand.
            if let Ok(false) = self.renew(&[]).await {
                revoked.cancel();
                return;
            }
        }
    }

    async fn give_back(&self, tries: u32) {
        let mut give_back = self.jobs.scripts.give_back.key(key(self.id));
        give_back.key(STREAM).arg(self.token.to_string()).arg(&self.entry).arg(GROUP).arg(CONSUMER);
        give_back.arg(self.jobs.timing.lease.as_millis() as u64).arg(now()).arg(tries);
        give_back.arg(CHANNEL).arg(message(Status::Queued, self.id));
        // A job that cannot be returned is taken over when its lease has run out.
        let _returned = self.jobs.invoke::<()>(&give_back).await;
    }
}
