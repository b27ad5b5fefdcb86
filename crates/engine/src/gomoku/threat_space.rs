//! Threat-space search: proves wins by continuous fours (VCF), by continuous fours and threes (VCT), or by all stones that threaten
//! to win with two more.
//!
//! A four has one answer, and in Caro up to three. A three has several: the defender's own fours and the points that take the straight four
//! away. Unlike in the threat-space search of Allis, van den Herik and Huntjens (1993), these are searched one by one
//! and not assumed to be played all at once. Iterative deepening by one stone of the attacker finds the shortest win
//! first.

use super::board::Board;
use super::move_list::MoveList;
use super::point_shape::Threat;
use super::points::Points;
use super::shape::Shape;
use crate::pv_table::PvTable;
use duiyi_rules::gomoku::Point;

/// The threats that a win may consist of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProofKind {
    /// Victory by continuous fours: each stone makes a four.
    Vcf,
    /// Victory by continuous threats: each stone makes a four or a three.
    Vct,
    /// Every stone that threatens to win with two more: beside fours and threes a stone that prepares two fours at once, which
    /// a VCT does not count because it makes no three.
    AllThreats,
}

/// The result of a search for a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A win: the stones of both sides in order. The last one makes five.
    Won(Vec<Point>),
    /// There is no win within the stones allowed.
    Refuted,
    /// The budget was spent before the search ended.
    Unknown,
}

const REFUTED_BITS: u32 = 16;

/// A table of refuted positions: the key's high bits, and in the low ones the number of the attacker's stones that were
/// searched.
#[derive(Debug)]
struct Refuted(Box<[u64]>);

const COUNT_MASK: u64 = 0xff;
/// Refuted however many stones the attacker has.
const ANY_STONES: usize = COUNT_MASK as usize;

impl Refuted {
    fn new() -> Refuted {
        Refuted(vec![0; 1 << REFUTED_BITS].into())
    }

    fn slot(key: u64) -> usize {
        (key & ((1 << REFUTED_BITS) - 1)) as usize
    }

    /// The number of stones with which the position is known to be refuted.
    fn get(&self, key: u64) -> Option<usize> {
        let entry = self.0[Refuted::slot(key)];
        ((entry ^ key) & !COUNT_MASK == 0).then_some((entry & COUNT_MASK) as usize)
    }

    fn insert(&mut self, key: u64, stones: usize) {
        self.0[Refuted::slot(key)] = key & !COUNT_MASK | (stones as u64).min(COUNT_MASK);
    }
}

impl ProofKind {
    /// Added to the keys, so that refutations of a VCF and of a VCT do not mix.
    fn salt(self) -> u64 {
        match self {
            ProofKind::Vcf => 0,
            ProofKind::Vct => 0x5851_f42d_4c95_7f2d,
            ProofKind::AllThreats => 0x1405_7b7e_f767_814f,
        }
    }
}

/// The search, with the refutations that it keeps from one call to the next.
#[derive(Debug)]
pub struct ThreatSearch {
    refuted: Refuted,
    pv_table: PvTable<Point>,
    /// The nodes of all calls together.
    pub nodes: u64,
    limit: u64,
    /// Whether a branch was left because the stones were used up, so that a deeper search may find more.
    was_truncated: bool,
    is_stopped: bool,
}

impl Default for ThreatSearch {
    fn default() -> ThreatSearch {
        ThreatSearch {
            refuted: Refuted::new(),
            pv_table: PvTable::new(0),
            nodes: 0,
            limit: 0,
            was_truncated: false,
            is_stopped: false,
        }
    }
}

