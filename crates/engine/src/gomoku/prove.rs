//! Threat-space search at the root: wins to report, and the moves that stop the other side's wins.

use super::board::Board;
use super::parameters::*;
use super::threat_space::{Proof, ProofKind, ThreatSearch};
use crate::value::{mated_in, to_score};
use crate::{Bound, Budget, Line, Score, SearchReport, Source};
use duiyi_rules as rules;
use duiyi_rules::gomoku::{Move, Point};
use std::time::{Duration, Instant};

pub struct Prover<'a> {
    budget: &'a Budget,
    threats: ThreatSearch,
    started: Instant,
}

impl<'a> Prover<'a> {
    pub fn new(budget: &'a Budget) -> Prover<'a> {
        Prover { budget, threats: ThreatSearch::default(), started: budget.now() }
    }

    /// The shortest win of the side to move that begins with one of these points. A VCF is tried before a VCT.
    pub fn win(&mut self, board: &mut Board, kind: ProofKind, points: &[Point]) -> Option<SearchReport> {
        let mut proof = self.prove(board, ProofKind::Vcf, VCF_NODES, 100);
        if !matches!(proof, Proof::Won(_)) && kind == ProofKind::Vct {
            proof = self.prove(board, kind, VCT_NODES, PROOF_TIME_PERCENT);
        }
        match proof {
            Proof::Won(line) if points.contains(&line[0]) => Some(self.report(&line)),
            _ => None,
        }
    }

    /// If the other side threatens a win of this kind, keeps only the points that stop it, unless none does. Returns the longest
    /// line that begins with a point left out: if the others lose too, it may hold out longer.
    pub fn keep_defenses(
        &mut self,
        board: &mut Board,
        kind: ProofKind,
        points: &mut Vec<Point>,
    ) -> Option<Vec<Point>> {
        let (nodes, percent) = match kind {
            ProofKind::Vcf => (VCF_NODES, 100),
            ProofKind::Vct | ProofKind::AllThreats => (VCT_NODES, DEFENSE_TIME_PERCENT / 2),
        };
        let turn = board.turn();
        board.set_turn(turn.other());
        let threatened = matches!(self.prove(board, kind, nodes, percent), Proof::Won(_));
        board.set_turn(turn);
        if !threatened {
            return None;
        }
        let percent = match kind {
            ProofKind::Vcf => 100,
            ProofKind::Vct | ProofKind::AllThreats => DEFENSE_TIME_PERCENT,
        };
        let (mut defenses, mut longest) = (Vec::new(), Vec::new());
        for &point in points.iter() {
            board.make_move(point);
            let proof = self.prove(board, kind, DEFENSE_NODES, percent);
            board.unmake_move(point);
            match proof {
                Proof::Won(line) if line.len() >= longest.len() => longest = [vec![point], line].concat(),
                Proof::Won(_) => {}
                Proof::Refuted | Proof::Unknown => defenses.push(point),
            }
            // Out of budget: untested points might be defenses too, so keep all.
            if self.budget.rest_or_end(self.threats.nodes) {
                return None;
            }
        }
        if defenses.is_empty() || longest.is_empty() {
            return None;
        }
        *points = defenses;
        Some(longest)
    }

    /// Searches within this many nodes and, if there is a limit of time, this percentage of it.
    fn prove(&mut self, board: &mut Board, kind: ProofKind, nodes: u64, percent: u32) -> Proof {
        let budget = self.budget;
        let time = budget.limits.soft_time.or(budget.limits.time);
        let until = time.map(|time| self.started + time * percent / 100);
        let nodes = budget.limits.nodes.map_or(nodes, |limit| nodes.min(limit / 4));
        let mut is_stopped =
            |nodes| budget.rest_or_end(nodes) || until.is_some_and(|until| budget.now() >= until);
        self.threats.prove(board, kind, PROOF_STONES, nodes, &mut is_stopped)
    }

    /// The report of a search whose moves all lose, with this lost line instead if it is longer.
    pub fn holding_out(report: SearchReport, line: &[Point]) -> SearchReport {
        let score = to_score(mated_in(line.len()));
        match (report.score, score) {
            (Score::Mate(found @ ..=0), Score::Mate(longer)) if longer < found => {
                let mut lines = vec![exact_line(line, score, report.nodes)];
                lines.extend_from_slice(&report.lines[..report.lines.len() - 1]);
                let pv = &lines[0].pv;
                let (best, ponder) = (pv[0], pv.get(1).copied());
                let depth = pv.len() as u32;
                SearchReport { best, ponder, score, depth, seldepth: depth, lines, ..report }
            }
            _ => report,
        }
    }

    fn report(&self, line: &[Point]) -> SearchReport {
        let score = to_score(-mated_in(line.len()));
        let nodes = self.threats.nodes;
        let proof = exact_line(line, score, nodes);
        let depth = proof.depth;
        SearchReport {
            best: proof.pv[0],
            ponder: proof.pv.get(1).copied(),
            source: Source::Threats,
            score,
            win_rate: score.win_rate(),
            depth,
            seldepth: depth,
            nodes,
            time: (self.budget.now() - self.started).max(Duration::from_nanos(1)),
            hash_hit_rate: 0.0,
            hash_full: 0.0,
            by: None,
            lines: vec![proof],
        }
    }
}

/// A line of stones that ends the game, whose length is certain.
fn exact_line(stones: &[Point], score: Score, nodes: u64) -> Line {
    let pv: Vec<rules::Move> = stones.iter().map(|&point| Move::Stone(point).into()).collect();
    let depth = pv.len() as u32;
    Line { pv, score, bound: Bound::Exact, depth, seldepth: depth, nodes }
}
