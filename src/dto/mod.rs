//! Data transfer objects: the JSON of requests, read into the types of the service, and the JSON of responses.

mod clock;
mod game;
mod listed;
mod moves;
mod opening;
mod phrase;
mod played;
mod puzzle;
pub mod request;
mod search;
mod seek;
mod short;
mod sides;
mod wdl;

pub use game::{ConvertedJson, GameJson, PositionJson, View, presence};
pub use listed::GamesJson;
pub use moves::Notation;
pub use opening::opening;
pub use phrase::said;
pub use puzzle::puzzle;
pub use search::{ENGINE, answer, reply, report, timed_report};
pub use seek::{FoundJson, SeekJson};
pub use short::ShortGame;

use serde::Serialize;

/// Serializes a value that has string keys only.
pub fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it has string keys only")
}
