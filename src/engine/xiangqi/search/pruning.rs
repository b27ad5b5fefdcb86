//! Pruning: nodes that end before their moves are searched, by razoring, reverse futility, null move or probcut, and moves
//! that are left out.

use super::super::parameters::PRUNING_MIN_ROOT_DEPTH;
use super::super::picker::{Picker, Stage, Wanted};
use super::super::see;
use super::node::Context;
use super::*;
use crate::rules::xiangqi::Legality;

impl Searcher<'_> {
    /// The value of the node where it is beyond the window by so much that no move needs to be looked at.
    pub(super) fn prune_before_moves(
        &mut self,
        node: &mut Context,
        entry: Option<Entry>,
        cut_node: bool,
    ) -> Option<Value> {
        let Context { ply, depth, alpha, beta, eval, .. } = *node;
        let decided = self.parameters.decided_score;
        // That it stands no worse than expected must not save a lost side from being mated.
        if beta <= -decided {
            return None;
        }
        // Razoring: so far below alpha that only captures could help. Not below a win, which only mating betters.
        if depth <= self.parameters.razoring_max_depth
            && alpha < decided
            && eval + self.parameters.razoring_base + self.parameters.razoring_mul * depth < alpha
        {
            let value = self.quiescence(alpha, alpha + 1, ply, 0);
            if value <= alpha {
                return Some(value);
            }
        }
        // Reverse futility: so far above beta that the opponent will not get it back.
        let margin = self.parameters.rfp_margin * (depth - i32::from(node.improving));
        if depth <= self.parameters.rfp_max_depth
            && !is_decisive(beta)
            && eval - margin >= beta
            && eval < DECISIVE
        {
            return Some(eval);
        }
        self.try_null_move(node, cut_node).or_else(|| self.try_probcut(node, entry, cut_node))
    }

    /// Null move: if even passing stays above beta, a move will. Also tells whether passing would be mated.
    fn try_null_move(&mut self, node: &mut Context, cut_node: bool) -> Option<Value> {
        let Context { ply, depth, beta, eval, .. } = *node;
        let came_by_null = ply > 0 && self.frames[ply - 1].current.is_none();
        if depth < self.parameters.null_move_min_depth
            || eval < beta
            || came_by_null
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
        let little_material = self.board.phase() <= self.parameters.null_move_verify_phase;
        if !little_material && depth < self.parameters.null_move_verify_depth {
            return Some(value);
        }
        // Verification: with little material passing may be the only good move, so a real one must hold too.
        let from = std::mem::replace(&mut self.null_move_from, ply + (depth - reduction).max(1) as usize);
        let verified = self.search(beta - 1, beta, (depth - reduction).max(1), ply, false);
        self.null_move_from = from;
        (verified >= beta).then_some(value)
    }

    /// Probcut: a capture that stays far above beta at a much smaller depth will stay above beta at this one.
    fn try_probcut(&mut self, node: &Context, entry: Option<Entry>, cut_node: bool) -> Option<Value> {
        let Context { ply, depth, beta, .. } = *node;
        let goal = beta + self.parameters.probcut_margin;
        let refuted = |entry: Entry| {
            entry.searched_depth() >= depth - self.parameters.probcut_reduction
                && entry.bound.is_some()
                && Value::from(entry.score) < goal
        };
        if depth < self.parameters.probcut_min_depth || is_decisive(beta) || entry.is_some_and(refuted) {
            return None;
        }
        let position = self.board.position();
        let hash_move = entry.filter(|entry| entry.mv != 0).and_then(|entry| Move::from_bits(entry.mv));
        let before = self.before(ply);
        let mut picker =
            Picker::new(position, Legality::of(position), Wanted::Captures, hash_move, [None; 3], before);
        while let Some((mv, _)) = picker.next(self.board.position(), &self.memory.history) {
            if !see::wins_at_least(self.board.position(), mv, goal - node.static_eval) {
                continue;
            }
            let unplay = self.play(mv, ply);
            let mut value = -self.quiescence(-goal, -goal + 1, ply + 1, 0);
            if value >= goal && !self.is_stopped() {
                value = -self.search(
                    -goal,
                    -goal + 1,
                    depth - 1 - self.parameters.probcut_reduction,
                    ply + 1,
                    !cut_node,
                );
            }
            self.unplay(mv, unplay);
            if self.is_stopped() {
                return Some(0);
            }
            if value >= goal && self.frames[ply + 1].rests_on == NOWHERE {
                let key = self.table_key();
                self.store(
                    key,
                    ply,
                    depth - self.parameters.probcut_reduction,
                    value,
                    node.raw_eval,
                    Bound::Lower,
                    Some(mv),
                );
                return Some(if is_decisive(value) { value } else { value - self.parameters.probcut_margin });
            }
        }
        None
    }

    fn pass(&mut self, node: &Context, depth: i32, cut_node: bool) -> Value {
        let key = self.board.position().key();
        let Some(&last) = self.played.last() else { return -INFINITE };
        self.frames[node.ply].current = None;
        self.board.play_null();
        self.played.push(Played { key, check: false, captured: None, ..last });
        let repeatable_from = std::mem::replace(&mut self.repeatable_from, self.played.len());
        let value = -self.search(-node.beta, -node.beta + 1, depth, node.ply + 1, !cut_node);
        self.repeatable_from = repeatable_from;
        self.played.pop();
        self.board.unplay_null();
        value
    }

    /// Whether a late or plainly bad move can be left out near the leaves.
    pub(super) fn is_pruned(
        &self,
        node: &Context,
        mv: Move,
        stage: Stage,
        gives_check: bool,
        searched: i32,
        picker: &mut Picker,
    ) -> bool {
        let Context { depth, alpha, in_check, improving, .. } = *node;
        let is_won = alpha >= self.parameters.decided_score;
        if in_check || is_won || self.root_depth < PRUNING_MIN_ROOT_DEPTH {
            return false;
        }
        let (position, tuned) = (self.board.position(), &self.parameters);
        if stage == Stage::BadCaptures {
            // One that gives check may be a sacrifice.
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
        // Futility: far below alpha a quiet move does not help.
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
