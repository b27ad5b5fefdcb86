//! People who look for an opponent. Two who seek the same meet in one step of the store, which writes down their game; the
//! game itself is created afterwards, by the next server that is asked, so that no crash in between loses it.

mod board;
#[cfg(test)]
pub mod conformance;
#[cfg(test)]
pub mod fixtures;

pub use board::{Row, SeekBoard, Touched};

use crate::game::{EnginePlayer, GameTime, TimeControl, TokenDigest};
use crate::rules::{Ruleset, Side};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::{self, Display, Formatter};
use uuid::Uuid;

/// Somebody who looks for an opponent. Its JSON is the stored form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Seek {
    pub id: Uuid,
    /// The digest of the secret of the seeker.
    pub secret: TokenDigest,
    /// The digest of the token that the seeker gets in the game.
    pub token: TokenDigest,
    pub terms: Terms,
    /// None for either side.
    pub side: Option<Side>,
    pub name: Option<String>,
    /// The digest of the client, whose seeks are counted.
    pub client: u128,
    /// The engine that takes the place of an opponent who does not come.
    pub engine: Option<Substitute>,
    pub created_at: Timestamp,
    /// The game time when the seek began.
    pub since: GameTime,
}

/// What a seeker wants to play. Only those meet whose terms are the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Terms {
    pub ruleset: Ruleset,
    /// All options of the ruleset, as [`crate::options::to_json`] writes them.
    pub options: Value,
    pub clock: Option<TimeControl>,
    /// The name of the API key whose users these are; none on a server that is open to all.
    pub key: Option<String>,
}

/// The engine that plays with a seeker whom nobody meets in time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Substitute {
    pub after_ms: u64,
    pub player: EnginePlayer,
}

/// A digest: of the terms of a seek, or of those who may meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PoolId(u128);

impl PoolId {
    fn of(value: &impl Serialize) -> PoolId {
        let digest: [u8; 32] =
            Sha256::digest(serde_json::to_vec(value).expect("it has string keys only")).into();
        PoolId(u128::from_be_bytes(std::array::from_fn(|index| digest[index])))
    }

    /// Those who have an API key in common, or none.
    pub fn of_key(key: Option<&str>) -> PoolId {
        PoolId::of(&key)
    }
}

impl Display for PoolId {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032x}", self.0)
    }
}

impl Terms {
    /// Those who seek the same.
    pub fn pool(&self) -> PoolId {
        PoolId::of(self)
    }

    /// Those who see the seek in the lobby.
    pub fn lobby(&self) -> PoolId {
        PoolId::of_key(self.key.as_deref())
    }
}

impl Seek {
    /// How long a seek stays open after the last request that waited, in milliseconds of game time.
    pub const GRACE_MS: i64 = 15_000;
    /// For how long a seeker can ask for its game, in milliseconds of game time.
    pub const MATCHED_KEEP_MS: i64 = 600_000;
    /// The most seeks that a list shows.
    pub const MOST_LISTED: usize = 200;

    /// When an engine takes the place of the opponent.
    pub fn engine_at(&self) -> Option<GameTime> {
        let after = i64::try_from(self.engine.as_ref()?.after_ms).unwrap_or(i64::MAX);
        Some(GameTime(self.since.0.saturating_add(after)))
    }
}

/// How many seeks there may be.
#[derive(Clone, Copy, Debug)]
pub struct SeekLimits {
    pub all: usize,
    pub of_client: usize,
}

/// What a seek comes to if it meets another, or an engine: chosen beforehand, because a store cannot choose.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    /// The id of the game.
    pub game: Uuid,
    /// The side of the seeker if it wants either, and the opponent does, too.
    pub side: Side,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeekState {
    Open,
    Matched(Box<Pairing>),
}

/// A game that two seekers play, or one against an engine. Its JSON is the stored form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pairing {
    pub game: Uuid,
    /// The side of the seeker.
    pub side: Side,
    /// None for the engine that the seek names.
    pub opponent: Option<Seek>,
    /// Whether the game has been created.
    pub is_hosted: bool,
}

/// The sides of a seeker and an opponent. None if they want the same side.
fn side_between(one: Option<Side>, other: Option<Side>, chosen: Side) -> Option<Side> {
    match (one, other) {
        (Some(one), Some(other)) => (one != other).then_some(one),
        (Some(one), None) => Some(one),
        (None, Some(other)) => Some(other.other()),
        (None, None) => Some(chosen),
    }
}
