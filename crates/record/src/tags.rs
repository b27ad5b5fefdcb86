//! The headers of a record.

use super::one_line;

/// The headers of a record. An empty text is unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Tags {
    /// The tournament or match.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "String::is_empty"))]
    pub event: String,
    /// Where the game was played.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "String::is_empty"))]
    pub site: String,
    /// The date as the record has it. PGN's own form is `YYYY.MM.DD`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "String::is_empty"))]
    pub date: String,
    /// The round of the tournament.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "String::is_empty"))]
    pub round: String,
    /// The name of the player who moves first.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "String::is_empty"))]
    pub first: String,
    /// The name of the player who moves second.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "String::is_empty"))]
    pub second: String,
}

/// The longest text of a tag that an import keeps, in characters.
const LONGEST: usize = 120;

/// A value of a tag as an import keeps it: on one line, not too long, and empty if it is a placeholder.
pub(super) fn kept(value: &str) -> String {
    let value: String = value.chars().filter(|it| !it.is_control() || it.is_whitespace()).collect();
    let value = one_line(&value);
    match value.trim_matches(['?', '.', '-']) {
        "" => String::new(),
        _ => value.chars().take(LONGEST).collect(),
    }
}

impl Tags {
    /// Exchanges the names of the players.
    pub fn swap_players(&mut self) {
        std::mem::swap(&mut self.first, &mut self.second);
    }
}
