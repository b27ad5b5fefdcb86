//! Principal variation search of Xiangqi: what a thread owns, how it makes moves, repetitions, the table.

mod extend;
mod history_update;
mod mates;
mod node;
mod oversight;
mod pruning;
mod quiescence;
#[cfg(test)]
mod tests;

pub use mates::forbidden;

use super::board::Board;
use super::correction::Entries;
use super::evaluate::evaluate;
use super::history::{PieceTo, PreviousMoves};
use super::mate::MateSearch;
use super::parameters::{ASPIRATION_MIN_DEPTH, PRUNING_MIN_ROOT_DEPTH, Parameters, ROOT_NOISE, Tuning};
use super::thread_data::{ThreadData, ThreadDataPool};
use super::value::*;
use crate::pv_table::PvTable;
use crate::pvs::{AlphaBeta, LaterMove};
use crate::root;
#[cfg(feature = "lab")]
use crate::samples::Samples;
use crate::table::{Entry, LOWEST_DEPTH, Table};
use crate::worker::{Counts, Threads, Worker};
use crate::{Bound, Budget};
use duiyi_rules::Side;
use duiyi_rules::xiangqi::repetition::tiantian::{Attacks, COUNTED_CHECKS, MOST_PLIES};
use duiyi_rules::xiangqi::repetition::{self, Cycle};
use duiyi_rules::xiangqi::{Move, Options, Played, Position, Repetition, RepetitionPenalty, Role, Undo};

/// The [`Frame::path_dependence`] of a score that depends on no position above its node.
const PATH_INDEPENDENT: usize = usize::MAX;

/// The depth of a quiescence node that searches checks too, or all answers to a check, and of one that does not.
const QUIESCENCE_WITH_CHECKS: i32 = 0;
const QUIESCENCE: i32 = -1;

/// Up to this many checks in a row are allowed to any side where the rules count attacks.
const ALLOWED_TO_ONE_PIECE: usize = 6;

const _: () = assert!(QUIESCENCE >= LOWEST_DEPTH, "the table keeps the depths of quiescence");

/// What a node keeps for its children and siblings: an entry of the search stack.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The move being searched, by piece and target; none for a null move.
    current: Option<PieceTo>,
    killers: [Option<Move>; 2],
    /// Minus infinity in check.
    corrected_eval: Value,
    /// The hash move, while the others are searched to test whether it is singular.
    excluded: Option<Move>,
    /// The smallest ply above this one whose position the line repeats, if the score depends on that repetition. Such a
    /// score is wrong for other paths to the same position (graph history interaction), so the table must not keep it.
    path_dependence: usize,
    /// By how many plies the move being searched is reduced.
    reduction: i32,
}

const EMPTY_FRAME: Frame = Frame {
    current: None,
    killers: [None; 2],
    corrected_eval: 0,
    excluded: None,
    path_dependence: PATH_INDEPENDENT,
    reduction: 0,
};

/// What the threads of one search share.
#[derive(Debug)]
pub struct Shared<'a> {
    pub table: &'a Table,
    pub thread_data_pool: &'a ThreadDataPool,
    pub budget: &'a Budget,
    pub threads: Threads,
    pub options: Options,
    pub tuning: &'a Tuning,
    /// The side to move at the root, for which a draw costs the contempt.
    pub root_side: Side,
    /// Whether to search for mates by checks alone.
    pub searches_mates: bool,
    #[cfg(feature = "lab")]
    pub samples: &'a Samples<Position>,
}

/// One searching thread.
#[derive(Debug)]
pub struct Searcher<'a> {
    shared: &'a Shared<'a>,
    worker: Worker<'a>,
    parameters: Parameters,
    board: Board,
    /// The moves of the game, then those of the line being searched.
    played: Vec<Played>,
    frames: Box<[Frame]>,
    pv_table: PvTable<Move>,
    thread_data: ThreadData,
    /// Part of the table's key, so that searches that score the same position differently do not share entries.
    key_salt: u64,
    /// While a null move is verified, none is tried at a ply below this number.
    null_move_from: usize,
    /// The index in `played` of the first move after the last null move: no earlier position can repeat.
    repeatable_from: usize,
    root_depth: i32,
    mate_search: MateSearch,
    /// Whether nodes below the root are searched for mates in this iteration.
    mates_in_tree: bool,
    /// How many nodes the mate search at the root has visited.
    root_mate_nodes: u64,
    /// The largest number of checks from the root before a rule may end the game.
    most_mate_moves: usize,
}

