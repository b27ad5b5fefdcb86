//! Messages between servers about jobs, over one pub/sub channel: a job was queued, a job has ended.

use crate::jobs::Status;
use crate::redis_link::{Connection, with_timeout};
use ::redis::{Msg, PushInfo, PushKind};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::futures::Notified;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;
use uuid::Uuid;

/// The pause before a failed subscription is retried.
const SUBSCRIBE_RETRY: Duration = Duration::from_millis(500);

/// The message that a job now has this status.
pub fn message(status: Status, id: Uuid) -> String {
    format!("{} {id}", status.name())
}

/// Wakes the tasks that wait for a change.
#[derive(Debug, Default)]
pub struct Changes {
    queued: Notify,
    watched: Mutex<HashMap<Uuid, watch::Sender<()>>>,
}

impl Changes {
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, watch::Sender<()>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Resolves when a job may have been queued since this call.
    pub fn queued(&self) -> Notified<'_> {
        self.queued.notified()
    }

    /// Watches for the end of a job, from this call on.
    pub fn watch(self: &Arc<Changes>, id: Uuid) -> Watch {
        let receiver = self.lock().entry(id).or_default().subscribe();
        Watch { id, receiver, changes: Arc::clone(self) }
    }

    fn dispatch(&self, message: &str) {
        let Some((status, id)) = message.split_once(' ') else { return };
        if status == Status::Queued.name() {
            self.queued.notify_waiters();
        } else if let Ok(id) = id.parse()
            && let Some(watched) = self.lock().get(&id)
        {
            watched.send_replace(());
        }
    }

    fn wake_all(&self) {
        self.queued.notify_waiters();
        for watched in self.lock().values() {
            watched.send_replace(());
        }
    }
}

/// Waits for the end of one job.
#[derive(Debug)]
pub struct Watch {
    id: Uuid,
    receiver: watch::Receiver<()>,
    changes: Arc<Changes>,
}

impl Watch {
    /// Resolves when the job may have ended since the last call.
    pub async fn changed(&mut self) {
        // The sender lives as long as any watch.
        let _sender_lives = self.receiver.changed().await;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let mut watched = self.changes.lock();
        if watched.get(&self.id).is_some_and(|sender| sender.receiver_count() <= 1) {
            watched.remove(&self.id);
        }
    }
}

/// Subscribes to the channel and dispatches its messages. Whenever the connection is lost, it subscribes again. Messages may
/// be lost with the connection, so it wakes all waiters then, and at a fixed interval.
pub async fn listen(
    mut connection: Connection,
    channel: &str,
    mut pushes: UnboundedReceiver<PushInfo>,
    changes: Arc<Changes>,
    poll_every: Duration,
) {
    loop {
        // Subscribing again is harmless, and detects a connection that died silently.
        let pause = match with_timeout(connection.subscribe(&[channel.to_owned()])).await {
            Ok(()) => poll_every,
            Err(_) => SUBSCRIBE_RETRY,
        };
        changes.wake_all();
        let pass_on = pass_on_until_disconnected(&mut pushes, &changes);
        let _disconnected_or_time_to_look = tokio::time::timeout_at(Instant::now() + pause, pass_on).await;
    }
}

async fn pass_on_until_disconnected(pushes: &mut UnboundedReceiver<PushInfo>, changes: &Changes) {
    while let Some(push) = pushes.recv().await {
        if push.kind == PushKind::Disconnection {
            return;
        }
        if let Some(message) = Msg::from_push_info(push)
            && let Ok(message) = str::from_utf8(message.get_payload_bytes())
        {
            changes.dispatch(message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_watch_sees_only_the_end_of_its_own_job() {
        let changes = Arc::<Changes>::default();
        let (id, other) = (Uuid::new_v4(), Uuid::new_v4());
        let (mut watch, mut unconcerned) = (changes.watch(id), changes.watch(other));
        for message in [message(Status::Done, id), "paused by a later version".to_owned(), "?".to_owned()] {
            changes.dispatch(&message);
        }
        watch.changed().await;
        assert!(!unconcerned.receiver.has_changed().unwrap());
        changes.wake_all();
        unconcerned.changed().await;
    }

    #[test]
    fn a_dropped_watch_leaves_nothing_behind() {
        let changes = Arc::<Changes>::default();
        let id = Uuid::new_v4();
        let (first, second) = (changes.watch(id), changes.watch(id));
        drop(first);
        assert_eq!(changes.lock().len(), 1);
        drop(second);
        assert!(changes.lock().is_empty());
    }
}
