//! The beginner's program as an opponent: alpha-beta search of a fixed depth with material as its evaluation.

use duiyi_rules::xiangqi::{Game, Move, Position, Role};
use duiyi_rules::{self as rules, Side};

/// In tenths of a soldier that has not crossed the river.
pub fn piece_value(role: Role) -> i32 {
    match role {
        Role::General => 10_000,
        Role::Rook => 90,
        Role::Cannon => 45,
        Role::Horse => 40,
        Role::Advisor | Role::Elephant => 20,
        Role::Soldier => 10,
    }
}

fn material(position: &Position) -> i32 {
    let side = position.turn();
    let sum = |side: Side| -> i32 {
        Role::ALL.iter().map(|&role| piece_value(role) * position.pieces(side, role).count() as i32).sum()
    };
    sum(side) - sum(side.other())
}

/// The move with the best material balance after `depth` plies. The position's key decides between equal moves, so
/// that games vary.
///
/// # Panics
/// If the game is over.
pub fn best(game: &Game, depth: u32) -> rules::Move {
    let mut position = game.position().clone();
    let moves = position.legal_moves();
    let start = (position.key() % moves.len() as u64) as usize;
    let mut best: Option<(i32, Move)> = None;
    for &mv in moves[start..].iter().chain(&moves[..start]) {
        let alpha = best.map_or(-20_000, |(value, _)| value);
        let undo = position.make_move(mv);
        let value = -search(&mut position, depth.saturating_sub(1), -20_000, -alpha);
        position.unmake_move(mv, undo);
        if best.is_none_or(|(known, _)| value > known) {
            best = Some((value, mv));
        }
    }
    best.expect("a game that is not over has moves").1.into()
}

fn search(position: &mut Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if depth == 0 {
        return material(position);
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return -10_000 - depth as i32;
    }
    let mut best = -20_000;
    for mv in moves {
        let undo = position.make_move(mv);
        let value = -search(position, depth - 1, -beta, -alpha);
        position.unmake_move(mv, undo);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::Referee;
    use duiyi_rules::xiangqi::Options;

    fn answer(fen: &str, depth: u32) -> String {
        let game = Game::new(Options::default(), Some(fen)).unwrap();
        game.coordinates(best(&game, depth))
    }

    #[test]
    fn one_ply_takes_and_two_plies_see_the_protection() {
        let protected = "3kr4/9/4n4/9/9/9/9/4R4/9/5K3 w - - 0 1";
        assert_eq!(answer(protected, 1), "e2e7");
        assert_ne!(answer(protected, 2), "e2e7");
    }

    #[test]
    fn pruning_does_not_change_the_value() {
        fn plain(position: &mut Position, depth: u32) -> i32 {
            if depth == 0 {
                return material(position);
            }
            let mut best = -10_000 - depth as i32;
            for (index, mv) in position.legal_moves().into_iter().enumerate() {
                let undo = position.make_move(mv);
                let value = -plain(position, depth - 1);
                position.unmake_move(mv, undo);
                best = if index == 0 { value } else { best.max(value) };
            }
            best
        }
        for fen in [
            "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
            "3ak4/4a4/9/9/2n1P4/9/9/4C4/3RA4/4KA3 b - - 0 1",
        ] {
            let mut position: Position = fen.parse().unwrap();
            for depth in 1..=3 {
                let pruned = search(&mut position, depth, -20_000, 20_000);
                assert_eq!(pruned, plain(&mut position, depth), "{fen} at depth {depth}");
            }
        }
    }
}
