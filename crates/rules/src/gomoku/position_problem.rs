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
    /// The side to move is missing, and the numbers of stones do not tell it.
    #[error("expected b or w as the side to move, which {black} black and {white} white stones do not tell")]
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
