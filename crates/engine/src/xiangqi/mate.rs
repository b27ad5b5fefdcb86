//! Searches for mates by checks alone: the attacker gives check at every move, and the defender has all evasions. Such a
//! tree is narrow enough for a much deeper search: <https://www.chessprogramming.org/Mate_Search>. Checks with many evasions
//! are left out, because few mates need them.
//!
//! The search deepens by one move of the attacker at a time, so it finds the shortest such mate first. No position occurs
//! twice on its line, because the first occurrence would already have the shorter mate. So no repetition rule forbids the line.

use arrayvec::ArrayVec;
use duiyi_rules::xiangqi::{Legality, MAX_MOVES, Move, Position};
use std::cmp::Reverse;

/// The largest number of attacker moves that a search tries.
const MAX_ATTACKER_MOVES: usize = 30;
/// Refuted at any depth: every line runs out of checks.
const NEVER: u8 = u8::MAX;
/// Checks with more evasions than this are not tried.
const MAX_EVASIONS: u32 = 3;
/// More checks than any position of a real game has. Further checks are left out.
const MAX_CHECKS: usize = 48;

/// What is known about a position with the attacker to move. Moves are counted for the attacker.
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

/// The mate searches of one thread. They share a table.
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

    /// Searches at most `nodes` nodes for a mate in at most `most_moves` moves of the side to move, and returns its number
    /// of moves. With `only`, the mate must begin with one of these moves. `None` if there is none or the nodes are used up.
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
        while usize::from(moves) <= most_moves.min(MAX_ATTACKER_MOVES) {
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

    /// Whether the side to move, which is in check and has an evasion, is mated. The check counts as one of the attacker's
    /// `moves`.
    fn defend(&mut self, position: &mut Position, moves: u8) -> Verdict {
        let mut evasions: ArrayVec<(Move, u8), MAX_MOVES> = ArrayVec::new();
        for mv in position.legal_moves() {
            let key = position.key_after(mv);
            let refuted = if self.forbidden.contains(&key) { NEVER } else { self.probe(key).refuted };
            if refuted >= moves - 1 {
                return Verdict::Refuted(refuted.saturating_add(1));
            }
            evasions.push((mv, refuted));
        }
        // First the evasion that has held out longest so far.
        evasions.sort_by_key(|&(_, refuted)| Reverse(refuted));
        let mut longest = 0;
        for (mv, _) in evasions {
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

    /// The checks, each with the number of its evasions, fewest first.
    fn checks(
        &mut self,
        position: &mut Position,
        only: Option<&[Move]>,
    ) -> ArrayVec<(Move, u32), MAX_CHECKS> {
        let mut checks = ArrayVec::new();
        for mv in position.legal_moves() {
            if !position.gives_check(mv) || only.is_some_and(|only| !only.contains(&mv)) {
                continue;
            }
            self.nodes += 1;
            let undo = position.make_move(mv);
            let evasions = Legality::of(position).count(position);
            let is_forbidden =
                evasions > MAX_EVASIONS || evasions > 0 && self.forbidden.contains(&position.key());
            position.unmake_move(mv, undo);
            if !is_forbidden && checks.try_push((mv, evasions)).is_err() {
                break;
            }
        }
        checks.sort_by_key(|&(_, evasions)| evasions);
        checks
    }

    /// The line of the mate found last, with the longest defense. It ends early where the table has lost an entry.
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
            let evasion = position.legal_moves().into_iter().max_by_key(mate_after);
            let Some(evasion) = evasion.filter(|evasion| mate_after(evasion) > 0) else { return line };
            position.make_move(evasion);
            line.push(evasion);
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
            let evasions = position.legal_moves();
            let is_tried = evasions.len() <= MAX_EVASIONS as usize && (moves > 1 || evasions.is_empty());
            let mates = is_tried
                && evasions.into_iter().all(|evasion| {
                    let undo = position.make_move(evasion);
                    let mates = mates_within(position, moves - 1);
                    position.unmake_move(evasion, undo);
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