impl<'a> Searcher<'a> {
    pub fn new(shared: &'a Shared<'a>, position: &Position, game: &[Played]) -> Searcher<'a> {
        let mut played = Vec::with_capacity(game.len() + MAX_PLY + 2);
        played.extend_from_slice(game);
        Searcher {
            worker: Worker::new(shared.table, shared.budget, &shared.threads),
            parameters: shared.tuning.parameters,
            board: Board::new(position.clone()),
            played,
            frames: vec![EMPTY_FRAME; MAX_PLY + 4].into(),
            pv_table: PvTable::new(MAX_PLY + 2),
            thread_data: shared.thread_data_pool.take(),
            key_salt: key_salt(shared),
            null_move_from: 0,
            repeatable_from: 0,
            root_depth: 0,
            mate_search: MateSearch::new(mates::forbidden(position, game)),
            mates_in_tree: false,
            root_mate_nodes: 0,
            most_mate_moves: mates::most_moves(shared.options, position, game),
            shared,
        }
    }

    /// Prefetches what the node after a move reads first: its bucket of the table, and its correction.
    fn prefetch(&self, mv: Move, ply: usize) {
        // Near the no-capture limit the real key differs, and another bucket is fetched: harmless.
        self.worker.table.prefetch(self.board.position().key_after(mv) ^ self.key_salt);
        let [last, ..] = self.previous_moves(ply);
        if let (Some(last), Some(own)) = (last, super::picker::piece_to(self.board.position(), mv)) {
            self.thread_data.correction.prefetch([last, own]);
        }
    }

    fn make_move(&mut self, mv: Move, ply: usize) -> Undo {
        self.prefetch(mv, ply);
        let check = self.board.position().gives_check(mv);
        self.make_move_knowing_check(mv, check, ply)
    }

    /// Makes a move that was prefetched. `check` is whether it gives check.
    fn make_move_knowing_check(&mut self, mv: Move, check: bool, ply: usize) -> Undo {
        let key = self.board.position().key();
        self.frames[ply].current = super::picker::piece_to(self.board.position(), mv);
        let undo = self.board.make_move(mv);
        debug_assert_eq!(check, self.board.position().in_check());
        self.played.push(Played { key, mv, captured: undo.captured, check });
        self.worker.counts.nodes += 1;
        undo
    }

    fn unmake_move(&mut self, mv: Move, undo: Undo) {
        self.board.unmake_move(mv, undo);
        self.played.pop();
    }

    /// Whether the move just played gives check.
    fn in_check(&self) -> bool {
        match self.played.last() {
            Some(played) => played.check,
            None => self.board.position().in_check(),
        }
    }

    /// The value of a draw for the side to move: the contempt, against the side to move at the root.
    fn draw(&self) -> Value {
        let contempt = self.parameters.contempt;
        if self.board.turn() == self.shared.root_side { -contempt } else { contempt }
    }

    /// The table's key of this node. Near the no-capture limit the plies left until it are part of the key.
    fn table_key(&self) -> u64 {
        const PLIES_BEFORE_LIMIT: u32 = 24;
        let clock = self.board.position().clock();
        let limit = self.shared.options.no_capture_limit;
        let near = limit > 0 && clock + PLIES_BEFORE_LIMIT >= limit;
        let clock = if near { u64::from(limit - clock.min(limit)) + 1 } else { 0 };
        self.board.position().key() ^ self.key_salt ^ clock.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The value of this node if the rules end the game here: by repetition, a limit of moves or a lack of attackers.
    fn end_by_rule(&mut self, ply: usize) -> Option<Value> {
        if let Some(value) = self.repetition(ply) {
            return Some(value);
        }
        let counts_attacks = self.shared.options.repetition == Repetition::Tiantian;
        if counts_attacks && self.checks_too_often() {
            return Some(-lost_by_repetition_in(ply));
        }
        let position = self.board.position();
        let limit = self.shared.options.no_capture_limit;
        let is_over = limit > 0 && position.clock() >= limit && self.counted_plies() >= limit
            || counts_attacks && self.played.len() >= MOST_PLIES;
        if is_over {
            let mated = position.in_check() && position.has_no_moves();
            return Some(if mated { mated_in(ply) } else { self.draw() });
        }
        let attackers = [Role::Rook, Role::Cannon, Role::Horse, Role::Soldier];
        attackers.iter().all(|&role| position.by_role(role).is_empty()).then(|| self.draw())
    }

    /// The value of this node if its position has occurred before: once since the root, or twice before it, since only
    /// the third occurrence ends a game.
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
        self.frames[ply].path_dependence = ply.saturating_sub(back);
        let cycle = self.judge(length - back);
        let turn = self.board.turn();
        match (cycle.loser, self.shared.options.repetition_penalty) {
            (None, _) => Some(self.draw()),
            (Some(loser), RepetitionPenalty::Lose) if loser == turn => Some(lost_by_repetition_in(ply)),
            // The game goes on, and a move of this side will be refused.
            (Some(loser), RepetitionPenalty::Refuse) if loser == turn => None,
            (Some(_), _) => Some(-lost_by_repetition_in(ply)),
        }
    }

    /// Whether the last move is a check that is one too many where attacks are counted, and does not mate.
    fn checks_too_often(&self) -> bool {
        let clock = self.board.position().clock() as usize;
        let since_capture =
            &self.played[self.played.len() - clock.min(self.played.len() - self.repeatable_from)..];
        let own = since_capture.iter().rev().step_by(2).take_while(|played| played.check);
        if own.count() <= ALLOWED_TO_ONE_PIECE {
            return false;
        }
        let position = self.board.position();
        let attacks = Attacks::before(position, since_capture.iter().rev().map(|played| played.mv));
        attacks.sequence(position.turn().other()).is_some_and(|it| it.is_forbidden())
            && !position.has_no_moves()
    }

    /// The plies since the last capture that count towards the limit.
    fn counted_plies(&self) -> u32 {
        let clock = self.board.position().clock();
        if self.shared.options.repetition != Repetition::Tiantian {
            return clock;
        }
        let since_capture = &self.played[self.played.len().saturating_sub(clock as usize)..];
        let excess = |newest: usize| {
            let checks =
                since_capture.iter().rev().skip(newest).step_by(2).filter(|played| played.check).count();
            (checks as u32).saturating_sub(COUNTED_CHECKS)
        };
        clock - excess(0) - excess(1)
    }

    fn judge(&self, from: usize) -> Cycle {
        let moves = self.played[from..].iter().map(|played| played.mv);
        repetition::judge(self.board.position(), moves, self.shared.options.repetition)
    }

    /// Stores a node's result. Of a path-dependent score only the best move is stored, if there is one.
    #[expect(clippy::too_many_arguments, reason = "the fields of a table entry")]
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
        let is_path_dependent =
            is_by_repetition(value) || self.frames[ply].path_dependence != PATH_INDEPENDENT;
        if is_path_dependent && mv.is_none() {
            return;
        }
        let mut entry = Entry::new(mv.map_or(0, Move::bits), value, ply, eval, depth, bound);
        if is_path_dependent {
            entry = Entry { score: 0, depth: 0, bound: None, ..entry };
        }
        self.worker.table.store(key, entry);
    }

    fn evaluate(&mut self) -> Value {
        #[cfg(feature = "lab")]
        self.shared.samples.offer(|| self.board.position().clone());
        evaluate(&mut self.board)
    }

    /// Does a part of the work of [`Searcher::static_eval`] and [`Searcher::corrected_eval`]. Called before the table is probed,
    /// whose bucket is still on its way from memory then.
    fn prepare_evaluation(&mut self) -> Entries {
        self.board.update_accumulators();
        self.thread_data.correction.entries(self.board.position())
    }

    /// The static evaluation: that of the table's entry for this node, or a new one. If there is no entry, the new one is stored
    /// at once: nodes that end by standing pat or by pruning store nothing else, and come again.
    fn static_eval(&mut self, key: u64, entry: Option<Entry>) -> Value {
        let known = entry.map(|entry| Value::from(entry.eval)).filter(|&eval| eval != -INFINITE);
        known.unwrap_or_else(|| {
            let eval = self.evaluate();
            if entry.is_none() {
                self.worker.table.store(key, Entry::of_eval(eval));
            }
            eval
        })
    }

    /// The static evaluation with the correction history's correction, kept below decisive values.
    fn corrected_eval(&self, static_eval: Value, entries: Entries, ply: usize) -> Value {
        let most = DECISIVE - 1;
        let correction = self.thread_data.correction.correction(
            entries,
            self.last_two(ply),
            self.parameters.correction_weight,
        );
        (static_eval + correction).clamp(-most, most)
    }

    /// The last two moves, if both were made in the search and neither was a null move.
    fn last_two(&self, ply: usize) -> Option<[PieceTo; 2]> {
        let [last, own, _] = self.previous_moves(ply);
        Some([own?, last?])
    }

    fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let at = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].current);
        [at(1), at(2), at(4)]
    }
}

