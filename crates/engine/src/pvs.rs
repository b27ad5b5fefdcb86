//! Principal variation search of the moves after a node's first (Marsland and Campbell 1982), with late move reductions:
//! <https://www.chessprogramming.org/Principal_Variation_Search>.

use super::value::Value;

/// A game's alpha-beta search, as the techniques that the games share call it.
pub trait AlphaBeta {
    /// The value of the current position for the side to move: exact between `alpha` and `beta`, else a bound. `cut_node`
    /// is whether it is expected to fail high. Meaningless once the search is stopped.
    fn search(&mut self, alpha: Value, beta: Value, depth: i32, ply: usize, cut_node: bool) -> Value;

    /// Whether the budget is spent.
    fn is_stopped(&self) -> bool;
}

/// A move just made that is not the first of its node, and how to search it.
#[derive(Clone, Copy, Debug)]
pub struct LaterMove {
    /// The node's window.
    pub alpha: Value,
    pub beta: Value,
    pub is_pv: bool,
    /// Of the position after the move.
    pub ply: usize,
    /// How deep the move is searched when it is not reduced.
    pub depth: i32,
    pub reduced_depth: i32,
    /// Whether the search at full depth is expected to fail high.
    pub cut_node: bool,
}

impl LaterMove {
    /// A root move, searched one ply less deep than the root.
    pub fn at_root(alpha: Value, beta: Value, depth: i32, reduction: i32) -> LaterMove {
        let depth = depth - 1;
        let reduced_depth = LaterMove::reduced(depth, reduction);
        LaterMove { alpha, beta, is_pv: true, ply: 1, depth, reduced_depth, cut_node: false }
    }

    /// The depth after a reduction by this many plies, which leaves one.
    pub fn reduced(depth: i32, reduction: i32) -> i32 {
        (depth - reduction).max(1).min(depth)
    }

    /// The value for the side that made the move: of a null window at the reduced depth; if that fails high, at full depth;
    /// if that fails high in a node of the principal variation, of the full window. `after_reduced` sees the value of the
    /// first search and says by how many plies to search the second and the third one deeper.
    #[inline]
    pub fn search<S: AlphaBeta>(
        self,
        searcher: &mut S,
        after_reduced: impl FnOnce(&mut S, Value) -> i32,
    ) -> Value {
        let LaterMove { alpha, beta, is_pv, ply, mut depth, reduced_depth, cut_node } = self;
        let mut value = -searcher.search(-alpha - 1, -alpha, reduced_depth, ply, true);
        let deeper = after_reduced(searcher, value);
        if value > alpha && reduced_depth < depth && !searcher.is_stopped() {
            depth += deeper;
            if reduced_depth < depth {
                value = -searcher.search(-alpha - 1, -alpha, depth, ply, cut_node);
            }
        }
        if is_pv && value > alpha && !searcher.is_stopped() {
            value = -searcher.search(-beta, -alpha, depth, ply, false);
        }
        value
    }
}
