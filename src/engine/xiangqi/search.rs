//! Principal variation search: one node, split at its joints.

mod extend;
mod learn;
mod node;
mod pruning;
mod quiescence;

use super::board::Board;
use super::evaluate::evaluate;
use super::history::{Before, PieceTo};
use super::memory::{Memories, Memory};
use super::parameters::{ASPIRATION_MIN_DEPTH, PRUNING_MIN_ROOT_DEPTH, Parameters, ROOT_BLUR, Tuning};
use super::value::*;
use crate::engine::line::Lines;
use crate::engine::pvs::{AlphaBeta, LaterMove};
use crate::engine::root;
use crate::engine::table::{Entry, LOWEST_DEPTH, Table};
use crate::engine::worker::{Counts, Worker};
use crate::engine::{Bound, Budget, Evaluation, StopFlag};
use crate::rules::Side;
use crate::rules::xiangqi::repetition::{self, Cycle};
use crate::rules::xiangqi::{Move, Options, Played, Position, Role};

/// No ply: the score of a node rests on no position above it.
const NOWHERE: usize = usize::MAX;

/// The depth of the first ply of quiescence, which looks at checks as well, and of those below it.
const FIRST_OF_QUIESCENCE: i32 = 0;
const REST_OF_QUIESCENCE: i32 = -1;

const _: () = assert!(REST_OF_QUIESCENCE >= LOWEST_DEPTH, "the table keeps the depths of quiescence");

/// What a node keeps for its children and siblings.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The move being searched, by piece and target; none for a null move.
    current: Option<PieceTo>,
    killers: [Option<Move>; 2],
    eval: Value,
    /// The move left out while it is tested whether it is the only good one.
    excluded: Option<Move>,
    /// The highest ply whose position the score rests on, because the line repeats it.
    rests_on: usize,
    /// By how many plies the search below is reduced.
    reduction: i32,
}

const EMPTY_FRAME: Frame =
    Frame { current: None, killers: [None; 2], eval: 0, excluded: None, rests_on: NOWHERE, reduction: 0 };

/// Shared by the threads of one search.
#[derive(Debug)]
pub struct Shared<'a> {
    pub table: &'a Table,
    pub memories: &'a Memories,
    pub budget: &'a Budget,
    /// Ends the threads that help, once the one that counts is done.
    pub done: StopFlag,
    pub options: Options,
    pub evaluation: Evaluation,
    pub tuning: &'a Tuning,
    /// The side that searches, to which draws are slightly unwelcome.
    pub root_side: Side,
}

/// One searching thread and all it owns.
#[derive(Debug)]
pub struct Searcher<'a> {
    shared: &'a Shared<'a>,
    worker: Worker<'a>,
    parameters: Parameters,
    board: Board,
    /// The moves of the game and then of the line being searched.
    played: Vec<Played>,
    frames: Box<[Frame]>,
    lines: Lines<Move>,
    memory: Memory,
    /// In the table's key, so that searches whose scores mean something else do not meet.
    key_salt: u64,
    /// Null moves are not tried below this ply while one is being verified.
    null_move_from: usize,
    /// The first of the played moves from which on a position can repeat: none from before a null move.
    repeatable_from: usize,
    root_depth: i32,
}

