//! The root: iterative deepening, aspiration windows, several best lines.

use super::Bound;
use super::pvs::AlphaBeta;
use super::value::{INFINITE, MATE, MAX_PLY, Value, is_mate};
use super::worker::Counts;
use crate::rules;
use rand::RngExt;
use rand::rngs::SmallRng;
use std::fmt::Debug;

/// One thread's search of one position, as iterative deepening needs it.
pub trait Searcher: AlphaBeta {
    type Move: Copy + Debug + PartialEq + Into<rules::Move>;
    /// The depth from which there is an aspiration window.
    const ASPIRATION_MIN_DEPTH: u32;
    /// How far a root move's score is blurred either way, when play is to vary.
    const ROOT_BLUR: Value;

    /// Half the width of the first aspiration window.
    fn aspiration_window(&self) -> Value;

    /// Searches one root move, the `place`th in order: the first with the whole window, a later one only to
    /// show that it is no better.
    fn search_root_move(
        &mut self,
        mv: Self::Move,
        alpha: Value,
        beta: Value,
        depth: i32,
        place: usize,
    ) -> Value;

    /// The best line that begins with a root move just searched.
    fn root_line(&self, mv: Self::Move) -> Vec<Self::Move>;

    /// Tells that an iteration begins.
    fn set_root_depth(&mut self, depth: u32);

    fn counts(&self) -> Counts;

    /// Whether a value means that the game is decided.
    fn is_decisive(value: Value) -> bool;
}

/// A root move and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    pub mv: M,
    /// In this iteration; minus infinity while not searched, or no better than the best.
    pub value: Value,
    pub bound: Bound,
    pub line: Vec<M>,
    pub depth: u32,
    pub seldepth: usize,
    pub nodes: u64,
}

/// One thread's iterative deepening.
#[derive(Debug)]
pub struct Root<S: Searcher> {
    pub searcher: S,
    moves: Vec<RootMove<S::Move>>,
    /// The lines of the last depth finished, for those that a stopped one did not come to.
    finished: Vec<RootMove<S::Move>>,
    /// The last depth finished.
    pub depth: u32,
    lines: usize,
    /// Blurs scores, when play is to vary.
    blur: Option<SmallRng>,
}

impl<S: Searcher> Root<S> {
    /// `moves` must not be empty.
    pub fn new(searcher: S, moves: &[S::Move], lines: usize, blur: Option<SmallRng>) -> Root<S> {
        let root_move = |&mv: &S::Move| RootMove {
            mv,
            value: -INFINITE,
            bound: Bound::Exact,
            line: vec![mv],
            depth: 0,
            seldepth: 0,
            nodes: 0,
        };
        Root {
            searcher,
            moves: moves.iter().map(root_move).collect(),
            finished: Vec::new(),
            depth: 0,
            lines: lines.clamp(1, moves.len()),
            blur,
        }
    }

    /// Searches deeper and deeper until the budget is spent, `max_depth` is reached or a mate is certain.
    /// `on_depth` is told of each finished depth.
    pub fn deepen(&mut self, first_depth: u32, max_depth: u32, mut on_depth: impl FnMut(&Root<S>)) {
        for depth in first_depth..=max_depth.min(MAX_PLY as u32 - 1) {
            self.searcher.set_root_depth(depth);
            for line in 0..self.lines {
                self.aspire(line, depth);
                self.moves[..=line].sort_by_key(|root| std::cmp::Reverse(root.value));
                if self.searcher.is_stopped() {
                    self.restore_lines();
                    return;
                }
            }
            self.depth = depth;
            if self.lines > 1 {
                self.finished = self.best_lines().to_vec();
            }
            on_depth(self);
            let best = self.moves[0].value;
            if self.lines == 1 && is_mate(best) && MATE - best.abs() <= depth as Value {
                return;
            }
        }
    }

    /// Puts what is missing of the last finished depth's lines after those that the stopped one has found.
    fn restore_lines(&mut self) {
        let (found, mut rest): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.moves).into_iter().partition(|root| root.value != -INFINITE);
        let is_missing = |line: &RootMove<S::Move>| found.iter().all(|root| root.mv != line.mv);
        let missing: Vec<_> = self.finished.iter().filter(|line| is_missing(line)).cloned().collect();
        rest.retain(|root| missing.iter().all(|line| line.mv != root.mv));
        self.moves = found.into_iter().chain(missing).chain(rest).collect();
    }

    /// The best lines, best first. Before the first depth is done their scores mean nothing.
    pub fn best_lines(&self) -> &[RootMove<S::Move>] {
        &self.moves[..self.lines]
    }

    /// Aspiration: a narrow window about the last score, opened on the side on which it fails.
    fn aspire(&mut self, line: usize, depth: u32) {
        let last = self.moves[line].value;
        let narrow = depth >= S::ASPIRATION_MIN_DEPTH && last != -INFINITE && !S::is_decisive(last);
        let mut window = self.searcher.aspiration_window();
        let (mut alpha, mut beta) =
            if narrow { (last - window, last + window) } else { (-INFINITE, INFINITE) };
        loop {
            let value = self.search_all(line, alpha, beta, depth);
            self.moves[line..].sort_by_key(|root| std::cmp::Reverse(root.value));
            if self.searcher.is_stopped() {
                return;
            }
            if value <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (value - window).max(-INFINITE);
            } else if value >= beta && beta < INFINITE {
                beta = (value + window).min(INFINITE);
            } else {
                return;
            }
            window += window / 2;
            if S::is_decisive(value) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn blur(&mut self) -> Value {
        self.blur.as_mut().map_or(0, |random| random.random_range(-S::ROOT_BLUR..=S::ROOT_BLUR))
    }

    /// Searches the root moves from `line` on and returns the best value.
    fn search_all(&mut self, line: usize, mut alpha: Value, beta: Value, depth: u32) -> Value {
        let (mut best, mut sharp) = (-INFINITE, -INFINITE);
        let first_alpha = alpha;
        for (place, index) in (line..self.moves.len()).enumerate() {
            let mv = self.moves[index].mv;
            let nodes = self.searcher.counts().nodes;
            let mut value = self.searcher.search_root_move(mv, alpha, beta, depth as i32, place);
            if self.searcher.is_stopped() {
                return best;
            }
            if value > alpha && !S::is_decisive(value) {
                // Blurs do not add up: none takes the score to beat further from the best one seen.
                sharp = sharp.max(value);
                value = sharp + self.blur();
            }
            let counts = self.searcher.counts();
            let root = &mut self.moves[index];
            root.nodes += counts.nodes - nodes;
            if place == 0 || value > alpha {
                root.value = value;
                root.bound = match value {
                    value if value >= beta => Bound::Lower,
                    value if value <= first_alpha => Bound::Upper,
                    _ => Bound::Exact,
                };
                root.depth = depth;
                root.seldepth = counts.seldepth;
                root.line = self.searcher.root_line(mv);
            } else {
                // Its order is kept by the sort, which is stable.
                root.value = -INFINITE;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
