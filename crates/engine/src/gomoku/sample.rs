//! A position that the search asked the network about.

use super::board::Board;
use duiyi_rules::Side;
use duiyi_rules::gomoku::Point;

/// A position below the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The stones since the root, in order. After a null move two of one side follow each other.
    pub stones: Vec<(Point, Side)>,
    /// The side to move.
    pub turn: Side,
}

impl Sample {
    pub(super) fn of(board: &Board) -> Sample {
        Sample { stones: board.stones_made().collect(), turn: board.turn() }
    }
}
