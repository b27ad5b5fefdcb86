//! The few phrases that players say to each other, in place of a chat.

use crate::rules::Side;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Its JSON is its name in the API.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    Thanks,
    Sorry,
    Rematch,
}

impl Phrase {
    pub const ALL: [(&'static str, Phrase); 6] = [
        ("hello", Phrase::Hello),
        ("good_luck", Phrase::GoodLuck),
        ("well_played", Phrase::WellPlayed),
        ("thanks", Phrase::Thanks),
        ("sorry", Phrase::Sorry),
        ("rematch", Phrase::Rematch),
    ];
}

/// What a player has said. Its JSON travels between servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    pub side: Side,
    pub phrase: Phrase,
    pub at: Timestamp,
}
