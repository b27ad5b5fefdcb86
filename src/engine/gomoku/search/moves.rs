//! The moves of a node: move ordering, late move pruning, reductions and extensions.

use super::*;
use crate::engine::gomoku::move_list::MoveList;
use crate::engine::gomoku::threat_space::fours;
use crate::engine::singular::SingularTest;
use crate::rules::Side;
use arrayvec::ArrayVec;

impl Searcher<'_> {
    /// Searches the moves and returns the value of the best one.
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
                // Late move pruning: the moves are ordered by their scores.
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
            if self.is_stopped() {
                return 0;
            }
            let new_depth = depth - 1 + extension;
            let reduction = if is_quiet || searched > 3 {
                self.reduction(node, side, point, own, searched, cut_node)
            } else {
                0
            };
            self.make_move(point, ply);
            let value = if searched == 1 {
                -self.search(-beta, -alpha, new_depth, ply + 1, !is_pv && !cut_node)
            } else {
                let reduced_depth = LaterMove::reduced(new_depth, reduction);
                LaterMove {
                    alpha,
                    beta,
                    is_pv,
                    ply: ply + 1,
                    depth: new_depth,
                    reduced_depth,
                    cut_node: !cut_node,
                }
                .search(self, |_, _| 0)
            };
            self.board.unmake_move(point);
            if self.is_stopped() {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(point);
                    if is_pv {
                        self.pv_table.extend(ply, point);
                    }
                    if alpha >= beta {
                        self.history.update(side, ply, depth, last, point, &tried);
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
            // No move parries the threatened winning four, which comes two plies later and its five four; or only forbidden
            // points are left.
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

    /// The extension of the hash move: 1 if it is singular, -1 if others reach beta too, else 0.
    fn singular_extension(&mut self, node: &Node, entry: Entry, hash_move: Point, cut_node: bool) -> i32 {
        if node.excluded.is_some() || node.depth < SINGULAR_MIN_DEPTH {
            return 0;
        }
        let Some(test) = SingularTest::new(entry, node.depth, node.ply, SINGULAR_MARGIN) else { return 0 };
        let others = Node {
            alpha: test.singular_beta - 1,
            beta: test.singular_beta,
            depth: test.depth,
            is_pv: false,
            excluded: Some(hash_move),
            ..*node
        };
        let others = self.search_moves(&others, Some(entry), cut_node);
        test.extension(others, node.beta)
    }

    /// The moves to search: all points near stones; against a threatened winning four only fours and the points
    /// that parry it.
    fn moves(&mut self, node: &Node, hash_move: Option<Point>, last: Option<Point>) -> MoveList {
        let (side, other) = (self.board.turn(), self.board.turn().other());
        let points = match self.shared.replies {
            _ if node.is_threatened => fours(&mut self.board, side).union(self.board.defenses(other)),
            Some(replies) if node.ply == 1 => replies.intersection(self.board.empty()),
            _ => self.near[node.ply].intersection(self.board.empty()),
        };
        let killers = self.history.killers(node.ply);
        let counter = self.history.countermove(side, last);
        let (board, history) = (&self.board, &self.history);
        MoveList::new(points, |point| {
            if Some(point) == hash_move {
                return Value::MAX;
            }
            let mut value =
                move_score(board, point, side) + history.score(side, point) / ORDER_HISTORY_DIVISOR;
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
        reduction -= self.history.score(side, point) / LMR_HISTORY_DIVISOR;
        reduction += (LMR_SCORE_MAX - move_score(&self.board, point, side) / LMR_SCORE_DIVISOR).max(0);
        reduction.max(0)
    }
}

/// The static move score of a point: what it makes for this side and what it takes from the other.
fn move_score(board: &Board, point: Point, side: Side) -> Value {
    ORDER_OWN * board.move_score_at(point, side) + ORDER_OTHER * board.move_score_at(point, side.other())
}

/// The number of moves after which late move pruning leaves out the rest.
fn late(depth: i32, improving: bool) -> i32 {
    (LMP_BASE + LMP_MUL * depth * depth) / if improving { 1 } else { 2 }
}
