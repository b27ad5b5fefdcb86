//! The judgement of a game's moves by what was found in its positions.

use crate::engine::{Score, SearchReport};
use crate::rules::{BySide, Game, Move, Outcome, Side};
use crate::session::Session;
use serde_json::{Value, json};
use std::sync::Arc;

/// Beyond this a score says no more than that the game is decided.
const SCORE_CAP: i32 = 1000;

/// What a search found in a position, as far as it counts here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    best: Move,
    score: Score,
}

impl From<&SearchReport> for Found {
    fn from(report: &SearchReport) -> Found {
        Found { best: report.best, score: report.score }
    }
}

/// A position and what was found in it.
#[derive(Debug)]
struct Judged {
    game: Game,
    found: Option<Found>,
}

impl Judged {
    /// The score for `side`, within the cap.
    fn score(&self, side: Side) -> i32 {
        let to_move = match (self.found, self.game.outcome()) {
            (Some(found), _) => match found.score {
                Score::Cp(score) => score.clamp(-SCORE_CAP, SCORE_CAP),
                Score::Mate(moves) if moves > 0 => SCORE_CAP,
                Score::Mate(_) => -SCORE_CAP,
            },
            (None, Some(Outcome::Won { winner, .. })) if winner == self.game.turn() => SCORE_CAP,
            (None, Some(Outcome::Won { .. })) => -SCORE_CAP,
            _ => 0,
        };
        if side == self.game.turn() { to_move } else { -to_move }
    }
}

/// A game walked through from its start.
#[derive(Debug)]
pub struct Review {
    session: Arc<Session>,
    ply: usize,
    before: Option<Judged>,
    /// The chances lost and the moves made by each side.
    lost: BySide<(f64, u32)>,
}

/// The expected result of a score for the side that has it.
fn chance(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / 240.0).exp())
}

impl Review {
    pub fn new(session: &Arc<Session>) -> Review {
        Review { session: Arc::clone(session), ply: 0, before: None, lost: BySide::default() }
    }

    /// The position after so many plies as were asked for before; none after the last.
    pub fn next_position(&mut self) -> Option<Game> {
        let plies = self.session.game.ply();
        if self.ply > plies {
            return None;
        }
        let mut game = self.session.game.clone();
        // Only the last position keeps an end that did not come about on the board.
        if self.ply < plies {
            game.undo(plies - self.ply).ok()?;
        }
        self.ply += 1;
        Some(game)
    }

    /// Judges the move that led to this position; none for the first.
    pub fn judge(&mut self, game: Game, found: Option<Found>) -> Option<Value> {
        let before = self.before.replace(Judged { game, found })?;
        let now = self.before.as_ref()?;
        let side = before.game.turn();
        let mv = *self.session.game.moves().get(self.ply - 2)?;
        let best = before.found?;
        let is_best = best.best == mv;
        let (was, is) = (before.score(side), now.score(side));
        let loss = if is_best { 0 } else { (was - is).max(0) };
        let chance_lost = if is_best { 0.0 } else { (chance(was) - chance(is)).max(0.0) };
        self.lost[side].0 += chance_lost;
        self.lost[side].1 += 1;
        let text = before.game.describe(mv);
        Some(json!({
            "ply": self.ply - 1,
            "side": before.game.ruleset().side_names()[side],
            "move": text.coordinates,
            "chinese": text.chinese,
            "wxf": text.wxf,
            "score_before": was,
            "score_after": is,
            "best_move": before.game.coordinates(best.best),
            "loss": loss,
            "label": label(is_best, chance_lost),
        }))
    }

    pub fn result(&self) -> Value {
        let names = self.session.game.ruleset().side_names();
        let accuracy = |side: Side| {
            let (lost, moves) = self.lost[side];
            (moves > 0).then(|| ((1.0 - lost / f64::from(moves)) * 1000.0).round() / 10.0)
        };
        json!({
            "plies": self.session.game.ply(),
            "accuracy": {names[Side::First]: accuracy(Side::First), names[Side::Second]: accuracy(Side::Second)},
        })
    }
}

/// By the share of the expected result that the move gave away.
fn label(is_best: bool, lost: f64) -> &'static str {
    match lost {
        _ if is_best => "best",
        lost if lost < 0.05 => "good",
        lost if lost < 0.10 => "inaccuracy",
        lost if lost < 0.20 => "mistake",
        _ => "blunder",
    }
}
