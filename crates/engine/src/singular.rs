//! Singular extension: a move that alone keeps the score is searched deeper (Anantharaman, Campbell and Hsu 1990), here
//! tested against the table's score: <https://www.chessprogramming.org/Singular_Extensions>.

use super::Bound;
use super::table::Entry;
use super::value::{Value, is_mate};

/// How much shallower than the node the table's entry may be.
const ENTRY_DEPTH_MARGIN: i32 = 3;

/// A search of a node without its hash move.
#[derive(Clone, Copy, Debug)]
pub struct SingularTest {
    /// The hash move's score by the table.
    pub hash_value: Value,
    /// The upper bound of the test's null window: the hash move is singular if all others stay below it.
    pub singular_beta: Value,
    pub depth: i32,
}

impl SingularTest {
    /// None where the table knows too little of the hash move. `margin` is in hundredths of a soldier a ply.
    #[inline]
    pub fn new(entry: Entry, depth: i32, ply: usize, margin: Value) -> Option<SingularTest> {
        let hash_value = entry.value(ply);
        let is_known = entry.searched_depth() >= depth - ENTRY_DEPTH_MARGIN
            && matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            && !is_mate(hash_value);
        is_known.then_some(SingularTest {
            hash_value,
            singular_beta: hash_value - margin * depth,
            depth: (depth - 1) / 2,
        })
    }

    /// By how many plies to extend the hash move, when the best of the others has the value `others`: 1 when it is
    /// singular, -1 when others reach the node's `beta` too (multi-cut), else 0.
    #[inline]
    pub fn extension(self, others: Value, beta: Value) -> i32 {
        if others < self.singular_beta { 1 } else { -i32::from(others >= beta || self.hash_value >= beta) }
    }
}
