//! The solution of one material: what is known of each place.

use duiyi_engine::xiangqi::endgame::{Layout, Material, Verdict};
use duiyi_rules::Side;
use duiyi_rules::xiangqi::Position;

/// The state of a place: the plies until the end of a decided position, odd if the side to move wins, or one of these.
pub type State = u8;
pub const UNDECIDED: State = 255;
pub const INVALID: State = 254;
pub const DRAWN: State = 253;
pub const UNKNOWN: State = 252;
pub const MOST_PLIES: usize = 251;

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
