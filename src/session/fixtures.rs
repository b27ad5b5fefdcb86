//! Fixtures for the tests of the stores.

use super::{Claim, Clock, Fingerprint, GameTime, Player, RecordKey, Session, Store, Ticket, TimeControl};
use crate::rules::{BySide, Game, Options, Ruleset};
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

pub const HOUR: Duration = Duration::from_secs(3600);

/// A new game between people, in the shard of the records of [`key`].
pub fn session() -> Arc<Session> {
    let game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
    let new = Session::new(game, BySide { first: Player::Human, second: Player::Human }, None);
    let mut id = new.id.into_bytes();
    id[15] = key(0, 0).game_byte;
    Arc::new(Session { id: Uuid::from_bytes(id), ..new })
}

/// A new game with a clock, in which Red must make its first move within a second of `now`.
pub fn timed_session(now: GameTime) -> Arc<Session> {
    let control = TimeControl {
        initial_ms: Some(60_000),
        increment_ms: None,
        move_ms: None,
        byoyomi_ms: None,
        first_move_ms: 1000,
    };
    let clock = Some(Box::new(Clock::new(control, 0)));
    Arc::new(Session { clock, ..Session::clone(&session()) }.started(now))
}

/// A game with one more move.
pub fn moved(session: &Session) -> Arc<Session> {
    Arc::new(session.with_move(session.game.legal_moves()[0], false, GameTime(0)).unwrap())
}

pub fn key(number: u8, client: u8) -> RecordKey {
    RecordKey { digest: [number; 32], client: [client; 16], game_byte: 0 }
}

pub fn ours(claim: Claim) -> Ticket {
    match claim {
        Claim::Ours(ticket) => ticket,
        other => panic!("expected a claim of our own, got {other:?}"),
    }
}

/// The game time of a store, once it knows it.
pub async fn game_time(store: &Store) -> GameTime {
    loop {
        match store.game_time_now() {
            GameTime(..0) => tokio::time::sleep(Duration::from_millis(2)).await,
            now => return now,
        }
    }
}

/// Claims a request as soon as the current claim is released, which may take a store some time.
pub async fn claim_when_free(store: &Store, key: RecordKey, fingerprint: Fingerprint) -> Claim {
    loop {
        match store.claim(key, fingerprint).await.unwrap() {
            Claim::InFlight | Claim::Reused => tokio::time::sleep(Duration::from_millis(2)).await,
            claim => return claim,
        }
    }
}
