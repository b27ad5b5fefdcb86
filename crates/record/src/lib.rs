#![doc = include_str!("../README.md")]
//!
//! [`read`] recognizes a format and takes a record apart, [`Parsed::play`] plays it under the rules, and [`Export`] writes
//! a game.

#![warn(missing_docs)]

mod bound;
mod cbf;
mod cbr;
mod dhtmlxq;
mod encoding;
mod export;
mod format;
mod import;
mod imported;
mod movetext;
mod option_text;
mod parsed;
mod pgn;
mod pieces;
#[cfg(feature = "png")]
mod png;
mod psq;
mod read;
mod remarks;
mod renlib;
mod replay;
mod san;
mod sgf;
mod stones;
mod svg;
mod tags;
mod text;
mod tokens;
mod tree;
mod wxf;
mod xqf;

pub use encoding::from_base64;
pub use export::{Export, ExportError};
pub use format::Format;
pub use imported::{EndReason, Import, ImportError, Imported, Note, RuledEnd};
pub use parsed::{
    ChosenRuleset, Claim, ClaimedGame, Ending, Parsed, Place, ReadError, RecordLine, RecordMove,
};
pub use pgn::{PgnMoves, pgn};
#[cfg(feature = "png")]
pub use png::png;
pub use read::{read, read_all};
pub use remarks::Remarks;
pub use svg::svg;
pub use tags::Tags;
pub use text::text;
pub use tree::{Line, Tree};

use duiyi_rules as rules;
use rules::{Game, Outcome, Side};

/// Collapses white space, so that a value fits on one header line.
fn one_line(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the game starts from a set-up position instead of the start position of its ruleset.
fn is_own_start(game: &Game) -> bool {
    Game::new(&game.options(), None).is_ok_and(|fresh| fresh.fen() != game.start_fen())
}

/// The result in PGN notation.
fn result(game: &Game) -> &'static str {
    match game.outcome() {
        None | Some(Outcome::Aborted) => "*",
        Some(Outcome::Drawn { .. }) => "1/2-1/2",
        Some(Outcome::Won { winner: Side::First, .. }) => "1-0",
        Some(Outcome::Won { winner: Side::Second, .. }) => "0-1",
    }
}

#[cfg(test)]
mod tests;
