//! A node with depth left: ends, table, the moves and how deep each is searched.

use super::super::picker::{Picker, Stage, Wanted};
use super::super::see;
use super::*;
use crate::rules::xiangqi::Legality;
use arrayvec::ArrayVec;

/// Quiet moves and captures tried before the one that cut off, for the history.
pub type Tried = ArrayVec<Move, 64>;

/// What the parts of a node share.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    pub ply: usize,
    pub depth: i32,
    pub alpha: Value,
    pub beta: Value,
    /// Whether exact scores are wanted: a node of the principal variation.
    pub is_pv: bool,
    pub in_check: bool,
    /// Whether this side stands better than two plies ago.
    pub improving: bool,
    /// Whether passing would be mated at once.
    pub mate_threat: bool,
    /// The static evaluation before and after correction, and the latter mended by what the table knows.
    pub raw_eval: Value,
    pub static_eval: Value,
    pub eval: Value,
}

impl Searcher<'_> {
    /// The value of the present position for the side to move, within `alpha` and `beta` if it lies there, else
    /// a bound beyond them. Meaningless once the search is stopped.
    pub(super) fn search_node(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        debug_assert!(alpha < beta && ply <= MAX_PLY);
        self.lines.clear(ply);
        if depth <= 0 {
            return self.quiescence(alpha, beta, ply, 0);
        }
        self.frames[ply].rests_on = NOWHERE;
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
        // Mate distance pruning: nothing found here beats a mate already found nearer the root.
        let (alpha, beta) = (alpha.max(mated_in(ply)), beta.min(-mated_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta - alpha > 1;
        let key = self.table_key();
        let entry = if excluded.is_some() { None } else { self.worker.probe(key) };
        if let Some(value) = entry.filter(|_| !is_pv).and_then(|entry| cutoff(entry, alpha, beta, depth, ply))
        {
            return value;
        }
        let in_check = self.in_check();
        let mut node = self.look(alpha, beta, depth, ply, is_pv, in_check, entry);
        if excluded.is_none() {
            self.learn_from_evaluation(&node);
            node.depth += self.hindsight(&node);
        }
        if !is_pv
            && !in_check
            && excluded.is_none()
            && let Some(value) = self.prune_before_moves(&mut node, entry, cut_node)
        {
            return value;
        }
        // Internal iterative reduction: without a hash move the order is poor, and a shallower search mends it.
        if node.depth >= self.parameters.iir_min_depth
            && entry.is_none_or(|entry| entry.mv == 0)
            && (is_pv || cut_node)
        {
            node.depth -= 1;
        }
        self.search_moves(node, entry, key, cut_node)
    }

    #[expect(clippy::too_many_arguments, reason = "what is known of the node")]
    fn look(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        is_pv: bool,
        in_check: bool,
        entry: Option<Entry>,
    ) -> Context {
        let raw_eval = match (in_check, entry) {
            (true, _) => -INFINITE,
            (false, Some(entry)) => Value::from(entry.eval),
            (false, None) => self.evaluate(),
        };
        let static_eval = if in_check { -INFINITE } else { self.corrected(raw_eval, ply) };
        let eval = match entry {
            Some(entry) if !in_check => entry.refine(static_eval),
            _ => static_eval,
        };
        self.frames[ply].eval = static_eval;
        self.frames[ply + 1].killers = [None; 2];
        let before = ply.checked_sub(2).map_or(-INFINITE, |ply| self.frames[ply].eval);
        let improving = !in_check && (before == -INFINITE || static_eval > before);
        Context {
            ply,
            depth,
            alpha,
            beta,
            is_pv,
            in_check,
            improving,
            mate_threat: false,
            raw_eval,
            static_eval,
            eval,
        }
    }

    fn search_moves(&mut self, node: Context, entry: Option<Entry>, key: u64, cut_node: bool) -> Value {
        let Context { ply, depth, beta, is_pv, .. } = node;
        let excluded = self.frames[ply].excluded;
        let hash_move =
            entry.and_then(|entry| Move::from_bits(entry.mv)).filter(|_| entry.is_some_and(|e| e.mv != 0));
        let mut picker = self.picker(&node, hash_move);
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        let (mut alpha, mut best, mut best_move) = (node.alpha, -INFINITE, None);
        let mut searched = 0;
        let mut rests_on = NOWHERE;
        while let Some((mv, stage)) = picker.next(self.board.position(), &self.memory.history) {
            if Some(mv) == excluded {
                continue;
            }
            let gives_check = self.board.position().gives_check(mv);
            // A win in hand is only bettered by a quicker one, which may begin with any move.
            let is_won = alpha >= DECISIVE;
            if searched > 0
                && !is_won
                && !is_decisive_loss(best)
                && self.is_pruned(&node, mv, stage, gives_check, searched, &mut picker)
            {
                continue;
            }
            self.prefetch(mv);
            let extension = self.extension(&node, mv, gives_check, entry, cut_node);
            let is_capture = self.board.position().piece_at(mv.to()).is_some();
            let history = self.move_history(&node, mv);
            let unplay = self.play_knowing(mv, gives_check, ply);
            searched += 1;
            let new_depth = depth - 1 + extension;
            let value = if searched == 1 {
                -self.search(-beta, -alpha, new_depth, ply + 1, !is_pv && !cut_node)
            } else {
                let reduction =
                    if is_won { 0 } else { self.reduction(&node, stage, searched, history, cut_node) };
                self.search_later_move(&node, alpha, best, new_depth, reduction, cut_node)
            };
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
                        self.learn(&node, mv, is_capture, &quiets, &captures);
                        break;
                    }
                }
            }
            let _full_list_is_enough = if is_capture { captures.try_push(mv) } else { quiets.try_push(mv) };
        }
        if searched == 0 {
            // Mated or stalemated, which loses as well; unless the only move was the one left out.
            return if excluded.is_some() { node.alpha } else { mated_in(ply) };
        }
        self.frames[ply].rests_on = if rests_on < ply { rests_on } else { NOWHERE };
        if excluded.is_none() {
            let bound = match best {
                best if best >= beta => Bound::Lower,
                best if best > node.alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            self.store(key, ply, depth, best, node.raw_eval, bound, best_move);
            self.learn_error(&node, best, bound, best_move);
        }
        best
    }

    /// Mends the reduction of the move that led here, now that the evaluation after it is known.
    fn hindsight(&self, node: &Context) -> i32 {
        let reduction = node.ply.checked_sub(1).map_or(0, |ply| self.frames[ply].reduction);
        match self.loss_by_last_move(node) {
            Some(..0) => i32::from(reduction >= self.parameters.hindsight_min_reduction),
            Some(loss) if loss > self.parameters.hindsight_margin => {
                -i32::from(reduction > 0 && node.depth >= 2)
            }
            _ => 0,
        }
    }

    fn picker(&self, node: &Context, hash_move: Option<Move>) -> Picker {
        let before = self.before(node.ply);
        let [first, second] = self.frames[node.ply].killers;
        let position = self.board.position();
        let refutations = [first, second, self.memory.history.counter_to(before[0])];
        Picker::new(position, Legality::of(position), Wanted::All, hash_move, refutations, before)
    }

    /// A move whose value far exceeds the best so far is worth more depth than planned; one that barely does, less.
    fn search_later_move(
        &mut self,
        node: &Context,
        alpha: Value,
        best: Value,
        depth: i32,
        reduction: i32,
        cut_node: bool,
    ) -> Value {
        let &Context { ply, beta, is_pv, .. } = node;
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

    /// Late move reduction, in plies. A move that gives check is not reduced; asked after it was played.
    fn reduction(&self, node: &Context, stage: Stage, searched: i32, history: i32, cut_node: bool) -> i32 {
        if node.depth < self.parameters.lmr_min_depth || searched < 2 || self.in_check() {
            return 0;
        }
        let mut reduction = self.shared.tuning.reductions.of(node.depth, searched);
        reduction += i32::from(cut_node) + i32::from(!node.improving) - i32::from(node.is_pv);
        match stage {
            Stage::HashMove | Stage::GoodCaptures | Stage::GenerateCaptures => return 0,
            Stage::Killers => reduction -= 1,
            Stage::BadCaptures => reduction -= 1,
            _ => reduction -= history / self.parameters.lmr_history_divisor,
        }
        reduction -= i32::from(node.in_check) + i32::from(node.mate_threat);
        reduction.max(0)
    }

    fn extension(
        &mut self,
        node: &Context,
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
