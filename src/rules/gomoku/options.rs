use super::opening::Opening;
use super::types::{USUAL_SIZE, Variant};

/// What the players may agree on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    pub variant: Variant,
    /// The board has so many files and ranks.
    pub board_size: u8,
    pub opening: Opening,
    /// In Renju: whether Black may put a stone on a forbidden point, and loses by it.
    pub forbidden_loses: bool,
}

impl Options {
    pub fn new(variant: Variant) -> Options {
        Options { variant, board_size: USUAL_SIZE, opening: Opening::Free, forbidden_loses: false }
    }
}
