//! What a contestant answers.

use duiyi_rules::Move;
use std::time::Duration;

/// A move and the time it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    pub mv: Move,
    /// For the side to move, in hundredths of a soldier; none if the engine reports no score.
    pub score: Option<i32>,
    pub spent: Duration,
}
