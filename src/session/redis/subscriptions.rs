//! The channels this server listens to. One task subscribes and unsubscribes, in the order it is asked: a listener that
//! comes while a channel is being left has it again before it is answered.

use super::channel;
use crate::redis_link::{Unavailable, with_timeout};
use crate::session::{Event, Feeds};
use redis::aio::ConnectionManager;
use std::collections::HashSet;
use std::sync::Arc;
use tokio::sync::{broadcast, mpsc, oneshot};
use uuid::Uuid;

/// The most requests that wait, and channels in one command.
const BATCH: usize = 256;

type Feed = broadcast::Receiver<Event>;

#[derive(Debug)]
enum Request {
    Subscribe(Uuid, oneshot::Sender<Result<Feed, Unavailable>>),
    LeaveSilent(oneshot::Sender<()>),
}

#[derive(Clone, Debug)]
pub struct Subscriptions(mpsc::Sender<Request>);

impl Subscriptions {
    /// Subscribes over that connection, for listeners to those feeds.
    pub fn start(connection: ConnectionManager, feeds: Arc<Feeds>) -> Subscriptions {
        let (sender, requests) = mpsc::channel(BATCH);
        tokio::spawn(Subscriber { connection, feeds, silent: HashSet::new() }.run(requests));
        Subscriptions(sender)
    }

    /// What happens to a game from now on.
    ///
    /// # Errors
    /// [`Unavailable`].
    pub async fn subscribe(&self, id: Uuid) -> Result<Feed, Unavailable> {
        let ended = || Unavailable("its subscriptions ended".to_owned());
        let (reply, answer) = oneshot::channel();
        self.0.send(Request::Subscribe(id, reply)).await.map_err(|_| ended())?;
        answer.await.map_err(|_| ended())?
    }

    /// Leaves the channels nobody listens to any more.
    pub async fn leave_silent(&self) {
        let (reply, answer) = oneshot::channel();
        if self.0.send(Request::LeaveSilent(reply)).await.is_ok() {
            let _ended = answer.await;
        }
    }
}

struct Subscriber {
    connection: ConnectionManager,
    feeds: Arc<Feeds>,
    /// Channels that nobody listens to and that have not been left yet.
    silent: HashSet<Uuid>,
}

impl Subscriber {
    async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let mut batch = Vec::with_capacity(BATCH);
        while requests.recv_many(&mut batch, BATCH).await > 0 {
            let (mut wanted, mut sweepers) = (Vec::new(), Vec::new());
            for request in batch.drain(..) {
                match request {
                    Request::Subscribe(id, reply) => wanted.push((id, reply)),
                    Request::LeaveSilent(reply) => sweepers.push(reply),
                }
            }
            if !wanted.is_empty() {
                self.subscribe(wanted).await;
            }
            if !sweepers.is_empty() {
                self.leave_silent().await;
            }
            for reply in sweepers {
                let _asker_is_gone = reply.send(());
            }
        }
    }

    async fn subscribe(&mut self, wanted: Vec<(Uuid, oneshot::Sender<Result<Feed, Unavailable>>)>) {
        let ids: HashSet<Uuid> = wanted.iter().map(|&(id, _)| id).collect();
        // The feeds are there before the first event can arrive, and keep their channels from being left.
        let listeners: Vec<_> =
            wanted.into_iter().map(|(id, reply)| (self.feeds.subscribe(id), reply)).collect();
        self.silent.retain(|id| !ids.contains(id));
        let subscribed = with_timeout(self.connection.subscribe(names(&ids))).await;
        for (feed, reply) in listeners {
            let _asker_is_gone = reply.send(subscribed.clone().map(|()| feed));
        }
    }

    async fn leave_silent(&mut self) {
        self.silent.extend(self.feeds.sweep());
        while !self.silent.is_empty() {
            let some: HashSet<Uuid> = self.silent.iter().take(BATCH).copied().collect();
            if with_timeout(self.connection.unsubscribe(names(&some))).await.is_err() {
                // The next sweep tries again.
                return;
            }
            self.silent.retain(|id| !some.contains(id));
        }
    }
}

fn names(ids: &HashSet<Uuid>) -> Vec<String> {
    ids.iter().copied().map(channel::name).collect()
}
