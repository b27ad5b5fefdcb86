use super::opening::Opening;
use super::types::{MAX_SIZE, MIN_SIZE, USUAL_SIZE, Variant};
use serde::{Deserialize, Serialize, Serializer};

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

/// The options of both kinds of Gomoku as the API has them.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GomokuFields {
    board_size: BoardSize,
    opening: Opening,
}

/// The options of Renju as the API has them.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RenjuFields {
    opening: Opening,
    forbidden_loses: bool,
}

impl Default for GomokuFields {
    fn default() -> GomokuFields {
        GomokuFields { board_size: BoardSize(USUAL_SIZE), opening: Opening::Free }
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8")]
struct BoardSize(u8);

impl TryFrom<u8> for BoardSize {
    type Error = String;

    fn try_from(size: u8) -> Result<BoardSize, String> {
        if (MIN_SIZE..=MAX_SIZE).contains(&size) {
            Ok(BoardSize(size))
        } else {
            Err(format!("expected a board size from {MIN_SIZE} to {MAX_SIZE}, got {size}"))
        }
    }
}

impl Options {
    /// From the fields of a request.
    ///
    /// # Errors
    /// When a field is not known or has a value it cannot have.
    pub fn from_json(variant: Variant, value: serde_json::Value) -> serde_json::Result<Options> {
        let options = match variant {
            Variant::Renju => {
                let RenjuFields { opening, forbidden_loses } = serde_json::from_value(value)?;
                Options { opening, forbidden_loses, ..Options::new(variant) }
            }
            _ => {
                let GomokuFields { board_size: BoardSize(board_size), opening } =
                    serde_json::from_value(value)?;
                Options { board_size, opening, ..Options::new(variant) }
            }
        };
        if Opening::of(variant).contains(&options.opening) {
            Ok(options)
        } else {
            Err(serde::de::Error::custom(format!("{} is no opening of this ruleset", options.opening.name())))
        }
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Options { board_size, opening, forbidden_loses, .. } = *self;
        match self.variant {
            Variant::Renju => RenjuFields { opening, forbidden_loses }.serialize(serializer),
            _ => GomokuFields { board_size: BoardSize(board_size), opening }.serialize(serializer),
        }
    }
}
