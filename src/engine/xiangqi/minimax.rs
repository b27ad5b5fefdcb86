//! The beginner's classic: minimax with alpha-beta pruning over material alone, strong by its depth only.
//!
//! It is the yardstick of the engine's levels: the lab plays matches against it.

use super::psqt::material;
use super::value::{INFINITE, Value, mated_in};
use crate::rules::xiangqi::{MoveList, Position, Role};
use crate::rules::{Move, Referee, Side, xiangqi::Game};
use rand::RngExt;
use rand::rngs::SmallRng;

/// A move that wins most material within `depth` plies, by chance among equals; none when the game is over.
///
/// Knows nothing of repetitions, and of no ply beyond the depth: that is its weakness and its charm.
///
/// # Panics
/// When `depth` is 0.
pub fn best_move(game: &Game, depth: u32, random: &mut SmallRng) -> Option<Move> {
    assert!(depth > 0, "a move cannot be chosen without looking one ply ahead");
    if game.outcome().is_some() {
        return None;
    }
    let mut position = game.position().clone();
    let mut best = -INFINITE;
    let mut equals = MoveList::new();
    for mv in ordered(&position) {
        let undo = position.play_unchecked(mv);
        // A window open by one below the best tells an equal move from a worse one.
        let value = -minimax(&mut position, -INFINITE, 1 - best, depth - 1, 1);
        position.undo_unchecked(mv, undo);
        if value > best {
            best = value;
            equals.clear();
        }
        if value == best {
            equals.push(mv);
        }
    }
    Some(equals[random.random_range(0..equals.len())].into())
}

fn minimax(position: &mut Position, mut alpha: Value, beta: Value, depth: u32, ply: usize) -> Value {
    if depth == 0 {
        return if position.has_no_moves() { mated_in(ply) } else { balance(position) };
    }
    let mut best = mated_in(ply);
    for mv in ordered(position) {
        let undo = position.play_unchecked(mv);
        let value = -minimax(position, -beta, -alpha, depth - 1, ply + 1);
        position.undo_unchecked(mv, undo);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Captures first, so that the pruning has something to go by.
fn ordered(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_unstable_by_key(|mv| {
        (position.piece_at(mv.to()).map_or(0, |piece| -material(piece.role)), mv.bits())
    });
    moves
}

/// Own material less the opponent's.
fn balance(position: &Position) -> Value {
    let of = |side: Side| -> Value {
        Role::ALL.iter().map(|&role| material(role) * position.pieces(side, role).count() as Value).sum()
    };
    of(position.turn()) - of(position.turn().other())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::xiangqi::Options;
    use rand::SeedableRng;

    fn answer(fen: &str, depth: u32) -> String {
        let game = Game::new(Options::default(), Some(fen)).unwrap();
        let mv = best_move(&game, depth, &mut SmallRng::seed_from_u64(1)).unwrap();
        game.coordinates(mv)
    }

    #[test]
    fn one_ply_takes_and_two_plies_see_the_protection() {
        let protected = "3kr4/9/4n4/9/9/9/9/4R4/9/5K3 w - - 0 1";
        assert_eq!(answer(protected, 1), "e2e7");
        assert_ne!(answer(protected, 2), "e2e7");
    }

    #[test]
    fn pruning_does_not_change_the_value() {
        fn plain(position: &mut Position, depth: u32, ply: usize) -> Value {
            if depth == 0 {
                return if position.has_no_moves() { mated_in(ply) } else { balance(position) };
            }
            let mut best = mated_in(ply);
            for mv in position.legal_moves() {
                let undo = position.play_unchecked(mv);
                best = best.max(-plain(position, depth - 1, ply + 1));
                position.undo_unchecked(mv, undo);
            }
            best
        }
        for fen in [
            "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
            "3ak4/4a4/9/9/2n1P4/9/9/4C4/3RA4/4KA3 b - - 0 1",
        ] {
            let mut position: Position = fen.parse().unwrap();
            for depth in 1..=3 {
                let pruned = minimax(&mut position, -INFINITE, INFINITE, depth, 0);
                assert_eq!(pruned, plain(&mut position, depth, 0), "{fen} at depth {depth}");
            }
        }
    }
}
