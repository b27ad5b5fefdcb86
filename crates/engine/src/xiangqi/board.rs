//! The position in the search, with what the evaluation needs, updated incrementally.

use super::network::AccumulatorStack;
use super::value::Value;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Move, Position, Role, Undo};

#[derive(Clone, Debug)]
pub struct Board {
    position: Position,
    accumulators: AccumulatorStack,
}

impl Board {
    pub fn new(position: Position) -> Board {
        Board { accumulators: AccumulatorStack::new(&position), position }
    }

    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    #[inline]
    pub fn turn(&self) -> Side {
        self.position.turn()
    }

    /// # Panics
    /// If there is no piece where the move starts, which no legal move does.
    #[inline]
    pub fn make_move(&mut self, mv: Move) -> Undo {
        let piece = self.position.piece_at(mv.from()).expect("a legal move starts at a piece");
        let undo = self.position.make_move(mv);
        self.accumulators.push(piece, mv.from(), mv.to(), undo.captured);
        undo
    }

    #[inline]
    pub fn unmake_move(&mut self, mv: Move, undo: Undo) {
        self.position.unmake_move(mv, undo);
        self.accumulators.pop();
    }

    pub fn make_null_move(&mut self) {
        self.position.make_null_move();
    }

    pub fn unmake_null_move(&mut self) {
        self.position.unmake_null_move();
    }

    /// Computes the accumulators of the position, which its value and those of later positions need.
    #[inline]
    pub fn update_accumulators(&mut self) {
        self.accumulators.update();
    }

    /// The network's value for the side to move.
    #[inline]
    pub fn network_value(&mut self) -> Value {
        self.accumulators.evaluate(&self.position)
    }

    /// The rooks of both sides count four, their cannons and horses two.
    pub fn attacking_material(&self) -> i32 {
        let count =
            |role| Side::ALL.iter().map(|&side| self.position.pieces(side, role).count() as i32).sum::<i32>();
        4 * count(Role::Rook) + 2 * (count(Role::Cannon) + count(Role::Horse))
    }

    /// Whether the side to move has an attacking piece. Without one zugzwang is likely.
    pub fn has_attackers(&self) -> bool {
        [Role::Rook, Role::Cannon, Role::Horse]
            .iter()
            .any(|&role| !self.position.pieces(self.turn(), role).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::xiangqi::START_FEN;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    /// A million random steps: unmaking a move restores everything.
    #[test]
    fn making_and_unmaking_moves_restores_everything() {
        const STEPS: usize = 1_000_000;
        let mut random = SmallRng::seed_from_u64(7);
        let mut position: Position = START_FEN.parse().unwrap();
        let mut line: Vec<(Move, Undo, Position)> = Vec::new();
        for step in 0..STEPS {
            let moves = position.legal_moves();
            if moves.is_empty() || line.len() > 300 || random.random_ratio(1, 4) {
                let Some((mv, undo, before)) = line.pop() else { continue };
                position.unmake_move(mv, undo);
                assert_eq!(position, before, "step {step}: {mv} taken back");
            } else {
                let mv = moves[random.random_range(0..moves.len())];
                let (before, key) = (position.clone(), position.key_after(mv));
                line.push((mv, position.make_move(mv), before));
                assert_eq!(position.key(), key, "step {step}: {mv}");
            }
            if step % 16 == 0 {
                assert_eq!(position.key(), position.fresh_key(), "step {step}");
            }
        }
    }
}
