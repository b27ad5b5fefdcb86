//! Nodes without depth left: the evaluation, or a VCF.

use super::*;

impl Searcher<'_> {
    /// The evaluation `eval` or, if that is below `beta`, the value of a VCF if there is one.
    pub(super) fn leaf(&mut self, beta: Value, ply: usize, entry: Option<Entry>, eval: Value) -> Value {
        // An exact entry already includes the search for a VCF.
        if let Some(entry) = entry.filter(|entry| entry.bound == Some(Bound::Exact)) {
            return entry.value(ply);
        }
        let (value, bound) = match eval {
            eval if eval >= beta => (eval, Bound::Lower),
            eval => (self.vcf_value(ply).unwrap_or(eval), Bound::Exact),
        };
        if entry.is_none_or(|entry| entry.searched_depth() <= 0) {
            self.store(self.key(), ply, 0, value, eval, bound, None);
        }
        value
    }

    fn vcf_value(&mut self, ply: usize) -> Option<Value> {
        let side = self.board.turn();
        let may_win = [Threat::FourThree, Threat::Four, Threat::Suspect]
            .into_iter()
            .any(|threat| self.board.has(side, threat));
        let stones = self.shared.scope.leaf_vcf_stones.min((MAX_PLY - ply) / 2);
        if !may_win || stones < 2 {
            return None;
        }
        let nodes = self.threats.nodes;
        let plies = self.threats.find_vcf(&mut self.board, stones, self.parameters.leaf_nodes as u64);
        self.worker.counts.nodes += self.threats.nodes - nodes;
        plies.map(|plies| -mated_in(ply + plies))
    }
}
