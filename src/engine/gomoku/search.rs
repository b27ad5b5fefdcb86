//! Principal variation search.

use super::board::Board;
use super::history::History;
use super::move_list::MoveList;
use super::parameters::*;
use super::points::{NEAR, Points};
use super::threat::Threat;
use super::threats::{Threats, fours};
use crate::engine::line::Lines;
use crate::engine::root::{self, Counts};
use crate::engine::table::{Entry, Table};
use crate::engine::value::*;
use crate::engine::{Bound, Budget, StopFlag};
use crate::rules::gomoku::{Move, Point};
use arrayvec::ArrayVec;

/// How much a search sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// Whether straight fours are known to win before they are played.
    pub sees_fours: bool,
    /// How many stones a win by fours may take at the leaves.
    pub leaf_fours: usize,
}

impl Sight {
    pub const FULL: Sight = Sight { sees_fours: true, leaf_fours: LEAF_FOURS };
}

/// Shared by the threads of one search.
#[derive(Debug)]
pub struct Shared<'a> {
    pub table: &'a Table,
    pub budget: &'a Budget,
    /// Ends the threads that help, once the one that counts is done.
    pub done: StopFlag,
    pub sight: Sight,
    /// In the table's key, so that searches whose scores mean something else do not meet.
    pub key_salt: u64,
}

/// One searching thread and all it owns.
#[derive(Debug)]
pub struct Searcher<'a> {
    shared: &'a Shared<'a>,
    board: Board,
    threats: Threats,
    history: Box<History>,
    lines: Lines<Point>,
    /// By ply: the points near the stones then on the board, taken ones too.
    near: Box<[Points]>,
    /// By ply: the stone put there; none when the move was passed.
    played: Box<[Option<Point>]>,
    evals: Box<[Value]>,
    nodes: u64,
    seldepth: usize,
    probes: u64,
    hits: u64,
    next_look: u64,
    stopped: bool,
}

/// What the parts of a node share.
#[derive(Clone, Copy, Debug)]
struct Node {
    ply: usize,
    depth: i32,
    alpha: Value,
    beta: Value,
    /// Whether exact scores are wanted: a node of the principal variation.
    is_pv: bool,
    /// Whether the other side could make a straight four or two fours.
    is_threatened: bool,
    improving: bool,
    eval: Value,
}

