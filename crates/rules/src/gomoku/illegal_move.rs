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

#[cfg(test)]
mod tests {
    use super::super::types::Choice;
    use super::*;

    const A1: Point = Point::new(0, 0);
    const G7: Point = Point::new(6, 6);
    const H8: Point = Point::new(7, 7);
    const J9: Point = Point::new(9, 8);

    #[test]
    fn a_move_that_the_opening_does_not_allow_is_answered_with_what_it_expects() {
        let actor = Side::First;
        let put = |area| Phase::Put { actor, area };
        let (stone, choice) = (Move::Stone(A1), Move::Choice(Choice::Swap));
        let choose = Phase::Choose { actor, choices: &[Choice::Stay, Choice::Swap], announced: None };
        let offer = Phase::Offer { offered: vec![H8], left: 1 };
        let pick = Phase::Pick { offered: vec![H8, J9] };
        for (mv, phase, text) in [
            (choice, Phase::Play, "swap cannot be chosen now: expected an empty point such as h8"),
            (stone, put(Area::Within(0)), "a1 cannot be played now: expected the center, h8"),
            (
                stone,
                put(Area::Within(2)),
                "a1 cannot be played now: expected an empty point of the 5×5 square in the center",
            ),
            (
                stone,
                put(Area::Beyond(2)),
                "a1 cannot be played now: expected an empty point outside the 5×5 square in the center",
            ),
            (stone, choose, "a1 cannot be played now: expected one of stay, swap"),
            (
                stone,
                offer,
                "a1 cannot be played now: expected a point to offer that is not symmetrical to a point offered before; 1 are still \
                 to be offered",
            ),
            (stone, pick, "a1 cannot be played now: expected one of the points offered, h8, j9"),
        ] {
            assert_eq!(IllegalMove::NotNow { mv, phase, size: 15 }.to_string(), text);
        }
    }

    #[test]
    fn a_point_that_cannot_be_taken_is_answered_with_why() {
        let point = H8;
        for (error, text) in [
            (IllegalMove::OffBoard { point, last: G7 }, "the board ends at g7: h8 is not on it"),
            (IllegalMove::Occupied { point, side: Side::Second }, "a white stone is on h8"),
            (
                IllegalMove::Forbidden { point, kind: Forbidden::ThreeThree },
                "h8 is forbidden to black: it would make two threes",
            ),
            (
                IllegalMove::Forbidden { point, kind: Forbidden::FourFour },
                "h8 is forbidden to black: it would make two fours",
            ),
            (
                IllegalMove::Forbidden { point, kind: Forbidden::Overline },
                "h8 is forbidden to black: it would make a row of more than five",
            ),
        ] {
            assert_eq!(error.to_string(), text);
        }
    }
}
