use super::outcome::Outcome;
use super::types::Move;
use super::{gomoku, xiangqi};

/// A position is not valid. Lists every reason, not only the first.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct PositionError {
    /// What is wrong with the position, in the order of its text. Not empty.
    pub reasons: Vec<PositionProblem>,
}

impl PositionError {
    /// The error for these problems, if there are any.
    pub(crate) fn unless_empty<T: Into<PositionProblem>>(problems: Vec<T>) -> Result<(), PositionError> {
        if problems.is_empty() {
            return Ok(());
        }
        Err(PositionError { reasons: problems.into_iter().map(Into::into).collect() })
    }
}

/// One reason why a position is not valid. Its text says what was expected and what was found.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum PositionProblem {
    /// Of a position of Xiangqi.
    #[error(transparent)]
    Xiangqi(#[from] xiangqi::PositionProblem),
    /// Of a position of Gomoku, Renju or Caro.
    #[error(transparent)]
    Gomoku(#[from] gomoku::PositionProblem),
}

/// Why a move was not played. The game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move in any notation of the ruleset.
    #[error("{input:?} is not a move: expected {expected}")]
    Unreadable {
        /// The beginning of the text.
        input: String,
        /// The notations that the ruleset knows, each with an example.
        expected: &'static str,
    },
    /// The text matches more than one legal move.
    #[error("{input:?} can mean {}", candidates.join(", "))]
    Ambiguous {
        /// The beginning of the text.
        input: String,
        /// The legal moves that it matches, in coordinates.
        candidates: Vec<String>,
    },
    /// The text is a move, but the move breaks a rule.
    #[error(transparent)]
    Illegal(IllegalMove),
    /// The game has ended. No move can be played.
    #[error("the game is over")]
    GameOver(Outcome),
}

impl From<xiangqi::IllegalMove> for MoveError {
    fn from(illegal: xiangqi::IllegalMove) -> MoveError {
        MoveError::Illegal(illegal.into())
    }
}

impl From<gomoku::IllegalMove> for MoveError {
    fn from(illegal: gomoku::IllegalMove) -> MoveError {
        MoveError::Illegal(illegal.into())
    }
}

/// Why a move is not legal. Its text helps the player to find a legal one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// A move of Xiangqi.
    #[error(transparent)]
    Xiangqi(#[from] xiangqi::IllegalMove),
    /// A move of Gomoku, Renju or Caro.
    #[error(transparent)]
    Gomoku(#[from] gomoku::IllegalMove),
}

impl IllegalMove {
    /// The rule that the move breaks, without its data.
    pub const fn reason(&self) -> IllegalReason {
        match self {
            IllegalMove::Xiangqi(illegal) => illegal.reason(),
            IllegalMove::Gomoku(illegal) => illegal.reason(),
        }
    }
}

/// The rule that an illegal move breaks, for programs. [`IllegalMove`] has the data.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum IllegalReason {
    /// The move would capture a piece of its own side.
    OwnPiece,
    /// The side to move has no piece where the move starts.
    NoPiece,
    /// The piece on the starting point is the opponent's.
    NotYourPiece,
    /// The piece does not move so, or another piece is in its way.
    PieceCannotMoveSo,
    /// The opponent could capture the general.
    LeavesGeneralInCheck,
    /// The generals would be on one file with nothing between them.
    GeneralsFace,
    /// The point is not on the board.
    OffBoard,
    /// The point already has a stone.
    Occupied,
    /// The opening requires another kind of move first.
    NotNow,
    /// In Renju, Black would make two threes.
    ForbiddenThreeThree,
    /// In Renju, Black would make two fours.
    ForbiddenFourFour,
    /// In Renju, Black would make a row of more than five.
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
    /// The number of plies to take back.
    pub asked: usize,
    /// The number of plies that the game has.
    pub played: usize,
}

/// Why stored moves cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The start position is not valid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A stored move cannot be made. Plies count from 1.
    #[error("ply {ply} cannot be played: the move with code {} is not possible here", mv.0)]
    Move {
        /// The number of the ply.
        ply: usize,
        /// The move.
        mv: Move,
    },
}
