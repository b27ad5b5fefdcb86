//! The position in the search, with what the evaluation needs, updated incrementally.

use super::network::AccumulatorStack;
use super::psqt::{self, Tapered};
use super::value::Value;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Move, Piece, Position, Role, Square, Undo};

#[derive(Clone, Debug)]
pub struct Board {
    position: Position,
    sums: Sums,
    /// None for the hand-made evaluation.
    accumulators: Option<AccumulatorStack>,
}

/// The incremental sums of the hand-made evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sums {
    /// Red's minus Black's.
    balance: Tapered,
    phase: i32,
}

impl Sums {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.balance += psqt::piece_at(piece, square);
        self.phase += psqt::phase(piece.role);
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.balance -= psqt::piece_at(piece, square);
        self.phase -= psqt::phase(piece.role);
    }
}

/// What [`Board::unmake_move`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct MoveUndo {
    position: Undo,
    sums: Sums,
}

impl MoveUndo {
    pub fn captured(&self) -> Option<Piece> {
        self.position.captured
    }
}

impl Board {
    /// A board for the hand-made evaluation.
    pub fn new(position: Position) -> Board {
        let mut sums = Sums::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                sums.add(piece, square);
            }
        }
        Board { position, sums, accumulators: None }
    }

    pub fn with_network(position: Position) -> Board {
        let accumulators = Some(AccumulatorStack::new(&position));
        Board { accumulators, ..Board::new(position) }
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
    pub fn make_move(&mut self, mv: Move) -> MoveUndo {
        let sums = self.sums;
        let piece = self.position.piece_at(mv.from()).expect("a legal move starts at a piece");
        let undo = self.position.make_move(mv);
        self.sums.balance += psqt::piece_at(piece, mv.to()) - psqt::piece_at(piece, mv.from());
        if let Some(captured) = undo.captured {
            self.sums.remove(captured, mv.to());
        }
        if let Some(accumulators) = &mut self.accumulators {
            accumulators.push(piece, mv.from(), mv.to(), undo.captured);
        }
        MoveUndo { position: undo, sums }
    }

    #[inline]
    pub fn unmake_move(&mut self, mv: Move, undo: MoveUndo) {
        self.position.unmake_move(mv, undo.position);
        self.sums = undo.sums;
        if let Some(accumulators) = &mut self.accumulators {
            accumulators.pop();
        }
    }

    pub fn make_null_move(&mut self) {
        self.position.make_null_move();
    }

    pub fn unmake_null_move(&mut self) {
        self.position.unmake_null_move();
    }

    /// Computes the accumulators of the position, which its network value and those of later positions need.
    #[inline]
    pub fn update_accumulators(&mut self) {
        if let Some(accumulators) = &mut self.accumulators {
            accumulators.update();
        }
    }

    /// The network's value for the side to move; none for the hand-made evaluation.
    #[inline]
    pub fn network_value(&mut self) -> Option<Value> {
        Some(self.accumulators.as_mut()?.evaluate(&self.position))
    }

    /// Material and piece-square values, for Red.
    #[inline]
    pub fn balance(&self) -> Tapered {
        self.sums.balance
    }

    /// The game phase, from [`psqt::FULL_PHASE`] in the opening down to 0.
    #[inline]
    pub fn phase(&self) -> i32 {
        self.sums.phase
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

    /// A million random steps: unmaking a move restores everything, and the incremental sums equal recomputed ones.
    #[test]
    fn making_and_unmaking_moves_restores_everything() {
        const STEPS: usize = 1_000_000;
        let mut random = SmallRng::seed_from_u64(7);
        let start: Position = START_FEN.parse().unwrap();
        let mut board = Board::new(start.clone());
        let mut line: Vec<(Move, MoveUndo, Position, Sums)> = Vec::new();
        for step in 0..STEPS {
            let moves = board.position.legal_moves();
            if moves.is_empty() || line.len() > 300 || random.random_ratio(1, 4) {
                let Some((mv, undo, position, sums)) = line.pop() else { continue };
                board.unmake_move(mv, undo);
                assert_eq!((&board.position, board.sums), (&position, sums), "step {step}: {mv} taken back");
            } else {
                let mv = moves[random.random_range(0..moves.len())];
                let before = (board.position.clone(), board.sums);
                let key = board.position.key_after(mv);
                line.push((mv, board.make_move(mv), before.0, before.1));
                assert_eq!(board.position.key(), key, "step {step}: {mv}");
            }
            if step % 16 == 0 {
                assert_eq!(board.position.key(), board.position.fresh_key(), "step {step}");
                assert_eq!(board.sums, Board::new(board.position.clone()).sums, "step {step}");
            }
        }
    }
}
