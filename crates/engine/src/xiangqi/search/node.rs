//! A node with depth left: the table, the evaluation, the moves and how deep each is searched.

use super::super::picker::{Picker, Stage, Wanted};
use super::super::see;
use super::*;
use arrayvec::ArrayVec;
use duiyi_rules::xiangqi::Checks;

/// Moves tried before the one that caused the cutoff.
pub type Tried = ArrayVec<Move, 64>;

/// What the parts of a node share.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub ply: usize,
    pub depth: i32,
    pub alpha: Value,
    pub beta: Value,
    /// Whether this is a node of the principal variation, with a window wider than null.
    pub is_pv: bool,
    pub in_check: bool,
    /// Whether the evaluation is better than two plies ago, or there is none to compare with. False in check.
    pub improving: bool,
    /// Whether the null move was answered by mate.
    pub mate_threat: bool,
    /// The static evaluation; minus infinity in check, as the next two.
    pub static_eval: Value,
    /// The static evaluation after correction by history.
    pub corrected_eval: Value,
    /// The corrected evaluation, refined by the table's score.
    pub eval: Value,
}

impl Searcher<'_> {
    /// [`AlphaBeta::search`].
    pub(super) fn search_node(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        debug_assert!(alpha < beta && ply <= MAX_PLY);
        self.pv_table.clear(ply);
        if depth <= 0 {
            return self.quiescence(alpha, beta, ply, 0);
        }
        self.frames[ply].path_dependence = PATH_INDEPENDENT;
        let counts = &mut self.worker.counts;
        counts.seldepth = counts.seldepth.max(ply);
        if self.worker.check_limits() {
            return 0;
        }
        let excluded = self.frames[ply].excluded;
        if excluded.is_none()
            && let Some(value) = self.end_by_rule(ply)
        {
            return value;
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        // Mate distance pruning: no mate found here is shorter than one already found nearer the root.
        let (alpha, beta) = (alpha.max(mated_in(ply)), beta.min(-mated_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta - alpha > 1;
        let key = self.table_key();
        let corrections = self.prepare_evaluation();
        let known = self.worker.probe(key);
        let entry = known.filter(|_| excluded.is_none());
        if let Some(value) = entry.filter(|_| !is_pv).and_then(|entry| cutoff(entry, alpha, beta, depth, ply))
        {
            return value;
        }
        let in_check = self.in_check();
        let static_eval = if in_check { -INFINITE } else { self.static_eval(key, known) };
        let mut node = self.evaluate_node(alpha, beta, depth, ply, in_check, static_eval, entry, corrections);
        if excluded.is_none() {
            self.update_history_by_eval(&node);
            node.depth += self.hindsight(&node);
        }
        let mate = if excluded.is_none() && node.eval < beta { self.mate_at_node(&node) } else { None };
        if let Some((value, mv)) = mate.filter(|&(value, _)| value >= beta) {
            self.frames[ply].path_dependence = PATH_INDEPENDENT;
            self.store(key, ply, node.depth, value, node.static_eval, Bound::Lower, Some(mv));
            return value;
        }
        if !is_pv
            && !in_check
            && excluded.is_none()
            && let Some(value) = self.prune_before_moves(&mut node, entry, cut_node)
        {
            return value;
        }
        // Internal iterative reduction: without a hash move the moves are poorly ordered, so search less deep.
        if node.depth >= self.parameters.iir_min_depth
            && entry.is_none_or(|entry| entry.mv == 0)
            && (is_pv || cut_node)
        {
            node.depth -= 1;
        }
        self.search_moves(node, entry, key, cut_node, mate)
    }

    /// Corrects and refines the static evaluation, and prepares the node's frame and that of its children.
    #[expect(clippy::too_many_arguments, reason = "the fields of a node")]
    fn evaluate_node(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        in_check: bool,
        static_eval: Value,
        entry: Option<Entry>,
        corrections: Entries,
    ) -> Node {
        let corrected_eval =
            if in_check { -INFINITE } else { self.corrected_eval(static_eval, corrections, ply) };
        let eval = match entry {
            Some(entry) if !in_check => entry.refine(corrected_eval),
            _ => corrected_eval,
        };
        self.frames[ply].corrected_eval = corrected_eval;
        self.frames[ply + 1].killers = [None; 2];
        let before = ply.checked_sub(2).map_or(-INFINITE, |ply| self.frames[ply].corrected_eval);
        let improving = !in_check && (before == -INFINITE || corrected_eval > before);
        Node {
            ply,
            depth,
            alpha,
            beta,
            is_pv: beta - alpha > 1,
            in_check,
            improving,
            mate_threat: false,
            static_eval,
            corrected_eval,
            eval,
        }
    }

    /// Searches the moves for a better value than that of the mate, if there is one already.
    fn search_moves(
        &mut self,
        node: Node,
        entry: Option<Entry>,
        key: u64,
        cut_node: bool,
        mate: Option<(Value, Move)>,
    ) -> Value {
        let Node { ply, depth, beta, is_pv, .. } = node;
        let excluded = self.frames[ply].excluded;
        let hash_move = hash_move(entry);
        let mut picker = self.picker(&node, hash_move);
        let checks = Checks::of(self.board.position());
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        let (mut best, mut best_move) = mate.map_or((-INFINITE, None), |(value, mv)| (value, Some(mv)));
        let mut alpha = node.alpha.max(best);
        let mut searched = 0;
        let mut path_dependence = PATH_INDEPENDENT;
        while let Some((mv, stage)) = picker.next(self.board.position(), &self.thread_data.history) {
            if Some(mv) == excluded {
                continue;
            }
            let gives_check = checks.has(self.board.position(), mv);
            // Only a quicker win improves on a win, and any move may begin one.
            let is_won = alpha >= DECISIVE;
            if searched > 0
                && !is_won
                && !is_decisive_loss(best)
                && self.prune_move(&node, mv, stage, gives_check, searched, &mut picker)
            {
                continue;
            }
            self.prefetch(mv, ply);
            let extension = self.extension(&node, mv, gives_check, entry, cut_node);
            let is_capture = self.board.position().piece_at(mv.to()).is_some();
            let history = self.move_history(&node, mv);
            let undo = self.make_move_knowing_check(mv, gives_check, ply);
            searched += 1;
            let new_depth = depth - 1 + extension;
            let value = if searched == 1 {
                -self.search(-beta, -alpha, new_depth, ply + 1, !is_pv && !cut_node)
            } else {
                let reduction =
                    if is_won { 0 } else { self.reduction(&node, stage, searched, history, cut_node) };
                self.search_later_move(&node, alpha, best, new_depth, reduction, cut_node)
            };
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
                        self.update_history(&node, mv, &quiets, &captures);
                        break;
                    }
                }
            }
            let _full_list_is_enough = if is_capture { captures.try_push(mv) } else { quiets.try_push(mv) };
        }
        if searched == 0 {
            // Mate, or stalemate, which loses too; unless the only move was the excluded one.
            return if excluded.is_some() { node.alpha } else { mated_in(ply) };
        }
        self.frames[ply].path_dependence =
            if path_dependence < ply { path_dependence } else { PATH_INDEPENDENT };
        if excluded.is_none() {
            let bound = match best {
                best if best >= beta => Bound::Lower,
                best if best > node.alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            self.store(key, ply, depth, best, node.static_eval, bound, best_move);
            self.update_correction_history(&node, best, bound, best_move);
        }
        best
    }

    /// By how many plies to change this node's depth: takes back part of the reduction of the move that led here if the
    /// evaluation says that the move is good, and reduces more if it is bad.
    pub(super) fn hindsight(&self, node: &Node) -> i32 {
        let reduction = node.ply.checked_sub(1).map_or(0, |ply| self.frames[ply].reduction);
        match self.eval_loss_by_last_move(node) {
            Some(..0) => i32::from(reduction >= self.parameters.hindsight_min_reduction),
            Some(loss) if loss > self.parameters.hindsight_margin => {
                -i32::from(reduction > 0 && node.depth >= 2)
            }
            _ => 0,
        }
    }

    #[inline]
    fn picker(&self, node: &Node, hash_move: Option<Move>) -> Picker {
        let previous = self.previous_moves(node.ply);
        let [first, second] = self.frames[node.ply].killers;
        let refutations = [first, second, self.thread_data.history.countermove(previous[0])];
        Picker::new(self.board.turn(), Wanted::All, hash_move, refutations, previous)
    }

    /// Searches a move after the first. If its value at the reduced depth far exceeds the best so far, the re-search is
    /// deeper than planned; if it barely does, shallower.
    fn search_later_move(
        &mut self,
        node: &Node,
        alpha: Value,
        best: Value,
        depth: i32,
        reduction: i32,
        cut_node: bool,
    ) -> Value {
        let &Node { ply, beta, is_pv, .. } = node;
        let reduced_depth = LaterMove::reduced(depth, reduction);
        let mv = LaterMove { alpha, beta, is_pv, ply: ply + 1, depth, reduced_depth, cut_node: !cut_node };
        self.frames[ply].reduction = depth - reduced_depth;
        mv.search(self, |searcher, value| {
            searcher.frames[ply].reduction = 0;
            let Parameters { lmr_deeper_margin, lmr_shallower_margin, .. } = searcher.parameters;
            let deeper = i32::from(value > best + lmr_deeper_margin + 2 * depth);
            deeper - i32::from(value < best + lmr_shallower_margin)
        })
    }

    /// Late move reduction, in plies, of the move just made; 0 if it gives check.
    pub(super) fn reduction(
        &self,
        node: &Node,
        stage: Stage,
        searched: i32,
        history: i32,
        cut_node: bool,
    ) -> i32 {
        if node.depth < self.parameters.lmr_min_depth || searched < 2 || self.in_check() {
            return 0;
        }
        let parameters = &self.parameters;
        // What the parts of a reduction are rounded to before they are added up: hundredths of a ply, or whole plies.
        let unit = if parameters.lmr_fine == 1 { 100 } else { 1 };
        let (tactical, by_history) = match stage {
            Stage::GoodCaptures => return 0,
            Stage::Killers | Stage::BadCaptures => (true, 0),
            // Quiet moves. The hash move is searched first and never reduced.
            _ => (false, unit * history / parameters.lmr_history_divisor),
        };
        let weight = |applies: bool, hundredths: i32| if applies { hundredths } else { 0 };
        let hundredths = self.shared.tuning.reductions.hundredths(node.depth, searched)
            + weight(cut_node, parameters.lmr_cut_node)
            + weight(!node.improving, parameters.lmr_not_improving)
            - weight(node.is_pv, parameters.lmr_pv)
            - weight(tactical, parameters.lmr_tactical)
            - weight(node.in_check, parameters.lmr_in_check)
            - weight(node.mate_threat, parameters.lmr_mate_threat);
        ((hundredths * unit).div_euclid(100) - by_history).div_euclid(unit).max(0)
    }

    /// By how many plies, from -1 to 2, to extend the move. Called before the move is made.
    fn extension(
        &mut self,
        node: &Node,
        mv: Move,
        gives_check: bool,
        entry: Option<Entry>,
        cut_node: bool,
    ) -> i32 {
        if node.ply as i32 > 2 * self.root_depth {
            return 0;
        }
        let singular =
            self.singular_extension(node.depth, node.ply, mv, entry, node.alpha, node.beta, cut_node);
        if singular != 0 {
            return singular;
        }
        let recaptures = self.parameters.extend_recapture == 1
            && node.is_pv
            && self.played.last().is_some_and(|last| last.captured.is_some() && last.mv.to() == mv.to());
        let checks = self.parameters.extend_check == 1
            && gives_check
            && see::wins_at_least(self.board.position(), mv, 0);
        i32::from(checks || recaptures || node.mate_threat && node.depth <= 6)
    }
}

fn is_decisive_loss(value: Value) -> bool {
    value <= -DECISIVE
}
