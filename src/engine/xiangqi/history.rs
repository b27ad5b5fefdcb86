//! What this search has learnt about moves, whatever the position: the basis of their order.

use crate::rules::xiangqi::{Move, Piece, Role, Square};

/// A piece and the point it goes to, as an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    pub const COUNT: usize = Piece::COUNT * Square::COUNT;

    #[inline]
    pub fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.index() * Square::COUNT + to.index()) as u16)
    }

    /// Two moves, one before the other, as an index below the square of [`PieceTo::COUNT`].
    #[inline]
    pub fn pair([before, mv]: [PieceTo; 2]) -> usize {
        before.0 as usize * PieceTo::COUNT + mv.0 as usize
    }
}

/// The moves that led to a node: the other side's last, the own one before it, and the own one before that.
pub type Before = [Option<PieceTo>; 3];

/// No score gets beyond this.
pub const HISTORY_MAX: i32 = 16_384;

/// The nearer an entry is to its limit, the less it grows.
#[inline]
pub fn add_with_gravity(entry: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / limit) as i16;
}

/// All tables of one searching thread.
#[derive(Debug, Default)]
pub struct History {
    /// Quiet moves by piece and target.
    quiet: Box<[i16]>,
    /// Quiet moves after each of the moves before.
    continuation: Box<[i16]>,
    /// Captures by piece and target, and by what is taken.
    capture: Box<[i16]>,
    /// The move that last refuted a move.
    counter: Box<[Option<Move>]>,
}

impl History {
    pub fn new() -> History {
        History {
            quiet: vec![0; PieceTo::COUNT].into(),
            continuation: vec![0; PieceTo::COUNT * PieceTo::COUNT].into(),
            capture: vec![0; PieceTo::COUNT * Role::COUNT].into(),
            counter: vec![None; PieceTo::COUNT].into(),
        }
    }

    #[inline]
    pub fn of_quiet(&self, mv: PieceTo, [first, second, third]: Before) -> i32 {
        let after = |before: Option<PieceTo>| {
            before.map_or(0, |before| i32::from(self.continuation[PieceTo::pair([before, mv])]))
        };
        i32::from(self.quiet[mv.0 as usize]) + after(first) + after(second) + after(third)
    }

    #[inline]
    pub fn of_capture(&self, mv: PieceTo, captured: Role) -> i32 {
        i32::from(self.capture[mv.0 as usize * Role::COUNT + captured as usize])
    }

    pub fn update_quiet(&mut self, mv: PieceTo, before: Before, bonus: i32) {
        add_with_gravity(&mut self.quiet[mv.0 as usize], bonus, HISTORY_MAX);
        for before in before.into_iter().flatten() {
            add_with_gravity(&mut self.continuation[PieceTo::pair([before, mv])], bonus, HISTORY_MAX);
        }
    }

    pub fn update_capture(&mut self, mv: PieceTo, captured: Role, bonus: i32) {
        add_with_gravity(
            &mut self.capture[mv.0 as usize * Role::COUNT + captured as usize],
            bonus,
            HISTORY_MAX,
        );
    }

    pub fn counter_to(&self, before: Option<PieceTo>) -> Option<Move> {
        self.counter[before?.0 as usize]
    }

    pub fn set_counter(&mut self, before: Option<PieceTo>, mv: Move) {
        if let Some(before) = before {
            self.counter[before.0 as usize] = Some(mv);
        }
    }
}
