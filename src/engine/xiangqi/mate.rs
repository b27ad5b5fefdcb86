//! Mates by checks alone: the attacker gives check at every move, the defender has all answers. Such a tree is narrow
//! enough to be searched far deeper than any other: <https://www.chessprogramming.org/Mate_Search>.
//!
//! The search deepens by one move of the attacker, so that the shortest such mate is found first. On its lines no position
//! occurs twice, since a mate in fewer moves would begin there; no rule of repetition forbids them.

use crate::rules::xiangqi::{Legality, MAX_MOVES, Move, Position};
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// The greatest number of the attacker's moves.
const MOST_MOVES: u8 = 30;
/// A number of moves that no search reaches: in none of the lines is there a check left.
const NEVER: u8 = u8::MAX;
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
    /// The move that mates, or that should be tried first; 0 if none.
    mv: u16,
}

/// The table's size: more than the nodes that one search gets.
const ENTRIES: usize = 1 << 15;

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

/// A search that can be continued: it keeps what it has found.
#[derive(Debug)]
pub struct MateSearch {
    table: Box<[Entry]>,
    /// Positions that must not occur again, because the game would end there.
    forbidden: Vec<u64>,
    most_moves: u8,
    /// The number of moves to try next.
    moves: u8,
    pub nodes: u64,
    limit: u64,
}

impl MateSearch {
    /// `forbidden` are keys of positions that must not occur. The search ends at `most_moves`.
    pub fn new(forbidden: Vec<u64>, most_moves: usize) -> MateSearch {
        MateSearch {
            table: Box::default(),
            forbidden,
            most_moves: most_moves.min(MOST_MOVES.into()) as u8,
            moves: 1,
            nodes: 0,
            limit: 0,
        }
    }

    /// Goes on until it has visited `limit` nodes in all. Returns the shortest mate that begins with one of these moves: the
    /// number of the attacker's moves, and the line with the longest defense.
    pub fn prove(
        &mut self,
        position: &mut Position,
        first: &[Move],
        limit: u64,
    ) -> Option<(usize, Vec<Move>)> {
        self.limit = limit;
        if self.table.is_empty() {
            self.table = vec![Entry::default(); ENTRIES].into();
        }
        while self.moves <= self.most_moves {
            match self.attack(position, self.moves, Some(first)) {
                Verdict::Mate(moves) => return Some((moves.into(), self.line(position, moves))),
                Verdict::Refuted(moves) => self.moves = moves.saturating_add(1),
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
                    self.store(Entry { key: position.key(), mate: moves, refuted: moves - 1, mv: mv.bits() });
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
            let is_forbidden = answers > 0 && self.forbidden.contains(&position.key());
            position.unmake_move(mv, undo);
            if !is_forbidden && checks.try_push((mv, answers)).is_err() {
                break;
            }
        }
        checks.sort_by_key(|&(_, answers)| answers);
        checks
    }

    /// The line of a mate in this many moves, as far as the table has it.
    fn line(&self, position: &Position, moves: u8) -> Vec<Move> {
        let mut position = position.clone();
        let mut line = Vec::with_capacity(2 * usize::from(moves));
        while let Some(mv) = Some(self.probe(position.key()))
            .filter(|entry| entry.mate > 0)
            .and_then(|entry| Move::from_bits(entry.mv))
        {
            position.make_move(mv);
            line.push(mv);
            let mate_after = |&mv: &Move| self.probe(position.key_after(mv)).mate;
            let Some(answer) =
                position.legal_moves().into_iter().filter(|mv| mate_after(mv) > 0).max_by_key(mate_after)
            else {
                break;
            };
            position.make_move(answer);
            line.push(answer);
        }
        line
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

    #[test]
    fn measure() {
        let text = std::fs::read_to_string("/tmp/xb/xiangqibench/data/cases.jsonl").unwrap();
        let mut all = Vec::new();
        let started = std::time::Instant::now();
        let mut total = 0;
        for line in text.lines() {
            let v: serde_json::Value = serde_json::from_str(line).unwrap();
            let fen = v["fen"].as_str().unwrap();
            let game = crate::rules::xiangqi::Game::new(crate::rules::xiangqi::Options::default(), Some(fen))
                .unwrap();
            let mut position = game.position().clone();
            let moves: Vec<Move> = position.legal_moves().into_iter().collect();
            let mut search = MateSearch::new(Vec::new(), 30);
            let line = search.prove(&mut position, &moves, 3_000_000);
            total += search.nodes;
            println!(
                "{:>8} {:>3} {:>3} {fen} {line:?}",
                search.nodes,
                line.as_ref().map_or(0, |l| l.1.len()),
                v["win_in_plies"]
            );
            all.push(search.nodes);
        }
        all.sort();
        println!("{all:?} {:?} {total}", started.elapsed());
    }
}
