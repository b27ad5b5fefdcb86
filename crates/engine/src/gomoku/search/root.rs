//! The search of root moves, as iterative deepening asks for it.

use super::*;
use crate::root;
use crate::worker::Counts;
use duiyi_rules::gomoku::Move;

impl root::Searcher for Searcher<'_> {
    type Move = Move;
    const ASPIRATION_MIN_DEPTH: u32 = ASPIRATION_MIN_DEPTH;
    const ROOT_NOISE: Value = ROOT_NOISE;

    fn search_root_move(&mut self, mv: Move, alpha: Value, beta: Value, depth: i32, place: usize) -> Value {
        // Choices of an opening are decided without a search.
        let Move::Stone(point) = mv else { return -INFINITE };
        let reduction = if place as i32 >= self.parameters.root_lmr_from_place && depth >= ROOT_LMR_MIN_DEPTH
        {
            self.shared.tuning.root_reductions.plies(depth, place as i32)
        } else {
            0
        };
        let wins_at_once = self.board.threat_at(point, self.board.turn()) == Threat::Five;
        self.evals[0] = self.board.evaluate();
        self.make_move(point, 0);
        let value = if wins_at_once {
            self.pv_table.clear(1);
            -mated_in(1)
        } else if place == 0 {
            -self.search(-beta, -alpha, depth - 1, 1, false)
        } else {
            LaterMove::at_root(alpha, beta, depth, reduction).search(self, |_, _| 0)
        };
        self.board.unmake_move(point);
        value
    }

    /// Takes into account what the stone makes and the fives of both sides, but no other threats of the other side.
    fn value_overlooking(&mut self, mv: Move, _hardness: u8) -> Value {
        let Move::Stone(point) = mv else { return -INFINITE };
        let (side, other) = (self.board.turn(), self.board.turn().other());
        if self.board.threat_at(point, side) == Threat::Five {
            return -mated_in(1);
        }
        self.make_move(point, 0);
        let is_lost = self.board.has(other, Threat::Five);
        let value = if is_lost { mated_in(2) } else { self.board.evaluate_alone(side) };
        self.board.unmake_move(point);
        value
    }

    fn root_line(&self, mv: Move) -> Vec<Move> {
        std::iter::once(mv).chain(self.pv_table.line(1).map(Move::Stone)).collect()
    }

    fn aspiration_window(&self) -> Value {
        self.parameters.aspiration_window
    }

    fn set_root_depth(&mut self, _depth: u32, _last: Value) {
        self.worker.counts.seldepth = 0;
    }

    fn counts(&self) -> Counts {
        self.worker.counts
    }

    fn is_decisive(value: Value) -> bool {
        is_mate(value)
    }
}
