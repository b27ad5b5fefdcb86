//! Which undecided positions are drawn under the rules of repetition.
//!
//! A move is harmless if it gives no check and if after it only the general and the soldiers of its side attack anything. A
//! side that makes a harmless move in every cycle is not at fault in any. A side holds a position if it can stay undecided for
//! ever and make harmless moves again and again, or reach a draw by a capture: a Büchi condition.
//! <https://en.wikipedia.org/wiki/B%C3%BCchi_automaton>

use super::moves::{child, predecessors};
use super::parallel;
use super::set::Solutions;
use super::solved::{DRAWN, INVALID, Node, Solved, State, UNDECIDED, UNKNOWN, is_won, turn_of};
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Move, Position, Role};

/// Divides what is undecided into draws that both sides hold and positions of which nothing is known.
pub fn mark_draws(solved: &mut Solved, known: &Solutions, threads: usize) {
    let nodes = solved.nodes();
    let undecided =
        parallel::filter_map(&nodes, threads, |&node| (solved.state(node) == UNDECIDED).then_some(node));
    let held = Side::ALL.map(|side| held_by(side, &undecided, solved, known, threads));
    for &node in &undecided {
        let is_drawn = held.iter().all(|held| held[node as usize]);
        solved.states[node as usize] = if is_drawn { DRAWN } else { UNKNOWN };
    }
    // With the strong side to move the program asks for the moves, so that one that holds is enough.
    let of_strong: Vec<Node> = undecided.into_iter().filter(|&node| turn_of(node) == Side::First).collect();
    let states = parallel::filter_map(&of_strong, threads, |&node| {
        let position = solved.position(node)?;
        let is_unknown = |mv| child(solved, known, &position, mv).1 == UNKNOWN;
        Some((node, if position.legal_moves().into_iter().any(is_unknown) { UNKNOWN } else { DRAWN }))
    });
    for (node, state) in states {
        solved.states[node as usize] = state;
    }
}

/// Whether `side` holds each node: the largest set from whose nodes it can always reach a harmless move within the set.
fn held_by(side: Side, undecided: &[Node], solved: &Solved, known: &Solutions, threads: usize) -> Vec<bool> {
    let mut stays = Marks::new(solved);
    undecided.iter().for_each(|&node| stays.add(node));
    let mut nodes = undecided.to_vec();
    loop {
        let hold = Hold { side, solved, known, threads, stays: &stays };
        let reaches = hold.nodes_before_a_harmless_move(&nodes);
        let count = nodes.len();
        nodes.retain(|&node| reaches.has(node));
        stays = reaches;
        if nodes.len() == count {
            return stays.0;
        }
    }
}

/// A set of nodes.
struct Marks(Vec<bool>);

impl Marks {
    fn new(solved: &Solved) -> Marks {
        Marks(vec![false; solved.states.len()])
    }

    fn add(&mut self, node: Node) {
        self.0[node as usize] = true;
    }

    fn has(&self, node: Node) -> bool {
        self.0[node as usize]
    }
}

struct Hold<'a> {
    side: Side,
    solved: &'a Solved,
    known: &'a Solutions,
    threads: usize,
    /// The nodes that the side may come to.
    stays: &'a Marks,
}

impl Hold<'_> {
    /// The nodes, all of them in `stays`, from which the side can force its way to a harmless move within `stays`.
    fn nodes_before_a_harmless_move(&self, nodes: &[Node]) -> Marks {
        let mut reaches = Marks::new(self.solved);
        let mut open = nodes.to_vec();
        while !open.is_empty() {
            let found = parallel::filter_map(&open, self.threads, |&node| {
                let position = self.solved.position(node)?;
                self.reaches_harmless_move(&position, &reaches).then_some(node)
            });
            found.iter().for_each(|&node| reaches.add(node));
            let before = parallel::filter_map(&found, self.threads, |&node| {
                let before = predecessors(self.solved, node).into_iter().map(|(before, _)| before);
                let is_open = |&before: &Node| self.stays.has(before) && !reaches.has(before);
                Some(before.filter(is_open).collect::<Vec<Node>>())
            });
            open = before.into_iter().flatten().collect();
            open.sort_unstable();
            open.dedup();
        }
        reaches
    }

    fn reaches_harmless_move(&self, position: &Position, reaches: &Marks) -> bool {
        let is_ours = position.turn() == self.side;
        let succeeds = |mv: Move| {
            let (after, state) = child(self.solved, self.known, position, mv);
            match state {
                UNDECIDED => {
                    let node = self.solved.node_of(&after, Side::First);
                    reaches.has(node) || is_ours && self.stays.has(node) && is_harmless(&after, self.side)
                }
                DRAWN => true,
                state => wins(self.side, &after, state),
            }
        };
        match is_ours {
            true => position.legal_moves().into_iter().any(succeeds),
            false => position.legal_moves().into_iter().all(succeeds),
        }
    }
}

/// Whether the state is a win of `side`.
fn wins(side: Side, position: &Position, state: State) -> bool {
    debug_assert!(state != INVALID);
    position.turn() == side && is_won(state)
}

/// Whether `side`, which has just moved, gives no check and attacks nothing except with its general and soldiers.
fn is_harmless(after: &Position, side: Side) -> bool {
    let victims = after.by_side(side.other()) & !after.by_role(Role::General);
    let attackers = after.by_side(side) & !after.by_role(Role::General) & !after.by_role(Role::Soldier);
    !after.in_check() && attackers.into_iter().all(|square| !after.targets(square).intersects(victims))
}