impl Drop for Searcher<'_> {
    fn drop(&mut self) {
        self.shared.thread_data_pool.give_back(self.thread_data.take());
    }
}

/// Differs wherever the same position is scored differently: by the rules' options, and by whose contempt counts.
fn key_salt(shared: &Shared<'_>) -> u64 {
    let rule = shared.options.repetition as u64 | (shared.options.repetition_penalty as u64) << 4;
    let parts = rule | u64::from(shared.options.no_capture_limit) << 8 | (shared.root_side as u64) << 40;
    parts.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(29)
}

/// The move that the table suggests for this node.
fn hash_move(entry: Option<Entry>) -> Option<Move> {
    entry.filter(|entry| entry.mv != 0).and_then(|entry| Move::from_bits(entry.mv))
}

/// The table's value if it decides this node. One in the band of repetitions never does: it depends on the path.
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
    const ROOT_NOISE: Value = ROOT_NOISE;

    fn aspiration_window(&self) -> Value {
        self.parameters.aspiration_window
    }

    fn prove(&mut self, moves: &[Move]) -> Option<(Value, Vec<Move>)> {
        self.mate_at_root(moves)
    }

    fn set_root_depth(&mut self, depth: u32, last: Value) {
        self.root_depth = depth as i32;
        self.mates_in_tree = self.seeks_mates(last);
        self.worker.counts.seldepth = 0;
        let entries = self.prepare_evaluation();
        self.frames[0].corrected_eval = if self.in_check() {
            -INFINITE
        } else {
            let static_eval = self.evaluate();
            self.corrected_eval(static_eval, entries, 0)
        };
    }

    fn search_root_move(&mut self, mv: Move, alpha: Value, beta: Value, depth: i32, place: usize) -> Value {
        self.frames[0] = Frame { corrected_eval: self.frames[0].corrected_eval, ..EMPTY_FRAME };
        let is_quiet = self.board.position().piece_at(mv.to()).is_none();
        let undo = self.make_move(mv, 0);
        let reduction = if is_quiet && depth >= PRUNING_MIN_ROOT_DEPTH && !self.in_check() {
            // One ply less than at other nodes, as everywhere on the principal variation.
            (self.shared.tuning.reductions.plies(depth, place as i32 + 1) - 1).clamp(0, depth - 2)
        } else {
            0
        };
        let value = if place == 0 {
            -self.search(-beta, -alpha, depth - 1, 1, false)
        } else {
            LaterMove::at_root(alpha, beta, depth, reduction).search(self, |_, _| 0)
        };
        self.unmake_move(mv, undo);
        value
    }

    fn value_overlooking(&mut self, mv: Move, hardness: u8) -> Value {
        let undo = self.make_move(mv, 0);
        let value = -self.value_with_answers_below(hardness);
        self.unmake_move(mv, undo);
        value
    }

    fn root_line(&self, mv: Move) -> Vec<Move> {
        std::iter::once(mv).chain(self.pv_table.line(1)).collect()
    }

    fn counts(&self) -> Counts {
        self.worker.counts
    }

    fn is_decisive(value: Value) -> bool {
        is_decisive(value)
    }
}
