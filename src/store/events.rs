//! The events of games, and the channels that deliver them to listeners.

use super::last_seen::LastSeen;
use crate::engine::SearchReport;
use crate::game::{Said, Session};
use foldhash::quality::RandomState;
use std::sync::Arc;
use tokio::sync::broadcast;
use uuid::Uuid;

/// An event of a game.
#[derive(Clone, Debug)]
pub enum Event {
    Changed(Arc<Session>),
    /// The engine to move has completed a depth in the position of this version.
    Thinking {
        version: u64,
        report: Arc<SearchReport>,
    },
    /// A player has come back.
    Presence,
    Said(Said),
    Deleted,
    /// The current state, read again by this server for its own listeners ([`super::Store::reread`]).
    Reread(Arc<Session>, LastSeen),
    /// How many watch the game, at all servers.
    Watchers(usize),
}

/// How many events a listener may lag behind. Beyond it, events are lost and the listener gets the current state instead.
const CAPACITY: usize = 64;

/// The broadcast channels of games that have listeners. Other games have no channel.
#[derive(Debug, Default)]
pub struct Feeds(papaya::HashMap<Uuid, broadcast::Sender<Event>, RandomState>);

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

    /// The games that have channels.
    pub fn games(&self) -> Vec<Uuid> {
        self.0.pin().keys().copied().collect()
    }

    /// The games that have listeners.
    pub fn games_with_listeners(&self) -> Vec<Uuid> {
        let feeds = self.0.pin();
        feeds.iter().filter(|(_, feed)| feed.receiver_count() > 0).map(|(&id, _)| id).collect()
    }

    /// Closes the channel of a deleted game.
    pub fn remove(&self, id: Uuid) {
        self.0.pin().remove(&id);
    }

    /// Removes the channels without listeners, and returns the ids of their games.
    pub fn sweep(&self) -> Vec<Uuid> {
        let feeds = self.0.pin();
        let is_silent = |feed: &broadcast::Sender<Event>| feed.receiver_count() == 0;
        let silent = feeds.iter().filter(|(_, feed)| is_silent(feed)).map(|(&id, _)| id).collect::<Vec<_>>();
        let is_gone = |id: &Uuid| matches!(feeds.remove_if(id, |_, feed| is_silent(feed)), Ok(Some(_)));
        silent.into_iter().filter(is_gone).collect()
    }
}
