use super::opening::Opening;
use super::types::{USUAL_SIZE, Variant};

/// The options of a game of five in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Which rows win, and what is forbidden.
    pub variant: Variant,
    /// The number of files, which is also the number of ranks.
    pub board_size: u8,
    /// How the first stones are placed and the colors chosen.
    pub opening: Opening,
    /// In Renju: if true, Black may play on a forbidden point and loses. If false, such a move is illegal.
    pub forbidden_loses: bool,
}

impl Options {
    /// The options of a free opening on a board of 15 by 15 points.
    pub fn new(variant: Variant) -> Options {
        Options { variant, board_size: USUAL_SIZE, opening: Opening::Free, forbidden_loses: false }
    }
}
