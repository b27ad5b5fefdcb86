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
