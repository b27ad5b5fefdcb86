//! Judges which side is at fault when a position repeats, after the rules of the Asian Xiangqi Federation.
//!
//! `docs/XIANGQI-REPETITION.md` lists the clauses with their sources and their tests. The referee and the search both use
//! [`judge`].

mod chase;
pub mod ruling;
pub mod tiantian;

use super::bitboard::Bitboard;
use super::options::Repetition;
use super::position::{Position, Undo};
use super::types::{Move, Piece, Square};
use crate::{BySide, Side};

/// What a side did at every one of its moves in a cycle. `docs/XIANGQI-REPETITION.md` explains the words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conduct {
    /// Neither a check at every move nor a chase at every move.
    Idle,
    /// A new attack on this piece at every move, at one or more of them only by taking its protection away. The piece
    /// was on this point at the start of the cycle.
    Expose(Piece, Square),
    /// A new attack on this piece at every move, by a piece that did not attack it before. The piece was on this point
    /// at the start of the cycle.
    Chase(Piece, Square),
    /// A check at every move.
    Check,
}

/// The ruling on a cycle. Under [`Repetition::ChecksOnly`] and [`Repetition::Draw`] a chase counts as [`Conduct::Idle`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// What each side did in the cycle.
    pub conduct: BySide<Conduct>,
    /// The side that loses, or `None` for a draw.
    pub loser: Option<Side>,
}

/// Judges a cycle: `moves`, oldest first, lead from the position `end` back to `end`, without a capture.
///
/// Generates some captures at each ply while a side can still be at fault, so a search calls it only on a true cycle.
/// Allocates nothing.
pub fn judge(end: &Position, moves: impl DoubleEndedIterator<Item = Move>, rule: Repetition) -> Cycle {
    let mut walk = Walk::new(end, rule);
    for mv in moves.rev() {
        if walk.is_decided() {
            break;
        }
        walk.step_back(mv);
    }
    walk.cycle()
}

/// The side with the graver fault. Perpetual check is graver than perpetual chase, which is graver than one that only
/// takes protection away, and equal faults cancel out.
fn loser(conduct: BySide<Conduct>, rule: Repetition) -> Option<Side> {
    let gravity = |side: Side| match (rule, conduct[side]) {
        (Repetition::Draw, _) | (_, Conduct::Idle) => 0,
        (Repetition::ChecksOnly, Conduct::Chase(..) | Conduct::Expose(..)) => 0,
        (_, Conduct::Expose(..)) => 1,
        (_, Conduct::Chase(..)) => 2,
        (_, Conduct::Check) => 3,
    };
    match gravity(Side::First).cmp(&gravity(Side::Second)) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    }
}

/// Walks back through a game and records what each side did at every one of its moves.
///
/// Can judge after every step the cycle between the current position of the walk and its start, so that one walk judges
/// cycles of all lengths.
#[derive(Clone, Debug)]
pub struct Walk {
    rule: Repetition,
    /// The current position of the walk.
    position: Position,
    always_checks: BySide<bool>,
    /// The enemy pieces that each side newly attacked at every one of its moves, by their points in `position`. Empty
    /// unless the rule judges chases.
    chased: BySide<Bitboard>,
    /// Those of them that each side attacked at some move only by exposing them, and possibly points of other pieces.
    exposed: BySide<Bitboard>,
    moved: BySide<bool>,
    /// For each point of `position`: the point of its piece at the start of the walk.
    square_at_end: [Square; Square::COUNT],
}

impl Walk {
    /// Starts at the end of a cycle, before its last move is taken back.
    pub fn new(end: &Position, rule: Repetition) -> Walk {
        let enemies = |side: Side| {
            if rule.forbids_chases() { end.by_side(side.other()) } else { Bitboard::EMPTY }
        };
        Walk {
            rule,
            position: end.clone(),
            always_checks: BySide { first: true, second: true },
            chased: BySide { first: enemies(Side::First), second: enemies(Side::Second) },
            exposed: BySide { first: Bitboard::EMPTY, second: Bitboard::EMPTY },
            moved: BySide::default(),
            square_at_end: std::array::from_fn(Square::from_index_unchecked),
        }
    }

    /// Whether neither side can be at fault, however far the walk continues.
    pub fn is_decided(&self) -> bool {
        Side::ALL.into_iter().all(|side| !self.always_checks[side] && self.chased[side].is_empty())
    }

    /// Unmakes the move that led to the current position. The move must not be a capture.
    pub fn step_back(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let side = self.position.turn().other();
        self.moved[side] = true;
        self.always_checks[side] &= self.position.in_check();
        let after = self.position.clone();
        self.position.unmake_move(mv, Undo { captured: None, clock: 0 });
        if !self.chased[side].is_empty() {
            let attacked = chase::newly_attacked(&self.position, mv, &after, self.chased[side]);
            self.chased[side] = attacked.any();
            self.exposed[side] = (self.exposed[side] | attacked.by_exposure) & attacked.any();
        }
        for pieces in [&mut self.chased[side.other()], &mut self.exposed[side.other()]] {
            if pieces.has(to) {
                *pieces = pieces.without(to).with(from);
            }
        }
        self.square_at_end[from.index()] = self.square_at_end[to.index()];
    }

    /// Judges the cycle from the current position to the start of the walk.
    pub fn cycle(&self) -> Cycle {
        let conduct = BySide { first: self.conduct(Side::First), second: self.conduct(Side::Second) };
        Cycle { conduct, loser: loser(conduct, self.rule) }
    }

    /// Judges the cycle from the current position to `end`, which is the start of the walk, and one more move from there.
    /// The move must not be a capture.
    pub fn cycle_with(&self, end: &Position, mv: Move) -> Cycle {
        let side = end.turn();
        let mut after = end.clone();
        after.make_move(mv);
        let stands_on = |square: Square| self.square_at_end[square.index()];
        let victims: Bitboard = self.chased[side].map(stands_on).collect();
        let attacked = chase::newly_attacked(end, mv, &after, victims);
        let those_in = |pieces: Bitboard| self.chased[side].filter(move |&it| pieces.has(stands_on(it)));
        let mut walk = self.clone();
        walk.moved[side] = true;
        walk.always_checks[side] &= after.in_check();
        walk.chased[side] = those_in(attacked.any()).collect();
        walk.exposed[side] |= those_in(attacked.by_exposure).collect();
        walk.cycle()
    }

    fn conduct(&self, side: Side) -> Conduct {
        let (chased, exposed) = (self.chased[side], self.exposed[side]);
        let one_of = |pieces: Bitboard| pieces.first().and_then(|it| Some((self.position.piece_at(it)?, it)));
        match (one_of(chased & !exposed), one_of(chased)) {
            _ if !self.moved[side] => Conduct::Idle,
            _ if self.always_checks[side] => Conduct::Check,
            (Some((piece, square)), _) => Conduct::Chase(piece, square),
            (None, Some((piece, square))) => Conduct::Expose(piece, square),
            (None, None) => Conduct::Idle,
        }
    }
}

#[cfg(test)]
mod definition;
#[cfg(test)]
mod manual;
#[cfg(test)]
mod tests;
