//! Singular extension, see [`SingularTest`].

use super::*;
use crate::singular::SingularTest;

impl Searcher<'_> {
    /// By how many plies to extend `mv`: 1 if it is the hash move and singular, 2 if the others are worse by far, -1 if it
    /// is not and others reach beta too, else 0.
    #[expect(clippy::too_many_arguments, reason = "the parts of a node that the test needs")]
    pub(super) fn singular_extension(
        &mut self,
        depth: i32,
        ply: usize,
        mv: Move,
        entry: Option<Entry>,
        alpha: Value,
        beta: Value,
        cut_node: bool,
    ) -> i32 {
        let Some(entry) = entry.filter(|entry| entry.mv == mv.bits()) else { return 0 };
        if ply == 0 || depth < self.parameters.singular_min_depth || self.frames[ply].excluded.is_some() {
            return 0;
        }
        let margin = self.parameters.singular_margin;
        let test = SingularTest::new(entry, depth, ply, margin).filter(|test| !is_decisive(test.hash_value));
        let Some(test) = test else { return 0 };
        let path_dependence = self.frames[ply].path_dependence;
        let killers = self.frames[ply].killers;
        self.frames[ply].excluded = Some(mv);
        let others = self.search(test.singular_beta - 1, test.singular_beta, test.depth, ply, cut_node);
        self.frames[ply].excluded = None;
        self.frames[ply].path_dependence = path_dependence;
        self.frames[ply].killers = killers;
        let is_far_better = others < test.singular_beta - self.parameters.singular_double_margin;
        match test.extension(others, beta) {
            _ if self.is_stopped() => 0,
            1 if is_far_better && beta - alpha == 1 => 2,
            0 if test.hash_value <= alpha => -1,
            extension => extension,
        }
    }
}
