//! Games between engines that the server plays to their end by itself.

use super::clock::GameTime;
use serde::{Deserialize, Serialize};

/// What a game notes that the server plays by itself. Its JSON is the stored form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// A digest of the client for whom the server plays.
    #[serde(with = "digits")]
    pub by: u128,
    /// When the next move is overdue: then any server plays on.
    pub due: GameTime,
}

impl Run {
    /// How long after a change the next move is overdue, in milliseconds, unless the server that plays says that it is still
    /// at it.
    pub const LEASE_MS: i64 = 10_000;

    /// A run of a new game, for any server to begin.
    pub fn new(by: u128) -> Run {
        Run { by, due: GameTime(0) }
    }

    /// When the next move after a change at `now` is overdue.
    pub fn due_after(now: GameTime) -> GameTime {
        GameTime(now.0 + Run::LEASE_MS)
    }
}

/// A number of 128 bits as text, because JSON numbers are shorter.
mod digits {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(number: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{number:032x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        let text = String::deserialize(deserializer)?;
        u128::from_str_radix(&text, 16).map_err(serde::de::Error::custom)
    }
}
