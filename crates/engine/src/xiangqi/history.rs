//! History heuristics: how well moves did elsewhere in the tree, whatever the position. Moves are ordered by them.
//! <https://www.chessprogramming.org/History_Heuristic>

use duiyi_rules::xiangqi::{Move, Piece, Role, Square};

/// A piece and the point it moves to, as an index below [`PieceTo::COUNT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    pub const COUNT: usize = Piece::COUNT * Square::COUNT;

    #[inline]
    pub fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.index() * Square::COUNT + to.index()) as u16)
    }

    /// A pair of moves as an index below the square of [`PieceTo::COUNT`].
    #[inline]
    pub fn pair([previous, mv]: [PieceTo; 2]) -> usize {
        previous.0 as usize * PieceTo::COUNT + mv.0 as usize
    }
}

/// The moves one, two and four plies before a node; none for a null move and before the root.
pub type PreviousMoves = [Option<PieceTo>; 3];

/// The limit of every entry's absolute value.
pub const HISTORY_MAX: i32 = 16_384;

/// Adds a bonus to an entry, less of it the nearer the entry is to `limit` (history gravity).
#[inline]
pub fn add_with_gravity(entry: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / limit) as i16;
}

/// The continuation history of no previous move.
static NOTHING: [i16; PieceTo::COUNT] = [0; PieceTo::COUNT];

/// The parts of the tables that score the quiet moves of one node.
#[derive(Clone, Copy, Debug)]
pub struct QuietScores<'a> {
    quiet: &'a [i16],
    after: [&'a [i16]; 3],
}

impl QuietScores<'_> {
    #[inline]
    pub fn score(self, mv: PieceTo) -> i32 {
        let at = mv.0 as usize;
        let [one, two, four] = self.after.map(|after| i32::from(after[at]));
        i32::from(self.quiet[at]) + one + two + four
    }
}

/// The history tables of one thread.
#[derive(Debug, Default)]
pub struct History {
    /// Quiet moves by piece and target.
    quiet: Box<[i16]>,
    /// Quiet moves by piece and target after a previous move (continuation history).
    continuation: Box<[i16]>,
    /// Captures by piece, target and captured role.
    capture: Box<[i16]>,
    /// The quiet move that last refuted a move.
    countermoves: Box<[Option<Move>]>,
}

impl History {
    pub fn new() -> History {
        History {
            quiet: vec![0; PieceTo::COUNT].into(),
            continuation: vec![0; PieceTo::COUNT * PieceTo::COUNT].into(),
            capture: vec![0; PieceTo::COUNT * Role::COUNT].into(),
            countermoves: vec![None; PieceTo::COUNT].into(),
        }
    }

    #[inline]
    pub fn quiet_score(&self, mv: PieceTo, [one, two, four]: PreviousMoves) -> i32 {
        let after = |previous: Option<PieceTo>| {
            previous.map_or(0, |previous| i32::from(self.continuation[PieceTo::pair([previous, mv])]))
        };
        i32::from(self.quiet[mv.0 as usize]) + after(one) + after(two) + after(four)
    }

    /// The scores of all quiet moves after these previous moves.
    #[inline]
    pub fn quiet_scores(&self, [one, two, four]: PreviousMoves) -> QuietScores<'_> {
        let after = |previous: Option<PieceTo>| {
            previous.map_or(&NOTHING[..], |previous| {
                &self.continuation[previous.0 as usize * PieceTo::COUNT..][..PieceTo::COUNT]
            })
        };
        QuietScores { quiet: &self.quiet, after: [after(one), after(two), after(four)] }
    }

    #[inline]
    pub fn capture_score(&self, mv: PieceTo, captured: Role) -> i32 {
        i32::from(self.capture[mv.0 as usize * Role::COUNT + captured as usize])
    }

    pub fn update_quiet(&mut self, mv: PieceTo, previous: PreviousMoves, bonus: i32) {
        add_with_gravity(&mut self.quiet[mv.0 as usize], bonus, HISTORY_MAX);
        for previous in previous.into_iter().flatten() {
            add_with_gravity(&mut self.continuation[PieceTo::pair([previous, mv])], bonus, HISTORY_MAX);
        }
    }

    pub fn update_capture(&mut self, mv: PieceTo, captured: Role, bonus: i32) {
        add_with_gravity(
            &mut self.capture[mv.0 as usize * Role::COUNT + captured as usize],
            bonus,
            HISTORY_MAX,
        );
    }

    pub fn countermove(&self, previous: Option<PieceTo>) -> Option<Move> {
        self.countermoves[previous?.0 as usize]
    }

    pub fn set_countermove(&mut self, previous: Option<PieceTo>, mv: Move) {
        if let Some(previous) = previous {
            self.countermoves[previous.0 as usize] = Some(mv);
        }
    }
}
