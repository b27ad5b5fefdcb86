//! What servers tell each other of a game, over its channel.

use super::within;
use crate::engine::SearchReport;
use crate::session::{Event, Feeds, Session};
use ::redis::aio::ConnectionManager;
use ::redis::{Msg, PushInfo};
use serde::{Deserialize, Serialize};
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
    Thinking {
        version: u64,
        report: Arc<SearchReport>,
    },
    Deleted,
}

#[derive(Serialize, Deserialize)]
struct Thinking<R> {
    version: u64,
    report: R,
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
        let (letter, body) = match self {
            Message::Changed(value) => (b'c', value.clone()),
            Message::Thinking { version, report } => {
                let thinking = Thinking { version: *version, report: &**report };
                (b't', serde_json::to_vec(&thinking).unwrap_or_default())
            }
            Message::Deleted => (b'd', Vec::new()),
        };
        let mut bytes = Vec::with_capacity(1 + body.len());
        bytes.push(letter);
        bytes.extend(body);
        bytes
    }
}

/// The event; none for what another version tells that this one does not understand.
fn read(bytes: &[u8]) -> Option<Event> {
    match bytes.split_first()? {
        (b'c', value) => Some(Event::Changed(Arc::new(Session::from_stored(value).ok()?))),
        (b't', thinking) => {
            let Thinking { version, report } =
                serde_json::from_slice::<Thinking<SearchReport>>(thinking).ok()?;
            Some(Event::Thinking { version, report: Arc::new(report) })
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
        let _lost = within(publish.query_async::<()>(&mut commands)).await;
    }
}

/// Passes on what arrives to those who listen here.
pub async fn listen(mut messages: UnboundedReceiver<PushInfo>, feeds: Arc<Feeds>) {
    while let Some(info) = messages.recv().await {
        let Some(message) = Msg::from_push_info(info) else { continue };
        let id = message.get_channel_name().strip_prefix(PREFIX).and_then(|id| id.parse().ok());
        if let (Some(id), Some(event)) = (id, read(message.get_payload_bytes())) {
            feeds.publish(id, event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Bound, Line, Score, Source};
    use crate::rules::{BySide, Game, Move, Options, Ruleset};
    use crate::session::Player;
    use std::time::Duration;

    #[test]
    fn what_is_told_is_understood() {
        let game = Game::new(&Options::defaults(Ruleset::Renju), None).unwrap();
        let session = Session::new(game, BySide { first: Player::Human, second: Player::Human }, None);
        let told = read(&Message::Changed(session.to_stored()).to_bytes());
        assert!(matches!(told, Some(Event::Changed(read)) if read.to_stored() == session.to_stored()));

        let (best, score) = (Move(7), Score::Mate(-3));
        let line =
            Line { pv: vec![best], score, bound: Bound::Lower, depth: 4, seldepth: 9, nodes: u64::MAX };
        let report = Arc::new(SearchReport {
            best,
            ponder: None,
            source: Source::Threats,
            score,
            win_rate: 0.25,
            depth: 4,
            seldepth: 9,
            nodes: 12,
            time: Duration::from_micros(1234),
            hash_hit_rate: 0.5,
            hash_full: 0.0,
            lines: vec![line],
        });
        let told = read(&Message::Thinking { version: 3, report: Arc::clone(&report) }.to_bytes());
        assert!(matches!(told, Some(Event::Thinking { version: 3, report: read }) if read == report));
        assert!(matches!(read(&Message::Deleted.to_bytes()), Some(Event::Deleted)));
        assert!(read(b"?later").is_none() && read(b"").is_none());
    }
}
