//! Webhooks: each reads the log of news and sends the events that it is for to its receiver. It notes how far all is delivered, and
//! goes on there after a restart; some events are then sent again. Of several servers on one store, one sends.

pub mod metrics;
mod queue;
mod send;

use super::follow::FeedEvent;
use crate::config::Webhook;
use crate::service::error::Code;
use crate::service::state::Service;
use crate::service::time::sleep_until;
use crate::store::{ListId, NewsCursor, ReaderId};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use queue::Queue;
use send::{Sender, Sent};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How many requests to one receiver are under way at once.
const AT_ONCE: usize = 8;
/// For how long a server that sends is the one that does, and how often it says so and notes how far it is.
const LEASE: Duration = Duration::from_secs(15);
const RENEW_EVERY: Duration = Duration::from_secs(5);

/// Delivers the events of one webhook until the server shuts down.
pub async fn run_webhook(service: Arc<Service>, webhook: Webhook) {
    let sender = match Sender::new(&webhook) {
        Ok(sender) => sender,
        Err(error) => {
            tracing::error!(%error, url = webhook.url, "this webhook cannot be called: the system has no certificates");
            return;
        }
    };
    let draining = service.draining.clone();
    let deliver = async {
        let reader = ReaderId::new(&format!("{}\n{}", webhook.url, webhook.key.as_deref().unwrap_or("*")));
        let mut hook = Hook { service, webhook, sender, reader, server: rand::random() };
        loop {
            hook.deliver_while_ours().await;
            tokio::time::sleep(RENEW_EVERY).await;
        }
    };
    tokio::select! {
        () = deliver => {}
        () = draining.cancelled() => {}
    }
}

struct Hook {
    service: Arc<Service>,
    webhook: Webhook,
    sender: Sender,
    reader: ReaderId,
    /// Tells this server from the others on the store.
    server: u64,
}

impl Hook {
    async fn is_ours(&self) -> bool {
        let store = &self.service.store;
        store.reads_for(self.reader, self.server, LEASE).await.unwrap_or(false)
    }

    /// Where to read on: after what was delivered, or for a new webhook from now on.
    async fn begin(&self) -> Option<NewsCursor> {
        let position = self.service.store.reader_position(self.reader).await.ok()?;
        match self.service.feed_from(position).await {
            Err(error) if error.code == Code::EventsExpired => {
                tracing::error!(
                    url = self.webhook.url,
                    "events were not kept until this webhook could be called"
                );
                self.service.feed_from(None).await.ok()
            }
            cursor => cursor.ok(),
        }
    }

    fn is_for(&self, list: ListId) -> bool {
        self.webhook.key.as_ref().is_none_or(|key| ListId::of_key(key) == list)
    }

    /// Delivers events as long as this server is the one that does.
    async fn deliver_while_ours(&mut self) {
        if !self.is_ours().await {
            return;
        }
        let Some(mut cursor) = self.begin().await else { return };
        let mut queue = Queue::new(self.service.store.keep_times().news);
        let mut noted = None;
        let mut renewal = tokio::time::interval(RENEW_EVERY);
        let mut sending = FuturesUnordered::new();
        let metrics = &self.service.webhook_metrics;
        loop {
            while sending.len() < AT_ONCE
                && let Some(event) = queue.take(Instant::now())
            {
                let sender = &self.sender;
                sending.push(async move { (event.id, sender.send(&event).await) });
            }
            let next_due = queue.next_due().filter(|_| sending.len() < AT_ONCE);
            tokio::select! {
                news = self.service.next_news(&mut cursor), if queue.has_room() => {
                    let own = news.into_iter().filter(|(_, list, _)| self.is_for(*list));
                    let events = own.map(|(id, _, text)| FeedEvent::new(id, text));
                    let wanted = events.filter(|event| self.webhook.wants(&event.name));
                    wanted.for_each(|event| queue.add(event, Instant::now()));
                }
                Some((id, sent)) = sending.next(), if !sending.is_empty() => match sent {
                    Sent::Delivered => {
                        metrics.delivered(&self.webhook);
                        queue.delivered(id);
                    }
                    Sent::Failed { retry_after } => {
                        metrics.failed(&self.webhook);
                        if queue.failed(id, Instant::now(), retry_after) {
                            tracing::error!(url = self.webhook.url, event = %id, "an event was given up");
                        }
                    }
                },
                () = sleep_until(next_due) => {}
                _ = renewal.tick() => {
                    metrics.oldest(&self.webhook, queue.oldest().and_then(|event| event.at));
                    if !self.is_ours().await {
                        return;
                    }
                    let position = queue.position(cursor.read_until());
                    if noted != Some(position)
                        && self.service.store.set_reader_position(self.reader, position).await.is_ok()
                    {
                        noted = Some(position);
                    }
                }
            }
        }
    }
}
