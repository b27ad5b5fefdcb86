//! Moves as JSON.

use crate::rules::{Game, MoveText};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

/// The notations in which legal moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    #[default]
    Coordinates,
    All,
}

#[derive(Debug, Serialize)]
pub struct MoveJson {
    #[serde(rename = "move")]
    coordinates: String,
    chinese: Option<String>,
    wxf: Option<String>,
}

impl From<MoveText> for MoveJson {
    fn from(MoveText { coordinates, chinese, wxf }: MoveText) -> MoveJson {
        MoveJson { coordinates, chinese, wxf }
    }
}

/// The legal moves. A response has dozens of them, so they are serialized without a list of strings.
#[derive(Debug)]
pub(super) struct LegalMoves<'a> {
    pub game: &'a Game,
    pub notation: Notation,
}

impl Serialize for LegalMoves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moves = self.game.legal_moves();
        let mut list = serializer.serialize_seq(Some(moves.len()))?;
        let mut text = String::new();
        for mv in moves {
            match self.notation {
                Notation::Coordinates => {
                    text.clear();
                    self.game.write_coordinates(mv, &mut text);
                    list.serialize_element(&text)?;
                }
                Notation::All => list.serialize_element(&MoveJson::from(self.game.describe(mv)))?,
            }
        }
        list.end()
    }
}
