use serde::{Deserialize, Serialize};

/// What the players may agree on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    pub repetition: Repetition,
    /// Plies without a capture that end in a draw; none when 0.
    pub no_capture_limit: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { repetition: Repetition::Asian, no_capture_limit: 120 }
    }
}

/// Who loses by repeating a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repetition {
    /// Perpetual check and perpetual chase lose, as the Asian Xiangqi Federation has it.
    Asian,
    /// Only perpetual check loses.
    ChecksOnly,
    /// Nobody: any repetition draws.
    Draw,
}
