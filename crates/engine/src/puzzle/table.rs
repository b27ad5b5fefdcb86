//! The tables of puzzles, as text: one puzzle a line.

use super::{Puzzle, Theme};
use crate::Level;
use duiyi_rules::{Game, Options, Ruleset};
use sha2::{Digest, Sha256};
use std::fmt::Display;

/// The puzzles of one ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The ruleset of all puzzles.
    pub ruleset: Ruleset,
    /// The puzzles, in the order of the lines.
    pub puzzles: Vec<Puzzle>,
}

/// A line that is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct UnreadableLine {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub message: String,
}

impl Table {
    /// Reads a table. Lines that begin with `#` are comments. Does not solve the puzzles.
    ///
    /// # Errors
    /// For the first line that is not as [`Puzzle::line`] writes it.
    pub fn parse(ruleset: Ruleset, text: &str) -> Result<Table, UnreadableLine> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let puzzle = |(index, line)| {
            Puzzle::parse(ruleset, line).map_err(|message| UnreadableLine { line: index + 1, message })
        };
        Ok(Table { ruleset, puzzles: lines.map(puzzle).collect::<Result<_, _>>()? })
    }

    /// The puzzles that are part of the program.
    pub(super) fn embedded(ruleset: Ruleset) -> Table {
        let text = match ruleset {
            Ruleset::Xiangqi => include_str!("tables/xiangqi.txt"),
            Ruleset::Gomoku => include_str!("tables/gomoku.txt"),
            Ruleset::Renju => include_str!("tables/renju.txt"),
            Ruleset::GomokuStandard | Ruleset::Caro => "",
        };
        Table::parse(ruleset, text).unwrap_or_else(|error| panic!("{}: {error}", ruleset.name()))
    }
}

impl Puzzle {
    /// # Errors
    /// If the position is not valid.
    pub fn new(
        ruleset: Ruleset,
        level: Level,
        theme: Theme,
        fen: &str,
        solution: Vec<String>,
    ) -> Result<Puzzle, String> {
        let game = Game::new(&Options::defaults(ruleset), Some(fen)).map_err(|error| error.to_string())?;
        let id = id(ruleset, fen);
        Ok(Puzzle { id, ruleset, level, theme, fen: fen.to_owned(), turn: game.turn(), solution })
    }

    /// The puzzle as a line of a table: level, theme, position, solution.
    pub fn line(&self) -> String {
        let parts: [&dyn Display; 4] =
            [&self.level.get(), &self.theme.name(), &self.fen, &self.solution.join(" ")];
        parts.map(ToString::to_string).join(SEPARATOR)
    }

    fn parse(ruleset: Ruleset, line: &str) -> Result<Puzzle, String> {
        let [level, theme, fen, solution] = line.split(SEPARATOR).collect::<Vec<_>>()[..] else {
            return Err("expected level ; theme ; position ; solution".to_owned());
        };
        let level = level.parse().ok().and_then(Level::new).ok_or("expected a level first")?;
        let theme = Theme::ALL.into_iter().find(|known| known.name() == theme).ok_or("expected a theme")?;
        let solution = solution.split(' ').map(str::to_owned).collect();
        Puzzle::new(ruleset, level, theme, fen, solution)
    }
}

const SEPARATOR: &str = " ; ";

/// The id of the puzzle with this position, in hexadecimal digits.
fn id(ruleset: Ruleset, fen: &str) -> String {
    /// Enough that no two of some thousand puzzles have the same id.
    const BYTES: usize = 6;
    let digest = Sha256::new_with_prefix(b"puzzle").chain_update(ruleset.name()).chain_update(fen).finalize();
    digest[..BYTES].iter().map(|byte| format!("{byte:02x}")).collect()
}
