//! The expected shares of wins, draws and losses.

use crate::engine::{Score, logistic};
use crate::rules::{Game, Move, Outcome, Ruleset};
use serde::Serialize;

/// The shares of wins, draws and losses of the side to move, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Wdl {
    win: u32,
    draw: u32,
    loss: u32,
}

const ALL: u32 = 1000;

impl Wdl {
    const DRAWN: Wdl = Wdl { win: 0, draw: ALL, loss: 0 };

    /// The shares for the score of a line. A mate is certain, and so is a line that ends in a draw.
    pub fn of_line(game: &Game, score: Score, pv: &[Move]) -> Wdl {
        match score {
            Score::Mate(1..) => Wdl { win: ALL, draw: 0, loss: 0 },
            Score::Mate(_) => Wdl { win: 0, draw: 0, loss: ALL },
            Score::Cp(0) if ends_drawn(game, pv) => Wdl::DRAWN,
            Score::Cp(score) => {
                Wdl::of_expectation(game.ruleset(), logistic(f64::from(score) / Score::WIN_RATE_SCALE))
            }
        }
    }

    /// The shares for an expected result from 0 to 1. In five in a row a draw needs a full board, which the score of another
    /// position does not see coming, so there are none. In Xiangqi a result is two half points that a side wins one
    /// independently of the other: half of the games between equals are drawn, and none if one side is sure to win.
    fn of_expectation(ruleset: Ruleset, expected: f64) -> Wdl {
        let thousandths = |share: f64| (share * f64::from(ALL)).round() as u32;
        let (win, loss) = match ruleset {
            Ruleset::Xiangqi => {
                (thousandths(expected * expected), thousandths((1.0 - expected) * (1.0 - expected)))
            }
            _ => (thousandths(expected), ALL - thousandths(expected)),
        };
        Wdl { win, draw: ALL - win - loss, loss }
    }

    /// The expected result: a draw is half a win. It has four digits.
    pub fn win_rate(self) -> f64 {
        f64::from(2 * self.win + self.draw) / f64::from(2 * ALL)
    }
}

fn ends_drawn(game: &Game, pv: &[Move]) -> bool {
    let mut end = game.clone();
    let is_played = pv.iter().all(|&mv| end.play(mv).is_ok());
    is_played && matches!(end.outcome(), Some(Outcome::Drawn { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Options;

    fn of_score(ruleset: Ruleset, score: Score) -> Wdl {
        Wdl::of_line(&Game::new(&Options::defaults(ruleset), None).unwrap(), score, &[])
    }

    #[test]
    fn the_shares_add_up_and_give_the_win_rate_of_the_score() {
        for ruleset in Ruleset::ALL {
            for score in (-3000..=3000).map(Score::Cp) {
                let shares = of_score(ruleset, score);
                assert_eq!(shares.win + shares.draw + shares.loss, 1000, "{ruleset:?} {score:?}");
                assert!((shares.win_rate() - score.win_rate()).abs() <= 0.001, "{ruleset:?} {score:?}");
            }
        }
    }

    #[test]
    fn half_of_the_even_games_of_xiangqi_are_drawn_and_none_of_five_in_a_row() {
        assert_eq!(of_score(Ruleset::Xiangqi, Score::Cp(0)), Wdl { win: 250, draw: 500, loss: 250 });
        assert_eq!(of_score(Ruleset::Renju, Score::Cp(0)), Wdl { win: 500, draw: 0, loss: 500 });
    }

    #[test]
    fn a_mate_is_certain() {
        assert_eq!(of_score(Ruleset::Xiangqi, Score::Mate(3)), Wdl { win: 1000, draw: 0, loss: 0 });
        assert_eq!(of_score(Ruleset::Gomoku, Score::Mate(0)), Wdl { win: 0, draw: 0, loss: 1000 });
    }

    #[test]
    fn a_line_that_ends_in_a_draw_is_a_draw() {
        // The last soldier is taken: neither side can mate.
        let fen = "3k5/9/9/9/9/9/9/9/4p4/4K4 w - - 0 1";
        let game = Game::new(&Options::defaults(Ruleset::Xiangqi), Some(fen)).unwrap();
        let takes = game.parse("e0e1").unwrap();
        assert_eq!(Wdl::of_line(&game, Score::Cp(0), &[takes]), Wdl::DRAWN);
        assert_eq!(Wdl::of_line(&game, Score::Cp(0), &[takes]).win_rate(), 0.5);
    }
}
