//! Data transfer objects: the JSON of requests, read into the types of the service, and the JSON of responses.

mod clock;
mod game;
mod opening;
mod puzzle;
pub mod request;
mod search;
mod short;
mod text;

pub use game::{Notation, View, presence};
pub use opening::opening;
pub use puzzle::puzzle;
pub use search::{ENGINE, answer, reply, report, timed_report};
pub use short::ShortGame;
pub use text::GameText;

use serde::Serialize;

const ALWAYS_WRITABLE: &str = "it has string keys only";

/// Serializes a value that has string keys only.
pub fn json_text(value: &impl Serialize) -> String {
    /// Longer than most of these texts, so that they do not grow.
    const USUAL_LENGTH: usize = 1024;
    let mut text = Vec::with_capacity(USUAL_LENGTH);
    serde_json::to_writer(&mut text, value).expect(ALWAYS_WRITABLE);
    String::from_utf8(text).expect("JSON is UTF-8")
}
