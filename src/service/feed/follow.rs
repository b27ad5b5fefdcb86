//! The events of all games of an API key, as a stream that can be resumed.

use crate::service::access::client::Caller;
use crate::service::error::{Code, Error, Result};
use crate::service::state::Service;
use crate::store::{ListId, NewsCursor, NewsExpired, NewsId};
use futures_util::Stream;
use jiff::Timestamp;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

/// The pause before the next read after one that failed.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// An event of one of many games or analyses.
#[derive(Clone, Debug)]
pub struct FeedEvent {
    pub id: NewsId,
    pub name: String,
    /// The game or the analysis.
    pub subject: Uuid,
    pub at: Option<Timestamp>,
    /// A JSON object with everything but the id.
    pub text: String,
}

#[derive(Default, Deserialize)]
struct Head {
    event: String,
    game: Option<Uuid>,
    at: Option<Timestamp>,
    data: Data,
}

#[derive(Default, Deserialize)]
struct Data {
    analysis: Option<Uuid>,
}

impl FeedEvent {
    pub(in crate::service) fn new(id: NewsId, text: String) -> FeedEvent {
        let Head { event, game, at, data } = serde_json::from_str(&text).unwrap_or_default();
        FeedEvent { id, name: event, subject: game.or(data.analysis).unwrap_or_default(), at, text }
    }

    /// The whole event as JSON.
    pub fn json(&self) -> String {
        // The id comes first, before what was stored.
        format!("{{\"id\":\"{}\",{}", self.id, self.text.trim_start_matches('{'))
    }
}

impl Service {
    /// Begins to read the events after one, or those from now on.
    ///
    /// # Errors
    /// [`Code::EventsExpired`] when the next ones are gone, or when the store does not answer.
    pub(in crate::service) async fn feed_from(&self, after: Option<NewsId>) -> Result<NewsCursor> {
        self.store.news_from(after).await?.map_err(|NewsExpired { oldest }| {
            let oldest = oldest.map(|oldest| oldest.to_string());
            let kept =
                oldest.as_ref().map_or_else(|| "none is left".to_owned(), |id| format!("the oldest is {id}"));
            let detail = format!("the events after this one are not kept any more: {kept}");
            Error::new(Code::EventsExpired, detail).with("oldest", oldest)
        })
    }

    /// Streams the events of all games of an API key after an event, or from now on. Ends when the server shuts down.
    ///
    /// # Errors
    /// [`Code::Forbidden`] without a key, and those of a place from which the events cannot be read.
    pub async fn feed(
        self: &Arc<Self>,
        caller: Option<&Caller>,
        after: Option<NewsId>,
    ) -> Result<impl Stream<Item = FeedEvent> + Send + use<>> {
        let Some(caller) = caller else {
            let detail = "events are for the API key that created the games: this server needs no keys";
            return Err(Error::new(Code::Forbidden, detail));
        };
        let own = ListId::of_key(caller.name());
        let mut cursor = self.feed_from(after).await?;
        let service = Arc::clone(self);
        Ok(async_stream::stream! {
            loop {
                let read = tokio::select! {
                    read = service.next_news(&mut cursor) => read,
                    () = service.draining.cancelled() => return,
                };
                for (id, list, text) in read {
                    if list == own {
                        yield FeedEvent::new(id, text);
                    }
                }
            }
        })
    }

    /// Waits for news, of all keys.
    pub(in crate::service) async fn next_news(
        &self,
        cursor: &mut NewsCursor,
    ) -> Vec<(NewsId, ListId, String)> {
        loop {
            match self.store.next_news(cursor).await {
                Ok(news) if news.is_empty() => self.store.news_added(cursor).await,
                Ok(news) => return news,
                Err(_) => tokio::time::sleep(RETRY_AFTER).await,
            }
        }
    }
}
