//! Games as something to keep or share: PGN-style, plain text, a picture; and back again.

mod import;
mod pgn;
mod svg;
mod text;
mod words;

pub use import::{ImportError, import};
pub use pgn::pgn;
pub use svg::svg;
pub use text::text;

use crate::rules::{Game, Outcome, Side};

/// What a record says beside the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    pub first: String,
    pub second: String,
    /// Year, month and day with dots between, as PGN has it.
    pub date: String,
}

/// A value that fits on the line of a header.
fn one_line(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The result as records write it.
fn result(game: &Game) -> &'static str {
    match game.outcome() {
        None => "*",
        Some(Outcome::Drawn { .. }) => "1/2-1/2",
        Some(Outcome::Won { winner: Side::First, .. }) => "1-0",
        Some(Outcome::Won { winner: Side::Second, .. }) => "0-1",
    }
}

#[cfg(test)]
mod tests;
