//! What an arbiter did with a game, as JSON.

use crate::game::{Act, Ruling};
use crate::rules::BySide;
use jiff::Timestamp;
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct RulingJson<'a> {
    action: &'static str,
    by: &'a str,
    at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
}

impl<'a> RulingJson<'a> {
    /// `names` are those of the sides.
    pub fn new(Ruling { by, at, act }: &'a Ruling, names: BySide<&'static str>) -> RulingJson<'a> {
        let (action, side, ms, detail) = match act {
            Act::Pause => ("pause", None, None, None),
            Act::Resume => ("resume", None, None, None),
            &Act::AddTime { side, ms } => ("add_time", Some(names[side]), Some(ms), None),
            Act::Adjudicate { detail, .. } => ("adjudicate", None, None, detail.as_deref()),
        };
        RulingJson { action, by, at: *at, side, ms, detail }
    }
}
