//! What a player has said, as JSON.

use crate::game::Said;
use crate::rules::Ruleset;
use serde_json::{Value, json};

pub fn said(ruleset: Ruleset, Said { side, phrase, at }: &Said) -> Value {
    json!({"side": ruleset.side_names()[*side], "phrase": phrase, "at": at})
}
