//! Judges the moves of a game by searches of its positions.

use super::accuracy::{self, MoveChances};
use super::exemption::{Exemption, Standard, named_stones, standard_of};
use super::judged::{BestMove, Judged, score_of};
use super::oversight::Oversight;
use crate::engine::Score;
use crate::game::Session;
use crate::rules::{BySide, Game, Move, Prefixes, Side};
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// A move and how good it was.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedMove {
    pub ply: usize,
    pub side: &'static str,
    #[serde(rename = "move")]
    pub coordinates: String,
    pub chinese: Option<String>,
    pub wxf: Option<String>,
    /// The score before the move, in centipawns (hundredths of a soldier), for the side that moves.
    pub score_before: i32,
    /// The score after the move, in the same unit and for the same side.
    pub score_after: i32,
    pub best_move: String,
    /// What could have been played, beginning with the best move.
    pub best_line: Vec<String>,
    pub loss: i32,
    pub label: &'static str,
    /// Why the move cannot be a mistake. None if it is judged.
    pub exempt: Option<Exemption>,
    /// None unless the move is a mistake for which there is a simple reason.
    pub oversight: Option<Oversight>,
}

/// How well both sides played.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub plies: usize,
    pub accuracy: Accuracy,
}

/// The accuracy of each side in percent. None for a side that has not moved.
#[derive(Clone, Debug)]
pub struct Accuracy {
    names: BySide<&'static str>,
    percent: BySide<Option<f64>>,
}

impl Serialize for Accuracy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Side::ALL.map(|side| (self.names[side], self.percent[side])))
    }
}

/// Steps through a game from its start and judges each move.
#[derive(Debug)]
pub struct Judge {
    session: Arc<Session>,
    moves: Vec<Move>,
    /// How many of the first stones make an opening with a name.
    named_stones: usize,
    positions: Prefixes,
    /// How many positions [`Judge::next_position`] has returned.
    positions_seen: usize,
    before: Option<Judged>,
    /// Of each judged move.
    chances: Vec<MoveChances>,
}

impl Judge {
    pub fn new(session: Arc<Session>) -> Judge {
        Judge {
            moves: session.game.moves(),
            named_stones: named_stones(&session.game),
            positions: session.game.prefixes(),
            positions_seen: 0,
            before: None,
            chances: Vec::new(),
            session,
        }
    }

    /// The next position of the game, starting with the first. None after the last.
    pub fn next_position(&mut self) -> Option<Game> {
        let game = self.positions.next()?;
        self.positions_seen += 1;
        Some(game)
    }

    /// The position before this one, if the move between them looks like a mistake, so that both deserve a deeper search.
    pub fn in_doubt(&self, game: &Game, best: Option<&BestMove>) -> Option<&Game> {
        let before = self.before.as_ref()?;
        let verdict = self.verdict(before, game, best)?;
        is_mistake(verdict.label).then_some(&before.game)
    }

    /// Replaces what is known about the position before the next one.
    pub fn correct_before(&mut self, best: BestMove) {
        if let Some(before) = &mut self.before {
            before.best = Some(best);
        }
    }

    /// Judges the move that led to this position. None for the first position.
    pub fn judge(&mut self, game: Game, best: Option<BestMove>) -> Option<JudgedMove> {
        let verdict = self.before.as_ref().and_then(|before| self.verdict(before, &game, best.as_ref()));
        let before = self.before.replace(Judged { game, best })?;
        let Verdict { mv, side, was, is, exempt, label, chances } = verdict?;
        let now = self.before.as_ref()?;
        let best = before.best.as_ref()?;
        self.chances.push(chances);
        let text = before.game.describe(mv);
        let best_line: Vec<String> = best.line.iter().map(|&mv| before.game.coordinates(mv)).collect();
        let loses_nothing = exempt.is_some() || label == BEST;
        Some(JudgedMove {
            ply: self.positions_seen - 1,
            side: before.game.ruleset().side_names()[side],
            coordinates: text.coordinates,
            chinese: text.chinese,
            wxf: text.wxf,
            score_before: was,
            score_after: is,
            best_move: best_line.first().cloned().unwrap_or_default(),
            best_line,
            loss: if loses_nothing { 0 } else { (was - is).max(0) },
            exempt,
            oversight: if is_mistake(label) { Oversight::of(&before, mv, now) } else { None },
            label,
        })
    }

    /// How good the last move was that led to this position.
    fn verdict(&self, before: &Judged, game: &Game, best_after: Option<&BestMove>) -> Option<Verdict> {
        let side = before.game.turn();
        let mv = *self.moves.get(self.positions_seen.checked_sub(2)?)?;
        let is_best = before.best.as_ref()?.line.first() == Some(&mv);
        let standard = standard_of(&before.game, mv, game, self.named_stones);
        let (was, after) = (before.score(side), score_of(game, best_after, side));
        let (was, is) = match standard {
            Standard::Advantage | Standard::Exempt(_) => (was, after),
            Standard::Balance => (-was.abs(), -after.abs()),
            Standard::Color(color) => (was, score_of(game, best_after, color)),
        };
        let exempt = match standard {
            Standard::Exempt(exemption) => Some(exemption),
            _ => None,
        };
        let chance = |score| Score::Cp(score).win_rate();
        // The best move loses nothing: its two scores come from two searches. Neither does one that is not judged.
        let kept = is_best || exempt.is_some();
        let chances = MoveChances { side, before: chance(was), after: chance(if kept { was } else { is }) };
        let label = label(is_best, chances.lost());
        Some(Verdict { mv, side, was, is, exempt, label, chances })
    }

    pub fn summary(&self) -> Summary {
        let accuracy =
            |side| accuracy::of_side(&self.chances, side).map(|percent| (percent * 10.0).round() / 10.0);
        Summary {
            plies: self.moves.len(),
            accuracy: Accuracy {
                names: self.session.game.ruleset().side_names(),
                percent: BySide { first: accuracy(Side::First), second: accuracy(Side::Second) },
            },
        }
    }
}

/// A move with its scores before and after, for the side that made it.
struct Verdict {
    mv: Move,
    side: Side,
    was: i32,
    is: i32,
    exempt: Option<Exemption>,
    label: &'static str,
    chances: MoveChances,
}

const BEST: &str = "best";

fn is_mistake(label: &str) -> bool {
    matches!(label, "inaccuracy" | "mistake" | "blunder")
}

/// Labels a move by the win probability that it lost, from 0 to 1.
fn label(is_best: bool, lost: f64) -> &'static str {
    match lost {
        _ if is_best => BEST,
        lost if lost < 0.05 => "good",
        lost if lost < 0.10 => "inaccuracy",
        lost if lost < 0.20 => "mistake",
        _ => "blunder",
    }
}
