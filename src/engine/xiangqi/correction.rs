//! How far the static evaluation was off in positions that share a part with this one, and what is added to it for that.

use super::history::{PieceTo, add_with_gravity};
use super::value::Value;
use crate::rules::Side;
use crate::rules::xiangqi::{Bitboard, Position, Role};

/// The entries of one part of the position, by its hash.
const SIZE_BITS: u32 = 14;
/// No entry gets beyond this, and none moves by more than a quarter of it at once.
const LIMIT: i32 = 1_024;
/// An entry at its limit is worth so much.
const WEIGHT: Value = 60;
const DEPTH_DIVISOR: i32 = 8;

/// Soldiers, guards, and either side's attackers.
const PARTS: usize = 4;

#[derive(Debug, Default)]
pub struct Corrections {
    /// For each side to move and each part.
    parts: Box<[[i16; PARTS]]>,
    /// For each pair of moves that leads to a position.
    pairs: Box<[i16]>,
}

impl Corrections {
    pub fn new() -> Corrections {
        Corrections {
            parts: vec![[0; PARTS]; 2 << SIZE_BITS].into(),
            pairs: vec![0; PieceTo::COUNT * PieceTo::COUNT].into(),
        }
    }

    /// What is to be added to the static evaluation of a position to which these two moves led.
    pub fn of(&self, position: &Position, last: Option<[PieceTo; 2]>) -> Value {
        let mut sum = last.map_or(0, |last| i32::from(self.pairs[PieceTo::pair(last)]));
        for (part, at) in places(position).into_iter().enumerate() {
            sum += i32::from(self.parts[at][part]);
        }
        sum * WEIGHT / LIMIT
    }

    /// A search so deep found the position better by `error` than its evaluation, corrected as it was.
    pub fn learn(&mut self, position: &Position, last: Option<[PieceTo; 2]>, error: Value, depth: i32) {
        let bonus = (error * depth / DEPTH_DIVISOR).clamp(-LIMIT / 4, LIMIT / 4);
        for (part, at) in places(position).into_iter().enumerate() {
            add_with_gravity(&mut self.parts[at][part], bonus, LIMIT);
        }
        if let Some(last) = last {
            add_with_gravity(&mut self.pairs[PieceTo::pair(last)], bonus, LIMIT);
        }
    }
}

/// Where each part's entry is.
fn places(position: &Position) -> [usize; PARTS] {
    let [red, black] = [Side::First, Side::Second].map(|side| position.by_side(side));
    let hash = |side: Bitboard, role: Role| (position.by_role(role) & side).hash().rotate_left(role as u32);
    let both = |role: Role| hash(red, role) ^ hash(black, role).rotate_left(32);
    let attackers =
        |side: Bitboard| hash(side, Role::Rook) ^ hash(side, Role::Horse) ^ hash(side, Role::Cannon);
    let guards = both(Role::General) ^ both(Role::Advisor) ^ both(Role::Elephant);
    let turn = (position.turn() as usize) << SIZE_BITS;
    [both(Role::Soldier), guards, attackers(red), attackers(black)]
        .map(|hash| turn | (hash >> (u64::BITS - SIZE_BITS)) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::xiangqi::Piece;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn an_error_seen_again_and_again_is_made_good_within_limits() {
        let (seen, error, depth) = (position("3ak4/9/9/9/4n4/9/P8/9/4R4/4K4 w - - 0 1"), 40, 8);
        let mut corrections = Corrections::new();
        for _ in 0..100 {
            let left = error - corrections.of(&seen, None);
            corrections.learn(&seen, None, left, depth);
        }
        assert!((error - corrections.of(&seen, None)).abs() <= 4, "{}", corrections.of(&seen, None));
        for _ in 0..1_000 {
            corrections.learn(&seen, None, -5_000, depth);
        }
        let most = PARTS as Value * WEIGHT;
        assert!((-most..-most / 2).contains(&corrections.of(&seen, None)), "{}", corrections.of(&seen, None));
    }

    #[test]
    fn positions_share_what_was_learnt_of_the_parts_they_share() {
        let mut corrections = Corrections::new();
        corrections.learn(&position("3ak4/9/9/9/4n4/9/P8/9/4R4/4K4 w - - 0 1"), None, 500, 8);
        let same_attackers = corrections.of(&position("4ka3/9/9/9/4n4/9/8P/9/4R4/3K5 w - - 0 1"), None);
        let only_soldiers = corrections.of(&position("4ka3/9/9/9/3n5/9/P8/9/5R3/3K5 w - - 0 1"), None);
        assert!(0 < only_soldiers && only_soldiers < same_attackers);
        assert_eq!(corrections.of(&position("4ka3/9/9/9/3n5/9/8P/9/5R3/3K5 w - - 0 1"), None), 0);
        assert_eq!(corrections.of(&position("3ak4/9/9/9/4n4/9/P8/9/4R4/4K4 b - - 0 1"), None), 0);
    }

    #[test]
    fn positions_after_the_same_two_moves_share_what_was_learnt_there() {
        let move_of = |role, to: &str| PieceTo::new(Piece { side: Side::First, role }, to.parse().unwrap());
        let (first, second) = (move_of(Role::Horse, "c2"), move_of(Role::Rook, "b0"));
        let mut corrections = Corrections::new();
        corrections.learn(
            &position("3ak4/9/9/9/4n4/9/P8/9/4R4/4K4 w - - 0 1"),
            Some([first, second]),
            500,
            8,
        );
        let other = position("4ka3/9/9/9/3n5/9/8P/9/5R3/3K5 w - - 0 1");
        assert!(corrections.of(&other, Some([first, second])) > 0);
        assert_eq!(corrections.of(&other, Some([second, first])), 0);
    }
}
