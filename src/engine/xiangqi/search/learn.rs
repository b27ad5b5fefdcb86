//! What a node teaches: which moves cut off and which did not, and how far off its evaluation was.

use super::node::{Context, Tried};
use super::*;

impl Searcher<'_> {
    /// Remembers the move that cut off, and that those tried before it did not.
    pub(super) fn learn(
        &mut self,
        node: &Context,
        mv: Move,
        is_capture: bool,
        quiets: &Tried,
        captures: &Tried,
    ) {
        let bonus = (self.parameters.history_bonus_per_depth_squared * node.depth * node.depth)
            .min(self.parameters.history_bonus_max);
        let before = self.before(node.ply);
        let position = self.board.position();
        let piece_to = |mv: Move| super::super::picker::piece_to(position, mv);
        let captured = |mv: Move| position.piece_at(mv.to()).map(|piece| piece.role);
        if let (true, Some(best), Some(captured)) = (is_capture, piece_to(mv), captured(mv)) {
            self.memory.history.update_capture(best, captured, bonus);
        } else if let Some(best) = piece_to(mv) {
            self.memory.history.update_quiet(best, before, bonus);
            self.memory.history.set_counter(before[0], mv);
            let killers = &mut self.frames[node.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            for other in quiets.iter().filter_map(|&mv| piece_to(mv)) {
                self.memory.history.update_quiet(other, before, -bonus);
            }
        }
        for &mv in captures {
            if let (Some(other), Some(captured)) = (piece_to(mv), captured(mv)) {
                self.memory.history.update_capture(other, captured, -bonus);
            }
        }
    }

    /// Remembers of the quiet move that led here by how much the evaluation grew or fell for the side that played it: its
    /// place in the order shall not wait for a cutoff. The idea is Stockfish's.
    pub(super) fn learn_from_evaluation(&mut self, node: &Context) {
        let is_quiet = self.played.last().is_some_and(|last| last.captured.is_none());
        let [last, ..] = self.before(node.ply);
        if let (Some(mv), Some(loss), true) = (last, self.loss_by_last_move(node), is_quiet) {
            let most = self.parameters.eval_history_max;
            let bonus = (-self.parameters.eval_history_mul * loss).clamp(-most, most);
            self.memory.history.update_quiet(mv, Before::default(), bonus);
        }
    }

    /// By how much the evaluation fell for the side that played the move that led here; none where one of the two positions
    /// is in check and has no evaluation.
    pub(super) fn loss_by_last_move(&self, node: &Context) -> Option<Value> {
        let before = self.frames[node.ply.checked_sub(1)?].eval;
        (before != -INFINITE && !node.in_check).then_some(before + node.static_eval)
    }

    /// Remembers how far off the static evaluation was, where captures and mates are not the reason.
    pub(super) fn learn_error(&mut self, node: &Context, best: Value, bound: Bound, best_move: Option<Move>) {
        let error = best - node.static_eval;
        let position = self.board.position();
        let is_quiet = best_move.is_none_or(|mv| position.piece_at(mv.to()).is_none());
        if bound.tells_more(best, node.static_eval) && is_quiet && !node.in_check && !is_decisive(best) {
            self.memory.corrections.learn(position, self.last_two(node.ply), error, node.depth);
        }
    }

    pub(super) fn move_history(&self, node: &Context, mv: Move) -> i32 {
        let position = self.board.position();
        match (position.piece_at(mv.from()), position.piece_at(mv.to())) {
            (Some(piece), None) => {
                self.memory.history.of_quiet(PieceTo::new(piece, mv.to()), self.before(node.ply))
            }
            (Some(piece), Some(captured)) => {
                self.memory.history.of_capture(PieceTo::new(piece, mv.to()), captured.role)
            }
            (None, _) => 0,
        }
    }
}
