//! Mates by checks alone: the attacker gives check at every move, the defender has all answers. Such a tree is narrow
//! enough to be searched far deeper than any other: <https://www.chessprogramming.org/Mate_Search>.
//! Checks with many answers are left out; few mates need them.
//!
//! The search deepens by one move of the attacker, so that the shortest such mate is found first. On its lines no position
//! occurs twice, since a mate in fewer moves would begin there; no rule of repetition forbids them.

use crate::rules::xiangqi::{Legality, MAX_MOVES, Move, Position};
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// The greatest number of the attacker's moves.
const MOST_MOVES: usize = 30;
/// A number of moves that no search reaches: in none of the lines is there a check left.
const NEVER: u8 = u8::MAX;
/// The most answers to a check that is tried.
const MOST_ANSWERS: u32 = 3;
/// More checks than any position of a game has; further ones are left out.
const MOST_CHECKS: usize = 48;

/// What is known about a position with the attacker to move.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    key: u64,
    /// Mate in this many moves; 0 if none is known.
    mate: u8,
    /// No mate in this many moves.
    refuted: u8,
    /// The move that mates; 0 if none is known.
    mv: u16,
}

/// The size of the table. A new entry replaces the one in its place.
const ENTRIES: usize = 1 << 16;

/// What a search of limited depth has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// Mate in this many moves.
    Mate(u8),
    /// No mate in this many moves.
    Refuted(u8),
    /// The nodes did not suffice.
    Unknown,
}

/// The searches of one thread. What they find about positions is kept for later ones.
#[derive(Debug)]
pub struct MateSearch {
    table: Box<[Entry]>,
    /// Positions that must not occur again, because the game would end there.
    forbidden: Vec<u64>,
    /// The nodes of all searches.
    pub nodes: u64,
    limit: u64,
}

impl MateSearch {
    /// `forbidden` are the keys of positions that must not occur.
    pub fn new(forbidden: Vec<u64>) -> MateSearch {
        MateSearch { table: Box::default(), forbidden, nodes: 0, limit: 0 }
    }

    /// The number of moves of the shortest mate in at most `most_moves` that this many nodes find; with `only`, one that
    /// begins with one of these moves.
    pub fn mate(
        &mut self,
        position: &mut Position,
        only: Option<&[Move]>,
        most_moves: usize,
        nodes: u64,
    ) -> Option<usize> {
        if self.table.is_empty() {
            self.table = vec![Entry::default(); ENTRIES].into();
        }
        self.limit = self.nodes + nodes;
        let mut moves = 1;
        while usize::from(moves) <= most_moves.min(MOST_MOVES) {
            match self.attack(position, moves, only) {
                Verdict::Mate(moves) => return Some(moves.into()),
                Verdict::Refuted(refuted) => moves = refuted.saturating_add(1),
                Verdict::Unknown => return None,
            }
        }
        None
    }

    /// Whether the side to move mates within this many moves, by one of the moves `only` if there are any.
    fn attack(&mut self, position: &mut Position, moves: u8, only: Option<&[Move]>) -> Verdict {
        let known = self.probe(position.key());
        if known.mate > 0 && known.mate <= moves {
            return Verdict::Mate(known.mate);
        }
        if known.refuted >= moves {
            return Verdict::Refuted(known.refuted);
        }
        if self.nodes >= self.limit {
            return Verdict::Unknown;
        }
        let checks = self.checks(position, only);
        if let Some(&(mv, 0)) = checks.first() {
            self.store(Entry { key: position.key(), mate: 1, refuted: 0, mv: mv.bits() });
            return Verdict::Mate(1);
        }
        let mut refuted = if moves > 1 || checks.is_empty() { NEVER } else { 1 };
        for &(mv, _) in checks.iter().filter(|_| moves > 1) {
            let undo = position.make_move(mv);
            let verdict = self.defend(position, moves);
            position.unmake_move(mv, undo);
            match verdict {
                Verdict::Mate(moves) => {
                    self.store(Entry {
                        key: position.key(),
                        mate: moves,
                        refuted: known.refuted,
                        mv: mv.bits(),
                    });
                    return verdict;
                }
                Verdict::Refuted(moves) => refuted = refuted.min(moves),
                Verdict::Unknown => return verdict,
            }
        }
        self.store(Entry { key: position.key(), mate: 0, refuted, mv: 0 });
        Verdict::Refuted(refuted)
    }

    /// As [`MateSearch::attack`], after a check, which counts as one of the moves. The defender has an answer.
    fn defend(&mut self, position: &mut Position, moves: u8) -> Verdict {
        let mut answers: ArrayVec<(Move, u8), MAX_MOVES> = ArrayVec::new();
        for mv in position.legal_moves() {
            let key = position.key_after(mv);
            let refuted = if self.forbidden.contains(&key) { NEVER } else { self.probe(key).refuted };
            if refuted >= moves - 1 {
                return Verdict::Refuted(refuted.saturating_add(1));
            }
            answers.push((mv, refuted));
        }
        // First the one that has held out longest so far.
        answers.sort_by_key(|&(_, refuted)| Reverse(refuted));
        let mut longest = 0;
        for (mv, _) in answers {
            self.nodes += 1;
            let undo = position.make_move(mv);
            let verdict = self.attack(position, moves - 1, None);
            position.unmake_move(mv, undo);
            match verdict {
                Verdict::Mate(moves) => longest = longest.max(moves),
                Verdict::Refuted(moves) => return Verdict::Refuted(moves.saturating_add(1)),
                Verdict::Unknown => return verdict,
            }
        }
        Verdict::Mate(longest + 1)
    }

