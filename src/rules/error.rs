use super::outcome::Outcome;
use super::types::Move;
use serde::Serialize;

/// What is wrong with a position as it was sent: every reason, not the first.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", reasons.join("; "))]
pub struct PositionError {
    /// Each a sentence that says what was expected and what was got.
    pub reasons: Vec<String>,
}

/// Why a move was not played. The game is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text is no move in any notation of the ruleset.
    #[error("{input:?} is not a move: expected {expected}")]
    Unreadable { input: String, expected: &'static str },
    /// The text means more than one legal move.
    #[error("{input:?} can mean {}", candidates.join(", "))]
    Ambiguous { input: String, candidates: Vec<String> },
    /// The move is understood and against the rules.
    #[error("{detail}")]
    Illegal { reason: IllegalReason, detail: String },
    /// Nothing can be played any more.
    #[error("the game is over")]
    GameOver(Outcome),
}

/// The rule an illegal move breaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IllegalReason {
    OwnPiece,
    NoPiece,
    /// The piece on the starting point is the opponent's.
    NotYourPiece,
    PieceCannotMoveSo,
    LeavesGeneralInCheck,
    GeneralsFace,
    OffBoard,
    /// A stone is there.
    Occupied,
    /// The opening wants something else first.
    NotNow,
    ForbiddenThreeThree,
    ForbiddenFourFour,
    ForbiddenOverline,
}

/// There are fewer moves than were to be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot take back {asked} plies: {played} have been played")]
pub struct UndoError {
    pub asked: usize,
    pub played: usize,
}

/// Why moves that were kept are not those of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Counted from 1.
    #[error("ply {ply} cannot be played: the move of the code {} is none of this game", mv.0)]
    Move { ply: usize, mv: Move },
}
