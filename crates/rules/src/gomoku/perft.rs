use super::game::Game;
use super::types::Move;
use crate::Referee;

/// For each legal move, the number of leaf nodes below it in the tree of legal moves of `depth` plies. A finished game
/// has no moves. Empty at depth 0.
pub fn divide(game: &Game, depth: u32) -> Vec<(Move, u64)> {
    let Some(left) = depth.checked_sub(1) else { return Vec::new() };
    let moves = game.legal_moves();
    let leaves = |mv| {
        let mut next = game.clone();
        // Legal moves can be played.
        next.play(mv).map_or(0, |()| perft(&next, left))
    };
    moves.into_iter().filter_map(|mv| Some((Move::try_from(mv).ok()?, leaves(mv)))).collect()
}

fn perft(game: &Game, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.legal_moves().len() as u64,
        _ => divide(game, depth).into_iter().map(|(_, leaves)| leaves).sum(),
    }
}
