//! The log of news: a stream in each shard, written by the script of the change. Old entries go when new ones come.

use super::RedisStore;
use super::reply::unknown_reply;
use super::scripts::{ADD_NEWS, LEAD};
use crate::redis_link::{ScriptCall, with_timeout};
use crate::store::error::StoreError;
use crate::store::listing::ListId;
use crate::store::news::{News, NewsCursor, NewsExpired, NewsId, ReaderId};
use ::redis::streams::StreamRangeReply;
use ::redis::{cmd, from_redis_value};
use futures_util::future::try_join_all;
use jiff::Timestamp;
use serde_json::json;
use std::time::Duration;
use uuid::Uuid;

/// How many entries of a stream one read takes.
const READ_AT_ONCE: usize = 500;
/// In a cluster, the clocks of the nodes and so the ids of their entries may differ by this much. A reader that resumes reads so much
/// again.
const CLOCKS_DIFFER_MS: u64 = 10_000;

/// How far the clock of a node of Redis may be behind that of this server.
const CLOCK_BEHIND: Duration = Duration::from_secs(60);

/// No entry that is written from now on has an earlier id.
fn quiet_until() -> NewsId {
    let now = Timestamp::now().as_millisecond().unsigned_abs();
    NewsId { major: now.saturating_sub(CLOCK_BEHIND.as_millis() as u64), minor: 0 }
}

type Entries = Vec<(NewsId, ListId, String)>;

/// A stream of the log: the only one, or that of a shard.
struct ShardStream {
    key: String,
    number: u64,
    /// How many streams there are.
    of: u64,
}

impl ShardStream {
    /// The id of an entry in the log. Entries of two streams may have the same id there, but not here.
    fn id_in_log(&self, entry: NewsId) -> NewsId {
        NewsId { minor: entry.minor.saturating_mul(self.of).saturating_add(self.number), ..entry }
    }

    /// The start of the range of entries after an id of the log.
    fn after(&self, NewsId { major, minor }: NewsId) -> String {
        match minor.checked_sub(self.number) {
            Some(minor) => format!("({major}-{}", minor / self.of),
            None => format!("{major}-0"),
        }
    }
}

impl RedisStore {
    fn streams(&self) -> impl Iterator<Item = ShardStream> {
        let of = self.keys.shards().count() as u64;
        let keys = self.keys.shards().map(|shard| self.keys.news(shard));
        keys.zip(0..).map(move |(key, number)| ShardStream { key, number, of })
    }

    /// The time before which entries have expired, in milliseconds since the Unix epoch.
    fn expired_before(&self) -> u64 {
        let now = Timestamp::now().as_millisecond().unsigned_abs();
        now.saturating_sub(self.keep.news.as_millis() as u64)
    }

    /// Adds the last argument of a script that changes a game: what it adds to the log.
    pub(super) fn add_written_news(&self, script: &mut ScriptCall<'_>, game: Uuid, news: &[News]) {
        if news.is_empty() {
            script.arg("");
            return;
        }
        let entries: Vec<_> = news.iter().map(|news| (news.list.to_string(), &news.text)).collect();
        let (stream, before) = (self.keys.news(self.keys.shard(game)), self.expired_before().to_string());
        script.arg(json!({"stream": stream, "before": before, "entries": entries}).to_string());
    }

    /// # Errors
    /// As [`crate::store::Store::add_news`].
    pub async fn add_news(&self, news: Vec<News>) -> Result<(), StoreError> {
        let game = Uuid::nil();
        let mut add = ADD_NEWS.key(self.keys.news(self.keys.shard(game)));
        self.add_written_news(&mut add, game, &news);
        self.changes.invoke(&add).await.map(drop)
    }

