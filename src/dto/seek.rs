//! Seeks as JSON.

use crate::game::TimeControl;
use crate::service::Found;
use crate::store::Seek;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

/// A seek as everybody may see it.
#[derive(Debug, Serialize)]
pub struct SeekJson<'a> {
    id: Uuid,
    ruleset: &'static str,
    options: &'a Value,
    clock: Option<TimeControl>,
    side: &'static str,
    name: Option<&'a str>,
    engine_after_ms: Option<u64>,
    level: Option<u8>,
    created_at: Timestamp,
}

impl<'a> From<&'a Seek> for SeekJson<'a> {
    fn from(seek: &'a Seek) -> SeekJson<'a> {
        let names = seek.terms.ruleset.side_names();
        SeekJson {
            id: seek.id,
            ruleset: seek.terms.ruleset.name(),
            options: &seek.terms.options,
            clock: seek.terms.clock,
            side: seek.side.map_or("random", |side| names[side]),
            name: seek.name.as_deref(),
            engine_after_ms: seek.engine.as_ref().map(|engine| engine.after_ms),
            level: seek.engine.as_ref().and_then(|engine| engine.player.level),
            created_at: seek.created_at,
        }
    }
}

/// What has come of a seek.
#[derive(Debug, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum FoundJson {
    Open,
    Matched { game: Uuid, side: &'static str, token: String },
}

impl From<Found> for FoundJson {
    fn from(found: Found) -> FoundJson {
        match found {
            Found::Open => FoundJson::Open,
            Found::Matched { ruleset, game, side, token } => {
                FoundJson::Matched { game, side: ruleset.side_names()[side], token }
            }
        }
    }
}
