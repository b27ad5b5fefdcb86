//! What servers tell each other of a game, over its channel.

use super::cache::Decoded;
use crate::redis_link::with_timeout;
use crate::session::{Event, Feeds, Tag};
use ::redis::aio::ConnectionManager;
use ::redis::{Msg, PushInfo};
use bytes::Bytes;
use std::sync::Arc;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver};
use uuid::Uuid;

const PREFIX: &str = "duiyi:events:";

/// The channel of a game.
pub fn name(id: Uuid) -> String {
    format!("{PREFIX}{id}")
}

/// An [`Event`] on its way: a letter, and what belongs to it.
#[derive(Debug)]
pub enum Message {
    /// A session as it is stored.
    Changed(Vec<u8>),
    /// The version in eight bytes, the first the highest, and the report.
    Thinking {
        version: u64,
        report: Bytes,
    },
    Deleted,
}

impl From<Event> for Message {
    fn from(event: Event) -> Message {
        match event {
            Event::Changed(session) => Message::Changed(session.to_stored()),
            Event::Thinking { version, report } => Message::Thinking { version, report },
            Event::Deleted => Message::Deleted,
        }
    }
}

impl Message {
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Message::Changed(value) => [b"c", &value[..]].concat(),
            Message::Thinking { version, report } => [b"T", &version.to_be_bytes()[..], report].concat(),
            Message::Deleted => b"d".to_vec(),
        }
    }
}

/// The event; none for what another version tells that this one does not understand.
fn read(id: Uuid, bytes: &[u8], decoded: &Decoded) -> Option<Event> {
    match bytes.split_first()? {
        (b'c', value) => {
            let tag = Tag::of_stored(value).ok()?;
            Some(Event::Changed(decoded.decode(id, tag, value).ok()?))
        }
        (b'T', thinking) => {
            let (version, report) = thinking.split_first_chunk()?;
            let report = Bytes::copy_from_slice(report);
            Some(Event::Thinking { version: u64::from_be_bytes(*version), report })
        }
        (b'd', _) => Some(Event::Deleted),
        _ => None,
    }
}

/// Tells what is put into the box. None of it is kept, so what cannot be told is lost.
pub async fn tell(mut told: Receiver<(Uuid, Message)>, mut commands: ConnectionManager) {
    while let Some((id, message)) = told.recv().await {
        let mut publish = ::redis::cmd("PUBLISH");
        publish.arg(name(id)).arg(message.to_bytes());
        let _lost = with_timeout(publish.query_async::<()>(&mut commands)).await;
    }
}

/// Passes on what arrives to those who listen here.
pub async fn listen(mut messages: UnboundedReceiver<PushInfo>, feeds: Arc<Feeds>, decoded: Arc<Decoded>) {
    while let Some(info) = messages.recv().await {
        let Some(message) = Msg::from_push_info(info) else { continue };
        let id = message.get_channel_name().strip_prefix(PREFIX).and_then(|id| id.parse().ok());
        let Some(id) = id else { continue };
        if let Some(event) = read(id, message.get_payload_bytes(), &decoded) {
            feeds.publish(id, event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BySide, Game, Options, Ruleset};
    use crate::session::{Player, Session};

    #[test]
    fn what_is_told_is_understood() {
        let game = Game::new(&Options::defaults(Ruleset::Renju), None).unwrap();
        let session = Session::new(game, BySide { first: Player::Human, second: Player::Human }, None);
        let read = |bytes: &[u8]| read(session.id, bytes, &Decoded::default());
        let told = read(&Message::Changed(session.to_stored()).to_bytes());
        assert!(matches!(told, Some(Event::Changed(read)) if read.to_stored() == session.to_stored()));
        let thinking = Message::Thinking { version: 3, report: Bytes::from_static(b"{}") };
        let told = read(&thinking.to_bytes());
        assert!(matches!(told, Some(Event::Thinking { version: 3, report }) if report == "{}"));
        assert!(matches!(read(&Message::Deleted.to_bytes()), Some(Event::Deleted)));
        assert!(read(b"?later").is_none() && read(b"").is_none() && read(b"Tshort").is_none());
    }
}
