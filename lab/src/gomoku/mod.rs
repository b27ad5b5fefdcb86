//! Gomoku and Renju: openings, the judge of opening choices, self-play, tuning of the evaluation, problems.

pub mod generation;
pub mod judge;
pub mod openings;
pub mod problems;
pub mod record;
pub mod selfplay;
pub mod solve;
pub mod tables;
pub mod train;
pub mod tune;

use duiyi_engine::Score;

/// The score in hundredths, as files of games keep it: ±10000 for a proved win or loss.
fn as_number(score: Score) -> i32 {
    match score {
        Score::Cp(score) => score,
        Score::Mate(moves) => 10_000 * moves.signum(),
    }
}
