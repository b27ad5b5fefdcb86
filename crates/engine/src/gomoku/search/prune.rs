//! Pruning of nodes before their moves are searched: reverse futility, razoring, null move.

use super::*;

impl Searcher<'_> {
    pub(super) fn prune_before_moves(
        &mut self,
        node: &Node,
        entry: Option<Entry>,
        cut_node: bool,
    ) -> Option<Value> {
        let Node { ply, depth, alpha, beta, eval, .. } = *node;
        let Parameters { rfp_max_depth, rfp_margin, razoring_max_depth, razoring_base, razoring_mul, .. } =
            self.parameters;
        let Parameters { null_move_min_depth, null_move_base, null_move_depth_divisor, .. } = self.parameters;
        if node.is_pv || node.is_threatened || is_mate(beta) {
            return None;
        }
        let other = self.board.turn().other();
        let is_quiet = !self.board.has(other, Threat::FourThree);
        // Reverse futility pruning: so far above beta that the opponent cannot make up for it.
        let margin = rfp_margin * (depth - i32::from(node.improving));
        if depth <= rfp_max_depth && is_quiet && eval - margin >= beta {
            return Some(eval);
        }
        // Razoring: so far below alpha that only fours could help.
        if depth <= razoring_max_depth && eval + razoring_base + razoring_mul * depth < alpha {
            let value = self.leaf(beta, ply, entry, self.evals[ply]);
            if value <= alpha {
                return Some(value);
            }
        }
        // Null move pruning: if passing keeps the value above beta, a move will too.
        let is_after_null_move = ply > 0 && self.played[ply - 1].is_none();
        if depth >= null_move_min_depth && eval >= beta && !is_after_null_move && is_quiet {
            let side = self.board.turn();
            self.played[ply] = None;
            self.threatened[ply] = Threat::None;
            self.near[ply + 1] = self.near[ply];
            self.board.set_turn(other);
            let reduction = null_move_base + depth / null_move_depth_divisor;
            let value = -self.search(-beta, -beta + 1, depth - reduction, ply + 1, !cut_node);
            self.board.set_turn(side);
            if self.is_stopped() {
                return Some(0);
            }
            if value >= beta {
                return Some(if is_mate(value) { beta } else { value });
            }
        }
        None
    }
}
