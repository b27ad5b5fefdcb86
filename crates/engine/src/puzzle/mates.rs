//! Mates in Xiangqi by all moves: an exhaustive search, with quiet moves of the attacker and stalemates.

use super::attack::{OutOfNodes, Solver};
use super::theme::Theme;
use duiyi_rules as rules;
use duiyi_rules::xiangqi::{Legality, Move, Position, Undo};
use std::cmp::Reverse;
use std::collections::HashMap;

/// What is known about a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Mate in this many moves; 0 if none is known.
    mate: usize,
    /// No mate in this many moves.
    refuted: usize,
}

/// No position on a shortest mate occurs twice, so the rules of repetition have no say in it.
pub struct MateSolver {
    position: Position,
    made: Vec<(Move, Undo)>,
    known: HashMap<u64, Known>,
    /// For each number of moves left to the attacker the answer that last refuted an attack.
    refutations: HashMap<usize, Move>,
    nodes_left: u64,
}

impl MateSolver {
    pub fn new(position: &Position, nodes: u64) -> MateSolver {
        MateSolver {
            position: position.clone(),
            made: Vec::new(),
            known: HashMap::new(),
            refutations: HashMap::new(),
            nodes_left: nodes,
        }
    }

    fn attack(&mut self, moves: usize) -> Result<bool, OutOfNodes> {
        let key = self.position.key();
        let known = self.known.get(&key).copied().unwrap_or_default();
        if moves == 0 || known.refuted >= moves {
            return Ok(false);
        }
        if known.mate > 0 && known.mate <= moves {
            return Ok(true);
        }
        for mv in self.attacks(moves) {
            let undo = self.position.make_move(mv);
            let mates = self.defend(moves - 1);
            self.position.unmake_move(mv, undo);
            if mates? {
                self.known.insert(key, Known { mate: moves, ..known });
                return Ok(true);
            }
        }
        self.known.insert(key, Known { refuted: moves, ..known });
        Ok(false)
    }

    /// The attacker's moves: checks first, those with the fewest answers before others.
    fn attacks(&mut self, moves: usize) -> Vec<Move> {
        let mut list: Vec<Move> = self.position.legal_moves().into_iter().collect();
        if moves > 1 {
            list.sort_by_cached_key(|&mv| {
                let gives_check = self.position.gives_check(mv);
                let undo = self.position.make_move(mv);
                let answers = Legality::of(&self.position).count(&self.position);
                self.position.unmake_move(mv, undo);
                (!gives_check, answers)
            });
        }
        list
    }

    /// Whether each of the defender's answers leads to a mate in at most this many moves, or there is no answer.
    fn defend(&mut self, moves: usize) -> Result<bool, OutOfNodes> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(OutOfNodes)?;
        if moves == 0 {
            return Ok(self.position.has_no_moves());
        }
        let mut answers: Vec<Move> = self.position.legal_moves().into_iter().collect();
        let refutation = self.refutations.get(&moves).copied();
        // A capture is more likely to save the defender.
        let rank = |mv: &Move| (Some(*mv) == refutation, self.position.piece_at(mv.to()).is_some());
        answers.sort_by_key(|mv| Reverse(rank(mv)));
        for answer in answers {
            let undo = self.position.make_move(answer);
            let mates = self.attack(moves);
            self.position.unmake_move(answer, undo);
            if !mates? {
                self.refutations.insert(moves, answer);
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Solver for MateSolver {
    fn legal_moves(&mut self) -> Vec<rules::Move> {
        self.position.legal_moves().into_iter().map(rules::Move::from).collect()
    }

    fn make_move(&mut self, mv: rules::Move) {
        if let Ok(mv) = Move::try_from(mv) {
            let undo = self.position.make_move(mv);
            self.made.push((mv, undo));
        }
    }

    fn unmake_move(&mut self) {
        if let Some((mv, undo)) = self.made.pop() {
            self.position.unmake_move(mv, undo);
        }
    }

    fn wins(&mut self, moves: usize) -> Result<bool, OutOfNodes> {
        self.attack(moves)
    }

    fn loses(&mut self, moves: usize) -> Result<bool, OutOfNodes> {
        self.defend(moves)
    }

    fn theme(&mut self) -> Theme {
        if self.position.in_check() { Theme::Checks } else { Theme::QuietMove }
    }
}