impl<'a> Searcher<'a> {
    pub fn new(shared: &'a Shared<'a>, position: &Position, game: &[Played]) -> Searcher<'a> {
        let mut played = Vec::with_capacity(game.len() + MAX_PLY + 2);
        played.extend_from_slice(game);
        Searcher {
            worker: Worker::new(shared.table, shared.budget, &shared.done),
            parameters: shared.tuning.parameters,
            board: super::board(shared.evaluation, position),
            played,
            frames: vec![EMPTY_FRAME; MAX_PLY + 4].into(),
            lines: Lines::new(),
            memory: shared.memories.take(),
            key_salt: key_salt(shared),
            null_move_from: 0,
            repeatable_from: 0,
            root_depth: 0,
            shared,
        }
    }

    /// Asks for what the table knows of the position after a move, well before it is needed.
    fn prefetch(&self, mv: Move) {
        // Where the plies left until the limit are part of the key, it asks for another bucket, which does no harm.
        self.worker.table.prefetch(self.board.position().key_after(mv) ^ self.key_salt);
    }

    fn play(&mut self, mv: Move, ply: usize) -> super::board::Unplay {
        self.prefetch(mv);
        let check = self.board.position().gives_check(mv);
        self.play_knowing(mv, check, ply)
    }

    /// Plays a move that was prefetched, and of which is known whether it gives check.
    fn play_knowing(&mut self, mv: Move, check: bool, ply: usize) -> super::board::Unplay {
        let key = self.board.position().key();
        self.frames[ply].current = super::picker::piece_to(self.board.position(), mv);
        let unplay = self.board.play(mv);
        debug_assert_eq!(check, self.board.position().in_check());
        self.played.push(Played { key, mv, captured: unplay.captured(), check });
        self.worker.counts.nodes += 1;
        unplay
    }

    fn unplay(&mut self, mv: Move, unplay: super::board::Unplay) {
        self.board.unplay(mv, unplay);
        self.played.pop();
    }

    /// Whether the move just played gives check.
    fn in_check(&self) -> bool {
        match self.played.last() {
            Some(played) => played.check,
            None => self.board.position().in_check(),
        }
    }

    /// A draw, as the side that searches likes it.
    fn draw(&self) -> Value {
        let contempt = self.parameters.contempt;
        if self.board.turn() == self.shared.root_side { -contempt } else { contempt }
    }

    /// The key under which the table knows this node. Near the no-capture limit the plies left are part of it.
    fn table_key(&self) -> u64 {
        const PLIES_BEFORE_LIMIT: u32 = 24;
        let clock = self.board.position().clock();
        let limit = self.shared.options.no_capture_limit;
        let near = limit > 0 && clock + PLIES_BEFORE_LIMIT >= limit;
        let clock = if near { u64::from(limit - clock.min(limit)) + 1 } else { 0 };
        self.board.position().key() ^ self.key_salt ^ clock.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// What the rules say of this node before any move is tried: a repetition, the no-capture limit, no
    /// attackers left.
    fn end_by_rule(&mut self, ply: usize) -> Option<Value> {
        if let Some(value) = self.repetition(ply) {
            return Some(value);
        }
        let position = self.board.position();
        let limit = self.shared.options.no_capture_limit;
        if limit > 0 && position.clock() >= limit {
            let mated = position.in_check() && position.has_no_moves();
            return Some(if mated { mated_in(ply) } else { self.draw() });
        }
        let attackers = [Role::Rook, Role::Cannon, Role::Horse, Role::Soldier];
        attackers.iter().all(|&role| position.by_role(role).is_empty()).then(|| self.draw())
    }

    /// The score of this node if its position occurred before: once on the line, or twice before its root, since
    /// only the third occurrence ends a game.
    fn repetition(&mut self, ply: usize) -> Option<Value> {
        const SHORTEST_CYCLE: usize = 4;
        let clock = self.board.position().clock() as usize;
        let length = self.played.len();
        let key = self.board.position().key();
        let longest = clock.min(length - self.repeatable_from);
        let mut occurrences =
            (SHORTEST_CYCLE..=longest).step_by(2).filter(|&back| self.played[length - back].key == key);
        let back = match occurrences.next()? {
            back if back <= ply => back,
            back => occurrences.next().map(|_| back)?,
        };
        self.frames[ply].rests_on = ply.saturating_sub(back);
        let cycle = self.judge(length - back);
        let turn = self.board.turn();
        Some(match cycle.loser {
            None => self.draw(),
            Some(loser) if loser == turn => lost_by_repetition_in(ply),
            Some(_) => -lost_by_repetition_in(ply),
        })
    }

    fn judge(&self, from: usize) -> Cycle {
        let moves = self.played[from..].iter().map(|played| played.mv);
        repetition::judge(self.board.position(), moves, self.shared.options.repetition)
    }

    /// Stores what a node found. A score that rests on a repetition depends on the path that led here: without
    /// a best move it is not stored, with one only the move is.
    #[expect(clippy::too_many_arguments, reason = "what is known of the node")]
    fn store(
        &self,
        key: u64,
        ply: usize,
        depth: i32,
        value: Value,
        eval: Value,
        bound: Bound,
        mv: Option<Move>,
    ) {
        let depends_on_path = is_by_repetition(value) || self.frames[ply].rests_on != NOWHERE;
        if depends_on_path && mv.is_none() {
            return;
        }
        let mut entry = Entry::new(mv.map_or(0, Move::bits), value, ply, eval, depth, bound);
        if depends_on_path {
            entry = Entry { score: 0, depth: 0, bound: None, ..entry };
        }
        self.worker.table.store(key, entry);
    }

    fn evaluate(&mut self) -> Value {
        evaluate(&mut self.board)
    }

    /// The static evaluation as what was learnt of similar positions corrects it.
    fn corrected(&self, eval: Value, ply: usize) -> Value {
        let most = DECISIVE - 1;
        let correction = self.memory.corrections.of(self.board.position(), self.last_two(ply));
        (eval + correction).clamp(-most, most)
    }

    /// The two moves that led here, if neither was passing or one of the game.
    fn last_two(&self, ply: usize) -> Option<[PieceTo; 2]> {
        let [last, own, _] = self.before(ply);
        Some([own?, last?])
    }

    fn before(&self, ply: usize) -> Before {
        let at = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].current);
        [at(1), at(2), at(4)]
    }
}

