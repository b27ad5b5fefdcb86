//! What weak levels overlook: the answers to their moves that are hard to see.

use super::super::picker::{Picker, Wanted};
use super::*;
use duiyi_rules::xiangqi::attacks::{between, horse_leg};

impl Searcher<'_> {
    /// The value at ply 1 for the side to move, of whose captures and checks only those are searched that are less hard to see
    /// than this. Nobody overlooks a check to which he must react.
    pub(super) fn value_with_answers_below(&mut self, hardness: u8) -> Value {
        if let Some(value) = self.end_by_rule(1) {
            return value;
        }
        if hardness == 0 {
            return self.evaluate();
        }
        if self.in_check() {
            return self.quiescence(-INFINITE, INFINITE, 1, 0);
        }
        let mut best = self.evaluate();
        let wanted = Wanted::CapturesAndChecks;
        let mut picker = Picker::new(self.board.turn(), wanted, None, [None; 3], self.previous_moves(1));
        while let Some((answer, _)) = picker.next(self.board.position(), &self.thread_data.history) {
            let last = self.played.last();
            if last.is_some_and(|last| hardness_of(answer, self.board.position(), last) >= hardness) {
                continue;
            }
            let undo = self.make_move(answer, 1);
            let value = -self.quiescence(-INFINITE, -best, 2, 1);
            self.unmake_move(answer, undo);
            if self.is_stopped() {
                break;
            }
            best = best.max(value);
        }
        best
    }
}

/// How hard it is to foresee this answer to the last move, up to 100: the farther it goes, over a screen, along a way that the
/// last move has changed, or backward. 0 if it takes back.
fn hardness_of(answer: Move, position: &Position, last: &Played) -> u8 {
    const ANY: u8 = 10;
    const STEP: u8 = 6;
    const OVER_A_SCREEN: u8 = 25;
    const CHANGED_WAY: u8 = 25;
    const BACKWARD: u8 = 15;
    let (from, to) = (answer.from(), answer.to());
    if last.captured.is_some() && to == last.mv.to() {
        return 0;
    }
    let steps = from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()));
    // The leg of a horse is halfway, and so is the eye of an elephant.
    let way = between(from, to).with(horse_leg(from, to));
    let captures = position.piece_at(to).is_some();
    let over_a_screen = captures && position.piece_at(from).is_some_and(|piece| piece.role == Role::Cannon);
    let changed_way = way.has(last.mv.from()) || over_a_screen && way.has(last.mv.to());
    let side = position.turn();
    let backward = to.relative_rank(side) < from.relative_rank(side);
    let sum = |applies: bool, amount: u8| if applies { amount } else { 0 };
    let hardness = ANY
        + STEP * steps.saturating_sub(1)
        + sum(over_a_screen, OVER_A_SCREEN)
        + sum(changed_way, CHANGED_WAY)
        + sum(backward, BACKWARD);
    hardness.min(100)
}

#[cfg(test)]
mod tests {
    use super::super::tests::with_searcher;
    use super::*;
    use crate::root::Searcher as _;

    fn parsed(text: &str) -> Move {
        Move::new(text[..2].parse().unwrap(), text[2..].parse().unwrap())
    }

    /// How hard it is to see the second move after the first.
    fn hardness(fen: &str, mv: &str, answer: &str) -> u8 {
        let mut position: Position = fen.parse().unwrap();
        let (mv, answer) = (parsed(mv), parsed(answer));
        assert!(position.is_legal(mv), "{mv}");
        let key = position.key();
        let captured = position.make_move(mv).captured;
        assert!(position.is_legal(answer), "{answer}");
        hardness_of(answer, &position, &Played { key, mv, captured, check: position.in_check() })
    }

    #[test]
    fn nobody_overlooks_that_a_piece_is_taken_back() {
        assert_eq!(hardness("3k5/r8/9/9/n8/9/9/9/R8/5K3 w - - 0 1", "a1a5", "a8a5"), 0);
    }

    #[test]
    fn what_is_far_behind_a_screen_opened_or_backward_is_harder_to_see() {
        let rook = |answer, fen| hardness(fen, "f0f1", answer);
        let near = rook("a5a4", "3k5/9/9/9/r8/N8/9/9/9/5K3 w - - 0 1");
        let far = rook("a9a4", "r2k5/9/9/9/9/N8/9/9/9/5K3 w - - 0 1");
        let cannon = rook("a9a4", "c2k5/9/p8/9/9/N8/9/9/9/5K3 w - - 0 1");
        let backward = rook("a3a8", "3k5/N8/9/9/9/9/r8/9/9/5K3 w - - 0 1");
        let opened = hardness("r2k5/9/R8/9/9/N8/9/9/9/5K3 w - - 0 1", "a7b7", "a9a4");
        let leg = hardness("5k3/9/9/2n6/2R6/1N7/9/9/9/4K4 w - - 0 1", "c5d5", "c6b4");
        assert!(near < far && far < cannon, "{near} {far} {cannon}");
        assert!(far < backward && far < opened && near + 20 < leg, "{far} {backward} {opened} {near} {leg}");
    }

    /// The rook stands en prise after a move of the general.
    #[test]
    fn who_does_not_look_far_sees_the_soldier_beside_the_rook_but_not_the_cannon_far_away() {
        let loss = |fen, least| {
            with_searcher(fen, Parameters::LEVELS, |searcher| {
                let mut value = |least| searcher.value_overlooking(parsed("f0f1"), least);
                value(0) - value(least)
            })
        };
        let to_cannon = |least| loss("3k5/9/9/9/c1N5R/9/9/9/9/5K3 w - - 0 1", least);
        let to_soldier = |least| loss("3k5/9/2n6/4p4/4R4/9/9/9/9/5K3 w - - 0 1", least);
        assert_eq!((to_cannon(60), to_soldier(5)), (0, 0));
        assert!(to_cannon(100) > 300 && to_soldier(60) > 300, "{} {}", to_cannon(100), to_soldier(60));
    }
}
