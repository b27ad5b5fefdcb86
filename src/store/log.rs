//! The log of news of a store, and its readers.

use super::any::{Kind, Store};
use super::error::StoreError;
use super::listing::ListId;
use super::news::{News, NewsCursor, NewsExpired, NewsId, ReaderId};
use std::time::Duration;

impl Store {
    /// Adds news that come with no change of a game.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn add_news(&self, news: Vec<News>) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Local(store) => store.add_news(news).await,
            Kind::Redis(store) => Box::pin(store.add_news(news)).await,
        }
    }

    /// Begins to read the news after an entry, or those from now on.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`]; [`NewsExpired`] when entries after this one are gone.
    pub async fn news_from(
        &self,
        after: Option<NewsId>,
    ) -> Result<Result<NewsCursor, NewsExpired>, StoreError> {
        match &self.kind {
            Kind::Local(store) => store.news_from(after).await,
            Kind::Redis(store) => Box::pin(store.news_from(after)).await,
        }
    }

    /// Some of the news after the cursor, which moves behind them: those of all lists.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn next_news(
        &self,
        cursor: &mut NewsCursor,
    ) -> Result<Vec<(NewsId, ListId, String)>, StoreError> {
        match &self.kind {
            Kind::Local(store) => store.next_news(cursor).await,
            Kind::Redis(store) => Box::pin(store.next_news(cursor)).await,
        }
    }

    /// The entry up to which a reader has all. None for a new reader.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn reader_position(&self, reader: ReaderId) -> Result<Option<NewsId>, StoreError> {
        match &self.kind {
            Kind::Local(store) => store.reader_position(reader).await,
            Kind::Redis(store) => Box::pin(store.reader_position(reader)).await,
        }
    }

    /// Notes the entry up to which a reader has all.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn set_reader_position(&self, reader: ReaderId, position: NewsId) -> Result<(), StoreError> {
        match &self.kind {
            Kind::Local(store) => store.set_reader_position(reader, position).await,
            Kind::Redis(store) => Box::pin(store.set_reader_position(reader, position)).await,
        }
    }

    /// Whether this server, of all that share the store, is the one that reads for this reader. It must ask again within `time`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub async fn reads_for(&self, reader: ReaderId, server: u64, time: Duration) -> Result<bool, StoreError> {
        match &self.kind {
            Kind::Local(_) => Ok(true),
            Kind::Redis(store) => Box::pin(store.reads_for(reader, server, time)).await,
        }
    }

    /// Resolves once there may be more news.
    pub async fn news_added(&self, cursor: &NewsCursor) {
        /// How often Redis is asked.
        const POLL: Duration = Duration::from_millis(250);
        match &self.kind {
            Kind::Local(store) => store.news_added(cursor).await,
            Kind::Redis(_) => tokio::time::sleep(POLL).await,
        }
    }
}
