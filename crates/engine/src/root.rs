//! The root of the search: iterative deepening, aspiration windows, MultiPV.

use super::Bound;
use super::pvs::AlphaBeta;
use super::value::{INFINITE, MATE, MAX_PLY, Value, is_mate};
use super::worker::Counts;
use duiyi_rules as rules;
use rand::RngExt;
use rand::rngs::SmallRng;
use std::fmt::Debug;
use std::ops::ControlFlow;

/// A game's search of one thread, as iterative deepening calls it.
pub trait Searcher: AlphaBeta {
    type Move: Copy + Debug + PartialEq + Into<rules::Move>;
    /// The first depth with an aspiration window.
    const ASPIRATION_MIN_DEPTH: u32;
    /// The maximum random change of a root move's value (score noise), where games are to differ.
    const ROOT_NOISE: Value;

    /// Half the width of the first aspiration window.
    fn aspiration_window(&self) -> Value;

    /// Searches one root move, the `place`th in order, from 0. The first is searched with the full window, later ones
    /// with a null window first.
    fn search_root_move(
        &mut self,
        mv: Self::Move,
        alpha: Value,
        beta: Value,
        depth: i32,
        place: usize,
    ) -> Value;

    /// The value of a root move for a level that overlooks the replies that are at least so hard to see, from 0 to 100. With
    /// 0 that is the static value of the position after the move.
    fn value_overlooking(&mut self, mv: Self::Move, hardness: u8) -> Value;

    /// The principal variation of the root move just searched.
    fn root_line(&self, mv: Self::Move) -> Vec<Self::Move>;

    /// The value and the line of a win by one of these moves that a search of another kind has proved. Called before
    /// every iteration until a win is known; the game decides how much work to do by then.
    fn prove(&mut self, _moves: &[Self::Move]) -> Option<(Value, Vec<Self::Move>)> {
        None
    }

    /// Called before every iteration with the value of the last one, or minus infinity.
    fn set_root_depth(&mut self, depth: u32, last: Value);

    fn counts(&self) -> Counts;

    /// Whether the value is a forced win or loss.
    fn is_decisive(value: Value) -> bool;
}

/// A root move and its results so far.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    pub mv: M,
    /// In this iteration. Minus infinity if not searched yet or not better than the best move.
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
    /// The lines of the last finished depth, to complete those of a depth that was stopped. Used only with several
    /// lines.
    finished: Vec<RootMove<S::Move>>,
    /// The last finished depth.
    pub depth: u32,
    lines: usize,
    /// Source of the noise added to values, if play is to vary.
    noise: Option<SmallRng>,
    /// Search for a mate in this many moves.
    pub mate_in: Option<u8>,
    /// The value and the line of a proved win. Others may still be quicker.
    proof: Option<(Value, Vec<S::Move>)>,
}

