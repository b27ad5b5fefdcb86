//! The result of a search: its best move, score, lines and statistics.

use duiyi_rules::Move;
use std::time::Duration;

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Score {
    /// Hundredths of a soldier in Xiangqi, a comparable unit in five in a row.
    Cp(i32),
    /// Mate in this many moves of the side to move, or five in a row. If negative, the opponent mates in as many moves of
    /// its own; if 0, the side to move has lost already.
    Mate(i32),
}

impl Score {
    /// Greater than any evaluation.
    pub const MATE: i32 = 30_000;
    /// The unit of the logistic function in hundredths of a soldier, fitted to our own games: at this score the side to
    /// move is expected to score 73 %.
    pub const WIN_RATE_SCALE: f64 = 240.0;

    /// The score in hundredths of a soldier. All wins are [`Score::MATE`], all losses its negative.
    pub fn in_hundredths(self) -> i32 {
        match self {
            Score::Cp(score) => score,
            Score::Mate(1..) => Score::MATE,
            Score::Mate(_) => -Score::MATE,
        }
    }

    /// The expected result for the side to move, from 0 (lost) to 1 (won).
    pub fn win_rate(self) -> f64 {
        match self {
            Score::Cp(score) => logistic(f64::from(score) / Score::WIN_RATE_SCALE),
            Score::Mate(1..) => 1.0,
            Score::Mate(_) => 0.0,
        }
    }
}

/// The logistic function, from 0 to 1: the expected result for an evaluation in units of its scale.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// How the move was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Source {
    /// A search of the game tree.
    Search,
    /// The opening book.
    Book,
    /// It is the only legal move.
    Forced,
    /// A proved win by continuous threats. The line is the proof.
    Threats,
    /// An endgame table.
    Table,
    /// A program that was asked in place of this engine failed: the move is the last that it reported, or this engine's.
    Fallback,
}

/// Whether the true value equals the score, is at least the score, or is at most the score.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

impl Bound {
    /// Whether a score with this bound says more about the true value than an estimate does: it is exact, a lower bound
    /// above the estimate, or an upper bound below it.
    pub fn improves_on(self, score: i32, estimate: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > estimate,
            Bound::Upper => score < estimate,
        }
    }
}

/// One of the best lines.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line {
    /// Never empty. Each move is legal after those before it.
    pub pv: Vec<Move>,
    /// The score, from the view of the side to move at the root.
    pub score: Score,
    /// How the score bounds the true value.
    pub bound: Bound,
    /// In plies.
    pub depth: u32,
    /// The greatest ply reached, in plies from the root.
    pub seldepth: u32,
    /// The nodes spent on this line.
    pub nodes: u64,
}

/// The result of a search, final or after a completed depth.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SearchReport {
    /// The move to play.
    pub best: Move,
    /// The reply that the search expects.
    pub ponder: Option<Move>,
    /// What chose the move.
    pub source: Source,
    /// The score of the best line, from the view of the side to move.
    pub score: Score,
    /// The expected result for the side to move, from 0 (lost) to 1 (won).
    pub win_rate: f64,
    /// The last finished depth, in plies.
    pub depth: u32,
    /// The greatest depth that any line reached, in plies.
    pub seldepth: u32,
    /// The nodes of all threads so far.
    pub nodes: u64,
    /// The time spent searching.
    pub time: Duration,
    /// The share of table probes that found their position, from 0 to 1.
    pub hash_hit_rate: f64,
    /// The share of the table in use by this search's generation, from 0 to 1.
    pub hash_full: f64,
    /// Best first; at most as many as requested.
    pub lines: Vec<Line>,
    /// The name of the program that searched; none if it was this engine.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub by: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_win_rates_of_both_sides_add_up_to_one() {
        let win_rate = |score| Score::Cp(score).win_rate();
        assert_eq!(win_rate(0), 0.5);
        assert!((win_rate(100) + win_rate(-100) - 1.0).abs() < 1e-12 && win_rate(300) > win_rate(100));
        assert_eq!([Score::Mate(3), Score::Mate(-3), Score::Mate(0)].map(Score::win_rate), [1.0, 0.0, 0.0]);
    }
}
