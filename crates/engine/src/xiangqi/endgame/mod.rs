//! Endgame tables: the exact result of every position with few pieces, made by `duiyi-lab tables`.
//!
//! A table vouches for two things. A win or loss is forced by mate or stalemate, in as few plies as stated with the best play
//! of both sides. The plies left fall with every move of the winner, so that no position repeats and no rule of repetition
//! applies. A draw means that neither side can force a win, and that each can hold for ever by moves that neither check nor
//! attack anything with more than its general and soldiers, so that no rule of repetition convicts it. Where the second part
//! is not proved, the table says nothing.
//!
//! The search must see to what lies outside the position: the plies left until the no-capture limit, positions that occurred
//! before, and rules that count attacks.

mod file;
mod layout;
mod material;

pub use file::{Tables, write};
pub use layout::Layout;
pub use material::{Army, Material, ParseMaterialError};

use duiyi_rules::xiangqi::{Move, Position};

/// The result of a position with best play, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move mates or stalemates at this ply. The number is odd.
    Won(u32),
    /// Neither side can force a mate.
    Drawn,
    /// The side to move is mated or stalemated at this ply. The number is even, 0 if it is now.
    Lost(u32),
}

impl Verdict {
    /// The verdict on the position before the move that led here, if it was the best one, for the side that made it.
    pub fn before(self) -> Verdict {
        match self {
            Verdict::Won(plies) => Verdict::Lost(plies + 1),
            Verdict::Drawn => Verdict::Drawn,
            Verdict::Lost(plies) => Verdict::Won(plies + 1),
        }
    }

    /// The plies until the end, if there is a winner.
    pub fn plies(self) -> Option<u32> {
        match self {
            Verdict::Won(plies) | Verdict::Lost(plies) => Some(plies),
            Verdict::Drawn => None,
        }
    }

    /// Greater for what the side to move likes better: quick wins and slow losses.
    pub fn preference(self) -> i64 {
        match self {
            Verdict::Won(plies) => i64::from(u32::MAX) - i64::from(plies),
            Verdict::Drawn => 0,
            Verdict::Lost(plies) => i64::from(plies) - i64::from(u32::MAX),
        }
    }

    /// The best of the verdicts on the moves of a position, each for the side that makes it. `None` if one that is missing
    /// could be better.
    pub fn best(verdicts: impl Iterator<Item = Option<Verdict>>) -> Option<Verdict> {
        let mut best = Verdict::Lost(0);
        let mut is_complete = true;
        for verdict in verdicts {
            match verdict {
                Some(verdict) if verdict.preference() > best.preference() => best = verdict,
                Some(_) => {}
                None => is_complete = false,
            }
        }
        (is_complete || matches!(best, Verdict::Won(_))).then_some(best)
    }
}

/// The result of a position, if the tables have it.
pub fn probe(position: &Position) -> Option<Verdict> {
    if position.occupied().count() as usize > Tables::MOST_PIECES {
        return None;
    }
    Tables::get().probe(position)
}

/// The moves that the tables have for both sides until the end, best first for either. Empty if there is no winner.
pub fn line(position: &Position) -> Vec<Move> {
    let (mut position, mut line) = (position.clone(), Vec::new());
    let mut verdict = probe(&position);
    while let Some(plies) = verdict.and_then(Verdict::plies).filter(|&plies| plies > 0) {
        let leads_on = |mv: &Move| {
            let after = Tables::get().after(&position, *mv).filter(|after| Some(after.before()) == verdict);
            after.map(|after| (*mv, after))
        };
        let Some((mv, after)) = position.legal_moves().iter().find_map(leads_on) else { break };
        debug_assert_eq!(after.plies(), Some(plies - 1));
        position.make_move(mv);
        line.push(mv);
        verdict = Some(after);
    }
    line
}

/// The legal moves of a position with the verdicts on them, each for the side that makes it.
pub fn moves(position: &Position) -> Vec<(Move, Option<Verdict>)> {
    let verdict = |mv| Tables::get().after(position, mv).map(Verdict::before);
    position.legal_moves().into_iter().map(|mv| (mv, verdict(mv))).collect()
}

#[cfg(test)]
mod tests;
