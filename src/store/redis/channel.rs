//! Messages between servers about a game, over its pub/sub channel.

use super::cache::SessionCache;
use super::keys::Keys;
use super::subscriptions::Subscriptions;
use crate::engine::SearchReport;
use crate::game::{Said, Tag};
use crate::redis_link::{Connection, with_timeout};
use crate::store::events::{Event, Feeds};
use ::redis::{Msg, PushInfo, PushKind};
use std::sync::Arc;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver};
use uuid::Uuid;

/// An [`Event`] for the listeners on all servers: a letter for its kind, then its data.
#[derive(Debug)]
pub enum Message {
    /// `c`, then the stored form of the session.
    Changed(Vec<u8>),
    /// `T`, then the version as a big-endian `u64`, then the report as JSON.
    Thinking { version: u64, report: Arc<SearchReport> },
    /// `p`.
    Presence,
    /// `s`, then what was said as JSON.
    Said(Said),
    /// `d`.
    Deleted,
}

impl Message {
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Message::Changed(value) => [b"c", &value[..]].concat(),
            Message::Thinking { version, report } => {
                let report = serde_json::to_vec(&**report).expect("a report has string keys only");
                [b"T", &version.to_be_bytes()[..], &report].concat()
            }
            Message::Presence => b"p".to_vec(),
            Message::Said(said) => {
                [b"s", &serde_json::to_vec(said).expect("it has string keys only")[..]].concat()
            }
            Message::Deleted => b"d".to_vec(),
        }
    }
}

/// Parses a message. None if its format is unknown, as from another version of the program.
fn read(id: Uuid, bytes: &[u8], cache: &SessionCache) -> Option<Event> {
    match bytes.split_first()? {
        (b'c', value) => {
            let tag = Tag::of_stored(value).ok()?;
            Some(Event::Changed(cache.decode(id, tag, value).ok()?))
        }
        (b'T', thinking) => {
            let (version, report) = thinking.split_first_chunk()?;
            let report = Arc::new(serde_json::from_slice(report).ok()?);
            Some(Event::Thinking { version: u64::from_be_bytes(*version), report })
        }
        (b's', said) => Some(Event::Said(serde_json::from_slice(said).ok()?)),
        (b'p', _) => Some(Event::Presence),
        (b'd', _) => Some(Event::Deleted),
        _ => None,
    }
}

/// Publishes the messages in the outbox. A message that cannot be published is lost.
pub async fn publish(mut outbox: Receiver<(Uuid, Message)>, mut commands: Connection, keys: Keys) {
    while let Some((id, message)) = outbox.recv().await {
        let mut publish = ::redis::cmd(keys.publish());
        publish.arg(keys.channel(id)).arg(message.to_bytes());
        let _lost = with_timeout(publish.query_async::<()>(&mut commands)).await;
    }
}

/// Forwards incoming messages to the listeners on this server.
pub async fn listen(
    mut messages: UnboundedReceiver<PushInfo>,
    feeds: Arc<Feeds>,
    cache: Arc<SessionCache>,
    subscriptions: Subscriptions,
) {
    while let Some(info) = messages.recv().await {
        if info.kind == PushKind::Disconnection {
            subscriptions.renew();
        }
        let Some(message) = Msg::from_push_info(info) else { continue };
        let Some(id) = Keys::game_of_channel(message.get_channel_name()) else { continue };
        if let Some(event) = read(id, message.get_payload_bytes(), &cache) {
            feeds.publish(id, event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Player, Session};
    use crate::rules::{BySide, Game, Options, Ruleset};
    use crate::store::fixtures::report;

    #[test]
    fn messages_survive_a_round_trip() {
        let game = Game::new(&Options::defaults(Ruleset::Renju), None).unwrap();
        let session = Session::new(game, BySide { first: Player::Human, second: Player::Human }, None);
        let read = |bytes: &[u8]| read(session.id, bytes, &SessionCache::default());
        let read_back = read(&Message::Changed(session.to_stored()).to_bytes());
        assert!(matches!(read_back, Some(Event::Changed(read)) if read.to_stored() == session.to_stored()));
        let report = Arc::new(report());
        let thinking = Message::Thinking { version: 3, report: Arc::clone(&report) };
        let read_back = read(&thinking.to_bytes());
        assert!(matches!(read_back, Some(Event::Thinking { version: 3, report: it }) if it == report));
        assert!(matches!(read(&Message::Presence.to_bytes()), Some(Event::Presence)));
        assert!(matches!(read(&Message::Deleted.to_bytes()), Some(Event::Deleted)));
        assert!(read(b"?later").is_none() && read(b"").is_none() && read(b"Tshort").is_none());
    }
}
