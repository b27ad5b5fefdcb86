//! The moves of a node: move ordering, late move pruning, reductions and extensions.

use super::*;
use crate::gomoku::move_list::MoveList;
use crate::gomoku::network::POLICY_ONE;
use crate::gomoku::threat_space::fours;
use crate::singular::SingularTest;
use arrayvec::ArrayVec;
use duiyi_rules::Side;

/// The moves of a node in order. The hash move comes first: the others are scored only if it does not end the search of the
/// node.
#[derive(Debug)]
struct Ordered {
    points: Points,
    hash_move: Option<Point>,
    gave_hash_move: bool,
    scored: Option<MoveList>,
    best_static_score: Value,
}

impl Ordered {
    fn new(points: Points, hash_move: Option<Point>) -> Ordered {
        let hash_move = hash_move.filter(|&point| points.contains(point));
        Ordered { points, hash_move, gave_hash_move: false, scored: None, best_static_score: 0 }
    }

    /// The next move. `score` puts all points in order, the hash move first.
    fn next(&mut self, score: impl FnOnce(Points) -> MoveList) -> Option<Point> {
        if let (Some(_), false) = (self.hash_move, self.gave_hash_move) {
            self.gave_hash_move = true;
            return self.hash_move;
        }
        let (gave_hash_move, points) = (self.gave_hash_move, self.points);
        let scored = self.scored.get_or_insert_with(|| {
            let mut scored = score(points);
            self.best_static_score = scored.best_static_score();
            if gave_hash_move {
                scored.next();
            }
            scored
        });
        scored.next()
    }

    /// The static score of the move that came last; 0 for a hash move, whose search does not depend on it.
    fn static_score(&self) -> Value {
        self.scored.as_ref().map_or(0, MoveList::static_score)
    }
}

/// A move about to be searched.
#[derive(Clone, Copy, Debug)]
struct Played {
    side: Side,
    point: Point,
    /// What it threatens.
    own: Threat,
    /// Its number among the moves searched, from 1.
    searched: i32,
}

