//! The channels that this server subscribes to. One task subscribes and unsubscribes in order of the requests, so that a
//! listener that arrives during an unsubscription is subscribed again before it gets its reply.

use super::keys::Keys;
use crate::redis_link::{Unavailable, with_timeout};
use crate::session::{Event, Feeds};
use redis::aio::ConnectionManager;
use std::collections::HashSet;
use std::sync::Arc;
use tokio::sync::{broadcast, mpsc, oneshot};
use uuid::Uuid;

/// The most requests in the queue, and the most channels in one command.
const BATCH: usize = 256;

type Feed = broadcast::Receiver<Event>;

#[derive(Debug)]
enum Request {
    Subscribe(Uuid, oneshot::Sender<Result<Feed, Unavailable>>),
    UnsubscribeUnused(oneshot::Sender<()>),
}

#[derive(Clone, Debug)]
pub struct Subscriptions(mpsc::Sender<Request>);

impl Subscriptions {
    /// Starts the task, which subscribes over this connection for the listeners of these feeds.
    pub fn start(connection: ConnectionManager, keys: Keys, feeds: Arc<Feeds>) -> Subscriptions {
        let (sender, requests) = mpsc::channel(BATCH);
        tokio::spawn(Subscriber { connection, keys, feeds, unused: HashSet::new() }.run(requests));
        Subscriptions(sender)
    }

    /// Subscribes to the events of a game from now on.
    ///
    /// # Errors
    /// [`Unavailable`].
    pub async fn subscribe(&self, id: Uuid) -> Result<Feed, Unavailable> {
        let ended = || Unavailable("its subscriptions ended".to_owned());
        let (reply, answer) = oneshot::channel();
        self.0.send(Request::Subscribe(id, reply)).await.map_err(|_| ended())?;
        answer.await.map_err(|_| ended())?
    }

    /// Unsubscribes from the channels without listeners.
    pub async fn unsubscribe_unused(&self) {
        let (reply, answer) = oneshot::channel();
        if self.0.send(Request::UnsubscribeUnused(reply)).await.is_ok() {
            let _ended = answer.await;
        }
    }
}

struct Subscriber {
    connection: ConnectionManager,
    keys: Keys,
    feeds: Arc<Feeds>,
    /// The channels without listeners that are still subscribed.
    unused: HashSet<Uuid>,
}

impl Subscriber {
    async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let mut batch = Vec::with_capacity(BATCH);
        while requests.recv_many(&mut batch, BATCH).await > 0 {
            let (mut wanted, mut sweepers) = (Vec::new(), Vec::new());
            for request in batch.drain(..) {
                match request {
                    Request::Subscribe(id, reply) => wanted.push((id, reply)),
                    Request::UnsubscribeUnused(reply) => sweepers.push(reply),
                }
            }
            if !wanted.is_empty() {
                self.subscribe(wanted).await;
            }
            if !sweepers.is_empty() {
                self.unsubscribe_unused().await;
            }
            for reply in sweepers {
                let _asker_is_gone = reply.send(());
            }
        }
    }

    async fn subscribe(&mut self, wanted: Vec<(Uuid, oneshot::Sender<Result<Feed, Unavailable>>)>) {
        let ids: HashSet<Uuid> = wanted.iter().map(|&(id, _)| id).collect();
        // Create the feeds first: none misses the first event, and their channels are not swept.
        let listeners: Vec<_> =
            wanted.into_iter().map(|(id, reply)| (self.feeds.subscribe(id), reply)).collect();
        self.unused.retain(|id| !ids.contains(id));
        let subscribed = with_timeout(self.connection.subscribe(names(self.keys, &ids))).await;
        for (feed, reply) in listeners {
            let _asker_is_gone = reply.send(subscribed.clone().map(|()| feed));
        }
    }

    async fn unsubscribe_unused(&mut self) {
        self.unused.extend(self.feeds.sweep());
        while !self.unused.is_empty() {
            let some: HashSet<Uuid> = self.unused.iter().take(BATCH).copied().collect();
            if with_timeout(self.connection.unsubscribe(names(self.keys, &some))).await.is_err() {
                // The next sweep tries again.
                return;
            }
            self.unused.retain(|id| !some.contains(id));
        }
    }
}

fn names(keys: Keys, ids: &HashSet<Uuid>) -> Vec<String> {
    ids.iter().map(|&id| keys.channel(id)).collect()
}
