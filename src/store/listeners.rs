//! The listeners of a game, and what they hear.

use super::any::{Kind, Store};
use super::error::StoreError;
use super::events::{Event, Feeds};
use crate::engine::SearchReport;
use std::sync::Arc;
use tokio::sync::broadcast;
use uuid::Uuid;

impl Store {
    pub(super) fn feeds(&self) -> &Feeds {
        match &self.kind {
            Kind::Local(store) => store.feeds(),
            Kind::Redis(store) => &store.feeds,
        }
    }

    /// Subscribes to the events of a game from now on. A listener may miss events while the store is unavailable, until the
    /// next [`Store::reread`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn subscribe(&self, id: Uuid) -> Result<broadcast::Receiver<Event>, StoreError> {
        match &self.kind {
            Kind::Local(_) => Ok(self.feeds().subscribe(id)),
            Kind::Redis(store) => Box::pin(store.subscribe(id)).await,
        }
    }

    /// Tells the listeners of a game on every server what its engine thinks.
    pub fn publish_thinking(&self, id: Uuid, version: u64, report: Arc<SearchReport>) {
        match &self.kind {
            Kind::Local(_) => {
                self.feeds().publish(id, Event::Thinking { version, report });
            }
            Kind::Redis(store) => store.publish_thinking(id, version, report),
        }
    }

    /// The games that have listeners on this server.
    pub fn games_with_listeners(&self) -> Vec<Uuid> {
        self.feeds().games_with_listeners()
    }

    /// Reads a game and tells its listeners on this server, once for all of them. Counts as a use. If the store does not
    /// answer, they hear nothing.
    pub async fn reread(&self, id: Uuid) {
        match self.get_with_players(id).await {
            Ok((session, players)) => self.feeds().publish(id, Event::Reread(session, players)),
            Err(StoreError::NotFound) => self.feeds().publish(id, Event::Deleted),
            Err(_) => {}
        }
    }
}
