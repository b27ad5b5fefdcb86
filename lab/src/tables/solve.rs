//! Retrograde analysis of one material: from the mates back, ply by ply.
//! <https://www.chessprogramming.org/Retrograde_Analysis>

use super::holds;
use super::parallel;
use super::set::Solutions;
use duiyi_engine::xiangqi::endgame::{Layout, Material, Verdict};
use duiyi_engine::xiangqi::mirrored;
use duiyi_rules::Side;
use duiyi_rules::xiangqi::{Bitboard, Move, Piece, Position, Role, attacks};

/// The state of a place: the plies until the end of a decided position, odd if the side to move wins, or one of these.
pub type State = u8;
pub const UNDECIDED: State = 255;
pub const INVALID: State = 254;
pub const DRAWN: State = 253;
pub const UNKNOWN: State = 252;
const MOST_PLIES: usize = 251;

/// A place of the layout and the side to move: the strong one if even.
pub type Node = u32;

pub fn node(index: usize, turn: Side) -> Node {
    2 * index as u32 + turn as u32
}

pub fn turn_of(node: Node) -> Side {
    Side::ALL[node as usize % 2]
}

pub fn is_decided(state: State) -> bool {
    usize::from(state) <= MOST_PLIES
}

pub fn is_won(state: State) -> bool {
    is_decided(state) && state % 2 == 1
}

/// The solution of one material.
#[derive(Debug)]
pub struct Solved {
    pub material: Material,
    pub layout: Layout,
    /// By node.
    pub states: Vec<State>,
}

impl Solved {
    pub fn position(&self, node: Node) -> Option<Position> {
        self.layout.position(node as usize / 2, turn_of(node))
    }

    /// The node of a position of this material.
    pub fn node_of(&self, position: &Position, strong: Side) -> Node {
        let turn = if position.turn() == strong { Side::First } else { Side::Second };
        node(self.layout.index(position, strong), turn)
    }

    pub fn state(&self, node: Node) -> State {
        self.states[node as usize]
    }

    /// The verdict at a place with the weak side to move, or `Err` if no position belongs there.
    pub fn weak_to_move(&self, index: usize) -> Result<Option<Verdict>, ()> {
        verdict(self.state(node(index, Side::Second)))
    }

    pub fn nodes(&self) -> Vec<Node> {
        (0..self.states.len() as Node).collect()
    }

    /// The positions with the strong side to move, counted by result, and the longest win.
    pub fn summary(&self) -> String {
        let strong: Vec<State> = self.states.iter().step_by(2).copied().filter(|&it| it != INVALID).collect();
        let count = |is: &dyn Fn(State) -> bool| strong.iter().filter(|&&state| is(state)).count();
        let (won, drawn) = (count(&is_won), count(&|state| state == DRAWN));
        let (unknown, lost) =
            (count(&|state| state == UNKNOWN), count(&|state| is_decided(state) && !is_won(state)));
        let longest = strong.iter().filter(|&&state| is_won(state)).max().copied().unwrap_or(0);
        format!("{} {} {won} {drawn} {unknown} {lost} {longest}", self.material, strong.len())
    }
}

/// What a state says, or `Err` if no position belongs there.
pub fn verdict(state: State) -> Result<Option<Verdict>, ()> {
    match state {
        INVALID => Err(()),
        DRAWN => Ok(Some(Verdict::Drawn)),
        UNKNOWN | UNDECIDED => Ok(None),
        won if won % 2 == 1 => Ok(Some(Verdict::Won(won.into()))),
        lost => Ok(Some(Verdict::Lost(lost.into()))),
    }
}

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

/// The position after a legal move and its state. Captures are looked up among the solutions.
pub fn child(solved: &Solved, known: &Solutions, position: &Position, mv: Move) -> (Position, State) {
    let is_capture = position.piece_at(mv.to()).is_some();
    let mut after = position.clone();
    after.make_move(mv);
    let state = match is_capture {
        true => known.state(&after),
        false => solved.state(solved.node_of(&after, Side::First)),
    };
    (after, state)
}

/// The positions from which a quiet move leads to this node.
pub fn predecessors(solved: &Solved, node: Node) -> Vec<(Node, Position)> {
    let Some(mut position) = solved.position(node) else { return Vec::new() };
    // The side that has just moved takes a move back: the same as moving out of turn.
    position.make_null_move();
    let mover = position.turn();
    let mut before = Vec::new();
    for to in position.by_side(mover) {
        let Some(piece) = position.piece_at(to) else { continue };
        for from in origins(&position, piece, to) {
            let mut earlier = position.clone();
            earlier.make_move(Move::new(to, from));
            earlier.make_null_move();
            let node = solved.node_of(&earlier, Side::First);
            if solved.state(node) == INVALID {
                continue;
            }
            before.push((node, earlier.clone()));
            if Layout::distinguishes_mirrored(&earlier) {
                let mirror_image = mirrored(&earlier);
                before.push((solved.node_of(&mirror_image, Side::First), mirror_image));
            }
        }
    }
    before
}

/// The points from which a piece comes to this one by a quiet move.
fn origins(position: &Position, piece: Piece, to: duiyi_rules::xiangqi::Square) -> Bitboard {
    let occupied = position.occupied();
    let reach = match piece.role {
        Role::General => attacks::general(to),
        Role::Advisor => attacks::advisor(to),
        Role::Elephant => attacks::elephant(to, occupied),
        Role::Horse => attacks::horse_to(to, occupied),
        Role::Rook | Role::Cannon => attacks::rook(to, occupied),
        Role::Soldier => attacks::soldier_to(piece.side, to),
    };
    reach & !occupied
}
