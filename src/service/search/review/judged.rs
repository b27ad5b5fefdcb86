//! Positions with their best moves, as searches found them.

use crate::engine::{Score, SearchReport};
use crate::rules::{Game, Move, Outcome, Side};
use std::sync::Arc;

/// Scores are capped at this many centipawns. Beyond it the game is decided.
const SCORE_CAP: i32 = 1000;

/// The best move of a position with its line and its score, for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// Begins with the best move.
    pub line: Arc<[Move]>,
    pub score: Score,
}

impl From<&SearchReport> for BestMove {
    fn from(report: &SearchReport) -> BestMove {
        /// Further moves of a line help nobody, and the cache keeps them.
        const MOST_MOVES: usize = 8;
        let begins_so = |pv: &&Vec<Move>| pv.first() == Some(&report.best);
        let pv = report.lines.iter().map(|line| &line.pv).find(begins_so);
        let line = match pv {
            Some(pv) => pv.iter().copied().take(MOST_MOVES).collect(),
            None => Arc::from([report.best]),
        };
        BestMove { line, score: report.score }
    }
}

/// A position and its best move. None if the game is over.
#[derive(Debug)]
pub struct Judged {
    pub game: Game,
    pub best: Option<BestMove>,
}

impl Judged {
    /// The score in centipawns from the view of `side`, within the cap.
    pub fn score(&self, side: Side) -> i32 {
        score_of(&self.game, self.best.as_ref(), side)
    }
}

/// The score of a position in centipawns from the view of `side`, within the cap.
pub fn score_of(game: &Game, best: Option<&BestMove>, side: Side) -> i32 {
    let to_move = match (best, game.outcome()) {
        (Some(best), _) => match best.score {
            Score::Cp(score) => score.clamp(-SCORE_CAP, SCORE_CAP),
            Score::Mate(moves) if moves > 0 => SCORE_CAP,
            Score::Mate(_) => -SCORE_CAP,
        },
        (None, Some(Outcome::Won { winner, .. })) if winner == game.turn() => SCORE_CAP,
        (None, Some(Outcome::Won { .. })) => -SCORE_CAP,
        _ => 0,
    };
    if side == game.turn() { to_move } else { -to_move }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Options, Ruleset};

    #[test]
    fn a_score_is_capped_and_turns_its_sign_with_the_side() {
        let game = Game::new(&Options::defaults(Ruleset::Xiangqi), None).unwrap();
        let both = |score| {
            let best = BestMove { line: Arc::from(&game.legal_moves()[..1]), score };
            [Side::First, Side::Second].map(|side| score_of(&game, Some(&best), side))
        };
        assert_eq!(both(Score::Cp(70)), [70, -70]);
        assert_eq!([Score::Cp(4000), Score::Mate(3)].map(both), [[SCORE_CAP, -SCORE_CAP]; 2]);
        assert_eq!([Score::Cp(-4000), Score::Mate(-3)].map(both), [[-SCORE_CAP, SCORE_CAP]; 2]);
    }

    #[test]
    fn a_game_that_has_ended_is_worth_its_result() {
        let score = |fen: &str| {
            let game = Game::new(&Options::defaults(Ruleset::Xiangqi), Some(fen)).unwrap();
            assert!(game.outcome().is_some(), "{fen}");
            [Side::First, Side::Second].map(|side| score_of(&game, None, side))
        };
        assert_eq!(score("3k4R/R8/9/9/9/9/9/9/9/4K4 b - - 0 1"), [SCORE_CAP, -SCORE_CAP]);
        assert_eq!(score("4k4/9/9/9/9/9/9/9/r8/3K4r w - - 0 1"), [-SCORE_CAP, SCORE_CAP]);
    }
}
