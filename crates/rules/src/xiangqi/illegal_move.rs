use super::types::{Move, Piece, Role, Square};
use crate::{IllegalReason, Ruleset, Side};
use std::fmt;

/// Why a move of Xiangqi is not legal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The starting point is empty.
    #[error("there is no piece on {from}: a move starts at one of {}'s pieces", name(*.turn))]
    EmptyPoint {
        /// The starting point.
        from: Square,
        /// The side to move.
        turn: Side,
    },
    /// The piece on the starting point is the opponent's.
    #[error("the {piece} on {from} is not {}'s, whose move it is", name(.piece.side.other()))]
    NotYourPiece {
        /// The starting point.
        from: Square,
        /// The opponent's piece on it.
        piece: Piece,
    },
    /// The move ends where it starts.
    #[error("the {piece} on {from} must move to another point")]
    SamePoint {
        /// Where the move starts and ends.
        from: Square,
        /// The piece on it.
        piece: Piece,
    },
    /// The move would capture a piece of its own side.
    #[error("{to} holds {}'s own {}", name(.piece.side), .piece.role.name())]
    OwnPiece {
        /// Where the move ends.
        to: Square,
        /// The piece on it.
        piece: Piece,
    },
    /// The piece does not move so.
    #[error("{} {} cannot go from {from} to {to}: {obstacle}", article(*.role), .role.name())]
    Unreachable {
        /// The piece that would move.
        role: Role,
        /// Where the move starts.
        from: Square,
        /// Where the move ends.
        to: Square,
        /// What stops the piece.
        obstacle: Obstacle,
    },
    /// After the move, the generals would be on one file with nothing between them.
    #[error("after {mv} the generals would face each other")]
    GeneralsFace {
        /// The move.
        mv: Move,
    },
    /// After the move, the opponent could capture the general.
    #[error("after {mv} the general on {general} could be captured by the {} on {square}", .attacker.name())]
    LeavesGeneralInCheck {
        /// The move.
        mv: Move,
        /// Where the general of the side to move would be.
        general: Square,
        /// A piece that could capture it.
        attacker: Role,
        /// Where that piece stands.
        square: Square,
    },
    /// The move would complete a repetition that the rules refuse.
    #[error("{mv} would complete a forbidden repetition: {rule}")]
    ForbiddenRepetition {
        /// The move.
        mv: Move,
        /// The rule of repetition, in words.
        rule: String,
    },
    /// The coordinates leave the board.
    #[error("{text:?} leaves the board: files go from a to i, ranks from 0 to 9")]
    OffBoard {
        /// The coordinates.
        text: String,
    },
    /// A move in Chinese notation or WXF names a piece that the side to move does not have there.
    #[error("the side to move has no {} in the place that {text:?} describes", .role.name())]
    NoSuchPiece {
        /// The beginning of the text.
        text: String,
        /// The kind of piece that it names.
        role: Role,
    },
    /// A move in Chinese notation or WXF names a piece on the board, and a way in which it does not move.
    #[error("{text:?} is not a way in which a {} moves from there", .role.name())]
    LeadsNowhere {
        /// The beginning of the text.
        text: String,
        /// The kind of piece that it names.
        role: Role,
    },
}

impl IllegalMove {
    /// The rule that the move breaks, without its data.
    pub const fn reason(&self) -> IllegalReason {
        match self {
            IllegalMove::EmptyPoint { .. } | IllegalMove::NoSuchPiece { .. } => IllegalReason::NoPiece,
            IllegalMove::NotYourPiece { .. } => IllegalReason::NotYourPiece,
            IllegalMove::SamePoint { .. }
            | IllegalMove::Unreachable { .. }
            | IllegalMove::LeadsNowhere { .. } => IllegalReason::PieceCannotMoveSo,
            IllegalMove::OwnPiece { .. } => IllegalReason::OwnPiece,
            IllegalMove::GeneralsFace { .. } => IllegalReason::GeneralsFace,
            IllegalMove::LeavesGeneralInCheck { .. } => IllegalReason::LeavesGeneralInCheck,
            IllegalMove::ForbiddenRepetition { .. } => IllegalReason::ForbiddenRepetition,
            IllegalMove::OffBoard { .. } => IllegalReason::OffBoard,
        }
    }
}

/// What stops a piece from reaching a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Obstacle {
    /// A general steps one point along a line inside its palace.
    GeneralStep,
    /// An advisor steps one point along a diagonal inside its palace.
    AdvisorStep,
    /// An elephant goes two points along a diagonal and stays on its side of the river.
    ElephantStep,
    /// The point in the middle of an elephant's move is occupied.
    ElephantEye,
    /// A horse goes one point along a line and one further diagonally.
    HorseStep,
    /// The point next to the horse, on its way, is occupied.
    HorseLeg(Square),
    /// A rook or cannon moves along a rank or a file.
    NotOnLine,
    /// This number of pieces stand between a rook and the end of its move.
    Between(u32),
    /// A cannon captures over exactly one piece; this number stand in between.
    CannonCapture(u32),
    /// A cannon jumps only to capture; this number of pieces stand in between.
    CannonJump(u32),
    /// A soldier that has not crossed the river goes one point straight ahead.
    SoldierAtHome,
    /// A soldier that has crossed the river goes one point ahead or sideways.
    SoldierAcross,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Obstacle::GeneralStep => f.write_str("it steps one point along a line inside its palace"),
            Obstacle::AdvisorStep => f.write_str("it steps one point along a diagonal inside its palace"),
            Obstacle::ElephantStep => {
                f.write_str("it goes two points along a diagonal and stays on its side of the river")
            }
            Obstacle::ElephantEye => f.write_str("the point in the middle of its diagonal is occupied"),
            Obstacle::HorseStep => f.write_str("it goes one point along a line and one further diagonally"),
            Obstacle::HorseLeg(leg) => write!(f, "its leg is blocked on {leg}"),
            Obstacle::NotOnLine => f.write_str("it moves along a rank or a file"),
            Obstacle::Between(pieces) => in_between(f, pieces),
            Obstacle::CannonCapture(pieces) => {
                f.write_str("it captures over exactly one piece, and ")?;
                in_between(f, pieces)
            }
            Obstacle::CannonJump(pieces) => {
                f.write_str("it jumps only to capture, and ")?;
                in_between(f, pieces)
            }
            Obstacle::SoldierAtHome => {
                f.write_str("before the river a soldier goes one point straight ahead")
            }
            Obstacle::SoldierAcross => {
                f.write_str("across the river a soldier goes one point ahead or sideways, never back")
            }
        }
    }
}

fn in_between(f: &mut fmt::Formatter<'_>, pieces: u32) -> fmt::Result {
    match pieces {
        0 => f.write_str("no piece stands in between"),
        1 => f.write_str("a piece stands in between"),
        _ => write!(f, "{pieces} pieces stand in between"),
    }
}

fn name(side: Side) -> &'static str {
    Ruleset::Xiangqi.side_names()[side]
}

fn article(role: Role) -> &'static str {
    match role {
        Role::Advisor | Role::Elephant => "an",
        Role::General | Role::Rook | Role::Horse | Role::Cannon | Role::Soldier => "a",
    }
}
