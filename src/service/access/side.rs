//! Sides as requests name them.

use crate::game::Session;
use crate::rules::{Ruleset, Side};
use crate::service::error::{Error, Result};

/// The name of a side in a request. The ruleset decides which side it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideName {
    Red,
    Black,
    White,
}

impl SideName {
    pub const ALL: [(&str, SideName); 3] =
        [("red", SideName::Red), ("black", SideName::Black), ("white", SideName::White)];

    /// The side of this ruleset with this name.
    ///
    /// # Errors
    /// Says which sides the ruleset has.
    pub fn of(self, ruleset: Ruleset) -> std::result::Result<Side, String> {
        let (name, _) = SideName::ALL[self as usize];
        ruleset.side(name).ok_or_else(|| {
            let names = ruleset.side_names();
            let expected = Side::ALL.map(|side| names[side]).join(" or ");
            format!("expected {expected}, got {name:?}")
        })
    }

    /// The side of this game with this name.
    ///
    /// # Errors
    /// When the ruleset has no such side.
    pub(in crate::service) fn side(self, session: &Session) -> Result<Side> {
        self.of(session.game.ruleset()).map_err(|message| Error::field("/side", message))
    }
}
