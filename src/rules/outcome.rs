use super::{Move, Side};
use serde::Serialize;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Won { winner: Side, reason: WinReason },
    Drawn { reason: DrawReason },
}

impl Outcome {
    /// The side that won, none in a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Won { winner, .. } => Some(winner),
            Outcome::Drawn { .. } => None,
        }
    }
}

/// Why a side won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WinReason {
    Checkmate,
    Stalemate,
    /// The other side kept checking.
    PerpetualCheck,
    /// The other side kept chasing.
    PerpetualChase,
    Resignation,
}

/// Why nobody won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawReason {
    Agreement,
    Repetition,
    NoCaptureLimit,
    InsufficientMaterial,
}

/// Why a repetition was judged as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The side at fault; none when the repetition is a draw.
    pub side: Option<Side>,
    /// Such as `perpetual_check`, `perpetual_chase`, `mutual_check`, `allowed`.
    pub kind: &'static str,
    /// The moves of one turn of the cycle, in order.
    pub cycle: Vec<Move>,
    /// The chased piece, such as `black cannon`, when the fault is a chase.
    pub chased: Option<String>,
    /// The clause that decides, in one sentence.
    pub rule: &'static str,
}

/// A move that is legal but would lose, or end the game, by repetition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// Such as `perpetual_check`.
    pub code: &'static str,
    pub side: Side,
    pub mv: Move,
    pub detail: String,
}

/// A point where a stone is forbidden to the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForbiddenPoint {
    pub point: Move,
    /// Such as `three_three`.
    pub kind: &'static str,
}
