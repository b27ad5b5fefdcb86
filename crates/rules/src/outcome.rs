use super::types::{Move, Side};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Outcome {
    Won {
        winner: Side,
        reason: WinReason,
    },
    Drawn {
        reason: DrawReason,
    },
    /// The game ended without a result, before both sides had moved.
    Aborted,
}

impl Outcome {
    /// The side that won, if any.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Won { winner, .. } => Some(winner),
            Outcome::Drawn { .. } | Outcome::Aborted => None,
        }
    }
}

/// Why a side won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum WinReason {
    Checkmate,
    Stalemate,
    /// The loser gave perpetual check.
    PerpetualCheck,
    /// The loser gave perpetual chase.
    PerpetualChase,
    FiveInARow,
    /// Black played on a forbidden point.
    ForbiddenMove,
    Resignation,
    /// The loser's time ran out.
    Timeout,
    /// The loser stayed away while it was its turn, and the winner claimed the game.
    Abandonment,
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum DrawReason {
    Agreement,
    /// A player stayed away while it was its turn, and the other claimed a draw.
    Abandonment,
    Repetition,
    NoCaptureLimit,
    /// The game has as many plies as the rules allow.
    MoveLimit,
    InsufficientMaterial,
    BoardFull,
}

/// The ruling on a repetition, and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The side at fault, or `None` if the repetition is a draw.
    pub side: Option<Side>,
    /// For example `perpetual_check`, `perpetual_chase`, `mutual_check` or `allowed`.
    pub kind: &'static str,
    /// The moves of one cycle, oldest first.
    pub cycle: Vec<Move>,
    /// The chased piece, for example `black cannon`, if the fault is a chase.
    pub chased: Option<String>,
    /// The clause that decides, as one sentence.
    pub rule: &'static str,
}

/// A legal move that would end the game by repetition or that continues a sequence of attacks with a limit, or a
/// remark about an unusual position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// For example `perpetual_check` or `composed_position`.
    pub code: &'static str,
    /// The side that would lose, or the side to move if the repetition draws. None if the warning is about the position.
    pub side: Option<Side>,
    /// None if the warning is about the position.
    pub mv: Option<Move>,
    pub detail: String,
    /// How many more moves of the sequence are allowed after this one. `None` if the move ends the game.
    pub remaining: Option<u32>,
}

/// A point that is forbidden to the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForbiddenPoint {
    pub point: Move,
    /// For example `three_three`.
    pub kind: &'static str,
}

/// What the player to act does next in an opening such as Swap2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningPhase {
    /// The opening is over and the players alternate.
    Play,
    Put,
    Choose,
    Offer,
    Pick,
}

impl OpeningPhase {
    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            OpeningPhase::Play => "play",
            OpeningPhase::Put => "put",
            OpeningPhase::Choose => "choose",
            OpeningPhase::Offer => "offer",
            OpeningPhase::Pick => "pick",
        }
    }
}

/// The progress of an opening such as Swap2.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningState {
    /// For example `swap2`.
    pub name: &'static str,
    pub phase: OpeningPhase,
    /// The color of the next stone. The other player may place it.
    pub stone: Side,
    /// The choices that the player can make now instead of placing a stone.
    pub choices: Vec<String>,
    /// The points offered so far for the fifth stone.
    pub offered: Vec<Move>,
    /// The number of points that are still to be offered.
    pub offers_left: u8,
    /// Whether the players have swapped colors an odd number of times.
    pub is_swapped: bool,
}
