//! Adjudication: ends a game early when both engines agree on its result.

use duiyi_rules::{DrawReason, Outcome, Side, WinReason};
use serde::{Deserialize, Serialize};

/// The scores of adjudication, in hundredths of a soldier. Without one such games are played to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::Args, Serialize, Deserialize)]
pub struct Adjudication {
    /// A game is won if both engines score one side ahead by at least this for three moves each.
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..))]
    won_score: Option<i32>,
    /// A game is drawn if neither engine scores a side ahead by more than this for ten moves each, from move 60 on.
    #[arg(long, value_parser = clap::value_parser!(i32).range(0..))]
    drawn_score: Option<i32>,
}

const WON_PLIES: u32 = 6;
const DRAWN_PLIES: u32 = 20;
const DRAWN_FROM_PLY: usize = 120;

/// The state of the adjudication of one game.
#[derive(Debug)]
pub struct Adjudicator {
    adjudication: Adjudication,
    /// The side that is ahead by the winning score, and for how many plies.
    ahead: Option<(Side, u32)>,
    level: u32,
}

impl Adjudicator {
    pub fn new(adjudication: Adjudication) -> Adjudicator {
        Adjudicator { adjudication, ahead: None, level: 0 }
    }

    /// The outcome, if the score that the engine of `side` reported with its move at this ply settles the game.
    pub fn adjudicate(&mut self, side: Side, ply: usize, score: Option<i32>) -> Option<Outcome> {
        let Adjudication { won_score, drawn_score } = self.adjudication;
        let ahead = match (score, won_score) {
            (Some(score), Some(won)) if score >= won => Some(side),
            (Some(score), Some(won)) if score <= -won => Some(side.other()),
            _ => None,
        };
        self.ahead = ahead.map(|side| match self.ahead {
            Some((before, plies)) if before == side => (side, plies + 1),
            _ => (side, 1),
        });
        let is_level = score.zip(drawn_score).is_some_and(|(score, most)| score.abs() <= most);
        self.level = if is_level { self.level + 1 } else { 0 };
        match self.ahead {
            Some((winner, WON_PLIES..)) => Some(Outcome::Won { winner, reason: WinReason::Resignation }),
            _ if self.level >= DRAWN_PLIES && ply >= DRAWN_FROM_PLY => {
                Some(Outcome::Drawn { reason: DrawReason::Agreement })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(
        adjudication: Adjudication,
        from_ply: usize,
        scores: impl Fn(usize) -> Option<i32>,
    ) -> Option<usize> {
        let mut adjudicator = Adjudicator::new(adjudication);
        let side = |ply: usize| if ply.is_multiple_of(2) { Side::First } else { Side::Second };
        (from_ply..from_ply + 60).find(|&ply| adjudicator.adjudicate(side(ply), ply, scores(ply)).is_some())
    }

    #[test]
    fn both_engines_must_score_the_same_side_ahead() {
        let won = Adjudication { won_score: Some(900), ..Adjudication::default() };
        assert_eq!(judge(won, 20, |ply| Some(if ply % 2 == 0 { 1_000 } else { -1_000 })), Some(25));
        // Both engines see themselves ahead; only one sees a side ahead; one reports no score; adjudication is off.
        assert_eq!(judge(won, 20, |_| Some(1_000)), None);
        assert_eq!(judge(won, 20, |ply| Some(if ply % 2 == 0 { 1_000 } else { -500 })), None);
        assert_eq!(judge(won, 20, |ply| (ply % 2 == 0).then_some(1_000)), None);
        assert_eq!(judge(Adjudication::default(), 20, |_| Some(0)), None);
    }

    #[test]
    fn level_games_are_drawn_only_after_move_60() {
        let drawn = Adjudication { drawn_score: Some(10), ..Adjudication::default() };
        assert_eq!(judge(drawn, 110, |_| Some(-10)), Some(129));
        assert_eq!(judge(drawn, 60, |_| Some(0)), None);
        assert_eq!(judge(drawn, 130, |ply| Some(if ply % 19 == 0 { 11 } else { 0 })), None);
    }
}