impl ThreatSearch {
    /// Searches for the shortest win of the side to move with at most `stones` of its own, within `nodes`. Calls
    /// `is_stopped` at intervals with the number of nodes so far.
    pub fn prove(
        &mut self,
        board: &mut Board,
        kind: ProofKind,
        stones: usize,
        nodes: u64,
        is_stopped: &mut dyn FnMut(u64) -> bool,
    ) -> Proof {
        self.begin(board, stones, nodes);
        if is_stopped(self.nodes) {
            return Proof::Unknown;
        }
        for allowed in 1..=stones {
            self.was_truncated = false;
            if self.attack(board, kind, 0, allowed, is_stopped) {
                return Proof::Won(self.pv_table.line(0).collect());
            }
            if self.is_stopped {
                return Proof::Unknown;
            }
            if !self.was_truncated {
                return Proof::Refuted;
            }
        }
        Proof::Refuted
    }

    /// Searches for any VCF of the side to move with at most `stones` of its own, within `nodes`. Returns the number of
    /// plies of the win.
    pub fn find_vcf(&mut self, board: &mut Board, stones: usize, nodes: u64) -> Option<usize> {
        self.begin(board, stones, nodes);
        self.attack(board, ProofKind::Vcf, 0, stones, &mut |_| false).then(|| self.pv_table.line(0).count())
    }

    /// Prepares a search with at most `stones` of the attacker within `nodes`.
    fn begin(&mut self, board: &Board, stones: usize, nodes: u64) {
        self.pv_table.make_room(2 * stones.min(board.empty().len()) + 1);
        self.limit = self.nodes.saturating_add(nodes);
        self.is_stopped = false;
    }

