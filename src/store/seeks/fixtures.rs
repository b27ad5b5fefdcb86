//! Fixtures for the tests of seeks.

use super::{Draw, Seek, SeekLimits, Terms};
use crate::game::{GameTime, TokenDigest};
use crate::rules::{Ruleset, Side};
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

pub const LIMITS: SeekLimits = SeekLimits { all: 100, of_client: 100 };

/// A seek that began at a game time. All have the same terms.
pub fn seek(side: Option<Side>, since: i64) -> Seek {
    let terms = Terms { ruleset: Ruleset::Renju, options: json!({}), clock: None, key: None };
    let digest = TokenDigest::of("secret");
    Seek {
        id: Uuid::new_v4(),
        secret: digest,
        token: digest,
        terms,
        side,
        name: None,
        client: 1,
        engine: None,
        created_at: Timestamp::now(),
        since: GameTime(since),
    }
}

pub fn draw() -> Draw {
    Draw { game: Uuid::new_v4(), side: Side::First }
}
