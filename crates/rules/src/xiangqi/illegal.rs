//! Explains why a move is not legal, in words that help the player to find a legal one.

use super::attacks;
use super::position::Position;
use super::types::{Move, Piece, Role, Square};
use crate::{IllegalReason, MoveError, Ruleset, shortened};

/// Explains why a move is not legal in this position.
pub fn explain(position: &Position, mv: Move) -> MoveError {
    let (reason, detail) = reason(position, mv);
    MoveError::Illegal { reason, detail }
}

fn reason(position: &Position, mv: Move) -> (IllegalReason, String) {
    let (from, to) = (mv.from(), mv.to());
    let names = Ruleset::Xiangqi.side_names();
    let turn = position.turn();
    let Some(piece) = position.piece_at(from) else {
        return (
            IllegalReason::NoPiece,
            format!("there is no piece on {from}: a move starts at one of {}'s pieces", names[turn]),
        );
    };
    if piece.side != turn {
        let detail = format!("the {piece} on {from} is not {}'s, whose move it is", names[turn]);
        return (IllegalReason::NotYourPiece, detail);
    }
    if from == to {
        return (
            IllegalReason::PieceCannotMoveSo,
            format!("the {piece} on {from} must move to another point"),
        );
    }
    if let Some(own) = position.piece_at(to).filter(|target| target.side == turn) {
        return (IllegalReason::OwnPiece, format!("{to} holds {}'s own {}", names[turn], own.role.name()));
    }
    if !position.targets(from).has(to) {
        let detail = format!(
            "a {} cannot go from {from} to {to}: {}",
            piece.role.name(),
            how_it_moves(position, piece, mv)
        );
        return (IllegalReason::PieceCannotMoveSo, detail);
    }
    exposed(position, mv)
}

fn how_it_moves(position: &Position, piece: Piece, mv: Move) -> String {
    let (from, to) = (mv.from(), mv.to());
    let occupied = position.occupied();
    let blockers = (attacks::between(from, to) & occupied).count();
    let (files, ranks) = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
    match piece.role {
        Role::General => "it steps one point along a line inside its palace".to_owned(),
        Role::Advisor => "it steps one point along a diagonal inside its palace".to_owned(),
        Role::Elephant if (files, ranks) == (2, 2) && (from.rank() < 5) == (to.rank() < 5) => {
            "the point in the middle of its diagonal is occupied".to_owned()
        }
        Role::Elephant => "it goes two points along a diagonal and stays on its side of the river".to_owned(),
        Role::Horse if matches!((files, ranks), (1, 2) | (2, 1)) => {
            format!("its leg is blocked on {}", attacks::horse_leg(from, to))
        }
        Role::Horse => "it goes one point along a line and one further diagonally".to_owned(),
        Role::Rook | Role::Cannon if files > 0 && ranks > 0 => "it moves along a rank or a file".to_owned(),
        Role::Rook => in_between(blockers),
        Role::Cannon if occupied.has(to) => {
            format!("it captures over exactly one piece, and {}", in_between(blockers))
        }
        Role::Cannon => {
            format!("it jumps only to capture, and {}", in_between(blockers))
        }
        Role::Soldier if from.relative_rank(piece.side) < 5 => {
            "before the river a soldier goes one point straight ahead".to_owned()
        }
        Role::Soldier => "across the river a soldier goes one point ahead or sideways, never back".to_owned(),
    }
}

fn in_between(pieces: u32) -> String {
    match pieces {
        0 => "no piece stands in between".to_owned(),
        1 => "a piece stands in between".to_owned(),
        _ => format!("{pieces} pieces stand in between"),
    }
}

/// Explains a pseudo-legal move that leaves the general of its side in check or facing the other general.
fn exposed(position: &Position, mv: Move) -> (IllegalReason, String) {
    let us = position.turn();
    let mut after = position.clone();
    after.make_move(mv);
    let general = after.general(us);
    let attackers = after.attackers_to(general, after.occupied()) & after.by_side(us.other());
    let faces = attackers.has(after.general(us.other()));
    let attacker = |square: Square| after.piece_at(square).map_or("piece", |piece| piece.role.name());
    match (attackers.without(after.general(us.other()))).first() {
        None if faces => {
            (IllegalReason::GeneralsFace, format!("after {mv} the generals would face each other"))
        }
        by => {
            let by =
                by.map_or_else(String::new, |square| format!(" by the {} on {square}", attacker(square)));
            let detail = format!("after {mv} the general on {general} could be captured{by}");
            (IllegalReason::LeavesGeneralInCheck, detail)
        }
    }
}

/// The error for a legal move that the rules of repetition refuse. `why` is the rule.
pub fn refused_repetition(mv: Move, why: &str) -> MoveError {
    let detail = format!("{mv} would complete a forbidden repetition: {why}");
    MoveError::Illegal { reason: IllegalReason::ForbiddenRepetition, detail }
}

/// The error for coordinates with a point that is not on the board.
pub fn off_board(text: &str) -> MoveError {
    let detail = format!("{text:?} leaves the board: files go from a to i, ranks from 0 to 9");
    MoveError::Illegal { reason: IllegalReason::OffBoard, detail }
}

/// The error for a text that describes a piece that is not on the board.
pub fn no_such_piece(text: &str, role: Role) -> MoveError {
    let detail =
        format!("the side to move has no {} in the place that {:?} describes", role.name(), shortened(text));
    MoveError::Illegal { reason: IllegalReason::NoPiece, detail }
}

/// The error for a text that describes a piece on the board and a move that it cannot make.
pub fn leads_nowhere(text: &str, role: Role) -> MoveError {
    let detail = format!("{:?} is not a way in which a {} moves from there", shortened(text), role.name());
    MoveError::Illegal { reason: IllegalReason::PieceCannotMoveSo, detail }
}
