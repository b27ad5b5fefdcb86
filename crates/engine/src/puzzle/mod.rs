//! Puzzles: positions that the side to move wins by force, each with the only solution.
//!
//! `duiyi-lab puzzles` finds them in games and writes the tables beside this file. [`solve`] is what decides that a
//! position is a puzzle; the lab asks it when it makes one, and a test asks it again about every puzzle.

mod attack;
mod five;
mod mates;
mod solver;
mod table;
mod theme;

pub use solver::{Solution, quick_win, solve, verify};
pub use table::{Table, UnreadableLine};
pub use theme::Theme;

use crate::Level;
use duiyi_rules::{Ruleset, Side};
use std::sync::LazyLock;

/// What the solver must reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Goal {
    /// Checkmate or stalemate, which wins in Xiangqi too.
    Mate,
    /// A winning row.
    Five,
}

/// A position in which the side to move wins by force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Stays the same as long as the position does.
    pub id: String,
    /// The ruleset, with its default options.
    pub ruleset: Ruleset,
    /// The lowest level that solves it.
    pub level: Level,
    /// What the moves of the solution have in common.
    pub theme: Theme,
    /// The position.
    pub fen: String,
    /// The side to move, which solves it.
    pub turn: Side,
    /// The moves of both sides in coordinates, the first and the last by the solver. Of the solver's moves each but the
    /// last is the only one that wins as soon; if it is the first, so is the last. The other side holds out as long as
    /// it can.
    pub solution: Vec<String>,
}

impl Puzzle {
    /// What the solution ends with.
    pub fn goal(&self) -> Goal {
        match self.ruleset {
            Ruleset::Xiangqi => Goal::Mate,
            Ruleset::Gomoku | Ruleset::GomokuStandard | Ruleset::Renju | Ruleset::Caro => Goal::Five,
        }
    }

    /// The number of moves of the solver.
    pub fn moves(&self) -> usize {
        self.solution.len().div_ceil(2)
    }
}

/// The rulesets that have puzzles.
pub const RULESETS: [Ruleset; 3] = [Ruleset::Xiangqi, Ruleset::Gomoku, Ruleset::Renju];

/// The puzzles of a ruleset. There are none for those that are not in [`RULESETS`].
pub fn of(ruleset: Ruleset) -> &'static [Puzzle] {
    static TABLES: LazyLock<[Table; 3]> = LazyLock::new(|| RULESETS.map(Table::embedded));
    let table = TABLES.iter().find(|table| table.ruleset == ruleset);
    table.map_or(&[], |table| &table.puzzles)
}

/// The puzzle with this id.
pub fn find(id: &str) -> Option<&'static Puzzle> {
    RULESETS.into_iter().flat_map(of).find(|puzzle| puzzle.id == id)
}

#[cfg(test)]
mod tests;
