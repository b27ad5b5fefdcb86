//! Quiescence search: captures until nothing hangs, and every answer to a check.
//! <https://www.chessprogramming.org/Quiescence_Search>

use super::super::picker::{Picker, Stage, Wanted};
use super::super::see;
use super::*;

/// From this ply of quiescence on only captures answer a check.
const EVASIONS_MAX_PLIES: usize = 12;

impl Searcher<'_> {
    /// As [`AlphaBeta::search`]; `plies` counts the plies of quiescence above this one.
    pub(super) fn quiescence(&mut self, mut alpha: Value, beta: Value, ply: usize, plies: usize) -> Value {
        self.pv_table.clear(ply);
        self.frames[ply].path_dependence = PATH_INDEPENDENT;
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
        let all_evasions = in_check && plies < EVASIONS_MAX_PLIES;
        // With all moves searched the value does not depend on how deep in quiescence the node is.
        let depth = if plies == 0 || all_evasions { QUIESCENCE_WITH_CHECKS } else { QUIESCENCE };
        let key = self.table_key();
        let corrections = self.prepare_evaluation();
        let entry = self.worker.probe(key);
        if let Some(value) = entry.filter(|_| !is_pv).and_then(|entry| cutoff(entry, alpha, beta, depth, ply))
        {
            return value;
        }
        let (static_eval, stand_pat) = if all_evasions {
            (-INFINITE, -INFINITE)
        } else {
            let static_eval = self.static_eval(key, entry);
            (static_eval, self.corrected_eval(static_eval, corrections, ply))
        };
        let first_alpha = alpha;
        let mut best = if all_evasions { -INFINITE } else { stand_pat };
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        let wanted = match plies {
            _ if all_evasions => Wanted::All,
            0 => Wanted::CapturesAndChecks,
            _ => Wanted::Captures,
        };
        let hash_move = hash_move(entry);
        let previous = self.previous_moves(ply);
        let mut picker = Picker::new(self.board.turn(), wanted, hash_move, [None; 3], previous);
        let mut best_move = None;
        let mut path_dependence = PATH_INDEPENDENT;
        let mut searched = 0;
        while let Some((mv, stage)) = picker.next(self.board.position(), &self.thread_data.history) {
            // In the first ply a check is searched whatever it wins or loses, since it may mate.
            if !all_evasions
                && self.is_futile_capture(mv, stage, stand_pat, alpha)
                && (plies > 0 || !self.board.position().gives_check(mv))
            {
                continue;
            }
            let undo = self.make_move(mv, ply);
            searched += 1;
            let value = -self.quiescence(-beta, -alpha, ply + 1, plies + 1);
            self.unmake_move(mv, undo);
            if self.is_stopped() {
                return 0;
            }
            if value > best {
                best = value;
                path_dependence = self.frames[ply + 1].path_dependence;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    if is_pv {
                        self.pv_table.extend(ply, mv);
                    }
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        if all_evasions && searched == 0 {
            return mated_in(ply);
        }
        self.frames[ply].path_dependence =
            if path_dependence < ply { path_dependence } else { PATH_INDEPENDENT };
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let bound = if is_pv && best > first_alpha && best < beta { Bound::Exact } else { bound };
        self.store(key, ply, depth, best, static_eval, bound, best_move);
        best
    }

    /// Whether a capture can be left out (delta pruning): it loses material, its gain does not reach alpha, or it takes a
    /// guard or an uncrossed soldier while far more is missing.
    fn is_futile_capture(&self, mv: Move, stage: Stage, stand_pat: Value, alpha: Value) -> bool {
        let position = self.board.position();
        let Some(victim) = position.piece_at(mv.to()) else { return false };
        let gain = stand_pat + see::piece_value(victim.role);
        if gain + self.parameters.delta_margin <= alpha {
            return true;
        }
        let at_home = victim.role == Role::Soldier && mv.to().relative_rank(victim.side) < 5;
        let is_minor = at_home || matches!(victim.role, Role::Advisor | Role::Elephant);
        if is_minor && stand_pat + self.parameters.quiescence_minor_margin <= alpha {
            return true;
        }
        // The picker has already tested captures of the other stages by static exchange.
        stage == Stage::HashMove && !see::wins_at_least(position, mv, 0)
    }
}
