//! The positions before and after a move.

use super::set::Solutions;
use super::solved::{INVALID, Node, Solved, State};
use duiyi_engine::xiangqi::endgame::Layout;
use duiyi_engine::xiangqi::mirrored;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Bitboard, Move, Piece, Position, Role, attacks};

/// The position after a legal move and its state. Captures are looked up among the solutions.
pub fn child(solved: &Solved, known: &Solutions, position: &Position, mv: Move) -> (Position, State) {
    let is_capture = position.piece_at(mv.to()).is_some();
    let mut after = position.clone();
    after.make_move(mv);
    let state = match is_capture {
        true => known.state(&after),
        false => solved.state(solved.node_of(&after, Side::First)),
    };
    (after, state)
}

/// The positions from which a quiet move leads to this node.
pub fn predecessors(solved: &Solved, node: Node) -> Vec<(Node, Position)> {
    let Some(mut position) = solved.position(node) else { return Vec::new() };
    // The side that has just moved takes a move back: the same as moving out of turn.
    position.make_null_move();
    let mover = position.turn();
    let mut before = Vec::new();
    for to in position.by_side(mover) {
        let Some(piece) = position.piece_at(to) else { continue };
        for from in origins(&position, piece, to) {
            let mut earlier = position.clone();
            earlier.make_move(Move::new(to, from));
            earlier.make_null_move();
            let node = solved.node_of(&earlier, Side::First);
            if solved.state(node) == INVALID {
                continue;
            }
            before.push((node, earlier.clone()));
            if Layout::distinguishes_mirrored(&earlier) {
                let mirror_image = mirrored(&earlier);
                before.push((solved.node_of(&mirror_image, Side::First), mirror_image));
            }
        }
    }
    before
}

/// The points from which a piece comes to this one by a quiet move.
fn origins(position: &Position, piece: Piece, to: duiyi_rules::xiangqi::Square) -> Bitboard {
    let occupied = position.occupied();
    let reach = match piece.role {
        Role::General => attacks::general(to),
        Role::Advisor => attacks::advisor(to),
        Role::Elephant => attacks::elephant(to, occupied),
        Role::Horse => attacks::horse_to(to, occupied),
        Role::Rook | Role::Cannon => attacks::rook(to, occupied),
        Role::Soldier => attacks::soldier_to(piece.side, to),
    };
    reach & !occupied
}
