//! Why a game was aborted, as JSON.

use crate::game::Aborted;
use crate::rules::BySide;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct AbortedJson {
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
}

impl AbortedJson {
    /// `names` are those of the sides.
    pub fn new(aborted: Aborted, names: BySide<&'static str>) -> AbortedJson {
        let (reason, side) = aborted.parts();
        AbortedJson { reason, side: side.map(|side| names[side]) }
    }
}
