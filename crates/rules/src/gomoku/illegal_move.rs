use super::forbidden::Forbidden;
use super::opening::{Area, Phase};
use super::types::{Move, Point};
use crate::{IllegalReason, Ruleset, Side};
use std::fmt::Display;

/// Why a move of five in a row is not legal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The point is beyond the edge of this board.
    #[error("the board ends at {last}: {point} is not on it")]
    OffBoard {
        /// The point of the move.
        point: Point,
        /// The last point of the last row.
        last: Point,
    },
    /// The point already has a stone.
    #[error("a {} stone is on {point}", Ruleset::Gomoku.side_names()[*.side])]
    Occupied {
        /// The point of the move.
        point: Point,
        /// Whose stone is on it.
        side: Side,
    },
    /// The opening requires another kind of move first.
    #[error("{mv} cannot be {} now: expected {}", verb(*.mv), expected(.phase, *.size))]
    NotNow {
        /// The move.
        mv: Move,
        /// The phase of the opening, with what it allows.
        phase: Phase,
        /// The number of rows of the board.
        size: u8,
    },
    /// The point is forbidden to Black by the rules of Renju.
    #[error("{point} is forbidden to black: it would make {}", shape(*.kind))]
    Forbidden {
        /// The point of the move.
        point: Point,
        /// What the stone would make.
        kind: Forbidden,
    },
}

impl IllegalMove {
    /// The rule that the move breaks, without its data.
    pub const fn reason(&self) -> IllegalReason {
        match self {
            IllegalMove::OffBoard { .. } => IllegalReason::OffBoard,
            IllegalMove::Occupied { .. } => IllegalReason::Occupied,
            IllegalMove::NotNow { .. } => IllegalReason::NotNow,
            IllegalMove::Forbidden { kind, .. } => match kind {
                Forbidden::ThreeThree => IllegalReason::ForbiddenThreeThree,
                Forbidden::FourFour => IllegalReason::ForbiddenFourFour,
                Forbidden::Overline => IllegalReason::ForbiddenOverline,
            },
        }
    }
}

fn verb(mv: Move) -> &'static str {
    match mv {
        Move::Stone(_) => "played",
        Move::Choice(_) => "chosen",
    }
}

fn shape(kind: Forbidden) -> &'static str {
    match kind {
        Forbidden::ThreeThree => "two threes",
        Forbidden::FourFour => "two fours",
        Forbidden::Overline => "a row of more than five",
    }
}

/// What the phase expects.
fn expected(phase: &Phase, size: u8) -> String {
    match phase {
        Phase::Play | Phase::Put { area: Area::Anywhere, .. } => "an empty point such as h8".to_owned(),
        Phase::Put { area: Area::Within(0), .. } => {
            format!("the center, {}", Point::new(size / 2, size / 2))
        }
        Phase::Put { area: Area::Within(steps), .. } => {
            let side = 2 * steps + 1;
            format!("an empty point of the {side}×{side} square in the center")
        }
        Phase::Put { area: Area::Beyond(steps), .. } => {
            let side = 2 * steps + 1;
            format!("an empty point outside the {side}×{side} square in the center")
        }
        Phase::Choose { choices, .. } => {
            format!("one of {}", list(choices))
        }
        Phase::Offer { left, .. } => {
            format!(
                "a point to offer that is not symmetrical to a point offered before; {left} are still to be offered"
            )
        }
        Phase::Pick { offered } => {
            format!("one of the points offered, {}", list(offered))
        }
    }
}

fn list(items: &[impl Display]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
