use super::types::{Move, Side};
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinReason {
    Checkmate,
    Stalemate,
    /// The other side kept checking.
    PerpetualCheck,
    /// The other side kept chasing.
    PerpetualChase,
    FiveInARow,
    /// Black put a stone on a point forbidden to it.
    ForbiddenMove,
    Resignation,
}

/// Why nobody won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawReason {
    Agreement,
    Repetition,
    NoCaptureLimit,
    InsufficientMaterial,
    BoardFull,
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

/// Where a game is in an opening in which colours and moves are chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningState {
    /// Such as `swap2`.
    pub name: &'static str,
    /// Such as `choose`; `play` once the opening is over.
    pub phase: &'static str,
    /// Whose stone is next, whoever puts it.
    pub stone: Side,
    /// What can be chosen now instead of putting a stone.
    pub choices: Vec<String>,
    /// The points offered for the fifth stone so far.
    pub offered: Vec<Move>,
    /// How many are still to be offered.
    pub offers_left: u8,
    /// Whether the players have exchanged their colours an odd number of times.
    pub is_swapped: bool,
}
