use super::types::{MAX_PIECES, Piece, Role, Square};
use crate::{Ruleset, Side};

/// One reason why a text or a [`Setup`](super::Setup) is not a valid position of Xiangqi.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionProblem {
    /// The board of a FEN has another number of ranks than ten.
    #[error("expected 10 ranks with / between, got {found}")]
    RankCount {
        /// The number of ranks in the text.
        found: usize,
    },
    /// A rank of a FEN has a character that is neither a piece nor a digit from 1 to 9.
    #[error("rank {rank}: expected a piece letter of KABNRCP or a digit, got {found:?}")]
    PieceLetter {
        /// 0 (Red's baseline) to 9.
        rank: u8,
        /// The character in the text.
        found: char,
    },
    /// A rank of a FEN is shorter or longer than the board.
    #[error("rank {rank}: expected 9 points, got {found}")]
    RankLength {
        /// 0 (Red's baseline) to 9.
        rank: u8,
        /// The number of points that the text describes.
        found: usize,
    },
    /// The side to move of a FEN is not one of the letters `w`, `r` and `b`.
    #[error("expected w, r or b for the side to move, got {found:?}")]
    Turn {
        /// The beginning of the field.
        found: String,
    },
    /// One of the two unused fields of a FEN is not `-`.
    #[error("expected - in the fields after the side to move, got {found:?}")]
    UnusedField {
        /// The beginning of the field.
        found: String,
    },
    /// A counter of a FEN is not a number, or out of range.
    #[error("expected a number from {least} to {most} for the {counter}, got {found:?}")]
    Counter {
        /// What the field counts, in words.
        counter: &'static str,
        /// The smallest valid number.
        least: u32,
        /// The largest valid number.
        most: u32,
        /// The beginning of the field.
        found: String,
    },
    /// A FEN goes on after its last field.
    #[error("expected nothing after the move number, got {found:?}")]
    ExtraField {
        /// The beginning of the field.
        found: String,
    },
    /// A side has more pieces than a set.
    #[error("expected at most {MAX_PIECES} {} pieces, got {found}", name(*.side))]
    TooManyPieces {
        /// Whose pieces they are.
        side: Side,
        /// How many it has.
        found: usize,
    },
    /// A side has no general.
    #[error("the {} is missing", general_of(*.side))]
    GeneralMissing {
        /// Whose general is missing.
        side: Side,
    },
    /// A side has more than one general.
    #[error("expected one {}, got {found}", general_of(*.side))]
    SeveralGenerals {
        /// Whose generals they are.
        side: Side,
        /// How many it has.
        found: usize,
    },
    /// A piece stands on a point that its moves never reach.
    #[error("a {piece} cannot stand on {square}: {}", confinement(.piece.role))]
    PieceOutOfBounds {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// The generals are on one file with nothing between them.
    #[error("the generals on {red} and {black} face each other with nothing between")]
    GeneralsFace {
        /// The point of the red general.
        red: Square,
        /// The point of the black general.
        black: Square,
    },
    /// The side to move could capture the other general at once.
    #[error(
        "it is {}'s move, but the {} on {general} is already attacked by the {} on {square}",
        name(*.turn), general_of(.turn.other()), .attacker.name()
    )]
    WaitingGeneralAttacked {
        /// The side to move.
        turn: Side,
        /// The point of the other side's general.
        general: Square,
        /// The attacking piece.
        attacker: Role,
        /// Where it stands.
        square: Square,
    },
}

fn name(side: Side) -> &'static str {
    Ruleset::Xiangqi.side_names()[side]
}

fn general_of(side: Side) -> Piece {
    Piece { side, role: Role::General }
}

fn confinement(role: Role) -> &'static str {
    match role {
        Role::General => "a general stays in its palace",
        Role::Advisor => "an advisor stays on the five points of its palace's diagonals",
        Role::Elephant => "an elephant stays on the seven points it can reach on its side of the river",
        Role::Soldier | Role::Horse | Role::Rook | Role::Cannon => "it can stand anywhere",
    }
}
