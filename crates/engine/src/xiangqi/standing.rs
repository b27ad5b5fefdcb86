//! Captures that a side could already have made at its last turn. A weak level may overlook such a capture once, not
//! twice.

use super::see;
use duiyi_rules::Referee;
use duiyi_rules::xiangqi::{Bitboard, Game, Position, Role};

/// Whether a side could win a piece by a capture at its last turn, did not, and still can, because the other side did
/// not react.
pub fn capture(game: &Game) -> bool {
    let now = game.position();
    if game.ply() < 2 || now.in_check() {
        return false;
    }
    let [before_ours, before_theirs] = [2, 1].map(|back| game.position_before(game.ply() - back));
    if winnable(&before_ours).intersects(winnable(now)) {
        return true;
    }
    let mut if_we_pass = now.clone();
    if_we_pass.make_null_move();
    winnable(&before_theirs).intersects(winnable(&if_we_pass))
}

/// The points on which the side to move wins at least half a horse by a capture.
fn winnable(position: &Position) -> Bitboard {
    let least = see::piece_value(Role::Horse) / 2;
    let captures = position.legal_moves().into_iter().filter(|mv| position.piece_at(mv.to()).is_some());
    let winning = captures.filter(|&mv| see::wins_at_least(position, mv, least));
    winning.fold(Bitboard::EMPTY, |points, mv| points.with(mv.to()))
}
