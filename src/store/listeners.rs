//! The listeners of a game, and what they hear.

use super::any::{Kind, Store};
use super::error::StoreError;
use super::events::{Event, Feeds};
use crate::engine::SearchReport;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use uuid::Uuid;

/// For how long the watchers of a server count after it has noted them.
pub(super) const WATCHERS_COUNT_FOR: Duration = Duration::from_secs(15);

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

    /// Notes how many watch a game at this server, and tells its listeners here how many do at all servers. To be repeated within
    /// `WATCHERS_COUNT_FOR`. If the store does not answer, they hear nothing.
    pub async fn count_watchers(&self, id: Uuid, here: usize) {
        let everywhere = match &self.kind {
            Kind::Local(_) => here,
            Kind::Redis(store) => {
                match Box::pin(store.count_watchers(id, here, self.game_time_now())).await {
                    Ok(everywhere) => everywhere,
                    Err(_) => return,
                }
            }
        };
        self.feeds().publish(id, Event::Watchers(everywhere));
    }
}
