//! Wins by threats in five in a row: by continuous fours and threes of the attacker after any first move, against all
//! legal answers to that move.

use super::attack::{OutOfNodes, Solver};
use super::theme::Theme;
use crate::gomoku::Threat;
use crate::gomoku::board::Board;
use crate::gomoku::threat_space::{Proof, ProofKind, ThreatSearch};
use duiyi_rules as rules;
use duiyi_rules::gomoku::{Move, Point, Position};
use std::cmp::Reverse;

pub struct FiveSolver {
    board: Board,
    /// The stones made, and whether each made a winning row.
    made: Vec<(Point, bool)>,
    threats: ThreatSearch,
    /// The answer that last refuted an attack.
    refutation: Option<Point>,
    most_nodes: u64,
}

impl FiveSolver {
    pub fn new(position: &Position, nodes: u64) -> FiveSolver {
        FiveSolver {
            board: Board::new(position),
            made: Vec::new(),
            threats: ThreatSearch::default(),
            refutation: None,
            most_nodes: nodes,
        }
    }

    /// The points where the side to move may play, those first that mean most to either side.
    fn legal_points(&mut self) -> Vec<Point> {
        let side = self.board.turn();
        let mut points: Vec<Point> = self.board.empty().into_iter().collect();
        points.retain(|&point| !self.board.is_forbidden(point, side));
        points.sort_by_cached_key(|&point| {
            let makes_five = |side| self.board.threat_at(point, side) == Threat::Five;
            let score = |side| self.board.move_score_at(point, side);
            let worth = score(side) + score(side.other());
            Reverse((makes_five(side) || makes_five(side.other()), worth))
        });
        points
    }

    fn has_won(&self) -> bool {
        self.made.last().is_some_and(|&(_, wins)| wins)
    }
}

impl Solver for FiveSolver {
    fn legal_moves(&mut self) -> Vec<rules::Move> {
        self.legal_points().into_iter().map(|point| Move::Stone(point).into()).collect()
    }

    fn make_move(&mut self, mv: rules::Move) {
        if let Ok(Move::Stone(point)) = Move::try_from(mv) {
            let wins = self.board.threat_at(point, self.board.turn()) == Threat::Five;
            self.board.make_move(point);
            self.made.push((point, wins));
        }
    }

    fn unmake_move(&mut self) {
        if let Some((point, _)) = self.made.pop() {
            self.board.unmake_move(point);
        }
    }

    fn wins(&mut self, moves: usize) -> Result<bool, OutOfNodes> {
        if moves == 0 || self.has_won() {
            return Ok(false);
        }
        let left = self.most_nodes.saturating_sub(self.threats.nodes);
        if left == 0 {
            return Err(OutOfNodes);
        }
        match self.threats.prove(&mut self.board, ProofKind::Vct, moves, left, &mut |_| false) {
            Proof::Won(_) => Ok(true),
            Proof::Refuted => Ok(false),
            Proof::Unknown => Err(OutOfNodes),
        }
    }

    fn loses(&mut self, moves: usize) -> Result<bool, OutOfNodes> {
        if self.has_won() {
            return Ok(true);
        }
        if moves == 0 || self.board.has(self.board.turn(), Threat::Five) {
            return Ok(false);
        }
        let mut answers = self.legal_points();
        if let Some(refutation) = self.refutation {
            answers.sort_by_key(|&point| point != refutation);
        }
        for answer in &answers {
            self.board.make_move(*answer);
            let wins = self.wins(moves);
            self.board.unmake_move(*answer);
            if !wins? {
                self.refutation = Some(*answer);
                return Ok(false);
            }
        }
        Ok(!answers.is_empty())
    }

    fn theme(&mut self) -> Theme {
        let attacker = self.board.turn().other();
        if self.board.has(attacker, Threat::Five) { Theme::Fours } else { Theme::Threats }
    }
}