impl Drop for Searcher<'_> {
    fn drop(&mut self) {
        self.shared.memories.give_back(self.memory.take());
    }
}

/// Differs wherever the same position would be scored differently: by the options, and by who shuns draws.
fn key_salt(shared: &Shared<'_>) -> u64 {
    let rule = shared.options.repetition as u64;
    let parts = rule | u64::from(shared.options.no_capture_limit) << 8 | (shared.root_side as u64) << 40;
    parts.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29)
}

/// The score of the table if it decides this node. One in the band of repetitions never does.
fn cutoff(entry: Entry, alpha: Value, beta: Value, depth: i32, ply: usize) -> Option<Value> {
    entry.cutoff(alpha, beta, depth, ply).filter(|&value| !is_by_repetition(value))
}

impl AlphaBeta for Searcher<'_> {
    fn search(&mut self, alpha: Value, beta: Value, depth: i32, ply: usize, cut_node: bool) -> Value {
        self.search_node(alpha, beta, depth, ply, cut_node)
    }

    fn is_stopped(&self) -> bool {
        self.worker.is_stopped()
    }
}

impl root::Searcher for Searcher<'_> {
    type Move = Move;
    const ASPIRATION_MIN_DEPTH: u32 = ASPIRATION_MIN_DEPTH;
    const ROOT_BLUR: Value = ROOT_BLUR;

    fn aspiration_window(&self) -> Value {
        self.parameters.aspiration_window
    }

    fn set_root_depth(&mut self, depth: u32) {
        self.root_depth = depth as i32;
        self.worker.counts.seldepth = 0;
        self.frames[0].eval = if self.in_check() {
            -INFINITE
        } else {
            let eval = self.evaluate();
            self.corrected(eval, 0)
        };
    }

    fn search_root_move(&mut self, mv: Move, alpha: Value, beta: Value, depth: i32, place: usize) -> Value {
        self.frames[0] = Frame { eval: self.frames[0].eval, ..EMPTY_FRAME };
        let is_quiet = self.board.position().piece_at(mv.to()).is_none();
        let unplay = self.play(mv, 0);
        let reduction = if is_quiet && depth >= PRUNING_MIN_ROOT_DEPTH && !self.in_check() {
            // A ply less than elsewhere, as on the principal variation.
            (self.shared.tuning.reductions.of(depth, place as i32 + 1) - 1).clamp(0, depth - 2)
        } else {
            0
        };
        let value = if place == 0 {
            -self.search(-beta, -alpha, depth - 1, 1, false)
        } else {
            LaterMove::at_root(alpha, beta, depth, reduction).search(self, |_, _| 0)
        };
        self.unplay(mv, unplay);
        value
    }

    fn root_line(&self, mv: Move) -> Vec<Move> {
        std::iter::once(mv).chain(self.lines.from(1)).collect()
    }

    fn counts(&self) -> Counts {
        self.worker.counts
    }

    fn is_decisive(value: Value) -> bool {
        is_decisive(value)
    }
}