impl<S: Searcher> Root<S> {
    /// `moves` must not be empty.
    pub fn new(searcher: S, moves: &[S::Move], lines: usize, noise: Option<SmallRng>) -> Root<S> {
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
            noise,
            mate_in: None,
            proof: None,
        }
    }

    /// Iterative deepening until the budget is spent, `max_depth` is reached or a mate is certain, which must not be longer than
    /// the one that is searched for. Calls `on_depth`
    /// after every finished depth, which may end the search.
    pub fn deepen(
        &mut self,
        first_depth: u32,
        max_depth: u32,
        mut on_depth: impl FnMut(&Root<S>) -> ControlFlow<()>,
    ) {
        for depth in first_depth..=max_depth.min(MAX_PLY as u32 - 1) {
            self.searcher.set_root_depth(depth, self.moves[0].value);
            self.prove();
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
            self.remember_win();
            if on_depth(self).is_break() || self.is_certain(depth) {
                return;
            }
        }
    }

    /// Whether deeper iterations have nothing to find after that of this depth.
    fn is_certain(&self, depth: u32) -> bool {
        let best = self.moves[0].value;
        let plies = MATE - best.abs();
        is_mate(best)
            && match self.mate_in {
                Some(moves) if best > 0 => plies < 2 * Value::from(moves),
                _ => self.lines == 1 && plies <= depth as Value,
            }
    }

    fn prove(&mut self) {
        if self.proof.is_none() {
            let moves: Vec<S::Move> = self.moves.iter().map(|root| root.mv).collect();
            self.proof = self.searcher.prove(&moves);
        }
    }

    /// A win that an iteration has found is proved as well. The next one might not find it: it prunes other nodes, and looks for
    /// mates in fewer of them where the value is good.
    fn remember_win(&mut self) {
        let best = &self.moves[0];
        let proven = self.proof.as_ref().map_or(0, |&(value, _)| value);
        if is_mate(best.value) && best.value > proven {
            self.proof = Some((best.value, best.line.clone()));
        }
    }

    /// Values all moves, but overlooks the replies that are at least so hard to see.
    pub fn value_all_overlooking(&mut self, hardness: u8) {
        for root in &mut self.moves {
            root.value = self.searcher.value_overlooking(root.mv, hardness);
            root.depth = 1;
            root.seldepth = 1;
            root.nodes = 1;
        }
        self.moves.sort_by_key(|root| std::cmp::Reverse(root.value));
        self.depth = 1;
        self.lines = self.moves.len();
    }

    /// Completes the lines that a stopped depth has found by those of the last finished depth.
    fn restore_lines(&mut self) {
        let (found, mut rest): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.moves).into_iter().partition(|root| root.value != -INFINITE);
        let is_missing = |line: &RootMove<S::Move>| found.iter().all(|root| root.mv != line.mv);
        let missing: Vec<_> = self.finished.iter().filter(|line| is_missing(line)).cloned().collect();
        rest.retain(|root| missing.iter().all(|line| line.mv != root.mv));
        self.moves = found.into_iter().chain(missing).chain(rest).collect();
    }

    /// The best lines, best first. Before the first depth is finished their values mean nothing.
    pub fn best_lines(&self) -> &[RootMove<S::Move>] {
        &self.moves[..self.lines]
    }

    /// Searches with a narrow window around the last value, widened on the side on which the search fails.
    /// <https://www.chessprogramming.org/Aspiration_Windows>
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

    fn random_noise(&mut self) -> Value {
        self.noise.as_mut().map_or(0, |random| random.random_range(-S::ROOT_NOISE..=S::ROOT_NOISE))
    }

    /// If one of the moves from index `line` on wins by the proof, makes it the first of them with the value of the proof,
    /// which it returns.
    fn put_proven_first(&mut self, line: usize, depth: u32) -> Option<Value> {
        let (value, moves) = self.proof.as_ref()?;
        let &first = moves.first()?;
        let index = (line..self.moves.len()).find(|&index| self.moves[index].mv == first)?;
        let root = &mut self.moves[index];
        (root.value, root.bound, root.depth, root.seldepth) = (*value, Bound::Exact, depth, moves.len());
        root.line.clone_from(moves);
        self.moves[line..=index].rotate_right(1);
        Some(*value)
    }

    /// Searches the root moves from index `line` on and returns the best value.
    fn search_all(&mut self, line: usize, mut alpha: Value, beta: Value, depth: u32) -> Value {
        let first_alpha = alpha;
        let proven = self.put_proven_first(line, depth);
        let (mut best, mut best_exact) = (proven.unwrap_or(-INFINITE), -INFINITE);
        alpha = alpha.max(best);
        if alpha >= beta {
            return best;
        }
        for (place, index) in (line..self.moves.len()).enumerate() {
            let mv = self.moves[index].mv;
            let nodes = self.searcher.counts().nodes;
            let mut value = self.searcher.search_root_move(mv, alpha, beta, depth as i32, place);
            if self.searcher.is_stopped() {
                return best;
            }
            if value > alpha && !S::is_decisive(value) {
                // The noise does not add up: it is added to the best exact value so far, not to the noisy one.
                best_exact = best_exact.max(value);
                value = best_exact + self.random_noise();
            }
            let counts = self.searcher.counts();
            let root = &mut self.moves[index];
            root.nodes += counts.nodes - nodes;
            if value > alpha || place == 0 && proven.is_none() {
                root.value = value;
                root.bound = match value {
                    value if value >= beta => Bound::Lower,
                    value if value <= first_alpha => Bound::Upper,
                    _ => Bound::Exact,
                };
                root.depth = depth;
                root.seldepth = counts.seldepth;
                root.line = self.searcher.root_line(mv);
            } else if place > 0 {
                // The sort is stable, so the move keeps its place.
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