impl Searcher<'_> {
    /// Searches the moves and returns the value of the best one.
    pub(super) fn search_moves(&mut self, node: &Node, entry: Option<Entry>, cut_node: bool) -> Value {
        let Node { ply, depth, beta, is_pv, excluded, .. } = *node;
        let Parameters { futility_max_depth, futility_base, futility_mul, .. } = self.parameters;
        let side = self.board.turn();
        let last = ply.checked_sub(1).and_then(|ply| self.played[ply]);
        let hash_move = entry.and_then(|entry| point_of(entry.mv));
        let points = self.points(node);
        let is_forced = node.is_threatened && points.len() <= self.parameters.forced_replies as usize;
        let mut moves = Ordered::new(points, hash_move);
        let (mut alpha, mut best, mut best_move) = (node.alpha, -INFINITE, None);
        let mut tried: ArrayVec<Point, 64> = ArrayVec::new();
        let mut searched = 0;
        while let Some(point) = moves.next(|points| self.scored(node, points, hash_move, last)) {
            if Some(point) == excluded || self.board.is_forbidden(point, side) {
                continue;
            }
            let own = self.board.threat_at(point, side);
            let others = self.board.threat_at(point, side.other());
            let is_quiet = own == Threat::None && others == Threat::None;
            if searched > 0 && !node.is_threatened && best > mated_in(MAX_PLY) {
                // Late move pruning: the moves are ordered by their scores.
                if depth <= self.parameters.lmp_max_depth && searched > self.late(depth, node.improving) {
                    break;
                }
                if is_quiet
                    && depth <= futility_max_depth
                    && node.eval + futility_base + futility_mul * depth <= alpha
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
            let extension = extension.max(i32::from(is_forced)) + self.extension_by_eval(node, own, cut_node);
            let new_depth = depth - 1 + extension;
            let reduction = if is_quiet || searched > self.parameters.lmr_loud_after {
                let by_score = self.reduction_by_score(depth, moves.static_score(), moves.best_static_score);
                self.reduction(node, Played { side, point, own, searched }, cut_node, by_score)
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
        if node.excluded.is_some() || node.depth < self.parameters.singular_min_depth {
            return 0;
        }
        let Some(test) = SingularTest::new(entry, node.depth, node.ply, self.parameters.singular_margin)
        else {
            return 0;
        };
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

    /// -1 at a node whose evaluation is so far above beta that it will probably fail high, but for fours, which may win at once:
    /// 1 for a four after another four, else 0. The idea is Rapfi's.
    fn extension_by_eval(&self, node: &Node, own: Threat, cut_node: bool) -> i32 {
        let margin = self.parameters.fail_high_margin * node.depth;
        if node.is_pv || !cut_node || node.eval < node.beta + margin {
            return 0;
        }
        let goes_on = node.ply >= 2 && self.threatened[node.ply - 2] >= Threat::Four;
        if own < Threat::Four { -1 } else { i32::from(goes_on) }
    }

    /// The moves to search: all points near stones; against a threatened winning four only fours and the points
    /// that parry it.
    fn points(&mut self, node: &Node) -> Points {
        let (side, other) = (self.board.turn(), self.board.turn().other());
        match self.shared.replies {
            _ if node.is_threatened => fours(&mut self.board, side).union(self.board.defenses(other)),
            Some(replies) if node.ply == 1 => replies.intersection(self.board.empty()),
            _ => self.near[node.ply].intersection(self.board.empty()),
        }
    }

    /// These points in the order in which to search them.
    fn scored(&self, node: &Node, points: Points, hash_move: Option<Point>, last: Option<Point>) -> MoveList {
        let side = self.board.turn();
        let killers = self.history.killers(node.ply);
        let counter = self.history.countermove(side, last);
        let (board, history, parameters) = (&self.board, &self.history, &self.parameters);
        let policy = self.network.as_ref().filter(|_| self.uses_policy(node.depth));
        MoveList::with_static_scores(points, |point| {
            let (static_score, mut value) = match policy {
                Some(policy) => {
                    let score = policy.policy(board, point);
                    (score, score * parameters.order_policy / 100)
                }
                None => {
                    let score = move_score(board, parameters, point, side);
                    (score, score)
                }
            };
            if Some(point) == hash_move {
                return (Value::MAX, static_score);
            }
            value += history.score(side, point) / parameters.order_history_divisor;
            if killers.contains(&Some(point)) {
                value += parameters.order_killer;
            }
            if counter == Some(point) {
                value += parameters.order_counter;
            }
            (value, static_score)
        })
    }

    /// Whether moves are scored by the policy at this depth, and not by their shapes.
    fn uses_policy(&self, depth: i32) -> bool {
        self.network.is_some() && depth >= self.parameters.policy_min_depth
    }

    /// The part of the reduction that depends on the static scores of the move and of the best one, in
    /// [`Searcher::reduction_unit`].
    fn reduction_by_score(&self, depth: i32, score: Value, best: Value) -> i32 {
        let Parameters { lmr_score_max, lmr_score_divisor, lmr_policy_max, lmr_policy_divisor, .. } =
            self.parameters;
        let unit = self.reduction_unit();
        if self.uses_policy(depth) {
            (unit * 100 * (best - score) / (lmr_policy_divisor * POLICY_ONE)).min(unit * lmr_policy_max)
        } else {
            (unit * lmr_score_max - unit * score / lmr_score_divisor).max(0)
        }
    }

    /// What parts of a reduction are rounded to before they are added up: hundredths of a ply, or whole plies.
    fn reduction_unit(&self) -> i32 {
        if self.parameters.lmr_fine == 1 { 100 } else { 1 }
    }

    /// Late move reduction, in plies.
    fn reduction(&self, node: &Node, played: Played, cut_node: bool, by_score: i32) -> i32 {
        let Played { side, point, own, searched } = played;
        if node.depth < 2 {
            return 0;
        }
        let Parameters { lmr_cut_node, lmr_not_improving, lmr_pv, lmr_threat, lmr_threatened, .. } =
            self.parameters;
        let weight = |applies: bool, hundredths: i32| if applies { hundredths } else { 0 };
        let hundredths = self.shared.tuning.reductions.hundredths(node.depth, searched)
            + weight(cut_node, lmr_cut_node)
            + weight(!node.improving, lmr_not_improving)
            - weight(node.is_pv, lmr_pv)
            - weight(own >= Threat::Three, lmr_threat)
            - weight(node.is_threatened, lmr_threatened);
        let unit = self.reduction_unit();
        let by_history = unit * self.history.score(side, point) / self.parameters.lmr_history_divisor;
        ((hundredths * unit).div_euclid(100) - by_history + by_score).div_euclid(unit).max(0)
    }

    /// The number of moves after which late move pruning leaves out the rest.
    fn late(&self, depth: i32, improving: bool) -> i32 {
        let Parameters { lmp_base, lmp_mul, .. } = self.parameters;
        (lmp_base + lmp_mul * depth * depth) / if improving { 100 } else { 200 }
    }
}

/// The static move score of a point: what it makes for this side and what it takes from the other.
fn move_score(board: &Board, parameters: &Parameters, point: Point, side: Side) -> Value {
    let Parameters { order_own, order_other, .. } = *parameters;
    (order_own * board.move_score_at(point, side) + order_other * board.move_score_at(point, side.other()))
        / 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_move_comes_first_and_once_and_is_given_without_scores() {
        let points: Points = (0..4).filter_map(Point::from_index).collect();
        let of = |hash_move: Option<usize>| {
            let hash_move = hash_move.and_then(Point::from_index);
            let score = |points| {
                MoveList::new(points, |point: Point| {
                    if Some(point) == hash_move { Value::MAX } else { point.index() as Value }
                })
            };
            let mut moves = Ordered::new(points, hash_move);
            let first = moves.next(|points| {
                assert!(hash_move.is_none_or(|point| !points.contains(point)), "scores without need");
                score(points)
            });
            let rest = std::iter::from_fn(|| moves.next(score));
            first.into_iter().chain(rest).map(Point::index).collect::<Vec<_>>()
        };
        assert_eq!(of(Some(1)), [1, 3, 2, 0]);
        assert_eq!(of(None), [3, 2, 1, 0]);
        // A hash move of another position with the same key.
        assert_eq!(of(Some(9)), [3, 2, 1, 0]);
    }
}
