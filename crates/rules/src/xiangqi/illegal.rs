//! Explains why a move is not legal, in words that help the player to find a legal one.

use super::attacks;
use super::illegal_move::{IllegalMove, Obstacle};
use super::position::Position;
use super::types::{Move, Piece, Role};

/// Explains why a move is not legal in this position.
pub fn explain(position: &Position, mv: Move) -> IllegalMove {
    let (from, to) = (mv.from(), mv.to());
    let turn = position.turn();
    let Some(piece) = position.piece_at(from) else {
        return IllegalMove::EmptyPoint { from, turn };
    };
    if piece.side != turn {
        return IllegalMove::NotYourPiece { from, piece };
    }
    if from == to {
        return IllegalMove::SamePoint { from, piece };
    }
    if let Some(piece) = position.piece_at(to).filter(|target| target.side == turn) {
        return IllegalMove::OwnPiece { to, piece };
    }
    if !position.targets(from).has(to) {
        return IllegalMove::Unreachable {
            role: piece.role,
            from,
            to,
            obstacle: obstacle(position, piece, mv),
        };
    }
    exposed(position, mv)
}

fn obstacle(position: &Position, piece: Piece, mv: Move) -> Obstacle {
    let (from, to) = (mv.from(), mv.to());
    let occupied = position.occupied();
    let between = (attacks::between(from, to) & occupied).count();
    let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
    match piece.role {
        Role::General => Obstacle::GeneralStep,
        Role::Advisor => Obstacle::AdvisorStep,
        Role::Elephant if (files, ranks) == (2, 2) && (from.rank() < 5) == (to.rank() < 5) => {
            Obstacle::ElephantEye
        }
        Role::Elephant => Obstacle::ElephantStep,
        Role::Horse if matches!((files, ranks), (1, 2) | (2, 1)) => {
            Obstacle::HorseLeg(attacks::horse_leg(from, to))
        }
        Role::Horse => Obstacle::HorseStep,
        Role::Rook | Role::Cannon if files > 0 && ranks > 0 => Obstacle::NotOnLine,
        Role::Rook => Obstacle::Between(between),
        Role::Cannon if occupied.has(to) => Obstacle::CannonCapture(between),
        Role::Cannon => Obstacle::CannonJump(between),
        Role::Soldier if from.relative_rank(piece.side) < 5 => Obstacle::SoldierAtHome,
        Role::Soldier => Obstacle::SoldierAcross,
    }
}

/// Explains a pseudo-legal move that leaves the general of its side in check or facing the other general.
fn exposed(position: &Position, mv: Move) -> IllegalMove {
    let us = position.turn();
    let mut after = position.clone();
    after.make_move(mv);
    let general = after.general(us);
    let attackers = after.attackers_to(general, after.occupied()) & after.by_side(us.other());
    let attacker = attackers.without(after.general(us.other())).first();
    match attacker.and_then(|square| Some((square, after.piece_at(square)?.role))) {
        Some((square, attacker)) => IllegalMove::LeavesGeneralInCheck { mv, general, attacker, square },
        None => IllegalMove::GeneralsFace { mv },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(fen: &str, mv: &str) -> String {
        explain(&fen.parse().unwrap(), mv.parse().unwrap()).to_string()
    }

    #[test]
    fn each_piece_says_what_stops_it() {
        let fen = "5k3/9/9/p8/6P2/2B6/C1P6/3R5/3NA4/2B1K4 w - - 0 1";
        for (mv, text) in [
            ("e0f1", "a general cannot go from e0 to f1: it steps one point along a line inside its palace"),
            ("e0e1", "e1 holds red's own advisor"),
            (
                "e1e2",
                "an advisor cannot go from e1 to e2: it steps one point along a diagonal inside its palace",
            ),
            (
                "c0e2",
                "an elephant cannot go from c0 to e2: the point in the middle of its diagonal is occupied",
            ),
            (
                "c0c2",
                "an elephant cannot go from c0 to c2: it goes two points along a diagonal and stays on its side of the river",
            ),
            (
                "c4e6",
                "an elephant cannot go from c4 to e6: it goes two points along a diagonal and stays on its side of the river",
            ),
            (
                "d1d3",
                "a horse cannot go from d1 to d3: it goes one point along a line and one further diagonally",
            ),
            ("d1e3", "a horse cannot go from d1 to e3: its leg is blocked on d2"),
            ("d2e3", "a rook cannot go from d2 to e3: it moves along a rank or a file"),
            ("d2d0", "a rook cannot go from d2 to d0: a piece stands in between"),
            ("a3b4", "a cannon cannot go from a3 to b4: it moves along a rank or a file"),
            (
                "a3a6",
                "a cannon cannot go from a3 to a6: it captures over exactly one piece, and no piece stands in between",
            ),
            (
                "a3e3",
                "a cannon cannot go from a3 to e3: it jumps only to capture, and a piece stands in between",
            ),
            (
                "c3d3",
                "a soldier cannot go from c3 to d3: before the river a soldier goes one point straight ahead",
            ),
            (
                "g5g4",
                "a soldier cannot go from g5 to g4: across the river a soldier goes one point ahead or sideways, never back",
            ),
            ("b2b3", "there is no piece on b2: a move starts at one of red's pieces"),
            ("a6a5", "the black soldier on a6 is not red's, whose move it is"),
        ] {
            assert_eq!(why(fen, mv), text, "{mv}");
        }
    }
}
