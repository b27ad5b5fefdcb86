//! Fixtures for the tests of the stores.

use super::Store;
use super::records::{Claim, Fingerprint, IdempotencyRecord, RecordKey, Recorded, Ticket};
use crate::engine::{Bound, Line, Score, SearchReport, Source};
use crate::game::{GameTime, Session};
use crate::rules::Ruleset;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

pub const HOUR: Duration = Duration::from_secs(3600);

/// A new game between people, in the shard of the records of [`key`].
pub fn session() -> Arc<Session> {
    let new = crate::game::fixtures::session();
    let mut id = new.id.into_bytes();
    id[15] = key(0, 0).game_byte;
    Arc::new(Session { id: Uuid::from_bytes(id), ..new })
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

pub fn done(byte: u8) -> Recorded {
    Recorded::Done(vec![byte])
}

pub fn record<'a>(ticket: &'a Ticket, state: &'a Recorded) -> Option<IdempotencyRecord<'a>> {
    Some(IdempotencyRecord { ticket, state })
}

pub async fn claim(store: &Store, number: u8) -> Claim {
    store.claim(key(number, 1), [number; 32]).await.unwrap()
}

pub fn is_done(claim: &Claim, byte: u8) -> bool {
    matches!(claim, Claim::Done(bytes) if *bytes == [byte])
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

/// The report of a search.
pub fn report() -> SearchReport {
    let best = Ruleset::Xiangqi.read_coordinates("h2e2").unwrap();
    let score = Score::Cp(30);
    let line = Line { pv: vec![best], score, bound: Bound::Exact, depth: 3, seldepth: 4, nodes: 70 };
    SearchReport {
        best,
        ponder: None,
        source: Source::Search,
        score,
        win_rate: 0.5,
        depth: 3,
        seldepth: 4,
        nodes: 70,
        time: Duration::from_millis(2),
        hash_hit_rate: 0.25,
        hash_full: 0.0,
        by: None,
        lines: vec![line],
    }
}
