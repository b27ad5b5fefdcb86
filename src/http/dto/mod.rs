//! What travels out as JSON.

mod game;
mod search;

pub use game::{GameJson, Notation, PositionJson, seat_tokens};
pub use search::{ENGINE, found, report, search};

use serde::Serialize;

/// What travels out, as text.
pub fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it has string keys only")
}
