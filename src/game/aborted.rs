//! Why a game ended without a result.

use crate::rules::Side;
use serde::{Deserialize, Serialize};

/// Why a game was aborted. Its JSON is the stored form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Aborted {
    /// A player did not want to play it.
    Player { side: Side },
    /// A side did not make its first move in time.
    FirstMoveLate { side: Side },
    /// Nobody has resumed it.
    PausedTooLong,
}

impl Aborted {
    /// The reason by its name in the API, and the side that it is about.
    pub fn parts(self) -> (&'static str, Option<Side>) {
        match self {
            Aborted::Player { side } => ("player", Some(side)),
            Aborted::FirstMoveLate { side } => ("first_move_late", Some(side)),
            Aborted::PausedTooLong => ("paused_too_long", None),
        }
    }
}
