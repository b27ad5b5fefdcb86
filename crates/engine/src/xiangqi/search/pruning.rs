//! Pruning: of nodes before their moves are searched (razoring, reverse futility, null move, probcut), and of moves near
//! the leaves. <https://www.chessprogramming.org/Pruning>

use super::super::parameters::PRUNING_MIN_ROOT_DEPTH;
use super::super::picker::{Picker, Stage, Wanted};
use super::super::see;
use super::node::Node;
use super::*;

impl Searcher<'_> {
    /// The node's value if it lies so far outside the window that no move needs to be searched.
    pub(super) fn prune_before_moves(
        &mut self,
        node: &mut Node,
        entry: Option<Entry>,
        cut_node: bool,
    ) -> Option<Value> {
        let Node { ply, depth, alpha, beta, eval, .. } = *node;
        let decided = self.parameters.decided_score;
        // Where beta says that this side is lost, a static bound must not hide the mate.
        if beta <= -decided {
            return None;
        }
        // Razoring: so far below alpha that only captures could help. Not where alpha is a win: only mate improves on it.
        if depth <= self.parameters.razoring_max_depth
            && alpha < decided
            && eval + self.parameters.razoring_base + self.parameters.razoring_mul * depth < alpha
        {
            let value = self.quiescence(alpha, alpha + 1, ply, 0);
            if value <= alpha {
                return Some(value);
            }
        }
        // Reverse futility pruning: so far above beta that the opponent cannot make up for it.
        let margin = self.parameters.rfp_margin * (depth - i32::from(node.improving));
        if depth <= self.parameters.rfp_max_depth
            && !is_decisive(beta)
            && eval - margin >= beta
            && eval < DECISIVE
        {
            if !self.is_mate_threatened(node) {
                return Some(eval);
            }
            node.mate_threat = self.parameters.extend_mate_threat == 1;
            return None;
        }
        self.try_null_move(node, cut_node).or_else(|| self.try_probcut(node, entry, cut_node))
    }

    /// Null move pruning: if passing keeps the value above beta, a move will too. Also sets [`Node::mate_threat`].
    /// <https://www.chessprogramming.org/Null_Move_Pruning>
    pub(super) fn try_null_move(&mut self, node: &mut Node, cut_node: bool) -> Option<Value> {
        let Node { ply, depth, beta, eval, .. } = *node;
        let is_after_null_move = ply > 0 && self.frames[ply - 1].current.is_none();
        if depth < self.parameters.null_move_min_depth
            || eval < beta
            || is_after_null_move
            || ply < self.null_move_from
            || is_decisive(beta)
            || !self.board.has_attackers()
        {
            return None;
        }
        let reduction = self.parameters.null_move_base
            + depth / self.parameters.null_move_depth_divisor
            + ((eval - beta) / self.parameters.null_move_eval_divisor).min(3);
        let value = self.pass(node, depth - 1 - reduction, cut_node);
        if self.is_stopped() {
            return Some(0);
        }
        node.mate_threat = self.parameters.extend_mate_threat == 1 && value <= mated_in(ply + 3);
        if value < beta {
            return None;
        }
        let value = if is_decisive(value) { beta } else { value };
        let little_material = self.board.attacking_material() <= self.parameters.null_move_verify_phase;
        if !little_material && depth < self.parameters.null_move_verify_depth {
            return Some(value);
        }
        // Verification: with little material this may be zugzwang, so a search without null moves must confirm it.
        let from = std::mem::replace(&mut self.null_move_from, ply + (depth - reduction).max(1) as usize);
        let verified = self.search(beta - 1, beta, (depth - reduction).max(1), ply, false);
        self.null_move_from = from;
        (verified >= beta).then_some(value)
    }

    /// ProbCut (Buro 1995): a capture that stays far above beta at a much smaller depth will stay above beta at this one.
    pub(super) fn try_probcut(&mut self, node: &Node, entry: Option<Entry>, cut_node: bool) -> Option<Value> {
        let Node { ply, depth, beta, .. } = *node;
        let probcut_beta = beta + self.parameters.probcut_margin;
        let refuted = |entry: Entry| {
            entry.searched_depth() >= depth - self.parameters.probcut_reduction
                && entry.bound.is_some()
                && Value::from(entry.score) < probcut_beta
        };
        if depth < self.parameters.probcut_min_depth || is_decisive(beta) || entry.is_some_and(refuted) {
            return None;
        }
        let hash_move = hash_move(entry);
        let previous = self.previous_moves(ply);
        let mut picker = Picker::new(self.board.turn(), Wanted::Captures, hash_move, [None; 3], previous);
        while let Some((mv, _)) = picker.next(self.board.position(), &self.thread_data.history) {
            if !see::wins_at_least(self.board.position(), mv, probcut_beta - node.corrected_eval) {
                continue;
            }
            let undo = self.make_move(mv, ply);
            let mut value = -self.quiescence(-probcut_beta, -probcut_beta + 1, ply + 1, 0);
            if value >= probcut_beta && !self.is_stopped() {
                value = -self.search(
                    -probcut_beta,
                    -probcut_beta + 1,
                    depth - 1 - self.parameters.probcut_reduction,
                    ply + 1,
                    !cut_node,
                );
            }
            self.unmake_move(mv, undo);
            if self.is_stopped() {
                return Some(0);
            }
            if value >= probcut_beta && self.frames[ply + 1].path_dependence == PATH_INDEPENDENT {
                let key = self.table_key();
                self.store(
                    key,
                    ply,
                    depth - self.parameters.probcut_reduction,
                    value,
                    node.static_eval,
                    Bound::Lower,
                    Some(mv),
                );
                return Some(if is_decisive(value) { value } else { value - self.parameters.probcut_margin });
            }
        }
        None
    }

    /// Searches a null move with a null window at `beta`. Positions before it do not count as repeated after it.
    fn pass(&mut self, node: &Node, depth: i32, cut_node: bool) -> Value {
        let key = self.board.position().key();
        let Some(&last) = self.played.last() else { return -INFINITE };
        self.frames[node.ply].current = None;
        self.board.make_null_move();
        self.played.push(Played { key, check: false, captured: None, ..last });
        let repeatable_from = std::mem::replace(&mut self.repeatable_from, self.played.len());
        let value = -self.search(-node.beta, -node.beta + 1, depth, node.ply + 1, !cut_node);
        self.repeatable_from = repeatable_from;
        self.played.pop();
        self.board.unmake_null_move();
        value
    }

    /// Whether to leave out a late or bad move near the leaves. May tell the picker to skip all remaining quiet moves.
    pub(super) fn prune_move(
        &self,
        node: &Node,
        mv: Move,
        stage: Stage,
        gives_check: bool,
        searched: i32,
        picker: &mut Picker,
    ) -> bool {
        let Node { depth, alpha, in_check, improving, .. } = *node;
        let is_won = alpha >= self.parameters.decided_score;
        if in_check || is_won || self.root_depth < PRUNING_MIN_ROOT_DEPTH {
            return false;
        }
        let (position, tuned) = (self.board.position(), &self.parameters);
        if stage == Stage::BadCaptures {
            // A capture that gives check may be a sacrifice.
            return !gives_check
                && depth <= tuned.see_quiet_max_depth
                && !see::wins_at_least(position, mv, tuned.see_capture_margin * depth);
        }
        if stage != Stage::Quiets || gives_check {
            return false;
        }
        // Late move pruning.
        let most = (tuned.lmp_base + depth * depth) / if improving { 1 } else { 2 };
        if depth <= tuned.lmp_max_depth && searched > most {
            picker.skip_quiets();
            return true;
        }
        // Futility pruning: a quiet move does not make up for an evaluation far below alpha.
        if depth <= tuned.futility_max_depth
            && node.eval + tuned.futility_base + tuned.futility_mul * depth <= alpha
        {
            picker.skip_quiets();
            return true;
        }
        if depth <= tuned.history_pruning_max_depth
            && self.move_history(node, mv) < tuned.history_pruning_margin * depth
        {
            return true;
        }
        depth <= tuned.see_quiet_max_depth
            && !see::wins_at_least(position, mv, tuned.see_quiet_margin * depth * depth)
    }
}
