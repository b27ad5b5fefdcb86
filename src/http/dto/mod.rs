//! What travels out as JSON.

mod game;
mod search;
mod text;

pub use game::{Notation, View};
pub use search::{ENGINE, answer, finding, reply, report};
pub use text::GameText;

use serde::Serialize;

const ALWAYS_WRITABLE: &str = "it has string keys only";

/// What travels out, as text.
pub fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect(ALWAYS_WRITABLE)
}
