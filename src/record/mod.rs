//! Game records: export as PGN-style text, plain text or an SVG picture, and import of the text formats.

mod import;
mod pgn;
mod svg;
mod text;
mod tokens;

pub use import::{ImportError, import};
pub use pgn::pgn;
pub use svg::svg;
pub use text::text;

use crate::rules::{Game, Outcome, Side};

/// The headers of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    pub first: String,
    pub second: String,
    /// The date in the format of PGN: `YYYY.MM.DD`.
    pub date: String,
}

/// Collapses white space, so that a value fits on one header line.
fn one_line(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The result in PGN notation.
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