    /// The stones of the last win found.
    pub fn line(&self) -> impl Iterator<Item = Point> + '_ {
        self.pv_table.line(0)
    }

    /// Counts a node. True if the search must end.
    fn must_stop(&mut self, is_stopped: &mut dyn FnMut(u64) -> bool) -> bool {
        const NODES_BETWEEN_LOOKS: u64 = 256;
        self.nodes += 1;
        if self.nodes >= self.limit
            || self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) && is_stopped(self.nodes)
        {
            self.is_stopped = true;
        }
        self.is_stopped
    }

    /// Whether the attacker wins at once, by five or by a winning four when the defender has no five; none if that is
    /// not decided yet.
    fn wins_at_once(&mut self, board: &mut Board, ply: usize, stones: usize) -> Option<bool> {
        let (attacker, defender) = (board.turn(), board.turn().other());
        if let Some(five) = board.points(attacker, Threat::Five).first() {
            self.pv_table.set_last(ply, five);
            return Some(true);
        }
        if stones < 2 {
            self.was_truncated = true;
            return Some(false);
        }
        if !board.has(defender, Threat::Five)
            && let Some(four) = board.points(attacker, Threat::Winning).first()
        {
            board.make_move(four);
            let wins = self.finish(board, ply);
            board.unmake_move(four);
            if wins {
                self.pv_table.extend(ply, four);
                return Some(true);
            }
        }
        None
    }

    /// Whether the attacker, who is to move, wins with at most `stones`.
    fn attack(
        &mut self,
        board: &mut Board,
        kind: ProofKind,
        ply: usize,
        stones: usize,
        is_stopped: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        if self.must_stop(is_stopped) {
            return false;
        }
        if let Some(wins) = self.wins_at_once(board, ply, stones) {
            return wins;
        }
        let key = board.key() ^ kind.salt();
        if let Some(refuted) = self.refuted.get(key).filter(|&refuted| refuted >= stones) {
            self.was_truncated |= refuted < ANY_STONES;
            return false;
        }
        let was_truncated = std::mem::replace(&mut self.was_truncated, false);
        for point in threats(board, kind) {
            board.make_move(point);
            let wins = match kind {
                ProofKind::Vcf => self.answer_to_four(board, kind, ply, stones, is_stopped),
                ProofKind::Vct | ProofKind::AllThreats => self.defend(board, kind, ply, stones, is_stopped),
            };
            board.unmake_move(point);
            if wins {
                self.pv_table.extend(ply, point);
                self.was_truncated |= was_truncated;
                return true;
            }
            if self.is_stopped {
                return false;
            }
        }
        // If no branch was truncated, more stones do not help either.
        self.refuted.insert(key, if self.was_truncated { stones } else { ANY_STONES });
        self.was_truncated |= was_truncated;
        false
    }

    /// Searches on after a four, which the defender must stop.
    fn answer_to_four(
        &mut self,
        board: &mut Board,
        kind: ProofKind,
        ply: usize,
        stones: usize,
        is_stopped: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        let attacker = board.turn().other();
        if !board.has(attacker, Threat::Five) {
            return false;
        }
        let blocks = board.legal_blocks(attacker);
        if blocks.is_empty() {
            if stones < 2 {
                self.was_truncated = true;
                return false;
            }
            return self.finish(board, ply);
        }
        self.all_lose(board, kind, ply, stones, blocks, is_stopped)
    }

    /// Whether each of the defender's answers loses. The line continues with the longest defense.
    fn all_lose(
        &mut self,
        board: &mut Board,
        kind: ProofKind,
        ply: usize,
        stones: usize,
        answers: impl IntoIterator<Item = Point>,
        is_stopped: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        let mut longest = 0;
        for answer in answers {
            board.make_move(answer);
            let wins = self.attack(board, kind, ply + 2, stones - 1, is_stopped);
            board.unmake_move(answer);
            if !wins {
                return false;
            }
            let length = self.pv_table.line(ply + 2).count();
            if length > longest {
                longest = length;
                self.pv_table.extend(ply + 1, answer);
            }
        }
        longest > 0
    }

    /// Completes the line after a four that cannot be parried: the defender plays something, the attacker makes five.
    fn finish(&mut self, board: &mut Board, ply: usize) -> bool {
        let fives = board.points(board.turn().other(), Threat::Five);
        let answer = match fives.first() {
            Some(block) if fives.len() > 1 => any_answer(board, block),
            Some(only) => any_other_point(board, only),
            None => None,
        };
        let Some(answer) = answer else { return false };
        board.make_move(answer);
        let five = board.points(board.turn(), Threat::Five).first();
        board.unmake_move(answer);
        let Some(five) = five else { return false };
        self.pv_table.set_last(ply + 2, five);
        self.pv_table.extend(ply + 1, answer);
        true
    }

    /// Whether every answer of the defender, who is to move, loses.
    fn defend(
        &mut self,
        board: &mut Board,
        kind: ProofKind,
        ply: usize,
        stones: usize,
        is_stopped: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        let (defender, attacker) = (board.turn(), board.turn().other());
        if board.has(defender, Threat::Five) {
            return false;
        }
        if board.has(attacker, Threat::Five) {
            return self.answer_to_four(board, kind, ply, stones, is_stopped);
        }
        if !board.has(attacker, Threat::Winning) {
            return false;
        }
        // The straight four and the five still need stones.
        if stones < 3 {
            self.was_truncated = true;
            return false;
        }
        let answers = answers(board);
        self.all_lose(board, kind, ply, stones, answers, is_stopped)
    }
}

/// The points where this side makes a four that is not forbidden.
pub fn fours(board: &mut Board, side: duiyi_rules::Side) -> Points {
    let sure = [Threat::Four, Threat::FourThree, Threat::Winning]
        .into_iter()
        .fold(Points::default(), |points, threat| points.union(board.points(side, threat)));
    let harmless = board.points(side, Threat::Suspect).into_iter().filter(|&point| {
        board.shapes_at(point, side).into_iter().any(Shape::is_four) && !board.is_forbidden(point, side)
    });
    sure.union(harmless.collect())
}

