use crate::{Ruleset, Side};

/// One reason why a text is not a valid position of five in a row.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionProblem {
    /// The text has another number of rows than the board.
    #[error("expected {size} rows with / between them, got {found}")]
    RowCount {
        /// The number of rows of the board.
        size: u8,
        /// The number of rows in the text.
        found: usize,
    },
    /// A row has a character that is neither a stone nor a digit. The rest of the row is not read.
    #[error("row {row}: expected b, w and numbers, got {found:?}")]
    StoneLetter {
        /// The number of the row, counted from 1 at the bottom.
        row: u8,
        /// The character in the text.
        found: char,
    },
    /// A row is shorter or longer than the board.
    #[error("row {row}: expected {size} points, got {found}")]
    RowLength {
        /// The number of the row, counted from 1 at the bottom.
        row: u8,
        /// The number of points in a row of the board.
        size: u8,
        /// The number of points that the text describes.
        found: u32,
    },
    /// The text goes on after the side to move.
    #[error("expected nothing after the side to move, got {found:?}")]
    ExtraField {
        /// The beginning of the field.
        found: String,
    },
    /// Black must have as many stones as White, or one more.
    #[error("expected as many black stones as white ones or one more, got {black} and {white}")]
    StoneCounts {
        /// The number of black stones.
        black: usize,
        /// The number of white stones.
        white: usize,
    },
    /// The side to move is not `b` or `w`.
    #[error("expected b or w as the side to move, got {found:?}")]
    Turn {
        /// The beginning of the field.
        found: String,
    },
    /// The numbers of stones show that it is the other side's move.
    #[error(
        "{} is to move: expected {}, got {black} and {white}",
        Ruleset::Gomoku.side_names()[*.turn],
        expected_counts(*.turn)
    )]
    TurnAgainstCounts {
        /// The side to move by the text.
        turn: Side,
        /// The number of black stones.
        black: usize,
        /// The number of white stones.
        white: usize,
    },
    /// Both sides have a row that wins.
    #[error("both sides have a winning row")]
    TwoWinners,
    /// A game with an opening protocol starts from the empty board.
    #[error("the opening {opening} begins with the empty board: expected the opening free")]
    OpeningNeedsEmptyBoard {
        /// The name of the opening.
        opening: &'static str,
    },
}

fn expected_counts(turn: Side) -> &'static str {
    match turn {
        Side::First => "as many black stones as white ones",
        Side::Second => "one black stone more than white ones",
    }
}
