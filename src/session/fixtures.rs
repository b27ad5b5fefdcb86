//! Fixtures for the tests of the stores.

use super::{Claim, Fingerprint, GameTime, Player, RecordKey, Session, Store, Ticket};
use crate::rules::{BySide, Game, Options, Ruleset};
use std::sync::Arc;
use std::time::Duration;

pub const HOUR: Duration = Duration::from_secs(3600);

/// A new game between people.
pub fn session() -> Arc<Session> {
    let game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
    Arc::new(Session::new(game, BySide { first: Player::Human, second: Player::Human }, None))
}

/// A game with one more move.
pub fn moved(session: &Session) -> Arc<Session> {
    Arc::new(session.with_move(session.game.legal_moves()[0], false, GameTime(0)).unwrap())
}

pub fn key(number: u8, client: u8) -> RecordKey {
    RecordKey { digest: [number; 32], client: [client; 16] }
}

pub fn ours(claim: Claim) -> Ticket {
    match claim {
        Claim::Ours(ticket) => ticket,
        other => panic!("expected a claim of our own, got {other:?}"),
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
