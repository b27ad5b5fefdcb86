//! The moves of a node: their order, how deep each is searched, and which are left out.

use super::*;
use crate::engine::gomoku::move_list::MoveList;
use crate::engine::gomoku::threats::fours;
use crate::rules::Side;
use arrayvec::ArrayVec;

impl Searcher<'_> {
    /// The value of the best move.
    pub(super) fn search_moves(&mut self, node: &Node, entry: Option<Entry>, cut_node: bool) -> Value {
        let Node { ply, depth, beta, is_pv, excluded, .. } = *node;
        let side = self.board.turn();
        let last = ply.checked_sub(1).and_then(|ply| self.played[ply]);
        let hash_move = entry.and_then(|entry| point_of(entry.mv));
        let moves = self.moves(node, hash_move, last);
        let (mut alpha, mut best, mut best_move) = (node.alpha, -INFINITE, None);
        let mut tried: ArrayVec<Point, 64> = ArrayVec::new();
        let mut searched = 0;
        for point in moves {
            if Some(point) == excluded || self.board.is_forbidden(point, side) {
                continue;
            }
            let own = self.board.threat_at(point, side);
            let others = self.board.threat_at(point, side.other());
            let is_quiet = own == Threat::None && others == Threat::None;
            if searched > 0 && !node.is_threatened && best > mated_in(MAX_PLY) {
                // Late move pruning: the list is in order of what the points are worth.
                if depth <= LMP_MAX_DEPTH && searched > late(depth, node.improving) {
                    break;
                }
                if is_quiet
                    && depth <= FUTILITY_MAX_DEPTH
                    && node.eval + FUTILITY_BASE + FUTILITY_MUL * depth <= alpha
                {
                    continue;
                }
            }
            searched += 1;
            let extension = match entry {
                Some(entry) if Some(point) == hash_move => {
                    self.singular_extension(node, entry, point, cut_node)
                }
                _ => 0,
            };
            if self.stopped {
                return 0;
            }
            let new_depth = depth - 1 + extension;
            let reduction = if is_quiet || searched > 3 {
                self.reduction(node, side, point, own, searched, cut_node)
            } else {
                0
            };
            self.play(point, ply);
            let value = if searched == 1 {
                -self.search(-beta, -alpha, new_depth, ply + 1, !is_pv && !cut_node)
            } else {
                self.search_later_move(node, alpha, new_depth, reduction, cut_node)
            };
            self.board.unmake(point);
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(point);
                    if is_pv {
                        self.lines.extend(ply, point);
                    }
                    if alpha >= beta {
                        self.history.learn(side, ply, depth, last, point, &tried);
                        break;
                    }
                }
            }
            let _full_list_is_enough = tried.try_push(point);
        }
        if excluded.is_some() {
            return best.max(node.alpha);
        }
        if searched == 0 {
            // Nothing stops a straight four; or only forbidden points are left.
            return mated_in(ply + if node.is_threatened { 4 } else { 2 });
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.store(self.key(), ply, depth, best, self.evals[ply], bound, best_move);
        best
    }

    /// 1 when the hash move alone keeps its score, negative when others reach beta too.
    fn singular_extension(&mut self, node: &Node, entry: Entry, hash_move: Point, cut_node: bool) -> i32 {
        let value = from_table(Value::from(entry.score), node.ply);
        if node.excluded.is_some()
            || node.depth < SINGULAR_MIN_DEPTH
            || i32::from(entry.depth) < node.depth - SINGULAR_ENTRY_DEPTH
            || !matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            || is_mate(value)
        {
            return 0;
        }
        let goal = value - SINGULAR_MARGIN * node.depth;
        let depth = (node.depth - 1) / 2;
        let excluded = Some(hash_move);
        let rest = Node { alpha: goal - 1, beta: goal, depth, is_pv: false, excluded, ..*node };
        let others = self.search_moves(&rest, Some(entry), cut_node);
        if others < goal { 1 } else { -i32::from(others >= node.beta || value >= node.beta) }
    }

    /// What to try: against a straight four only fours and what takes it away, else all points near stones.
    fn moves(&mut self, node: &Node, hash_move: Option<Point>, last: Option<Point>) -> MoveList {
        let (side, other) = (self.board.turn(), self.board.turn().other());
        let points = if node.is_threatened {
            fours(&mut self.board, side).union(self.board.defences(other))
        } else {
            self.near[node.ply].intersection(self.board.empty())
        };
        let killers = self.history.killers(node.ply);
        let counter = self.history.counter(side, last);
        let (board, history) = (&self.board, &self.history);
        MoveList::new(points, |point| {
            if Some(point) == hash_move {
                return Value::MAX;
            }
            let mut value = worth(board, point, side) + history.of(side, point) / ORDER_HISTORY_DIVISOR;
            if killers.contains(&Some(point)) {
                value += ORDER_KILLER;
            }
            if counter == Some(point) {
                value += ORDER_COUNTER;
            }
            value
        })
    }

    /// Late move reduction, in plies.
    fn reduction(
        &self,
        node: &Node,
        side: Side,
        point: Point,
        own: Threat,
        searched: i32,
        cut_node: bool,
    ) -> i32 {
        if node.depth < 2 {
            return 0;
        }
        let base = LMR_BASE + f64::from(node.depth).ln() * f64::from(searched).ln() / LMR_DIVISOR;
        let mut reduction = base as i32;
        reduction += 2 * i32::from(cut_node) + i32::from(!node.improving) - i32::from(node.is_pv);
        reduction -= i32::from(own >= Threat::Three) + i32::from(node.is_threatened);
        reduction -= self.history.of(side, point) / LMR_HISTORY_DIVISOR;
        reduction += (LMR_WORTH_MAX - worth(&self.board, point, side) / LMR_WORTH_DIVISOR).max(0);
        reduction.max(0)
    }

    /// A null window at reduced depth; what fails high there is searched again, deeper and then wider.
    fn search_later_move(
        &mut self,
        node: &Node,
        alpha: Value,
        depth: i32,
        reduction: i32,
        cut_node: bool,
    ) -> Value {
        let ply = node.ply + 1;
        let reduced = (depth - reduction).max(1).min(depth);
        let mut value = -self.search(-alpha - 1, -alpha, reduced, ply, true);
        if value > alpha && reduced < depth && !self.stopped {
            value = -self.search(-alpha - 1, -alpha, depth, ply, !cut_node);
        }
        if node.is_pv && value > alpha && !self.stopped {
            value = -self.search(-node.beta, -alpha, depth, ply, false);
        }
        value
    }
}

/// How good a move the point is at first sight: what it makes and what it takes.
fn worth(board: &Board, point: Point, side: Side) -> Value {
    ORDER_OWN * board.promise_at(point, side) + ORDER_OTHER * board.promise_at(point, side.other())
}

/// How many moves are looked at before the rest is left out.
fn late(depth: i32, improving: bool) -> i32 {
    (LMP_BASE + LMP_MUL * depth * depth) / if improving { 1 } else { 2 }
}
