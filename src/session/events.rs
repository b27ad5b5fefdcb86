//! What listeners to a game are told.

use super::Session;
use bytes::Bytes;
use std::sync::Arc;
use tokio::sync::broadcast;
use uuid::Uuid;

/// Something happened to a game.
#[derive(Clone, Debug)]
pub enum Event {
    Changed(Arc<Session>),
    /// The engine that plays the side to move finished a depth in the position of that version.
    Thinking {
        version: u64,
        /// What it found, as JSON that only the service reads.
        report: Bytes,
    },
    Deleted,
}

/// How many events a listener may be behind before it is sent the state anew instead.
const CAPACITY: usize = 64;

/// The channels of the games somebody listens to; the others cost nothing.
#[derive(Debug, Default)]
pub struct Feeds(papaya::HashMap<Uuid, broadcast::Sender<Event>>);

impl Feeds {
    pub fn subscribe(&self, id: Uuid) -> broadcast::Receiver<Event> {
        let feeds = self.0.pin();
        feeds.get_or_insert_with(id, || broadcast::channel(CAPACITY).0).subscribe()
    }

    pub fn publish(&self, id: Uuid, event: Event) {
        if let Some(feed) = self.0.pin().get(&id) {
            let _nobody_listens_any_more = feed.send(event);
        }
    }

    /// Ends the channel of a game that is gone.
    pub fn remove(&self, id: Uuid) {
        self.0.pin().remove(&id);
    }

    /// Forgets the channels nobody listens to any more, and says whose they were.
    pub fn sweep(&self) -> Vec<Uuid> {
        let feeds = self.0.pin();
        let is_silent = |feed: &broadcast::Sender<Event>| feed.receiver_count() == 0;
        let silent = feeds.iter().filter(|(_, feed)| is_silent(feed)).map(|(&id, _)| id).collect::<Vec<_>>();
        let is_gone = |id: &Uuid| matches!(feeds.remove_if(id, |_, feed| is_silent(feed)), Ok(Some(_)));
        silent.into_iter().filter(is_gone).collect()
    }
}
