//! Quiescence: captures until nothing hangs, and every answer to a check, so that the horizon hides nothing.

use super::super::picker::{Picker, Stage, Wanted};
use super::super::see;
use super::*;
use crate::rules::xiangqi::Legality;

/// Plies of quiescence after which checks are no longer answered by all moves.
const CHECK_ANSWERS_MAX_PLIES: usize = 12;

impl Searcher<'_> {
    /// As [`Searcher::search`], `plies` deep in quiescence.
    pub(super) fn quiescence(&mut self, mut alpha: Value, beta: Value, ply: usize, plies: usize) -> Value {
        self.lines.clear(ply);
        self.frames[ply].rests_on = NOWHERE;
        let counts = &mut self.worker.counts;
        counts.seldepth = counts.seldepth.max(ply);
        if self.worker.check_limits() {
            return 0;
        }
        if let Some(value) = self.end_by_rule(ply) {
            return value;
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        let is_pv = beta - alpha > 1;
        let in_check = self.in_check();
        let answers_all = in_check && plies < CHECK_ANSWERS_MAX_PLIES;
        // What all moves answer is worth the same anywhere.
        let depth = if plies == 0 || answers_all { FIRST_OF_QUIESCENCE } else { REST_OF_QUIESCENCE };
        let key = self.table_key();
        let entry = self.worker.probe(key);
        if let Some(value) = entry.filter(|_| !is_pv).and_then(|entry| cutoff(entry, alpha, beta, depth, ply))
        {
            return value;
        }
        let raw_eval = match entry {
            _ if answers_all => -INFINITE,
            Some(entry) if Value::from(entry.eval) != -INFINITE => Value::from(entry.eval),
            _ => self.evaluate(),
        };
        let eval = if answers_all { -INFINITE } else { self.corrected(raw_eval, ply) };
        let first_alpha = alpha;
        let mut best = if answers_all { -INFINITE } else { eval };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let wanted = match plies {
            _ if answers_all => Wanted::All,
            0 => Wanted::CapturesAndChecks,
            _ => Wanted::Captures,
        };
        let hash_move = entry.filter(|entry| entry.mv != 0).and_then(|entry| Move::from_bits(entry.mv));
        let position = self.board.position();
        let mut picker =
            Picker::new(position, Legality::of(position), wanted, hash_move, [None; 3], self.before(ply));
        let mut best_move = None;
        let mut rests_on = NOWHERE;
        let mut searched = 0;
        while let Some((mv, stage)) = picker.next(self.board.position(), &self.memory.history) {
            // In the first ply a check may mate, whatever it wins or loses.
            if !answers_all
                && self.is_futile_capture(mv, stage, eval, alpha)
                && (plies > 0 || !self.board.position().gives_check(mv))
            {
                continue;
            }
            let unplay = self.play(mv, ply);
            searched += 1;
            let value = -self.quiescence(-beta, -alpha, ply + 1, plies + 1);
            self.unplay(mv, unplay);
            if self.is_stopped() {
                return 0;
            }
            if value > best {
                best = value;
                rests_on = self.frames[ply + 1].rests_on;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    if is_pv {
                        self.lines.extend(ply, mv);
                    }
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        if answers_all && searched == 0 {
            return mated_in(ply);
        }
        self.frames[ply].rests_on = if rests_on < ply { rests_on } else { NOWHERE };
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let bound = if is_pv && best > first_alpha && best < beta { Bound::Exact } else { bound };
        self.store(key, ply, depth, best, raw_eval, bound, best_move);
        best
    }

    /// Whether a capture cannot matter: it loses material, what it wins does not reach alpha, or it takes a
    /// guard or a soldier at home while far more is missing.
    fn is_futile_capture(&self, mv: Move, stage: Stage, eval: Value, alpha: Value) -> bool {
        let position = self.board.position();
        let Some(victim) = position.piece_at(mv.to()) else { return false };
        let gain = eval + see::worth(victim.role);
        if gain + self.parameters.delta_margin <= alpha {
            return true;
        }
        let at_home = victim.role == Role::Soldier && mv.to().relative_rank(victim.side) < 5;
        let is_minor = at_home || matches!(victim.role, Role::Advisor | Role::Elephant);
        if is_minor && eval + self.parameters.quiescence_minor_margin <= alpha {
            return true;
        }
        // Captures from other stages have been tried by exchange already.
        stage == Stage::HashMove && !see::wins_at_least(position, mv, 0)
    }
}