impl<'a> Searcher<'a> {
    pub fn new(shared: &'a Shared<'a>, board: Board) -> Searcher<'a> {
        let stones = Point::all(board.size()).filter(|&point| !board.is_empty(point));
        let near = stones.fold(Points::default(), |near, stone| near.union(NEAR[stone.index()]));
        Searcher {
            shared,
            board,
            threats: Threats::default(),
            history: History::new(),
            lines: Lines::new(),
            near: vec![near; MAX_PLY + 2].into(),
            played: vec![None; MAX_PLY + 2].into(),
            evals: vec![0; MAX_PLY + 2].into(),
            nodes: 0,
            seldepth: 0,
            probes: 0,
            hits: 0,
            next_look: NODES_BETWEEN_CHECKS,
            stopped: false,
        }
    }

    /// Looks at the clock and the flag now and then. A stopped search's scores mean nothing.
    fn must_stop(&mut self) -> bool {
        let nodes = self.nodes + self.threats.nodes;
        let limit_reached = self.shared.budget.limits.nodes.is_some_and(|limit| nodes >= limit);
        // Nodes of the threats at the leaves count too: they come many at a time.
        let time_to_look = nodes >= self.next_look;
        if limit_reached
            || time_to_look && (self.shared.done.is_stopped() || self.shared.budget.is_spent(nodes))
        {
            self.stopped = true;
        }
        if time_to_look {
            self.next_look = nodes + NODES_BETWEEN_CHECKS;
        }
        self.stopped
    }

    fn key(&self) -> u64 {
        self.board.key() ^ self.shared.key_salt
    }

    fn play(&mut self, point: Point, ply: usize) {
        self.near[ply + 1] = self.near[ply].union(NEAR[point.index()]);
        self.played[ply] = Some(point);
        self.board.make(point);
        self.shared.table.prefetch(self.key());
        self.nodes += 1;
    }

    /// The value of the present position for the side to move, within `alpha` and `beta` if it lies there, else
    /// a bound beyond them. Meaningless once the search is stopped.
    fn search(&mut self, alpha: Value, beta: Value, depth: i32, ply: usize, cut_node: bool) -> Value {
        debug_assert!(alpha < beta);
        self.lines.clear(ply);
        self.seldepth = self.seldepth.max(ply);
        if self.must_stop() {
            return 0;
        }
        let (side, other) = (self.board.turn(), self.board.turn().other());
        if let Some(five) = self.board.points(side, Threat::Five).first() {
            self.lines.end(ply, five);
            return -mated_in(ply + 1);
        }
        if self.board.empty().is_empty() {
            return 0;
        }
        if ply >= MAX_PLY {
            return self.board.evaluate();
        }
        let fives = self.board.points(other, Threat::Five);
        let block = fives.first();
        if let Some(block) = block {
            if fives.len() > 1 || self.board.is_forbidden(block, side) {
                return mated_in(ply + 2);
            }
        } else if self.shared.sight.sees_fours
            && let Some(four) = self.board.points(side, Threat::Winning).first()
        {
            self.lines.end(ply, four);
            return -mated_in(ply + 3);
        }
        let (alpha, beta) = (alpha.max(mated_in(ply)), beta.min(-mated_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let is_pv = beta - alpha > 1;
        let key = self.key();
        let entry = self.probe(key);
        if let Some(value) = entry.filter(|_| !is_pv).and_then(|entry| cutoff(entry, alpha, beta, depth, ply))
        {
            return value;
        }
        if let Some(block) = block {
            // One answer: looked at without loss of depth.
            return self.search_forced(alpha, beta, depth, ply, block, cut_node);
        }
        let is_threatened = self.shared.sight.sees_fours && self.board.has(other, Threat::Winning);
        if depth <= 0 && !(is_threatened && depth > -DEFENCE_EXTENSIONS) {
            return self.leaf(ply, entry);
        }
        let eval = entry.map_or_else(|| self.board.evaluate(), |entry| Value::from(entry.eval));
        self.evals[ply] = eval;
        self.history.forget_killers(ply + 1);
        let improving = ply < 2 || eval > self.evals[ply - 2];
        let mut node = Node { ply, depth, alpha, beta, is_pv, is_threatened, improving, eval };
        if let Some(value) = self.prune_before_moves(&node, entry, cut_node) {
            return value;
        }
        // Internal iterative reduction: without a hash move the order is poor, and a shallower search mends it.
        if depth >= IIR_MIN_DEPTH && entry.is_none_or(|entry| entry.mv == 0) && (is_pv || cut_node) {
            node.depth -= 1;
        }
        self.search_moves(&node, entry, key, cut_node)
    }

    fn probe(&mut self, key: u64) -> Option<Entry> {
        let entry = self.shared.table.probe(key);
        self.probes += 1;
        self.hits += u64::from(entry.is_some());
        entry
    }

    fn search_forced(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        block: Point,
        cut_node: bool,
    ) -> Value {
        self.evals[ply] = if ply < 2 { 0 } else { self.evals[ply - 2] };
        self.play(block, ply);
        let value = -self.search(-beta, -alpha, depth, ply + 1, !cut_node);
        self.board.unmake(block);
        if value > alpha && beta - alpha > 1 {
            self.lines.extend(ply, block);
        }
        value
    }

    /// Where depth ends: a win by fours if there is one, else what the points are worth.
    fn leaf(&mut self, ply: usize, entry: Option<Entry>) -> Value {
        // The table remembers what was found for the same position, win or not.
        if let Some(entry) = entry.filter(|entry| entry.bound == Some(Bound::Exact)) {
            return from_table(Value::from(entry.score), ply);
        }
        let side = self.board.turn();
        let may_win = [Threat::FourThree, Threat::Four, Threat::Suspect]
            .into_iter()
            .any(|threat| self.board.has(side, threat));
        let stones = self.shared.sight.leaf_fours.min((MAX_PLY - ply) / 2);
        let win = (may_win && stones > 1)
            .then(|| self.threats.wins_by_fours(&mut self.board, stones, LEAF_NODES))
            .flatten();
        let eval = self.board.evaluate();
        let value = match win {
            Some(plies) => -mated_in(ply + plies),
            None => eval,
        };
        if entry.is_none() {
            self.store(self.key(), ply, 0, value, eval, Bound::Exact, None);
        }
        value
    }

    fn prune_before_moves(&mut self, node: &Node, entry: Option<Entry>, cut_node: bool) -> Option<Value> {
        let Node { ply, depth, alpha, beta, eval, .. } = *node;
        if node.is_pv || node.is_threatened || is_mate(beta) {
            return None;
        }
        let other = self.board.turn().other();
        let is_quiet = !self.board.has(other, Threat::FourThree);
        // Reverse futility: so far above beta that the opponent will not get it back.
        let margin = RFP_MARGIN * (depth - i32::from(node.improving));
        if depth <= RFP_MAX_DEPTH && is_quiet && eval - margin >= beta {
            return Some(eval);
        }
        // Razoring: so far below alpha that only fours could help.
        if depth <= RAZORING_MAX_DEPTH && eval + RAZORING_BASE + RAZORING_MUL * depth < alpha {
            let value = self.leaf(ply, entry);
            if value <= alpha {
                return Some(value);
            }
        }
        // Null move: if even passing stays above beta, a move will.
        let came_by_null = ply > 0 && self.played[ply - 1].is_none();
        if depth >= NULL_MOVE_MIN_DEPTH && eval >= beta && !came_by_null && is_quiet {
            let side = self.board.turn();
            self.played[ply] = None;
            self.near[ply + 1] = self.near[ply];
            self.board.set_turn(other);
            let reduction = NULL_MOVE_BASE + depth / NULL_MOVE_DEPTH_DIVISOR;
            let value = -self.search(-beta, -beta + 1, depth - reduction, ply + 1, !cut_node);
            self.board.set_turn(side);
            if self.stopped {
                return Some(0);
            }
            if value >= beta {
                return Some(if is_mate(value) { beta } else { value });
            }
        }
        None
    }

    fn search_moves(&mut self, node: &Node, entry: Option<Entry>, key: u64, cut_node: bool) -> Value {
        let Node { ply, depth, beta, is_pv, .. } = *node;
        let side = self.board.turn();
        let last = ply.checked_sub(1).and_then(|ply| self.played[ply]);
        let hash_move = entry.and_then(|entry| point_of(entry.mv));
        let moves = self.moves(node, hash_move, last);
        let (mut alpha, mut best, mut best_move) = (node.alpha, -INFINITE, None);
        let mut tried: ArrayVec<Point, 64> = ArrayVec::new();
        let mut searched = 0;
        for point in moves {
            if self.board.is_forbidden(point, side) {
                continue;
            }
            let own = self.board.threat_at(point, side);
            let others = self.board.threat_at(point, side.other());
            let is_quiet = own == Threat::None && others == Threat::None;
            if searched > 0 && !node.is_threatened && best > mated_in(MAX_PLY) {
                // Late move pruning: the list is in order of what the points are worth.
                if depth <= LMP_MAX_DEPTH
                    && searched > (LMP_BASE + LMP_MUL * depth * depth) / if node.improving { 1 } else { 2 }
                {
                    break;
                }
                if is_quiet
                    && depth <= FUTILITY_MAX_DEPTH
                    && node.eval + FUTILITY_BASE + FUTILITY_MUL * depth <= alpha
                {
                    continue;
                }
            }
            searched += 1;
            let new_depth = depth - 1;
            let reduction = if is_quiet || searched > 3 {
                self.reduction(node, side, point, own, searched, cut_node)
            } else {
                0
            };
            self.play(point, ply);
            let value = if searched == 1 {
                -self.search(-beta, -alpha, new_depth, ply + 1, !is_pv && !cut_node)
            } else {
                self.search_later_move(node, alpha, new_depth, reduction, cut_node)
            };
            self.board.unmake(point);
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(point);
                    if is_pv {
                        self.lines.extend(ply, point);
                    }
                    if alpha >= beta {
                        self.history.learn(side, ply, depth, last, point, &tried);
                        break;
                    }
                }
            }
            let _full_list_is_enough = tried.try_push(point);
        }
        if searched == 0 {
            // Nothing stops a straight four; or only forbidden points are left.
            return mated_in(ply + if node.is_threatened { 4 } else { 2 });
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.store(key, ply, depth, best, node.eval, bound, best_move);
        best
    }

    /// What to try: against a straight four only fours and what takes it away, else all points near stones.
    fn moves(&mut self, node: &Node, hash_move: Option<Point>, last: Option<Point>) -> MoveList {
        let (side, other) = (self.board.turn(), self.board.turn().other());
        let points = if node.is_threatened {
            fours(&mut self.board, side).union(self.board.defences(other))
        } else {
            self.near[node.ply].intersection(self.board.empty())
        };
        let killers = self.history.killers(node.ply);
        let counter = self.history.counter(side, last);
        let (board, history) = (&self.board, &self.history);
        MoveList::new(points, |point| {
            if Some(point) == hash_move {
                return Value::MAX;
            }
            let worth =
                ORDER_OWN * board.promise_at(point, side) + ORDER_OTHER * board.promise_at(point, other);
            let mut value = worth + history.of(side, point) / ORDER_HISTORY_DIVISOR;
            if killers.contains(&Some(point)) {
                value += ORDER_KILLER;
            }
            if counter == Some(point) {
                value += ORDER_COUNTER;
            }
            value
        })
    }

    /// Late move reduction, in plies.
    fn reduction(
        &self,
        node: &Node,
        side: crate::rules::Side,
        point: Point,
        own: Threat,
        searched: i32,
        cut_node: bool,
    ) -> i32 {
        if node.depth < 2 {
            return 0;
        }
        let base = LMR_BASE + f64::from(node.depth).ln() * f64::from(searched).ln() / LMR_DIVISOR;
        let mut reduction = base as i32;
        reduction += 2 * i32::from(cut_node) + i32::from(!node.improving) - i32::from(node.is_pv);
        reduction -= i32::from(own >= Threat::Three) + i32::from(node.is_threatened);
        reduction -= self.history.of(side, point) / LMR_HISTORY_DIVISOR;
        reduction.max(0)
    }

    /// A null window at reduced depth; what fails high there is searched again, deeper and then wider.
    fn search_later_move(
        &mut self,
        node: &Node,
        alpha: Value,
        depth: i32,
        reduction: i32,
        cut_node: bool,
    ) -> Value {
        let ply = node.ply + 1;
        let reduced = (depth - reduction).max(1).min(depth);
        let mut value = -self.search(-alpha - 1, -alpha, reduced, ply, true);
        if value > alpha && reduced < depth && !self.stopped {
            value = -self.search(-alpha - 1, -alpha, depth, ply, !cut_node);
        }
        if node.is_pv && value > alpha && !self.stopped {
            value = -self.search(-node.beta, -alpha, depth, ply, false);
        }
        value
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
        let entry = Entry {
            mv: best.map_or(0, |point| point.index() as u16 + 1),
            score: to_table(value, ply) as i16,
            eval: eval as i16,
            depth: depth.max(0) as u8,
            bound: Some(bound),
        };
        self.shared.table.store(key, entry);
    }
}