/// The attacker's threats, best first. If the defender threatens five, only the points that stop it, which in a VCF
/// must make a four; if the defender threatens a winning four, only fours and the threes that stop it.
fn threats(board: &mut Board, kind: ProofKind) -> MoveList {
    let (attacker, defender) = (board.turn(), board.turn().other());
    let points = match (board.has(defender, Threat::Five), kind) {
        (true, ProofKind::Vct | ProofKind::AllThreats) => board.legal_blocks(defender),
        (true, ProofKind::Vcf) => match board.blocks(defender) {
            blocks if blocks.is_empty() => blocks,
            blocks => fours(board, attacker).intersection(blocks),
        },
        (false, ProofKind::Vcf) => fours(board, attacker),
        (false, ProofKind::Vct) => fours(board, attacker).union(parrying(board, threes(board))),
        (false, ProofKind::AllThreats) => {
            let others = threes(board).union(preparations(board));
            fours(board, attacker).union(parrying(board, others))
        }
    };
    MoveList::new(points, |point| board.move_score_at(point, attacker))
}

/// The points where the side to move makes a three.
fn threes(board: &Board) -> Points {
    board.points(board.turn(), Threat::Three).union(board.points(board.turn(), Threat::DoubleThree))
}

/// The points where the side to move makes no three that counts in a VCT, but a row that one more stone turns into a four: where
/// that stone makes a four in another direction too, it wins. In Renju also Black's points of two threes that are allowed.
fn preparations(board: &mut Board) -> Points {
    let side = board.turn();
    let points = board.points(side, Threat::None).union(board.points(side, Threat::Suspect)).into_iter();
    let prepares = |shape: Shape| shape == Shape::ClosedThree || shape.is_three();
    points
        .filter(|&point| {
            board.shapes_at(point, side).into_iter().any(prepares) && !board.is_forbidden(point, side)
        })
        .collect()
}

/// Those of the points that stop a winning four which the other side threatens; all if it threatens none.
fn parrying(board: &Board, points: Points) -> Points {
    let other = board.turn().other();
    if board.has(other, Threat::Winning) { points.intersection(board.defenses(other)) } else { points }
}

/// The defender's answers to the winning fours that the attacker threatens to make. If nothing helps, any legal move.
fn answers(board: &mut Board) -> MoveList {
    let (defender, attacker) = (board.turn(), board.turn().other());
    let mut all = fours(board, defender).union(board.defenses(attacker));
    for point in all.intersection(board.points(defender, Threat::Suspect)) {
        if board.is_forbidden(point, defender) {
            all.remove(point);
        }
    }
    if let (true, Some(wanted)) = (all.is_empty(), board.points(attacker, Threat::Winning).first()) {
        all.extend(any_answer(board, wanted));
    }
    MoveList::new(all, |point| board.move_score_at(point, attacker) + board.move_score_at(point, defender))
}

/// This point if the side to move may play there, else any other legal one.
fn any_answer(board: &mut Board, point: Point) -> Option<Point> {
    let side = board.turn();
    if board.is_forbidden(point, side) { any_other_point(board, point) } else { Some(point) }
}

/// A legal point other than this one.
fn any_other_point(board: &mut Board, not: Point) -> Option<Point> {
    let side = board.turn();
    board.empty().into_iter().find(|&point| point != not && !board.is_forbidden(point, side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use duiyi_rules::gomoku::{Position, Variant};

    /// Both of Black's rows are blocked at one end. With g8 they would make two fours at h8.
    const TWO_ROWS: &str = "w14/15/15/7w7/7b7/7b7/7b7/3wbb9/15/15/15/15/15/15/w13w b";

    #[test]
    fn a_stone_that_prepares_two_fours_is_a_threat_but_no_three() {
        let mut board = Board::new(&Position::parse(TWO_ROWS, Variant::Freestyle, 15).unwrap());
        let (black, g8) = (board.turn(), Point::new(6, 7));
        let mut is_tried = |kind| threats(&mut board, kind).any(|point| point == g8);
        assert_eq!([ProofKind::Vct, ProofKind::AllThreats].map(&mut is_tried), [false, true]);
        assert!(!board.has(black, Threat::Winning));
        board.make_move(g8);
        assert!(board.has(black, Threat::Winning));
    }
}
