//! What the players of a game intend to do.

use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

/// How a game is meant to end. One of the players, the actor, makes it end this way. It may still end otherwise: a server dies and
/// the player's time runs out before a move arrives, or random moves end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// The actor makes no more moves.
    Flag,
    Resignation,
    /// The actor offers a draw and the other player accepts.
    Draw,
    /// The players play to a mate or a five.
    Board,
    /// The actor never makes its first move.
    LateFirstMove,
    Abort,
    /// The actor leaves, and the other player claims the game.
    Claim,
}

/// The endings with their weights.
const ENDINGS: [(Ending, u32); 7] = [
    (Ending::Flag, 40),
    (Ending::Resignation, 15),
    (Ending::Draw, 12),
    (Ending::Board, 15),
    (Ending::LateFirstMove, 8),
    (Ending::Abort, 4),
    (Ending::Claim, 6),
];

/// Red mates with two chariots.
const MATE_FROM: &str = "3k5/R8/9/9/9/9/9/9/7R1/5K3 w - - 0 1";
const MATE: [&str; 3] = ["a8b8", "d9e9", "h1h9"];
const FIVE: [&str; 9] = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"];

/// The index of a side: 0 for the one that moves first.
pub type SideIndex = usize;

#[derive(Clone, Debug)]
pub struct Plan {
    pub ruleset: &'static str,
    pub ending: Ending,
    pub actor: SideIndex,
    /// The actor acts once the game has this many plies.
    pub after_plies: usize,
    /// The actor asks to take moves back once the game has this many plies.
    pub takeback_after: Option<usize>,
    /// How many further games the same players play.
    pub rematches: u32,
    pub clock: Value,
}

fn random(range: std::ops::Range<u64>) -> u64 {
    rand::rng().random_range(range)
}

/// A clock that runs out within seconds.
fn short_clock() -> Value {
    match random(0..5) {
        0 | 1 => json!({"initial_ms": random(1000..3500)}),
        2 => json!({"initial_ms": random(1000..2000), "increment_ms": random(1..200)}),
        3 => json!({"move_ms": random(500..2000)}),
        _ => json!({"initial_ms": 1000, "byoyomi_ms": random(200..900)}),
    }
}

/// A clock that outlasts the claim that a server held on a request when it died.
fn long_clock() -> Value {
    match random(0..4) {
        0 | 1 => json!({"initial_ms": random(40_000..60_000), "increment_ms": random(0..2000)}),
        2 => json!({"move_ms": 40_000}),
        _ => json!({"initial_ms": 1000, "byoyomi_ms": 40_000}),
    }
}

impl Plan {
    pub fn random() -> Plan {
        let ending = ENDINGS.choose_weighted(&mut rand::rng(), |(_, weight)| *weight).unwrap().0;
        let mut clock = if ending == Ending::Flag { short_clock() } else { long_clock() };
        let first_move = if ending == Ending::LateFirstMove { random(500..2500) } else { 30_000 };
        clock["first_move_ms"] = first_move.into();
        let after_plies = match ending {
            Ending::LateFirstMove | Ending::Abort => 0,
            _ => random(2..14) as usize,
        };
        let has_takeback =
            !matches!(ending, Ending::LateFirstMove | Ending::Abort | Ending::Board) && after_plies > 4;
        Plan {
            ruleset: ["xiangqi", "gomoku"].choose(&mut rand::rng()).unwrap(),
            ending,
            actor: random(0..2) as usize,
            after_plies,
            takeback_after: (has_takeback && random(0..2) == 0)
                .then(|| random(2..after_plies as u64) as usize),
            rematches: if ending == Ending::Claim { 0 } else { u32::from(random(0..3) == 0) },
            clock,
        }
    }

    /// A short game that is followed by others.
    pub fn series(rematches: u32) -> Plan {
        let clock = json!({"initial_ms": 60_000});
        Plan { rematches, clock, ..Plan::short(&Plan::random()) }
    }

    /// The plan for a rematch.
    pub fn next(&self) -> Plan {
        Plan { rematches: self.rematches.saturating_sub(1), ..Plan::short(self) }
    }

    fn short(&self) -> Plan {
        let actor = random(0..2) as usize;
        Plan { ending: Ending::Resignation, actor, after_plies: 2, takeback_after: None, ..self.clone() }
    }

    /// The body of the request that creates the game, without seats.
    pub fn creation(&self) -> Value {
        let mut body = json!({"ruleset": self.ruleset, "clock": self.clock, "abandon_ms": 500});
        if self.ending == Ending::Board && self.ruleset == "xiangqi" {
            body["fen"] = MATE_FROM.into();
        }
        body
    }

    pub fn sides(&self) -> [&'static str; 2] {
        if self.ruleset == "xiangqi" { ["red", "black"] } else { ["black", "white"] }
    }

    /// The moves that end the game on the board.
    pub fn script(&self) -> Option<&'static [&'static str]> {
        let script: &[&str] = if self.ruleset == "xiangqi" { &MATE } else { &FIVE };
        (self.ending == Ending::Board).then_some(script)
    }
}
