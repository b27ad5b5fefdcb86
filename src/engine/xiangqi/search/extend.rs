//! Singular extension: a move that alone keeps the score is searched deeper.

use super::*;

impl Searcher<'_> {
    /// 1 when the hash move is better than every other, 2 when it is so by far, negative when several reach beta anyway,
    /// else 0.
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
        let value = from_table(Value::from(entry.score), ply);
        if ply == 0
            || depth < self.parameters.singular_min_depth
            || self.frames[ply].excluded.is_some()
            || depth_of(entry) < depth - 3
            || !matches!(entry.bound, Some(Bound::Lower | Bound::Exact))
            || is_decisive(value)
        {
            return 0;
        }
        let goal = value - self.parameters.singular_margin * depth;
        let rests_on = self.frames[ply].rests_on;
        let killers = self.frames[ply].killers;
        self.frames[ply].excluded = Some(mv);
        let others = self.search(goal - 1, goal, (depth - 1) / 2, ply, cut_node);
        self.frames[ply].excluded = None;
        self.frames[ply].rests_on = rests_on;
        self.frames[ply].killers = killers;
        match others {
            _ if self.stopped => 0,
            others if others < goal - self.parameters.singular_double_margin && beta - alpha == 1 => 2,
            others if others < goal => 1,
            others if others >= beta => -1,
            _ if value >= beta || value <= alpha => -1,
            _ => 0,
        }
    }
}
