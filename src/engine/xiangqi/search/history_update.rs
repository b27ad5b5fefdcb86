//! Updates of the history tables by what a node found.

use super::node::{Node, Tried};
use super::*;

impl Searcher<'_> {
    /// Rewards the move that caused the cutoff and penalizes those tried before it.
    pub(super) fn update_history(
        &mut self,
        node: &Node,
        mv: Move,
        is_capture: bool,
        quiets: &Tried,
        captures: &Tried,
    ) {
        let bonus = (self.parameters.history_bonus_per_depth_squared * node.depth * node.depth)
            .min(self.parameters.history_bonus_max);
        let previous = self.previous_moves(node.ply);
        let position = self.board.position();
        let piece_to = |mv: Move| super::super::picker::piece_to(position, mv);
        let captured = |mv: Move| position.piece_at(mv.to()).map(|piece| piece.role);
        if let (true, Some(best), Some(captured)) = (is_capture, piece_to(mv), captured(mv)) {
            self.thread_data.history.update_capture(best, captured, bonus);
        } else if let Some(best) = piece_to(mv) {
            self.thread_data.history.update_quiet(best, previous, bonus);
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

    /// Rewards or penalizes the quiet move that led here by how much the evaluation changed for the side that made it, so
    /// that move ordering need not wait for a cutoff. The idea is Stockfish's.
    pub(super) fn update_history_by_eval(&mut self, node: &Node) {
        let is_quiet = self.played.last().is_some_and(|last| last.captured.is_none());
        let [last, ..] = self.previous_moves(node.ply);
        if let (Some(mv), Some(loss), true) = (last, self.eval_loss_by_last_move(node), is_quiet) {
            let most = self.parameters.eval_history_max;
            let bonus = (-self.parameters.eval_history_mul * loss).clamp(-most, most);
            self.thread_data.history.update_quiet(mv, PreviousMoves::default(), bonus);
        }
    }

    /// By how much the evaluation fell for the side that made the move that led here; none if either position is in check
    /// and so has no evaluation.
    pub(super) fn eval_loss_by_last_move(&self, node: &Node) -> Option<Value> {
        let before = self.frames[node.ply.checked_sub(1)?].corrected_eval;
        (before != -INFINITE && !node.in_check).then_some(before + node.corrected_eval)
    }

    /// Records how far off the corrected evaluation was, unless a capture or a decisive score is the reason.
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
