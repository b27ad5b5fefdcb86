//! The lists of the games that belong to somebody: in each shard a sorted set for each list. Games expire without being taken
//! out of them, so each write looks at some others in the list and takes out those that are gone, and so does each read.
//!
//! A reference is a key of its own, in whatever slot, with the id of its game: it is written before the game. Who finds it
//! taken looks whether that game exists and has it.

use super::keys::Shard;
use super::reply::{ScriptReply, unknown_reply};
use super::scripts::{LIST_GAMES, RELEASE_REFERENCE, RESERVE_REFERENCE};
use super::{RedisStore, tag, words};
use crate::game::Session;
use crate::redis_link::{ScriptCall, with_timeout};
use crate::store::error::StoreError;
use crate::store::keep_times::KeepTimes;
use crate::store::listing::{Facts, ListId, ListQuery, Page, Part, Position, ReferenceId, merge};
use crate::store::times::now;
use ::redis::cmd;
use futures_util::future::try_join_all;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

/// How many games of a list one page looks at.
const LOOKED_AT: usize = 500;
/// A game that has reserved its reference for so long exists, or never will.
const WRITTEN_WITHIN: Duration = Duration::from_secs(300);
/// How long a reference is reserved beyond the time that games are kept without use. Each change of it begins this time again.
const RESERVED_BEYOND: Duration = Duration::from_secs(30 * 86_400);

/// How long a reference is reserved.
fn reserved_for(keep: KeepTimes) -> Duration {
    keep.unfinished.max(keep.finished) + RESERVED_BEYOND
}

fn facts_text(Facts { status, ruleset }: Facts) -> String {
    format!("{} {}", status.name(), ruleset.name())
}

impl RedisStore {
    /// Adds the last arguments of a script that writes a game, by which it puts the game into its lists.
    pub(super) fn add_lists(&self, script: &mut ScriptCall<'_>, session: &Session) {
        let position = Position::of(session);
        let shard = self.keys.shard(session.id);
        let lists = session.owner.as_deref().into_iter().flat_map(ListId::all_of);
        let lists: Vec<String> = lists.map(|list| self.keys.list(shard, list)).collect();
        script.arg(position.rank()).arg(facts_text(Facts::of(session))).arg(lists.join(" "));
    }

    /// # Errors
    /// As [`crate::store::Store::list`].
    pub async fn list(&self, query: &ListQuery) -> Result<Page, StoreError> {
        let lists = query.lists.iter().flat_map(|&list| self.keys.shards().map(move |shard| (shard, list)));
        let parts = lists.map(|(shard, list)| self.part(self.keys.list(shard, list), shard, query));
        let (games, next) = merge(try_join_all(parts).await?, query.limit);
        Ok(Page { games, next })
    }

    async fn part(
        &self,
        list: String,
        shard: Shard,
        query: &ListQuery,
    ) -> Result<Part<Arc<Session>>, StoreError> {
        let mut script = LIST_GAMES.key(list);
        let after = query.after.unwrap_or(Position::FIRST);
        script.arg(if query.after.is_some() { after.rank().to_string() } else { "-inf".to_owned() });
        script.arg(after.id.to_string());
        // Only what changed after a time: what ranks before it.
        script.arg(query.updated_after.map_or_else(|| "+inf".to_owned(), |time| format!("({}", -time)));
        script.arg(LOOKED_AT).arg(query.limit + 1);
        script.arg(query.status.map_or("", |status| status.name()));
        script.arg(query.ruleset.map_or("", |ruleset| ruleset.name()));
        script.arg(self.keys.game_prefix(shard));
        let reply = self.invoke(&script).await?;
        let reply = words(&reply);
        let [through_rank, through_id, games @ ..] = &reply[..] else { return Err(unknown_reply()) };
        let mut part = Part { found: Vec::new(), through: position(through_rank, through_id) };
        for game in games.chunks(5) {
            let &[rank, id, version, revision, value] = game else { return Err(unknown_reply()) };
            let place = position(rank, id).ok_or_else(unknown_reply)?;
            let session = self.cache.decode(place.id, tag(version, revision)?, value);
            // A newer version of the program wrote it, or it is damaged: the others can be shown.
            if let Ok(session) = session {
                part.found.push((place, session));
            }
        }
        Ok(part)
    }

    /// # Errors
    /// As [`crate::store::Store::with_reference`].
    pub async fn with_reference(&self, reference: ReferenceId) -> Result<Option<Uuid>, StoreError> {
        let key = self.keys.reference(reference);
        let mut commands = self.commands.clone();
        let found: Option<String> = with_timeout(cmd("GET").arg(key).query_async(&mut commands)).await?;
        Ok(found.as_deref().and_then(|text| text.split(' ').next()?.parse().ok()))
    }

    /// # Errors
    /// As [`crate::store::Store::reserve_reference`].
    pub async fn reserve_reference(&self, session: &Session) -> Result<(), StoreError> {
        let Some(reference) = session.owner.as_deref().and_then(ReferenceId::of) else { return Ok(()) };
        let mut before = String::new();
        loop {
            let mut reserve = RESERVE_REFERENCE.key(self.keys.reference(reference));
            reserve
                .arg(session.id.to_string())
                .arg(now())
                .arg(reserved_for(self.keep).as_secs())
                .arg(&before);
            let reply: ScriptReply = self.changes.invoke(&reserve).await?;
            let &[b"taken", holder] = &words(&reply)[..] else { return Ok(()) };
            before = String::from_utf8_lossy(holder).into_owned();
            let mut parts = before.split(' ');
            let id = parts.next().and_then(|id| id.parse::<Uuid>().ok()).ok_or_else(unknown_reply)?;
            let since: i64 = parts.next().and_then(|at| at.parse().ok()).ok_or_else(unknown_reply)?;
            let has_it = match self.get(id).await {
                Ok(holder) => holder.owner.as_deref().and_then(ReferenceId::of) == Some(reference),
                Err(StoreError::NotFound) => false,
                Err(error) => return Err(error),
            };
            if has_it || now() < since + WRITTEN_WITHIN.as_secs() as i64 {
                return Err(StoreError::ReferenceTaken(id));
            }
        }
    }

    /// As [`crate::store::Store::release_reference`].
    pub async fn release_reference(&self, session: &Session) {
        let Some(reference) = session.owner.as_deref().and_then(ReferenceId::of) else { return };
        let mut release = RELEASE_REFERENCE.key(self.keys.reference(reference));
        release.arg(session.id.to_string());
        let _free_later = self.changes.invoke(&release).await;
    }

    /// Gives up the references of games that were refused, unless they may have been stored.
    pub(super) async fn release_references(&self, sessions: &[Arc<Session>], refused: &StoreError) {
        if !matches!(refused, StoreError::Unavailable(_)) {
            for session in sessions {
                self.release_reference(session).await;
            }
        }
    }
}

fn position(rank: &[u8], id: &[u8]) -> Option<Position> {
    // Redis writes great numbers as it likes.
    let rank: f64 = std::str::from_utf8(rank).ok()?.parse().ok()?;
    Some(Position::new(-(rank as i64), std::str::from_utf8(id).ok()?.parse().ok()?))
}
