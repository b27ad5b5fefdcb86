//! Updates of the history tables by what a node found.

use super::super::picker;
use super::node::{Node, Tried};
use super::*;

impl Searcher<'_> {
    /// Rewards the move that caused the cutoff, and penalizes those searched before it: the captures, and unless it is a
    /// capture itself, the quiet moves.
    pub(super) fn update_history(&mut self, node: &Node, mv: Move, quiets: &Tried, captures: &Tried) {
        let bonus = (self.parameters.history_bonus_per_depth_squared * node.depth * node.depth)
            .min(self.parameters.history_bonus_max);
        let previous = self.previous_moves(node.ply);
        let position = self.board.position();
        let piece_to = |mv: Move| picker::piece_to(position, mv);
        let captured = |mv: Move| position.piece_at(mv.to()).map(|piece| piece.role);
        let Some(moved) = piece_to(mv) else { return };
        if let Some(captured) = captured(mv) {
            self.thread_data.history.update_capture(moved, captured, bonus);
        } else {
            self.thread_data.history.update_quiet(moved, previous, bonus);
            self.thread_data.history.set_countermove(previous[0], mv);
            let killers = &mut self.frames[node.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            for other in quiets.iter().filter_map(|&mv| piece_to(mv)) {
                self.thread_data.history.update_quiet(other, previous, -bonus);
            }
        }
        for &mv in captures {
            if let (Some(other), Some(captured)) = (piece_to(mv), captured(mv)) {
                self.thread_data.history.update_capture(other, captured, -bonus);
            }
        }
    }

    /// Rewards or penalizes the quiet move that led here by how much it changed the evaluation. So move ordering improves
    /// before a cutoff happens. The idea is Stockfish's.
    pub(super) fn update_history_by_eval(&mut self, node: &Node) {
        let is_quiet = self.played.last().is_some_and(|last| last.captured.is_none());
        let [last, ..] = self.previous_moves(node.ply);
        if let (Some(mv), Some(loss), true) = (last, self.eval_loss_by_last_move(node), is_quiet) {
            let Parameters {
                eval_history_mul, eval_history_min, eval_history_max, eval_history_offset, ..
            } = self.parameters;
            let bonus =
                (eval_history_mul * (eval_history_offset - loss)).clamp(eval_history_min, eval_history_max);
            self.thread_data.history.update_quiet(mv, PreviousMoves::default(), bonus);
        }
    }

    /// How much the last move lowered the evaluation for the side that made it. `None` if that side was in check before the
    /// move or the side to move is in check now: positions in check have no static evaluation.
    pub(super) fn eval_loss_by_last_move(&self, node: &Node) -> Option<Value> {
        let before = self.frames[node.ply.checked_sub(1)?].corrected_eval;
        // The second evaluation is for the other side, so the sum is the difference.
        (before != -INFINITE && !node.in_check).then_some(before + node.corrected_eval)
    }

    /// Records the error of the corrected evaluation, unless it comes from a capture or a decisive score, which no static
    /// evaluation can foresee.
    pub(super) fn update_correction_history(
        &mut self,
        node: &Node,
        best: Value,
        bound: Bound,
        best_move: Option<Move>,
    ) {
        let error = best - node.corrected_eval;
        let position = self.board.position();
        let is_quiet = best_move.is_none_or(|mv| position.piece_at(mv.to()).is_none());
        if bound.improves_on(best, node.corrected_eval) && is_quiet && !node.in_check && !is_decisive(best) {
            self.thread_data.correction.update(position, self.last_two(node.ply), error, node.depth);
        }
    }

    /// The history score of a legal move: its capture history, or the quiet histories combined.
    pub(super) fn move_history(&self, node: &Node, mv: Move) -> i32 {
        let position = self.board.position();
        match (position.piece_at(mv.from()), position.piece_at(mv.to())) {
            (Some(piece), None) => self
                .thread_data
                .history
                .quiet_score(PieceTo::new(piece, mv.to()), self.previous_moves(node.ply)),
            (Some(piece), Some(captured)) => {
                self.thread_data.history.capture_score(PieceTo::new(piece, mv.to()), captured.role)
            }
            (None, _) => 0,
        }
    }
}