fn point_of(mv: u16) -> Option<Point> {
    usize::from(mv).checked_sub(1).and_then(Point::from_index)
}

/// The score of the table if it decides this node.
fn cutoff(entry: Entry, alpha: Value, beta: Value, depth: i32, ply: usize) -> Option<Value> {
    if i32::from(entry.depth) < depth {
        return None;
    }
    let value = from_table(Value::from(entry.score), ply);
    let decides = match entry.bound? {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    decides.then_some(value)
}

impl root::Searcher for Searcher<'_> {
    type Move = Move;
    const ASPIRATION_WINDOW: Value = ASPIRATION_WINDOW;
    const ASPIRATION_MIN_DEPTH: u32 = ASPIRATION_MIN_DEPTH;
    const ROOT_BLUR: Value = ROOT_BLUR;

    fn search_root_move(&mut self, mv: Move, alpha: Value, beta: Value, depth: i32, place: usize) -> Value {
        // The root is searched only while stones are put.
        let Move::Stone(point) = mv else { return -INFINITE };
        let reduction = i32::from(place >= REDUCED_FROM_PLACE && depth >= 4);
        let wins_at_once = self.board.threat_at(point, self.board.turn()) == Threat::Five;
        self.evals[0] = self.board.evaluate();
        self.play(point, 0);
        let value = if wins_at_once {
            self.lines.clear(1);
            -mated_in(1)
        } else if place == 0 {
            -self.search(-beta, -alpha, depth - 1, 1, false)
        } else {
            let mut value = -self.search(-alpha - 1, -alpha, depth - 1 - reduction, 1, true);
            if value > alpha && reduction > 0 && !self.stopped {
                value = -self.search(-alpha - 1, -alpha, depth - 1, 1, false);
            }
            if value > alpha && !self.stopped {
                value = -self.search(-beta, -alpha, depth - 1, 1, false);
            }
            value
        };
        self.board.unmake(point);
        value
    }

    fn root_line(&self, mv: Move) -> Vec<Move> {
        std::iter::once(mv).chain(self.lines.from(1).map(Move::Stone)).collect()
    }

    fn is_stopped(&self) -> bool {
        self.stopped
    }

    fn set_root_depth(&mut self, _depth: u32) {
        self.seldepth = 0;
    }

    fn counts(&self) -> Counts {
        Counts {
            nodes: self.nodes + self.threats.nodes,
            seldepth: self.seldepth,
            probes: self.probes,
            hits: self.hits,
        }
    }

    fn is_decisive(value: Value) -> bool {
        is_mate(value)
    }
}
