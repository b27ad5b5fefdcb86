use super::outcome::Outcome;
use super::types::Move;

/// A position is not valid. Lists every reason, not only the first.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", reasons.join("; "))]
pub struct PositionError {
    /// One sentence for each problem, with what was expected and what was found.
    pub reasons: Vec<String>,
}

/// Why a move was not played. The game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move in any notation of the ruleset.
    #[error("{input:?} is not a move: expected {expected}")]
    Unreadable { input: String, expected: &'static str },
    /// The text matches more than one legal move.
    #[error("{input:?} can mean {}", candidates.join(", "))]
    Ambiguous { input: String, candidates: Vec<String> },
    /// The text is a move, but the move breaks a rule.
    #[error("{detail}")]
    Illegal { reason: IllegalReason, detail: String },
    /// The game has ended. No move can be played.
    #[error("the game is over")]
    GameOver(Outcome),
}

/// The rule that an illegal move breaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum IllegalReason {
    OwnPiece,
    NoPiece,
    /// The piece on the starting point is the opponent's.
    NotYourPiece,
    PieceCannotMoveSo,
    LeavesGeneralInCheck,
    GeneralsFace,
    OffBoard,
    /// The point already has a stone.
    Occupied,
    /// The opening requires another kind of move first.
    NotNow,
    ForbiddenThreeThree,
    ForbiddenFourFour,
    ForbiddenOverline,
    /// The move would complete a repetition that the rules refuse.
    ForbiddenRepetition,
}

/// The beginning of a text, for an error that quotes it: the text of a request may be long.
pub fn shortened(text: &str) -> &str {
    const LONGEST: usize = 40;
    text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end])
}

/// The game has fewer plies than the caller wants to take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot take back {asked} plies: {played} have been played")]
pub struct UndoError {
    pub asked: usize,
    pub played: usize,
}

/// Why stored moves cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A stored move cannot be made. Plies count from 1.
    #[error("ply {ply} cannot be played: the move with code {} is not possible here", mv.0)]
    Move { ply: usize, mv: Move },
}
