//! Principal variation search of five in a row.

mod leaf;
mod moves;
mod prune;
mod root;
#[cfg(test)]
mod tests;

use super::board::Board;
use super::history::History;
use super::network::Accumulator;
use super::parameters::*;
use super::point_shape::Threat;
use super::points::{NEAR, Points};
#[cfg(feature = "lab")]
use super::sample::Sample;
use super::threat_space::ThreatSearch;
use crate::pv_table::PvTable;
use crate::pvs::{AlphaBeta, LaterMove};
#[cfg(feature = "lab")]
use crate::samples::Samples;
use crate::table::{Entry, Table};
use crate::value::*;
use crate::worker::{Threads, Worker};
use crate::{Bound, Budget, Scope};
use duiyi_rules::gomoku::Point;

/// Shared by the threads of one search.
#[derive(Debug)]
pub struct Shared<'a> {
    pub table: &'a Table,
    pub budget: &'a Budget,
    pub tuning: &'a Tuning,
    pub threads: Threads,
    pub scope: Scope,
    /// Part of the table's key, so that searches that score the same position differently do not share entries.
    pub key_salt: u64,
    /// The replies to the next stone, if the opening restricts them.
    pub replies: Option<Points>,
    pub uses_network: bool,
    #[cfg(feature = "lab")]
    pub samples: &'a Samples<Sample>,
}

/// One searching thread.
#[derive(Debug)]
pub struct Searcher<'a> {
    shared: &'a Shared<'a>,
    parameters: Parameters,
    worker: Worker<'a>,
    board: Board,
    /// None for an evaluation by weights alone.
    network: Option<Accumulator>,
    threats: ThreatSearch,
    history: Box<History>,
    pv_table: PvTable<Point>,
    /// By ply: the points near the stones on the board, including taken ones.
    near: Box<[Points]>,
    /// By ply: the stone played; none for a null move.
    played: Box<[Option<Point>]>,
    /// By ply: what the stone played threatened.
    threatened: Box<[Threat]>,
    evals: Box<[Value]>,
}

/// What the parts of a node's search share.
#[derive(Clone, Copy, Debug)]
struct Node {
    ply: usize,
    depth: i32,
    alpha: Value,
    beta: Value,
    /// Whether this is a node of the principal variation, with a window wider than null.
    is_pv: bool,
    /// Whether the other side threatens a winning four.
    is_threatened: bool,
    improving: bool,
    eval: Value,
    /// The hash move, while the others are searched to test whether it is singular.
    excluded: Option<Point>,
}

