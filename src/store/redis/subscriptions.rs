//! The channels that this server subscribes to. One task subscribes and unsubscribes in order of the requests, so that a
//! listener that arrives during an unsubscription is subscribed again before it gets its reply.

use super::keys::{Keys, Shard};
use crate::redis_link::{Connection, Unavailable, with_timeout};
use crate::store::events::{Event, Feeds};
use futures_util::future::join_all;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::Instant;
use uuid::Uuid;

/// The most requests in the queue, and the most channels in one command.
const BATCH: usize = 256;

/// The pause before lost subscriptions are made again, and between two attempts.
const RENEW_DELAY: Duration = Duration::from_millis(250);

type Feed = broadcast::Receiver<Event>;

#[derive(Debug)]
enum Request {
    Subscribe(Uuid, oneshot::Sender<Result<Feed, Unavailable>>),
    UnsubscribeUnused(oneshot::Sender<()>),
    Renew,
}

#[derive(Clone, Debug)]
pub struct Subscriptions(mpsc::Sender<Request>);

impl Subscriptions {
    /// Starts the task, which subscribes over this connection for the listeners of these feeds.
    pub fn start(connection: Connection, keys: Keys, feeds: Arc<Feeds>) -> Subscriptions {
        let (sender, requests) = mpsc::channel(BATCH);
        tokio::spawn(
            Subscriber { renew_at: None, connection, keys, feeds, unused: HashSet::new() }.run(requests),
        );
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

    /// Subscribes again to every channel with listeners, in the background. In a cluster the connection does not do so by itself:
    /// it names the channels of several slots in one command, which the server refuses.
    pub fn renew(&self) {
        let _a_full_queue_is_tried_again_by_the_sweep = self.0.try_send(Request::Renew);
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
    /// Subscriptions may have been lost with a connection. They are made again at this time.
    renew_at: Option<Instant>,
    connection: Connection,
    keys: Keys,
    feeds: Arc<Feeds>,
    /// The channels without listeners that are still subscribed.
    unused: HashSet<Uuid>,
}

impl Subscriber {
    async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let mut batch = Vec::with_capacity(BATCH);
        loop {
            let received = requests.recv_many(&mut batch, BATCH);
            let received = match self.renew_at {
                None => Ok(received.await),
                Some(at) => tokio::time::timeout_at(at, received).await,
            };
            match received {
                Ok(0) => return,
                Ok(_) => {}
                Err(_time_to_renew) => self.renew().await,
            }
            let (mut wanted, mut sweepers) = (Vec::new(), Vec::new());
            for request in batch.drain(..) {
                match request {
                    Request::Subscribe(id, reply) => wanted.push((id, reply)),
                    Request::UnsubscribeUnused(reply) => sweepers.push(reply),
                    Request::Renew => self.renew_at = Some(Instant::now() + RENEW_DELAY),
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
            wanted.into_iter().map(|(id, reply)| ((id, self.feeds.subscribe(id)), reply)).collect();
        self.unused.retain(|id| !ids.contains(id));
        let failed = self.subscribe_all(ids).await;
        for ((id, feed), reply) in listeners {
            let subscribed = match &failed {
                Some((shards, unavailable)) if shards.contains(&self.keys.shard(id)) => {
                    Err(unavailable.clone())
                }
                _ => Ok(feed),
            };
            let _asker_is_gone = reply.send(subscribed);
        }
    }

    /// Subscribes to the channels of these games. Returns the shards where that failed, and why.
    async fn subscribe_all(
        &mut self,
        ids: impl IntoIterator<Item = Uuid>,
    ) -> Option<(HashSet<Shard>, Unavailable)> {
        let done = join_all(self.channels(ids).into_iter().map(|(shard, channels)| {
            let mut connection = self.connection.clone();
            async move {
                for some in channels.chunks(BATCH) {
                    with_timeout(connection.subscribe(some)).await.map_err(|why| (shard, why))?;
                }
                Ok(())
            }
        }));
        let failed: Vec<(Shard, Unavailable)> = done.await.into_iter().filter_map(Result::err).collect();
        let (_, unavailable) = failed.first()?.clone();
        Some((failed.into_iter().map(|(shard, _)| shard).collect(), unavailable))
    }

    async fn renew(&mut self) {
        let failed = self.subscribe_all(self.feeds.games()).await;
        self.renew_at = failed.map(|_| Instant::now() + RENEW_DELAY);
    }

    /// The channels of games by shard. One command names channels of one shard only.
    fn channels(&self, ids: impl IntoIterator<Item = Uuid>) -> HashMap<Shard, Vec<String>> {
        let mut channels = HashMap::<Shard, Vec<String>>::new();
        for id in ids {
            channels.entry(self.keys.shard(id)).or_default().push(self.keys.channel(id));
        }
        channels
    }

    async fn unsubscribe_unused(&mut self) {
        self.unused.extend(self.feeds.sweep());
        let done =
            join_all(self.channels(self.unused.iter().copied()).into_iter().map(|(shard, channels)| {
                let mut connection = self.connection.clone();
                async move {
                    for some in channels.chunks(BATCH) {
                        with_timeout(connection.unsubscribe(some)).await?;
                    }
                    Ok::<_, Unavailable>(shard)
                }
            }));
        // What failed is tried again by the next sweep.
        let done: HashSet<Shard> = done.await.into_iter().flatten().collect();
        self.unused.retain(|&id| !done.contains(&self.keys.shard(id)));
    }
}
