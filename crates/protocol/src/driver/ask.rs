//! What a program is asked.

use duiyi_engine::Limits;
use duiyi_rules::{BySide, Game, Move};
use std::time::{Duration, Instant};

/// What a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowance {
    /// The limits of this move. A limit that its protocol does not have is left out.
    Move(Limits),
    /// The clocks of both sides.
    Clock {
        /// What each side has left.
        left: BySide<Duration>,
        /// What each side gets for each move.
        increment: BySide<Duration>,
    },
}

/// A position to search.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The position with its moves. It is not over.
    pub game: &'a Game,
    /// What the search may use.
    pub allowance: Allowance,
    /// How many lines are wanted, at least one. Only UCI has more than one.
    pub lines: usize,
    /// If not empty, the search is for the best of these moves. Only UCI has a command for them.
    pub search_moves: &'a [Move],
}

/// How long the driver waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// When the program gets the command to stop; none if its own limits end the search.
    pub stop_at: Option<Instant>,
    /// When the driver waits no longer.
    pub give_up_at: Instant,
}
