use crate::rules::Move;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Hundredths of a soldier in Xiangqi; a comparable unit elsewhere.
    Cp(i32),
    /// The side to move mates in so many of its own moves, or, when negative, is mated.
    Mate(i32),
}

impl Score {
    /// More than any evaluation.
    pub const MATE: i32 = 30_000;
    /// The evaluation at which the side to move is expected to score 73 of 100 points, fitted to our own games.
    pub const WIN_RATE_SCALE: f64 = 240.0;

    /// As one number, in which all mates are alike.
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

/// The logistic curve, from 0 to 1: what turns an evaluation in units of its scale into an expected result.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// How the answer was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    Search,
    Book,
    /// It was the only legal move.
    Forced,
    /// A win by continuous fours or threats was proved; the line is the proof.
    Threats,
}

/// How a line's score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    Exact,
    Lower,
    Upper,
}

impl Bound {
    /// Whether a score with this bound tells more of the true one than an estimate does.
    pub fn tells_more(self, score: i32, estimate: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > estimate,
            Bound::Upper => score < estimate,
        }
    }
}

/// One of the best lines.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Never empty; each move legal after those before it.
    pub pv: Vec<Move>,
    pub score: Score,
    pub bound: Bound,
    pub depth: u32,
    pub seldepth: u32,
    pub nodes: u64,
}

/// What a search found, so far or in the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SearchReport {
    pub best: Move,
    pub ponder: Option<Move>,
    pub source: Source,
    pub score: Score,
    /// The expected result for the side to move, from 0 (lost) to 1 (won).
    pub win_rate: f64,
    pub depth: u32,
    pub seldepth: u32,
    pub nodes: u64,
    /// The time spent searching.
    pub time: Duration,
    /// The share of table probes that found their position, from 0 to 1.
    pub hash_hit_rate: f64,
    /// The share of the table in use by this search's generation, from 0 to 1.
    pub hash_full: f64,
    /// Best first; as many as were asked for and there are.
    pub lines: Vec<Line>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_rates_are_fair() {
        let win_rate = |score| Score::Cp(score).win_rate();
        assert_eq!(win_rate(0), 0.5);
        assert!((win_rate(100) + win_rate(-100) - 1.0).abs() < 1e-12 && win_rate(300) > win_rate(100));
        assert_eq!([Score::Mate(3), Score::Mate(-3), Score::Mate(0)].map(Score::win_rate), [1.0, 0.0, 0.0]);
    }
}
