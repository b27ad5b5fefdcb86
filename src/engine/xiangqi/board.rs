//! The position as the search sees it: with what the evaluation needs kept up to date move by move.

use super::network::AccumulatorStack;
use super::psqt::{self, Tapered};
use super::value::Value;
use crate::rules::Side;
use crate::rules::xiangqi::{Move, Piece, Position, Role, Square, Undo};

#[derive(Clone, Debug)]
pub struct Board {
    position: Position,
    sums: Sums,
    /// None when the evaluation is the hand-made one.
    accumulators: Option<AccumulatorStack>,
}

/// What a move changes; restored from a copy when it is taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sums {
    /// Red's less Black's.
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

/// Takes a move back.
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
    /// For the hand-made evaluation.
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
    /// When nothing stands where the move starts, which no legal move does.
    #[inline]
    pub fn make_move(&mut self, mv: Move) -> MoveUndo {
        let sums = self.sums;
        let piece = self.position.piece_at(mv.from()).expect("a legal move starts at a piece");
        let undo = self.position.play_unchecked(mv);
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
        self.position.undo_unchecked(mv, undo.position);
        self.sums = undo.sums;
        if let Some(accumulators) = &mut self.accumulators {
            accumulators.pop();
        }
    }

    pub fn make_null_move(&mut self) {
        self.position.play_null();
    }

    pub fn unmake_null_move(&mut self) {
        self.position.undo_null();
    }

    /// What the network makes of it for the side to move, if it is asked.
    #[inline]
    pub fn network_value(&mut self) -> Option<Value> {
        Some(self.accumulators.as_mut()?.evaluate(&self.position))
    }

    /// Material and places, for Red.
    #[inline]
    pub fn balance(&self) -> Tapered {
        self.sums.balance
    }

    /// How much of the middle game is left, from 0 to [`psqt::FULL_PHASE`].
    #[inline]
    pub fn phase(&self) -> i32 {
        self.sums.phase
    }

    /// Whether the side to move has a piece that attacks, so that passing is no better than any move.
    pub fn has_attackers(&self) -> bool {
        [Role::Rook, Role::Cannon, Role::Horse]
            .iter()
            .any(|&role| !self.position.pieces(self.turn(), role).is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::xiangqi::START_FEN;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    /// A million random steps: every move taken back restores all, and what is kept equals what is computed anew.
    #[test]
    fn playing_and_taking_back_restores_everything() {
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
