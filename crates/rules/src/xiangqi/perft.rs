//! Perft: counts the leaf nodes of the tree of legal moves, to test the move generator.
//! <https://www.chessprogramming.org/Perft>

use super::legality::Legality;
use super::position::Position;
use super::types::Move;

/// The number of leaf nodes at `depth` plies. Counts the moves of the last ply without making them (bulk counting).
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return u64::from(Legality::of(position).count(position));
    }
    let mut nodes = 0;
    for mv in position.legal_moves() {
        let undo = position.make_move(mv);
        nodes += perft(position, depth - 1);
        position.unmake_move(mv, undo);
    }
    nodes
}

/// The number of leaf nodes below each legal move, in the order of the coordinates. Empty at depth 0.
pub fn divide(position: &mut Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut moves = position.legal_moves();
    moves.sort_by_key(|mv| mv.to_string());
    let mut counts = Vec::with_capacity(moves.len());
    for mv in moves {
        let undo = position.make_move(mv);
        counts.push((mv, perft(position, depth - 1)));
        position.unmake_move(mv, undo);
    }
    counts
}
