use super::types::{Move, Side};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// A side won.
    Won {
        /// The side that won.
        winner: Side,
        /// How it won.
        reason: WinReason,
    },
    /// Nobody won.
    Drawn {
        /// Why nobody won.
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
    /// The loser's general is in check and no legal move is left.
    Checkmate,
    /// The loser has no legal move. In Xiangqi, that loses also without a check.
    Stalemate,
    /// The loser gave perpetual check.
    PerpetualCheck,
    /// The loser gave perpetual chase.
    PerpetualChase,
    /// The winner has a row of five that counts under the variant.
    FiveInARow,
    /// Black played on a forbidden point.
    ForbiddenMove,
    /// The loser gave up.
    Resignation,
    /// The loser's time ran out.
    Timeout,
    /// The loser stayed away while it was its turn, and the winner claimed the game.
    Abandonment,
    /// An arbiter decided the game.
    Adjudication,
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum DrawReason {
    /// Both players agreed to a draw.
    Agreement,
    /// A player stayed away while it was its turn, and the other claimed a draw.
    Abandonment,
    /// An arbiter decided that the game is drawn.
    Adjudication,
    /// A position repeated and neither side alone is at fault.
    Repetition,
    /// As many plies without a capture as the options allow.
    NoCaptureLimit,
    /// The game has as many plies as the rules allow.
    MoveLimit,
    /// Neither side has a piece that can cross the river.
    InsufficientMaterial,
    /// Every point has a stone, and nobody has a winning row.
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
    /// The warning as one sentence.
    pub detail: String,
    /// How many more moves of the sequence are allowed after this one. `None` if the move ends the game.
    pub remaining: Option<u32>,
}

/// A point that is forbidden to the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForbiddenPoint {
    /// The point, as the move that is refused or loses.
    pub point: Move,
    /// For example `three_three`.
    pub kind: &'static str,
}

/// What the player to act does next in an opening such as Swap2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningPhase {
    /// The opening is over and the players alternate.
    Play,
    /// The player places a stone.
    Put,
    /// The player makes one of the choices, such as taking a color.
    Choose,
    /// The player offers a point for the fifth stone.
    Offer,
    /// The player picks one of the points offered.
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
    /// What the player to act does next.
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