    /// # Errors
    /// As [`crate::store::Store::news_from`].
    pub async fn news_from(
        &self,
        after: Option<NewsId>,
    ) -> Result<Result<NewsCursor, NewsExpired>, StoreError> {
        let Some(after) = after else {
            let last = self.streams().map(|stream| async move {
                let last = self.entries(&stream, "XREVRANGE", "+", "-", 1).await?;
                Ok::<_, StoreError>(last.first().map_or(NewsId { major: 0, minor: 0 }, |(id, ..)| *id))
            });
            let quiet = quiet_until();
            let mut cursor = NewsCursor::new(try_join_all(last).await?);
            cursor.set_read_until(quiet);
            return Ok(Ok(cursor));
        };
        if after.major < self.expired_before() {
            let from = self.expired_before().to_string();
            let from = &from;
            let first = self
                .streams()
                .map(|stream| async move { self.entries(&stream, "XRANGE", from, "+", 1).await });
            let first = try_join_all(first).await?;
            return Ok(Err(NewsExpired { oldest: first.into_iter().flatten().map(|(id, ..)| id).min() }));
        }
        let again = NewsId { major: after.major.saturating_sub(CLOCKS_DIFFER_MS), minor: 0 };
        let from = if self.is_cluster() { again } else { after };
        Ok(Ok(NewsCursor::new(self.keys.shards().map(|_| from).collect())))
    }

    /// # Errors
    /// As [`crate::store::Store::next_news`].
    pub async fn next_news(&self, cursor: &mut NewsCursor) -> Result<Entries, StoreError> {
        let quiet = quiet_until();
        let reads = self.streams().zip(&cursor.places).map(|(stream, &after)| async move {
            self.entries(&stream, "XRANGE", &stream.after(after), "+", READ_AT_ONCE).await
        });
        let parts = try_join_all(reads).await?;
        for (place, entries) in cursor.places.iter_mut().zip(&parts) {
            if let Some((last, ..)) = entries.last() {
                *place = *last;
            }
        }
        if parts.iter().all(|entries| entries.len() < READ_AT_ONCE) {
            cursor.set_read_until(quiet);
        }
        let mut news: Vec<_> = parts.into_iter().flatten().collect();
        news.sort_by_key(|(id, ..)| *id);
        Ok(news)
    }

    /// # Errors
    /// As [`crate::store::Store::reader_position`].
    pub async fn reader_position(&self, reader: ReaderId) -> Result<Option<NewsId>, StoreError> {
        let mut read = cmd("GET");
        read.arg(self.keys.reader(reader));
        let found: Option<String> = with_timeout(read.query_async(&mut self.commands.clone())).await?;
        Ok(found.and_then(|text| text.parse().ok()))
    }

    /// # Errors
    /// As [`crate::store::Store::set_reader_position`].
    pub async fn set_reader_position(&self, reader: ReaderId, position: NewsId) -> Result<(), StoreError> {
        let mut write = cmd("SET");
        write.arg(self.keys.reader(reader)).arg(position.to_string());
        Ok(with_timeout(write.query_async(&mut self.commands.clone())).await?)
    }

    /// # Errors
    /// As [`crate::store::Store::reads_for`].
    pub async fn reads_for(&self, reader: ReaderId, server: u64, time: Duration) -> Result<bool, StoreError> {
        let mut lead = LEAD.key(format!("{}:server", self.keys.reader(reader)));
        lead.arg(server.to_string()).arg(time.as_millis() as u64);
        Ok(self.invoke(&lead).await?.first().is_some_and(|word| word == b"made"))
    }

    async fn entries(
        &self,
        stream: &ShardStream,
        command: &str,
        from: &str,
        to: &str,
        count: usize,
    ) -> Result<Entries, StoreError> {
        let mut read = cmd(command);
        read.arg(&stream.key).arg(from).arg(to).arg("COUNT").arg(count);
        let reply: StreamRangeReply = with_timeout(read.query_async(&mut self.commands.clone())).await?;
        let entries = reply.ids.into_iter().map(|entry| {
            let field = |name| from_redis_value::<String>(entry.map.get(name)?.clone()).ok();
            Some((stream.id_in_log(entry.id.parse().ok()?), field("list")?.parse().ok()?, field("text")?))
        });
        entries.collect::<Option<_>>().ok_or_else(unknown_reply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_two_streams_have_different_ids_and_are_found_again_after_each() {
        let stream = |number| ShardStream { key: String::new(), number, of: 16 };
        let entry = NewsId { major: 7, minor: 2 };
        let (third, ninth) = (stream(3), stream(9));
        assert_ne!(third.id_in_log(entry), ninth.id_in_log(entry));
        assert_eq!(third.after(third.id_in_log(entry)), "(7-2");
        assert_eq!(
            ninth.after(third.id_in_log(entry)),
            "(7-1",
            "the same entry of a later stream comes after it"
        );
        assert_eq!(ninth.after(NewsId { major: 7, minor: 3 }), "7-0");
    }
}
