//! What an arbiter last did with a game.

use crate::rules::Side;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The last thing that an arbiter did with a game. Its JSON is the stored form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// The name of the arbiter's API key.
    pub by: String,
    pub at: Timestamp,
    #[serde(flatten)]
    pub act: Act,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum Act {
    Pause,
    Resume,
    AddTime {
        side: Side,
        ms: u64,
    },
    Adjudicate {
        /// None for a draw.
        winner: Option<Side>,
        /// Why, for the players.
        detail: Option<String>,
    },
}

impl Ruling {
    /// The same, after the players have exchanged their sides.
    pub(super) fn swapped(self) -> Ruling {
        match self.act {
            Act::AddTime { side, ms } => Ruling { act: Act::AddTime { side: side.other(), ms }, ..self },
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_a_side_was_given_is_its_players_after_an_exchange() {
        let given = |side| Ruling {
            by: "club".to_owned(),
            at: Timestamp::UNIX_EPOCH,
            act: Act::AddTime { side, ms: 5000 },
        };
        assert_eq!(given(Side::First).swapped(), given(Side::Second));
    }
}
