//! Retrograde analysis of one material: from the mates back, ply by ply.
//! <https://www.chessprogramming.org/Retrograde_Analysis>

use super::holds;
use super::moves::{child, predecessors};
use super::parallel;
use super::set::Solutions;
use super::solved::{INVALID, MOST_PLIES, Node, Solved, State, UNDECIDED, is_decided, is_won};
use duiyi_engine::xiangqi::endgame::{Layout, Material};
use duiyi_rules::xiangqi::Position;

/// Solves a material. The materials after captures must be solved already.
pub fn solve(material: Material, known: &Solutions, threads: usize) -> Solved {
    let layout = Layout::new(material);
    let places = 2 * layout.len();
    let mut analysis = Analysis {
        solved: Solved { material, layout, states: vec![UNDECIDED; places] },
        known,
        threads,
        at_ply: vec![Vec::new(); MOST_PLIES + 2],
    };
    analysis.begin();
    for ply in 0..=MOST_PLIES {
        analysis.decide(ply);
    }
    assert!(analysis.at_ply[MOST_PLIES + 1].is_empty(), "{material} has longer wins than a byte can count");
    holds::mark_draws(&mut analysis.solved, known, threads);
    analysis.solved
}

struct Analysis<'a> {
    solved: Solved,
    known: &'a Solutions,
    threads: usize,
    /// The nodes that are decided at this ply, unless they are decided already.
    at_ply: Vec<Vec<Node>>,
}

impl Analysis<'_> {
    /// Marks the places without a position, and finds what is decided without a quiet move.
    fn begin(&mut self) {
        let nodes = self.solved.nodes();
        let found = parallel::filter_map(&nodes, self.threads, |&node| match self.solved.position(node) {
            None => Some((node, INVALID)),
            Some(position) => self.plies(&position, false).map(|plies| (node, plies)),
        });
        for (node, state) in found {
            match state {
                INVALID => self.solved.states[node as usize] = INVALID,
                plies => self.at_ply[usize::from(plies)].push(node),
            }
        }
    }

    /// The plies until the end, as far as the moves decide it.
    fn plies(&self, position: &Position, with_quiet_moves: bool) -> Option<State> {
        let (mut quickest_win, mut slowest_loss, mut is_open) = (None, 0, false);
        for mv in position.legal_moves() {
            let is_capture = position.piece_at(mv.to()).is_some();
            let state = match is_capture || with_quiet_moves {
                true => child(&self.solved, self.known, position, mv).1,
                false => UNDECIDED,
            };
            match state {
                state if !is_decided(state) => is_open = true,
                won if is_won(won) => slowest_loss = slowest_loss.max(won + 1),
                lost => quickest_win = Some(quickest_win.unwrap_or(State::MAX).min(lost + 1)),
            }
        }
        quickest_win.or((!is_open).then_some(slowest_loss))
    }

    /// Decides the nodes of this ply, and finds those that they decide.
    fn decide(&mut self, ply: usize) {
        let mut nodes = std::mem::take(&mut self.at_ply[ply]);
        nodes.retain(|&node| {
            let state = &mut self.solved.states[node as usize];
            let is_new = *state == UNDECIDED;
            if is_new {
                *state = ply as State;
            }
            is_new
        });
        let found = parallel::filter_map(&nodes, self.threads, |&node| {
            let before = predecessors(&self.solved, node).into_iter();
            let undecided = before.filter(|&(before, _)| self.solved.state(before) == UNDECIDED);
            let plies = |position: &Position| match ply % 2 {
                0 => Some(ply as State + 1),
                _ => self.plies(position, true).filter(|plies| plies % 2 == 0),
            };
            Some(
                undecided
                    .filter_map(|(before, position)| Some((plies(&position)?, before)))
                    .collect::<Vec<_>>(),
            )
        });
        for (plies, node) in found.into_iter().flatten() {
            self.at_ply[usize::from(plies)].push(node);
        }
    }
}