    /// The checks with the number of their answers, fewest first.
    fn checks(
        &mut self,
        position: &mut Position,
        only: Option<&[Move]>,
    ) -> ArrayVec<(Move, u32), MOST_CHECKS> {
        let mut checks = ArrayVec::new();
        for mv in position.legal_moves() {
            if !position.gives_check(mv) || only.is_some_and(|only| !only.contains(&mv)) {
                continue;
            }
            self.nodes += 1;
            let undo = position.make_move(mv);
            let answers = Legality::of(position).count(position);
            let is_forbidden =
                answers > MOST_ANSWERS || answers > 0 && self.forbidden.contains(&position.key());
            position.unmake_move(mv, undo);
            if !is_forbidden && checks.try_push((mv, answers)).is_err() {
                break;
            }
        }
        checks.sort_by_key(|&(_, answers)| answers);
        checks
    }

    /// The line of the mate just found, with the longest defense, as far as the table has it.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        let mut most_moves = u8::MAX;
        loop {
            let entry = self.probe(position.key());
            if entry.mate == 0 || entry.mate >= most_moves {
                return line;
            }
            most_moves = entry.mate;
            let Some(mv) = Move::from_bits(entry.mv) else { return line };
            position.make_move(mv);
            line.push(mv);
            let mate_after = |&mv: &Move| self.probe(position.key_after(mv)).mate;
            let answer = position.legal_moves().into_iter().max_by_key(mate_after);
            let Some(answer) = answer.filter(|answer| mate_after(answer) > 0) else { return line };
            position.make_move(answer);
            line.push(answer);
        }
    }

    fn probe(&self, key: u64) -> Entry {
        let entry = self.table[key as usize % ENTRIES];
        if entry.key == key { entry } else { Entry::default() }
    }

    fn store(&mut self, entry: Entry) {
        self.table[entry.key as usize % ENTRIES] = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    /// From an old collection. Black threatens mate in one.
    const MATE_IN_SIX: &str = "r1b1k4/c1PPaRc2/r2ab3n/4C4/7RC/9/9/9/4p4/3K5 w - - 0 1";

    /// The same question answered without a table, a limit or an order.
    fn mates_within(position: &mut Position, moves: usize) -> bool {
        let checks: Vec<Move> =
            position.legal_moves().into_iter().filter(|&mv| position.gives_check(mv)).collect();
        checks.into_iter().any(|mv| {
            let undo = position.make_move(mv);
            let answers = position.legal_moves();
            let is_tried = answers.len() <= MOST_ANSWERS as usize && (moves > 1 || answers.is_empty());
            let mates = is_tried
                && answers.into_iter().all(|answer| {
                    let undo = position.make_move(answer);
                    let mates = mates_within(position, moves - 1);
                    position.unmake_move(answer, undo);
                    mates
                });
            position.unmake_move(mv, undo);
            mates
        })
    }

    /// One search for all positions, as in the tree of the engine, so that entries of other searches are met.
    #[test]
    fn mates_are_those_of_a_plain_search() {
        const MOST: usize = 3;
        let mut random = SmallRng::seed_from_u64(21);
        let start: Position = "r1b1k4/c1PPaRc2/r2ab3n/4C4/7RC/9/9/9/4p4/3K5 w - - 0 1".parse().unwrap();
        let (mut position, mut search, mut found) = (start.clone(), MateSearch::new(Vec::new()), 0);
        for _ in 0..4_000 {
            let moves = position.legal_moves();
            if moves.is_empty() || random.random_ratio(1, 12) {
                position = start.clone();
                continue;
            }
            let expected = (1..=MOST).find(|&moves| mates_within(&mut position, moves));
            let before = position.clone();
            assert_eq!(search.mate(&mut position, None, MOST, 1_000_000), expected, "{position}");
            assert_eq!(position, before);
            found += u32::from(expected.is_some());
            position.make_move(moves[random.random_range(0..moves.len())]);
        }
        assert!(found > 300, "only {found} mates were met");
    }

    #[test]
    fn a_long_mate_is_found_with_its_line() {
        let mut position: Position = MATE_IN_SIX.parse().unwrap();
        let mut search = MateSearch::new(Vec::new());
        assert_eq!(search.mate(&mut position, None, 10, 5_000), Some(6));
        let line = search.line(&position);
        assert_eq!(line.len(), 11);
        for mv in line {
            assert!(position.is_legal(mv));
            position.make_move(mv);
        }
        assert!(position.in_check() && position.has_no_moves());
    }

    #[test]
    fn a_search_that_ran_out_of_nodes_goes_on() {
        let mut position: Position = MATE_IN_SIX.parse().unwrap();
        let mut search = MateSearch::new(Vec::new());
        let calls = (1..100).find(|_| search.mate(&mut position, None, 10, 100).is_some());
        assert!(calls.is_some_and(|calls| calls > 1), "{calls:?}");
    }

    #[test]
    fn no_mate_begins_with_a_move_left_out_or_leads_through_a_forbidden_position() {
        let mut position: Position = MATE_IN_SIX.parse().unwrap();
        let mut search = MateSearch::new(Vec::new());
        search.mate(&mut position, None, 6, 5_000).unwrap();
        let first = search.line(&position)[0];
        let others: Vec<Move> = position.legal_moves().into_iter().filter(|&mv| mv != first).collect();
        let forbidden = vec![position.key_after(first)];
        for (mut search, only) in
            [(MateSearch::new(Vec::new()), Some(&others[..])), (MateSearch::new(forbidden), None)]
        {
            search.mate(&mut position, only, 6, 50_000);
            assert_ne!(search.line(&position).first(), Some(&first));
        }
    }
}