impl<'a> Searcher<'a> {
    pub fn new(shared: &'a Shared<'a>, board: Board) -> Searcher<'a> {
        let stones = Point::all(board.size()).filter(|&point| !board.is_empty(point));
        let near = stones.fold(Points::default(), |near, stone| near.union(NEAR[stone.index()]));
        Searcher {
            shared,
            parameters: shared.tuning.parameters,
            worker: Worker::new(shared.table, shared.budget, &shared.threads),
            network: shared.uses_network.then(|| Accumulator::new(&board)).flatten(),
            board,
            threats: ThreatSearch::default(),
            history: History::new(),
            pv_table: PvTable::new(MAX_PLY + 2),
            near: vec![near; MAX_PLY + 2].into(),
            played: vec![None; MAX_PLY + 2].into(),
            threatened: vec![Threat::None; MAX_PLY + 2].into(),
            evals: vec![0; MAX_PLY + 2].into(),
        }
    }

    fn key(&self) -> u64 {
        self.board.key() ^ self.shared.key_salt
    }

    fn make_move(&mut self, point: Point, ply: usize) {
        // The board's work hides how long the bucket takes to arrive.
        self.worker.table.prefetch(self.board.key_after(point) ^ self.shared.key_salt);
        self.near[ply + 1] = self.near[ply].union(NEAR[point.index()]);
        self.played[ply] = Some(point);
        self.threatened[ply] = self.board.threat_at(point, self.board.turn());
        self.board.make_move(point);
        self.worker.counts.nodes += 1;
    }

    /// The evaluation for the side to move: by the network if that by weights is near the window. `known` is the network's
    /// value if the table has it. A new one is stored at once: nodes that end by pruning store nothing else, and come again.
    fn evaluate(&mut self, alpha: Value, beta: Value, known: Option<Value>) -> Value {
        let eval = self.board.evaluate();
        let margin = self.parameters.network_margin;
        match &mut self.network {
            Some(network) if alpha - margin < eval && eval < beta + margin => known.unwrap_or_else(|| {
                #[cfg(feature = "lab")]
                self.shared.samples.offer(|| Sample::of(&self.board));
                let value = network.evaluate(&self.board, eval);
                self.worker.table.store(self.board.key() ^ self.shared.key_salt, Entry::of_eval(value));
                value
            }),
            _ => eval,
        }
    }

    /// [`AlphaBeta::search`].
    fn search_node(&mut self, alpha: Value, beta: Value, depth: i32, ply: usize, cut_node: bool) -> Value {
        debug_assert!(alpha < beta);
        self.pv_table.clear(ply);
        let counts = &mut self.worker.counts;
        counts.seldepth = counts.seldepth.max(ply);
        if self.worker.check_limits() {
            return 0;
        }
        let (side, other) = (self.board.turn(), self.board.turn().other());
        if let Some(five) = self.board.points(side, Threat::Five).first() {
            self.pv_table.set_last(ply, five);
            return -mated_in(ply + 1);
        }
        if self.board.empty().is_empty() {
            return 0;
        }
        if ply >= MAX_PLY {
            return self.board.evaluate();
        }
        let is_four = self.board.has(other, Threat::Five);
        let blocks = if is_four { self.board.legal_blocks(other) } else { Points::default() };
        if is_four {
            if blocks.is_empty() {
                return mated_in(ply + 2);
            }
        } else if self.shared.scope.sees_open_fours
            && let Some(four) = self.board.points(side, Threat::Winning).first()
        {
            self.pv_table.set_last(ply, four);
            return -mated_in(ply + 3);
        }
        let (alpha, beta) = (alpha.max(mated_in(ply)), beta.min(-mated_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta - alpha > 1;
        let key = self.key();
        let probed = self.worker.probe(key);
        // Without a bound the entry is the network's value alone, which counts only near the window.
        let entry = probed.filter(|entry| entry.bound.is_some());
        let network_value = probed.filter(|entry| entry.bound.is_none()).map(|entry| entry.eval.into());
        if let Some(value) = entry.filter(|_| !is_pv).and_then(|entry| entry.cutoff(alpha, beta, depth, ply))
        {
            return value;
        }
        if is_four {
            // A forced reply costs no depth.
            return self.search_forced(alpha, beta, depth, ply, blocks, cut_node);
        }
        let is_threatened = self.shared.scope.sees_open_fours && self.board.has(other, Threat::Winning);
        let eval = match entry {
            Some(entry) => entry.eval.into(),
            None => self.evaluate(alpha, beta, network_value),
        };
        if depth <= 0 && !(is_threatened && depth > -DEFENSE_EXTENSIONS) {
            return self.leaf(beta, ply, entry, eval);
        }
        self.evals[ply] = eval;
        self.history.forget_killers(ply + 1);
        let improving = ply < 2 || eval > self.evals[ply - 2];
        let eval = entry.map_or(eval, |entry| entry.refine(eval));
        let mut node =
            Node { ply, depth, alpha, beta, is_pv, is_threatened, improving, eval, excluded: None };
        if let Some(value) = self.prune_before_moves(&node, entry, cut_node) {
            return value;
        }
        // Internal iterative reduction: without a hash move the moves are poorly ordered, so search less deep.
        if depth >= self.parameters.iir_min_depth
            && entry.is_none_or(|entry| entry.mv == 0)
            && (is_pv || cut_node)
        {
            node.depth -= 1;
        }
        node.depth -= entry.map_or(0, |entry| self.stale_plies(&node, entry));
        self.search_moves(&node, entry, cut_node)
    }

    /// By how many plies to search a node of the principal variation less deep because its hash move comes from a much shallower
    /// search: it has long been off the principal variation.
    fn stale_plies(&self, node: &Node, entry: Entry) -> i32 {
        const MOST: i32 = 3;
        if !node.is_pv || entry.mv == 0 || node.depth <= 1 {
            return 0;
        }
        let plies = self.parameters.stale_pv * (node.depth - entry.searched_depth()) / 100;
        plies.clamp(0, MOST.min(node.depth - 1))
    }

    /// Searches the replies to a four, of which only Caro has more than one.
    fn search_forced(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        blocks: Points,
        cut_node: bool,
    ) -> Value {
        self.evals[ply] = if ply < 2 { 0 } else { self.evals[ply - 2] };
        let is_pv = beta - alpha > 1;
        let mut best = -INFINITE;
        for block in blocks {
            let alpha = alpha.max(best);
            self.make_move(block, ply);
            let value = -self.search(-beta, -alpha, depth, ply + 1, !cut_node);
            self.board.unmake_move(block);
            best = best.max(value);
            if value > alpha && is_pv {
                self.pv_table.extend(ply, block);
            }
            if best >= beta || self.is_stopped() {
                break;
            }
        }
        best
    }

    #[expect(clippy::too_many_arguments, reason = "what the table keeps of a position")]
    fn store(
        &self,
        key: u64,
        ply: usize,
        depth: i32,
        value: Value,
        eval: Value,
        bound: Bound,
        best: Option<Point>,
    ) {
        let mv = best.map_or(0, |point| point.index() as u16 + 1);
        self.worker.table.store(key, Entry::new(mv, value, ply, eval, depth, bound));
    }
}

impl AlphaBeta for Searcher<'_> {
    fn search(&mut self, alpha: Value, beta: Value, depth: i32, ply: usize, cut_node: bool) -> Value {
        self.search_node(alpha, beta, depth, ply, cut_node)
    }

    fn is_stopped(&self) -> bool {
        self.worker.is_stopped()
    }
}

fn point_of(mv: u16) -> Option<Point> {
    usize::from(mv).checked_sub(1).and_then(Point::from_index)
}
