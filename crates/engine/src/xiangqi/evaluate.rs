//! The static evaluation of quiet positions: the network's, except for endgames that can hardly be won.

use super::board::Board;
use super::value::Value;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Position, Role};

/// The value of a side that can hardly win is scaled to this fraction, in 1/128.
const SCALE_NO_ATTACKER: i32 = 4;
const SCALE_ONE_MINOR: i32 = 40;
const SCALE_FULL: i32 = 128;

/// The largest static evaluation.
const HIGHEST: Value = 10_000;

/// The static evaluation for the side to move.
pub fn evaluate(board: &mut Board) -> Value {
    let value = board.network_value();
    let leader = if value >= 0 { board.turn() } else { board.turn().other() };
    (value * winning_scale(board.position(), leader) / SCALE_FULL).clamp(-HIGHEST, HIGHEST)
}

/// The fraction of its lead, in 1/128, that a side can hope to win by.
fn winning_scale(position: &Position, side: Side) -> i32 {
    let count = |role| position.pieces(side, role).count();
    let (rooks, minors) = (count(Role::Rook), count(Role::Horse) + count(Role::Cannon));
    let soldiers = count(Role::Soldier);
    match (rooks, minors, soldiers) {
        (0, 0, 0) => SCALE_NO_ATTACKER,
        (0, 1, 0) => SCALE_ONE_MINOR,
        _ => SCALE_FULL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::xiangqi::{Setup, Square};

    fn value(position: Position) -> Value {
        evaluate(&mut Board::new(position))
    }

    /// The same board with the sides exchanged.
    fn flipped(fen: &str) -> Position {
        let setup: Setup = fen.parse().unwrap();
        let mut other = Setup { turn: setup.turn.other(), ..Setup::empty() };
        for square in Square::all() {
            other.board[square.flipped().index()] = setup.board[square.index()].map(|mut piece| {
                piece.side = piece.side.other();
                piece
            });
        }
        Position::try_from(&other).unwrap()
    }

    #[test]
    fn the_evaluation_is_symmetric() {
        for fen in [
            "r1bakab1r/9/1cn4c1/p1p1p3p/6p2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
            "3ak4/9/4b4/9/2P6/9/9/4C4/4A4/4K4 b - - 0 1",
        ] {
            assert_eq!(value(fen.parse().unwrap()), value(flipped(fen)), "{fen}");
        }
    }

    #[test]
    fn without_attackers_the_evaluation_is_close_to_a_draw() {
        assert!(value("3k5/9/9/9/9/9/9/4B4/4A4/3AK1B2 w - - 0 1".parse().unwrap()).abs() < 60);
    }
}
