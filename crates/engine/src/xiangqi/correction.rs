//! Correction history: the error of the static evaluation in earlier positions corrects it in positions that share a feature
//! with them. <https://www.chessprogramming.org/Static_Evaluation_Correction_History>

use super::history::{PieceTo, add_with_gravity};
use super::value::Value;
use crate::table::prefetch;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Bitboard, Position, Role};

/// Each feature has a table of two to this power entries for each side to move, indexed by the feature's hash.
const SIZE_BITS: u32 = 14;
/// The limit of every entry's absolute value. One update moves an entry by at most a quarter of it.
const LIMIT: i32 = 1_024;
const DEPTH_DIVISOR: i32 = 8;

/// The soldiers, the guards of both generals, Red's attackers, Black's attackers.
const FEATURES: usize = 4;

#[derive(Debug, Default)]
pub struct CorrectionHistory {
    /// By side to move and hash, for each feature.
    features: Box<[[i16; FEATURES]]>,
    /// By the last two moves.
    continuation: Box<[i16]>,
}

impl CorrectionHistory {
    pub fn new() -> CorrectionHistory {
        CorrectionHistory {
            features: vec![[0; FEATURES]; 2 << SIZE_BITS].into(),
            continuation: vec![0; PieceTo::COUNT * PieceTo::COUNT].into(),
        }
    }

    /// Prefetches the correction by the last two moves, whose table is larger than the nearer caches.
    #[inline]
    pub fn prefetch(&self, last_two: [PieceTo; 2]) {
        prefetch(&self.continuation[PieceTo::pair(last_two)]);
    }

    /// The entries of this position's features, prefetched for [`CorrectionHistory::correction`].
    #[inline]
    pub fn entries(&self, position: &Position) -> Entries {
        let at = indices(position);
        at.iter().for_each(|&at| prefetch(&self.features[at]));
        Entries(at)
    }

    /// What to add to the static evaluation of a position that these two moves led to. `weight` is what an entry at its limit adds.
    pub fn correction(&self, Entries(at): Entries, last_two: Option<[PieceTo; 2]>, weight: Value) -> Value {
        let mut sum = last_two.map_or(0, |moves| i32::from(self.continuation[PieceTo::pair(moves)]));
        for (feature, at) in at.into_iter().enumerate() {
            sum += i32::from(self.features[at][feature]);
        }
        sum * weight / LIMIT
    }

    /// Records that a search of this depth found the position better by `error` than its corrected evaluation.
    pub fn update(&mut self, position: &Position, last_two: Option<[PieceTo; 2]>, error: Value, depth: i32) {
        let bonus = (error * depth / DEPTH_DIVISOR).clamp(-LIMIT / 4, LIMIT / 4);
        for (feature, at) in indices(position).into_iter().enumerate() {
            add_with_gravity(&mut self.features[at][feature], bonus, LIMIT);
        }
        if let Some(moves) = last_two {
            add_with_gravity(&mut self.continuation[PieceTo::pair(moves)], bonus, LIMIT);
        }
    }
}

/// The index of each feature's entry for one position.
#[derive(Clone, Copy, Debug)]
pub struct Entries([usize; FEATURES]);

/// The index of each feature's entry.
fn indices(position: &Position) -> [usize; FEATURES] {
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
    use duiyi_rules::xiangqi::Piece;

    const WEIGHT: Value = 60;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    fn correction(corrections: &CorrectionHistory, fen: &str) -> Value {
        corrections.correction(corrections.entries(&position(fen)), None, WEIGHT)
    }

    #[test]
    fn a_repeated_error_is_corrected_within_limits() {
        let (seen, error, depth) = (position("3ak4/9/9/9/4n4/9/P8/9/4R4/4K4 w - - 0 1"), 40, 8);
        let mut corrections = CorrectionHistory::new();
        for _ in 0..100 {
            let left = error - corrections.correction(corrections.entries(&seen), None, WEIGHT);
            corrections.update(&seen, None, left, depth);
        }
        assert!(
            (error - corrections.correction(corrections.entries(&seen), None, WEIGHT)).abs() <= 4,
            "{}",
            corrections.correction(corrections.entries(&seen), None, WEIGHT)
        );
        for _ in 0..1_000 {
            corrections.update(&seen, None, -5_000, depth);
        }
        let most = FEATURES as Value * WEIGHT;
        assert!(
            (-most..-most / 2).contains(&corrections.correction(corrections.entries(&seen), None, WEIGHT)),
            "{}",
            corrections.correction(corrections.entries(&seen), None, WEIGHT)
        );
    }

    #[test]
    fn positions_share_the_corrections_of_common_features() {
        let mut corrections = CorrectionHistory::new();
        corrections.update(&position("3ak4/9/9/9/4n4/9/P8/9/4R4/4K4 w - - 0 1"), None, 500, 8);
        let same_attackers = correction(&corrections, "4ka3/9/9/9/4n4/9/8P/9/4R4/3K5 w - - 0 1");
        let only_soldiers = correction(&corrections, "4ka3/9/9/9/3n5/9/P8/9/5R3/3K5 w - - 0 1");
        assert!(0 < only_soldiers && only_soldiers < same_attackers);
        assert_eq!(correction(&corrections, "4ka3/9/9/9/3n5/9/8P/9/5R3/3K5 w - - 0 1"), 0);
        assert_eq!(correction(&corrections, "3ak4/9/9/9/4n4/9/P8/9/4R4/4K4 b - - 0 1"), 0);
    }

    #[test]
    fn positions_after_the_same_two_moves_share_a_correction() {
        let move_of = |role, to: &str| PieceTo::new(Piece { side: Side::First, role }, to.parse().unwrap());
        let (first, second) = (move_of(Role::Horse, "c2"), move_of(Role::Rook, "b0"));
        let mut corrections = CorrectionHistory::new();
        corrections.update(
            &position("3ak4/9/9/9/4n4/9/P8/9/4R4/4K4 w - - 0 1"),
            Some([first, second]),
            500,
            8,
        );
        let other = position("4ka3/9/9/9/3n5/9/8P/9/5R3/3K5 w - - 0 1");
        assert!(corrections.correction(corrections.entries(&other), Some([first, second]), WEIGHT) > 0);
        assert_eq!(corrections.correction(corrections.entries(&other), Some([second, first]), WEIGHT), 0);
    }
}
